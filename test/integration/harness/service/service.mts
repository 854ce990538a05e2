import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { afterAll, beforeAll } from 'vitest';
import { startService } from '../../../../sandbox/service/start.mts';
import type { RunningService, ServiceOptions } from '../../../../sandbox/service/start.mts';

/** Starts a local service for the tests of one file, and ends it. */
export function useService(options: ServiceOptions = {}): () => RunningService {
	let service: RunningService | undefined;
	beforeAll(async () => {
		service = await startService({ debounceMs: 20, retryDelaysMs: [20, 20], ...options });
	});
	afterAll(async () => {
		await service?.close();
	});
	return () => {
		if (service === undefined) throw new Error('The service has not started');
		return service;
	};
}

export const apiKeyCredential = (
	service: RunningService,
	more: ICredentialDataDecryptedObject = {},
) => ({
	energyProjectsApi: { baseUrl: service.baseUrl, apiKey: service.company.apiKey, ...more },
});

/** A connected OAuth2 credential, with tokens of the real authorization server. */
export const oAuth2Credential = async (service: RunningService) => ({
	energyProjectsOAuth2Api: {
		baseUrl: `${service.baseUrl}/`,
		authServerUrl: `${service.authUrl}/`,
		...service.oAuth2,
		oauthTokenData: { ...(await service.issueToken()), token_type: 'Bearer' },
	},
});
