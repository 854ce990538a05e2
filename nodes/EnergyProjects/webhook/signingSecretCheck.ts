import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { cleanSecret, problemOfSecret } from './secretText';

/**
 * Checks the form of the signing secret. The service offers no way to check the secret itself, and the message says so.
 * n8n's editor shows this message only after a failure. After a success it shows a text of its own, so the notice in the
 * credential says the same.
 */
export async function signingSecretCheck(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const [secret, previous] = [data.signingSecret, data.previousSigningSecret].map(cleanSecret);
	if (secret === '') return failed('Enter the secret that the service showed as Signing Secret.');
	const problem = problemOfSecret(secret);
	if (problem) return failed(`The Signing Secret ${problem.what}. ${problem.advice}`);
	if (secret === previous) {
		return failed(
			'Both secrets are the same. Leave Previous Signing Secret empty, or enter the secret of the old webhook there.',
		);
	}
	const before = previous === '' ? undefined : problemOfSecret(previous);
	if (before) {
		return failed(
			`The Previous Signing Secret ${before.what}. Enter the secret of the old webhook, or leave this field empty.`,
		);
	}
	return {
		status: 'OK',
		message: 'The format is correct. The first event will show whether the secret is right.',
	};
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
