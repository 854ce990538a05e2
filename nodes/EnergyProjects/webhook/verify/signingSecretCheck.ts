import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

const SHORTEST = 16;

/**
 * Says whether the signing secret can be one. The service offers nothing to check it against, so the message says
 * what is still open. n8n's editor shows the message of a failure only; a success is a green bar with n8n's own words,
 * which is why the form of the credential says the same.
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
			'The Signing Secret does not look whole. Copy it again from the service, without blanks.',
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
			'Only the form was checked, and it is right. Whether it is the secret of your webhook shows with the first event.',
	};
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
