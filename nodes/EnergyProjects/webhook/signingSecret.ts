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

/** What a program shows in place of a secret: bullets, or nothing but dots or stars, perhaps behind a prefix such as `whsec_`. */
const MASKED = /[•●∙…]|^(?:\w+_)?[.*]+$/;

/**
 * What is wrong with a text that cannot be a secret, after its name. Nothing may be verified with it: others could guess it.
 *
 * @returns undefined if it has the form of a secret
 */
export function flawOf(secret: string): string | undefined {
	if (secret === '') return 'is empty';
	if (MASKED.test(secret)) return 'shows dots or stars in place of its characters';
	if (/^https?:\/\//i.test(secret)) return 'is a web address';
	return [...secret].length < SHORTEST || /\s/u.test(secret) ? 'looks incomplete' : undefined;
}

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
	const [flaw, flawOfPrevious] = [secret, previous].map(flawOf);
	if (flaw !== undefined)
		return failed(`The Signing Secret ${flaw}. Copy it from the service again, without spaces.`);
	if (previous !== '' && flawOfPrevious !== undefined)
		return failed(
			`The Previous Signing Secret ${flawOfPrevious}. Enter the secret of the old webhook, or leave this field empty.`,
		);
	return {
		status: 'OK',
		message: 'The format is correct. The first event will show whether the secret is right.',
	};
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
