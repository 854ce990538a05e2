import { expect, it } from 'vitest';
import { createClient } from '../../../nodes/EnergyProjects/http/client.ts';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from './requestInfo.mts';

it('the error tells of the refusal, even if the credential cannot be read any more', async () => {
	let reads = 0;
	const context = {
		getNode: () => node,
		getCredentials: async () => {
			if (++reads > 1) throw new Error('The credential was deleted');
			return { baseUrl: 'https://api.example.com' };
		},
		helpers: {
			httpRequestWithAuthentication: async () => ({
				...{ statusCode: 403, headers: {}, body: { message: 'Not yours' } },
			}),
		},
	};
	const client = createClient(context as unknown as ApiContext, { authentication: 'oAuth2' });
	const reading = client.send(projectRecord.endpoints.get, { path: { projectId: 'p1' } });
	await expect(reading).rejects.toThrow('Could not get project p1 (403): Not yours');
	// The second time for the secrets that the error must not show.
	expect(reads).toBe(2);
});

it('the credential is read once for all requests, as long as they succeed', async () => {
	let reads = 0;
	const context = {
		getNode: () => node,
		getCredentials: async () => {
			reads++;
			return { baseUrl: 'https://api.example.com' };
		},
		helpers: {
			httpRequestWithAuthentication: async () => ({ statusCode: 200, headers: {}, body: {} }),
		},
	};
	const client = createClient(context as unknown as ApiContext, { authentication: 'oAuth2' });
	const path = { projectId: 'p1' };
	await Promise.all([1, 2].map(() => client.send(projectRecord.endpoints.get, { path })));
	await client.send(projectRecord.endpoints.get, { path });
	expect(reads).toBe(1);
});
