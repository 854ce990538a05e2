import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { cleanSecret, problemOfSecret } from './secretText';
import type { SecretProblem } from './secretText';

const SHOWN_ONCE =
	'The service shows the secret only once, when the webhook is created. If you do not have it, delete the webhook in the service and create a new one.';

/** What is wrong with a secret, after the name of its field, and what to do about the current one. */
const PROBLEMS: Readonly<Record<SecretProblem, readonly [what: string, advice: string]>> = {
	masked: ['contains dots or stars in place of the real characters', SHOWN_ONCE],
	webAddress: ['is a web address, not a secret', SHOWN_ONCE],
	incomplete: ['looks incomplete', 'Copy it from the service again, without spaces.'],
};

/**
 * Checks the form of the signing secret. The service offers no way to check the secret itself, and the message says so.
 * n8n's editor shows this message only after a failure. After a success it shows a text of its own, so the notice in the
 * credential says the same.
 */
export async function signingSecretCheck(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { signingSecret, previousSigningSecret } = credential.data ?? {};
	const secret = cleanSecret(signingSecret);
	const previous = cleanSecret(previousSigningSecret);
	if (secret === '') return failed('Enter the secret that the service showed as Signing Secret.');
	const problem = problemOfSecret(secret);
	if (problem !== undefined) {
		const [what, advice] = PROBLEMS[problem];
		return failed(`The Signing Secret ${what}. ${advice}`);
	}
	if (secret === previous) {
		return failed(
			'Both secrets are the same. Leave Previous Signing Secret empty, or enter the secret of the old webhook there.',
		);
	}
	const problemBefore = previous === '' ? undefined : problemOfSecret(previous);
	if (problemBefore !== undefined) {
		const [what] = PROBLEMS[problemBefore];
		return failed(
			`The Previous Signing Secret ${what}. Enter the secret of the old webhook, or leave this field empty.`,
		);
	}
	return {
		status: 'OK',
		message: 'The format is correct. The first event will show whether the secret is right.',
	};
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
