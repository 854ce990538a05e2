import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '../../../nodes/EnergyProjects/http/client.ts';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from './requestInfo.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const STOPPED = 'Not sent, because an earlier item failed';

/** Requests that are answered with this status, and wait for their retry or their turn when another item stops the run. */
async function stoppedWhileWaiting(
	statusCode: number,
	operations: ReadonlyArray<'get' | 'update'>,
): Promise<unknown[]> {
	const context = {
		getNode: () => node,
		getCredentials: async () => ({ baseUrl: 'https://api.example.com', apiKey: 'key-123456' }),
		helpers: {
			httpRequestWithAuthentication: async () => ({ statusCode, headers: {}, body: {} }),
		},
	};
	const client = createClient(context as unknown as ApiContext);
	const request = { path: { projectId: 'p1' }, body: { name: 'Haus' } };
	const outcomes = operations.map(async (operation) => {
		const sending = client.send(projectRecord.endpoints[operation], request);
		return await sending.then(String, (error: Error) => error.message);
	});
	await vi.advanceTimersByTimeAsync(100);
	client.stop();
	await vi.advanceTimersByTimeAsync(60_000);
	return await Promise.all(outcomes);
}

it.each([500, 503])(
	'an update answered with %i, which may have been carried out, says so although the run was stopped',
	async (status) => {
		expect(await stoppedWhileWaiting(status, ['update'])).toEqual([
			`Could not update project p1 (${status})`,
		]);
	},
);

it('a read that waits for its retry says only that the run was stopped: nothing is lost', async () => {
	expect(await stoppedWhileWaiting(500, ['get'])).toEqual([STOPPED]);
});

it('so does whatever the service has refused, and what was never sent', async () => {
	const all = await stoppedWhileWaiting(429, ['update', 'update', 'get']);
	expect(all).toEqual([STOPPED, STOPPED, STOPPED]);
});
