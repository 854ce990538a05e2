import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asking, clientOf, gateway, json, network, OK, outcomeOf, replying } from './requests.mts';
import type { Reply } from './requests.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a deletion that finds no record', () => {
	const missing: Reply = { statusCode: 404, body: { message: 'No such project' } };
	it.each<[string, Reply, boolean]>([
		['the first time', missing, false],
		['after a lost connection', network('ECONNRESET'), true],
		['after 504', gateway(504), true],
		['after 503: nothing was done', json(503), false],
		['after 503 with Retry-After', asking(503, 1), false],
		['after 429', json(429), false],
		['after a refused connection', network('ECONNREFUSED'), false],
	])('%s', async (_, first, isDeleted) => {
		for (const last of [missing, { ...missing, statusCode: 410 }]) {
			const { error } = await outcomeOf(replying(first, last).client, 'delete');
			if (isDeleted) expect(error).toBeUndefined();
			else expect(error?.message).toContain('No such project');
		}
	});

	it('says that it is not sure, and only a deletion is done without a success', async () => {
		const lost = network('ECONNRESET');
		const { body } = await outcomeOf(replying(lost, missing).client, 'delete');
		expect(body).toMatchObject({
			message: expect.stringMatching(/^The first answer did not come/),
		});
		const { error } = await outcomeOf(replying(lost, missing).client, 'update');
		expect(error?.message).toContain('No such project');
	});
});

it('a change stays unclear if a later attempt is refused', async () => {
	const { client } = replying(network('ECONNRESET'), json(409));
	const { error } = await outcomeOf(client, 'update');
	expect(error?.message).toMatch(/\. The change may or may not have been saved/);
});

it('whatever happens to creates, each is carried out once at most, and one that succeeded once', async () => {
	const replies: Array<[reply: Reply, isCarriedOut: boolean]> = [
		[OK, true],
		[asking(429, 0), false],
		[asking(503, 0), false],
		[json(503), false],
		[network('ECONNREFUSED'), false],
		[network('ECONNRESET'), true],
		[network('ECONNRESET'), false],
		[json(500), true],
	];
	const picks = fc.array(fc.nat(replies.length - 1), { minLength: 1, maxLength: 12 });
	await fc.assert(
		fc.asyncProperty(picks, async (order) => {
			let done = 0;
			const { client } = clientOf((number) => {
				const [reply, isCarriedOut] = replies[order[number - 1] ?? 0];
				if (isCarriedOut) done++;
				return reply;
			});
			const { error } = await outcomeOf(client, 'create');
			if (error === undefined) expect(done).toBe(1);
			else expect(done).toBeLessThanOrEqual(1);
		}),
		{ numRuns: 60 },
	);
});
