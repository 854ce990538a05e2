import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAnswer } from '../../../nodes/EnergyProjects/http/answer.ts';
import type { Outcome } from '../../../nodes/EnergyProjects/http/verdicts.ts';
import { readThrown } from '../../../nodes/EnergyProjects/http/readThrown.ts';
import { withTokenRenewal } from '../../../nodes/EnergyProjects/http/tokenRenewal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const REQUEST: IHttpRequestOptions = { url: 'https://api.example.com/api/v1/account' };
const AUTH = 'https://login.example.com/oauth2/token';
const fromAuthServer = (status: number, headers = {}) =>
	Object.assign(new Error(`Refused with ${status}`), {
		config: { url: AUTH },
		response: { status, data: { message: 'Busy' }, headers },
	});

/**
 * The service, and n8n between it and the node: with `ignoreHttpStatusErrors: false`, n8n renews the token after a 401
 * and sends the request again.
 *
 * @param renewal what the authorization server does at each renewal: throws, or takes so many milliseconds
 */
function worldOf(renewal: (number: number) => number | Error) {
	const world = { valid: 1, held: 1, renewals: 0, sent: 0, usedTwice: false };
	const refreshTokens = new Set<number>();
	const answer = async (options: IHttpRequestOptions) => {
		const token = world.held;
		world.sent++;
		await sleep(10);
		if (token === world.valid) return { statusCode: 200, headers: {}, body: { token } };
		if (options.ignoreHttpStatusErrors !== false) return { statusCode: 401, headers: {}, body: {} };
		const takes = renewal(++world.renewals);
		if (takes instanceof Error) throw takes;
		world.usedTwice ||= refreshTokens.has(world.held);
		refreshTokens.add(world.held);
		await sleep(takes);
		world.held = world.valid;
		return { statusCode: 200, headers: {}, body: { token: world.held } };
	};
	// The time limit of a request runs by a clock that cannot be a fake one.
	const tooLate = async (ms: number): Promise<Outcome> => {
		await sleep(ms);
		return { kind: 'timeout', message: 'no answer in time' };
	};
	const send = withTokenRenewal(
		async (options, ms = 1_000) =>
			await Promise.race([answer(options).then(readAnswer).catch(readThrown), tooLate(ms)]),
		3_000,
	);
	return { world, send: async () => await send({ ...REQUEST, ignoreHttpStatusErrors: true }) };
}

const settle = async (outcomes: Array<Promise<Outcome>>) => {
	const all = Promise.all(outcomes);
	await vi.advanceTimersByTimeAsync(60_000);
	return (await all).map((outcome) =>
		outcome.kind === 'answer' ? outcome.statusCode : outcome.kind,
	);
};
const many = (count: number, send: () => Promise<Outcome>) => Array.from({ length: count }, send);

describe('a token that has expired', () => {
	it('is not renewed if another execution has done so meanwhile', async () => {
		const { world, send } = worldOf(() => 100);
		world.valid++;
		const sending = send();
		world.held++;
		expect(await settle([sending])).toEqual([200]);
		expect(world.renewals).toBe(0);
	});

	it('has time for three requests; after that only its own request fails, until the next one expires', async () => {
		const { world, send } = worldOf((number) => (number === 2 ? 3_500 : 2_500));
		world.valid++;
		expect(await settle(many(2, send))).toEqual([200, 200]);

		world.valid++;
		expect(await settle([send()])).toEqual(['lateRenewal']);
		expect(await settle(many(3, send))).toEqual([200, 200, 200]);
		expect(world).toMatchObject({ renewals: 2, usedTwice: false });

		world.valid++;
		expect(await settle(many(2, send))).toEqual([200, 200]);
		expect(world).toMatchObject({ renewals: 3, usedTwice: false });
	});

	it('is not renewed a second time while a renewal that takes too long may be under way', async () => {
		const { world, send } = worldOf(() => 1e9);
		world.valid++;
		expect(await settle([send()])).toEqual(['lateRenewal']);
		expect(await settle(many(3, send))).toEqual(['notRenewed', 'notRenewed', 'notRenewed']);
		expect(await settle([send()])).toEqual(['notRenewed']);
		expect(world.renewals).toBe(1);
	});

	it('is renewed later if the server cannot do it now; what was under way does not try at once', async () => {
		const { world, send } = worldOf((number) => (number === 1 ? fromAuthServer(503) : 10));
		world.valid++;
		const first = send();
		await vi.advanceTimersByTimeAsync(25);
		const underWay = send();
		expect(await settle([first, underWay])).toEqual([503, 503]);
		expect(world.renewals).toBe(1);
		expect(await settle([send()])).toEqual([200]);
		expect(world.renewals).toBe(2);
	});
});

it('however requests, expiries and slow or busy servers meet: no refresh token is used twice', async () => {
	const step = fc.record({
		afterMs: fc.nat(40),
		requests: fc.integer({ min: 1, max: 4 }),
		expires: fc.boolean(),
	});
	const takes = fc.array(fc.constantFrom(5, 50, 2_990, 3_500, -503), { maxLength: 6 });
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { minLength: 1, maxLength: 6 }),
			takes,
			async (steps, times) => {
				const { world, send } = worldOf((number) => {
					const ms = times[number - 1] ?? 5;
					return ms < 0 ? fromAuthServer(503) : ms;
				});
				const outcomes: Array<Promise<Outcome>> = [];
				for (const { afterMs, requests, expires } of steps) {
					if (expires) world.valid++;
					outcomes.push(...many(requests, send));
					await vi.advanceTimersByTimeAsync(afterMs);
				}
				await settle(outcomes);
				expect(world.usedTwice).toBe(false);
			},
		),
		{ numRuns: 60 },
	);
});
