import { sleep } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../nodes/EnergyProjects/http/client.ts';
import { mapParallel } from '../../../nodes/EnergyProjects/http/pace/parallel.ts';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from './requestInfo.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A way to limit requests. */
interface Limiter {
	/** @returns undefined if the request is taken, else the headers of the 429 */
	refuse(): Record<string, string> | undefined;
	/** A request that was taken has been answered. */
	ended(): void;
}

type Header = 'Retry-After' | 'no Retry-After';
const asking = (header: Header, waitMs: number): Record<string, string> =>
	header === 'Retry-After' ? { 'retry-after': String(Math.ceil(waitMs / 1000)) } : {};

/** Takes so many requests at once. */
function atOnce(most: () => number, header: Header): Limiter {
	let inFlight = 0;
	return {
		refuse() {
			if (inFlight >= most()) return asking(header, 1000);
			inFlight++;
			return undefined;
		},
		ended: () => void inFlight--,
	};
}

/** Takes so many requests in each second. */
function perSecond(most: number, header: Header): Limiter {
	let second = { began: -Infinity, taken: 0 };
	return {
		refuse() {
			const at = performance.now();
			if (at - second.began >= 1000) second = { began: at, taken: 0 };
			return ++second.taken > most ? asking(header, second.began + 1000 - at) : undefined;
		},
		ended: () => undefined,
	};
}

/** Updates with the defaults of the node. An answer takes `latencyMs`, and two to four milliseconds on the way. */
async function updates(count: number, latencyMs: number, limiter: Limiter) {
	const began = performance.now();
	const refusedAt: number[] = [];
	let requests = 0;
	const context = {
		getNode: () => node,
		getCredentials: async () => ({ baseUrl: 'https://api.example.com', apiKey: 'key-123456' }),
		helpers: {
			httpRequestWithAuthentication: async () => {
				const onTheWay = 1 + (requests++ % 3) / 2;
				await sleep(onTheWay);
				const headers = limiter.refuse();
				if (headers === undefined) await sleep(latencyMs);
				else refusedAt.push(performance.now() - began);
				if (headers === undefined) limiter.ended();
				await sleep(onTheWay);
				return { statusCode: headers === undefined ? 200 : 429, headers: headers ?? {}, body: {} };
			},
		},
	} as unknown as ApiContext;
	const client = createClient(context);
	let failed = 0;
	let seconds = 0;
	void mapParallel(Array.from({ length: count }), client.maxParallelRequests, async () => {
		const request = { path: { projectId: 'p1' }, body: {} };
		await client.send(projectRecord.endpoints.update, request).catch(() => failed++);
	}).then(() => (seconds = (performance.now() - began) / 1000));
	while (seconds === 0) await vi.advanceTimersByTimeAsync(1000);
	return { seconds, failed, refusedAt };
}

describe.each<Header>(['Retry-After', 'no Retry-After'])(
	'a service that takes only a number of requests at once (%s)',
	(header) => {
		it.each([
			[1, 100, 100],
			[2, 100, 100],
			[3, 100, 150],
			[5, 200, 100],
			[5, 100, 200],
			[10, 400, 100],
			[15, 600, 100],
			[2, 1000, 100],
			[5, 2000, 100],
		])(
			'%i: %i updates of %i ms take at most half as long again as they have to',
			async (most, count, latencyMs) => {
				const { seconds, failed } = await updates(
					count,
					latencyMs,
					atOnce(() => most, header),
				);
				expect(failed).toBe(0);
				expect(seconds).toBeLessThanOrEqual(((count * latencyMs) / most / 1000) * 1.5);
			},
		);
	},
);

describe('a service that takes two requests at once', () => {
	it('and asks for a second refuses one request every ten seconds, once the node knows the number', async () => {
		const { refusedAt } = await updates(
			1000,
			100,
			atOnce(() => 2, 'Retry-After'),
		);
		const later = refusedAt.filter((at) => at > 1_000);
		const gaps = later.slice(1).map((at, index) => at - later[index]);
		expect(later.length).toBeGreaterThan(3);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10_000);
	});

	it('and takes twenty some time later soon gets more', async () => {
		const began = performance.now();
		const limiter = atOnce(() => (performance.now() - began < 5_000 ? 2 : 20), 'Retry-After');
		// At two at once it would take 50 seconds.
		expect((await updates(1000, 100, limiter)).seconds).toBeLessThan(25);
	});
});

describe('a service that takes only a number of requests each second', () => {
	it.each([
		[50, 500],
		[10, 200],
		[2, 40],
	])('%i: %i updates take hardly longer than it allows', async (most, count) => {
		const { seconds, failed } = await updates(count, 20, perSecond(most, 'Retry-After'));
		expect(failed).toBe(0);
		expect(seconds).toBeLessThanOrEqual((Math.ceil(count / most) - 1 + 0.02) * 1.15);
	});

	it.each([
		[10, 300],
		[12, 1000],
		[20, 500],
	])('%i, and is slow (%i ms): the node does not go slower than it has to', async (most, ms) => {
		const { seconds, failed } = await updates(most * 10, ms, perSecond(most, 'Retry-After'));
		expect(failed).toBe(0);
		expect(seconds).toBeLessThanOrEqual((9 + ms / 1000) * 1.75);
	});
});
