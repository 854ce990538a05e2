import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '../../../nodes/EnergyProjects/http/client.ts';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from './requestInfo.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An update that is answered with this status, and waits for its retry when another item stops the run. */
async function stoppedWhileWaiting(statusCode: number): Promise<unknown> {
	const context = {
		getNode: () => node,
		getCredentials: async () => ({ baseUrl: 'https://api.example.com', apiKey: 'key-123456' }),
		helpers: {
			httpRequestWithAuthentication: async () => ({ statusCode, headers: {}, body: {} }),
		},
	};
	const client = createClient(context as unknown as ApiContext);
	const request = { path: { projectId: 'p1' }, body: { name: 'Haus' } };
	const outcome = client
		.send(projectRecord.endpoints.update, request)
		.then(String, (error: Error) => error.message);
	await vi.advanceTimersByTimeAsync(100);
	client.stop();
	await vi.advanceTimersByTimeAsync(60_000);
	return await outcome;
}

it.each([500, 503])(
	'an update answered with %i, which may have been carried out, says so although the run was stopped',
	async (status) => {
		expect(await stoppedWhileWaiting(status)).toBe(`Could not update project p1 (${status})`);
	},
);
