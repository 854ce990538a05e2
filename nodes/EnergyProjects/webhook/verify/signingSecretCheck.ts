import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

const SHORTEST = 16;

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
	const secret = textOf(signingSecret);
	if (secret === '') return failed('Enter the secret that the service showed as Signing Secret.');
	if (secret.length < SHORTEST || /\s/.test(secret)) {
		return failed(
			'The Signing Secret looks incomplete. Copy it from the service again, without spaces.',
		);
	}
	if (secret === textOf(previousSigningSecret)) {
		return failed(
			'Both secrets are the same. Leave Previous Signing Secret empty, or enter the secret of the old webhook there.',
		);
	}
	return {
		status: 'OK',
		message:
			'Only the form of the secret was checked, and it is correct. The first event will show whether it is the secret of your webhook.',
	};
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
