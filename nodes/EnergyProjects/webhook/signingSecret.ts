import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { visible, withPlainCharacters } from '../values/text';

/** In characters. A shorter text could be guessed. */
const SHORTEST = 8;

/**
 * The secret in what a person entered: without what a copied text brings along, which is blanks around it, characters that
 * nobody sees, and a pair of quotation marks. Verification and the test of the credential both read secrets in this way.
 *
 * @returns an empty text if nothing was entered
 */
export function secretIn(entered: unknown): string {
	const text = typeof entered === 'string' ? visible(entered) : '';
	const isQuoted = text.length > 2 && /^(['"]).*\1$/s.test(withPlainCharacters(text));
	return isQuoted ? text.slice(1, -1).trim() : text;
}

/** Whether a text has the form of a secret. Nothing may be verified with another one: others could guess it. */
export const isUsableSecret = (secret: string): boolean =>
	[...secret].length >= SHORTEST && !/\s/u.test(secret);

/** What is wrong with any other text, after its name. */
export const UNUSABLE = 'looks incomplete';

/**
 * Checks the form of the signing secrets. The service offers no way to check a secret itself, and the message says so.
 * n8n's editor shows this message only after a failure. After a success it shows a text of its own, so the notice in the
 * credential says the same.
 */
export async function signingSecretCheck(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const [secret, previous] = [data.signingSecret, data.previousSigningSecret].map(secretIn);
	if (secret === '') return failed('Enter the secret that the service showed as Signing Secret.');
	if (!isUsableSecret(secret))
		return failed(
			`The Signing Secret ${UNUSABLE}. Copy it from the service again, without spaces.`,
		);
	if (previous !== '' && !isUsableSecret(previous))
		return failed(
			`The Previous Signing Secret ${UNUSABLE}. Enter the secret of the old webhook, or leave this field empty.`,
		);
	return {
		status: 'OK',
		message: 'The format is correct. The first event will show whether the secret is right.',
	};
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
