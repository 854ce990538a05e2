import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { afterAll, beforeAll, vi } from 'vitest';
import type { Fault } from '../../../../sandbox/service/faults.mts';
import type { ApiRecord } from '../../../../sandbox/service/records.mts';
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
) => ({ energyProjectsApi: { baseUrl: service.baseUrl, apiKey: service.company.apiKey, ...more } });

/** A connected OAuth2 credential, with tokens of the real authorization server. */
export const oAuth2Credential = async (service: RunningService) => ({
	energyProjectsOAuth2Api: {
		baseUrl: `${service.baseUrl}/`,
		authServerUrl: `${service.authUrl}/`,
		...service.oAuth2,
		oauthTokenData: { ...(await service.issueToken()), token_type: 'Bearer' },
	},
});

const project = { name: 'Haus Weber', source: 'api', address: null };
const customer = { firstName: 'Ada', lastName: 'Weber', address: null };
export const addProject = ({ store, company }: RunningService, fields: object = {}): ApiRecord =>
	store.insert('project', company.id, { ...project, ...fields });

export const addCustomer = ({ store, company }: RunningService, fields: object = {}): ApiRecord =>
	store.insert('customer', company.id, { ...customer, ...fields });

/** Adds a record of either kind. */
export const addRecord = { project: addProject, customer: addCustomer } as const;

export const idsOf = (records: ReadonlyArray<{ id?: unknown }>) =>
	records.map(({ id }) => String(id));

/** The requests so far with this method, and with this path without its query. */
export const requestsWith = (service: RunningService, method: string, path?: string) =>
	service.requests.filter(
		(request) =>
			request.method === method && (path === undefined || request.path.split('?')[0] === path),
	);

/** The requests that change something. */
export const writes = ({ requests }: RunningService) =>
	requests.filter(({ method }) => method !== 'GET').map(({ method, body }) => ({ method, body }));

/** What they sent. */
export const bodiesOf = (service: RunningService) => writes(service).map(({ body }) => body);

/** Something happens as a request comes, before it is answered; what is returned is what goes wrong with it. */
export function onRequest(
	{ faults }: RunningService,
	happen: (number: number) => Fault | void,
): void {
	const take = faults.take.bind(faults);
	let number = 0;
	vi.spyOn(faults, 'take').mockImplementation((...given) => happen(++number) ?? take(...given));
}
