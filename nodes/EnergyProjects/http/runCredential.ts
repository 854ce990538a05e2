import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { credentialTypeOf } from './authentication';
import type { Authentication } from './authentication';
import type { ApiContext } from './request';
import { secretsOf } from './secrets/redaction';

/** The credential that a person chose for one run, and the secrets that no error of the run may show. */
export function createRunCredential(context: ApiContext, authentication: Authentication) {
	const type = credentialTypeOf(authentication);
	const secrets = new Set<string>();
	let reading: Promise<ICredentialDataDecryptedObject> | undefined;

	const withSecrets = (credential: ICredentialDataDecryptedObject) => {
		for (const secret of secretsOf(credential)) secrets.add(secret);
		return credential;
	};
	return {
		/** The name of its type in n8n. */
		type,
		secrets: () => [...secrets],
		/** Reads it once. @throws n8n's error if it cannot be read */
		read: async () => withSecrets(await (reading ??= context.getCredentials(type))),
		/** Adds the tokens that n8n has stored since, after a renewal by this run or another one. */
		async readRenewed() {
			if (authentication !== 'oAuth2') return;
			// The failure of the request is the error to show, even if the credential is gone by now.
			withSecrets(await context.getCredentials(type).catch(() => ({})));
		},
	};
}
