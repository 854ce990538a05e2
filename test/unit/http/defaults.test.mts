import { sleep } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../nodes/EnergyProjects/http/client.ts';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { clientOptionsFrom } from '../../../nodes/EnergyProjects/http/sendingOptions.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from './requestInfo.mts';

beforeEach(() => {
	vi.useFakeTimers();
	// The only clock that vitest does not stop.
	vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const ending = new AbortController();
		setTimeout(() => ending.abort(), ms);
		return ending.signal;
	});
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

/** A client with the defaults, whose service does the same each time, and how often it was asked. */
function clientOf(answer: () => Promise<unknown>) {
	const asked = vi.fn(answer);
	const context = {
		getNode: () => node,
		getCredentials: async () => ({ baseUrl: 'https://api.example.com', apiKey: 'key-123456' }),
		helpers: { httpRequestWithAuthentication: asked },
	};
	return { client: createClient(context as unknown as ApiContext), asked };
}

/** How a request ends, and after how many seconds. */
async function endOf(request: Promise<unknown>): Promise<{ error: Error; seconds: number }> {
	const began = Date.now();
	const ended = request.then(
		() => {
			throw new Error('It succeeded');
		},
		(error: Error) => ({ error, seconds: (Date.now() - began) / 1000 }),
	);
	await vi.advanceTimersByTimeAsync(60 * 60_000);
	return await ended;
}

const { get } = projectRecord.endpoints;
const path = { projectId: 'p1' };

describe('without options', () => {
	it('a service that never answers is asked four times, a minute each', async () => {
		const { client, asked } = clientOf(async () => await sleep(24 * 60 * 60_000));
		const { error, seconds } = await endOf(client.send(get, { path }));
		expect(error.message).toContain('did not answer within 60 seconds');
		expect(asked).toHaveBeenCalledTimes(4);
		expect(seconds).toBeGreaterThan(240);
		expect(seconds).toBeLessThan(300);
	});

	it('the node gives up after two minutes if the service takes nothing and asks for no time', async () => {
		const { client } = clientOf(async () => ({ statusCode: 429, headers: {}, body: {} }));
		const { error, seconds } = await endOf(client.send(get, { path }));
		expect(error.message).toContain('(429)');
		expect(seconds).toBeGreaterThan(60);
		expect(seconds).toBeLessThan(180);
	});

	it('a service that refuses and asks for no pause gets pauses that grow to two seconds', async () => {
		vi.spyOn(Math, 'random').mockReturnValue(0.999);
		const headers = { 'retry-after': '0' };
		const { client, asked } = clientOf(async () => ({ statusCode: 429, headers, body: {} }));
		const settled = client.send(get, { path }).catch(() => undefined);
		await vi.advanceTimersByTimeAsync(720);
		expect(asked).toHaveBeenCalledTimes(5);
		await vi.advanceTimersByTimeAsync(60_000);
		const before = asked.mock.calls.length;
		await vi.advanceTimersByTimeAsync(20_000);
		expect(asked.mock.calls.length - before).toBe(10);
		await vi.advanceTimersByTimeAsync(60_000);
		await settled;
	});

	it('at most 20 requests are under way', async () => {
		let most = 0;
		let inFlight = 0;
		const { client } = clientOf(async () => {
			most = Math.max(most, ++inFlight);
			await sleep(100);
			inFlight--;
			return { statusCode: 200, headers: {}, body: { id: 'p1' } };
		});
		const all = Promise.all(Array.from({ length: 200 }, () => client.send(get, { path })));
		await vi.advanceTimersByTimeAsync(60_000);
		await all;
		expect(most).toBe(20);
	});
});

it.each([
	[1e9, { maxParallelRequests: 100, maxRetries: 10, timeoutMs: 600_000 }],
	[-1e9, { maxParallelRequests: 1, maxRetries: 0, timeoutMs: 1_000 }],
	[7.6, { maxParallelRequests: 7, maxRetries: 7, timeoutMs: 7_600 }],
	[undefined, { maxParallelRequests: 20, maxRetries: 3, timeoutMs: 60_000 }],
])('options of %s are brought within their limits', (given, options) => {
	expect(clientOptionsFrom(() => given)).toEqual(options);
});
