import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

const SHORTEST = 16;

/**
 * Says whether the signing secret can be one. The service offers nothing to check it against, so the message says
 * what is still open.
 */
export async function signingSecretTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { signingSecret, previousSigningSecret } = credential.data ?? {};
	const secret = textOf(signingSecret);
	if (secret === '') return failed('Enter the signing secret the service showed.');
	if (secret.length < SHORTEST || /\s/.test(secret)) {
		return failed('This does not look like a whole signing secret. Copy it again, without blanks.');
	}
	if (secret === textOf(previousSigningSecret)) {
		return failed('Both secrets are the same. Leave the previous one empty, or enter the old one.');
	}
	return {
		status: 'OK',
		message:
			'The form is right. Whether it is the secret of your webhook shows with the first event.',
	};
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
