import type { IWebhookFunctions } from 'n8n-workflow';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signingSecrets } from '../../../../nodes/EnergyProjects/webhook/verify/secrets.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

let nodes = 0;

/**
 * A trigger node. Its secret changes when the test says so.
 *
 * @param readMs how long a read takes; without it, a read ends when the test says so
 */
function triggerNode(readMs?: number) {
	const id = `node ${++nodes}`;
	const history = [{ secret: 'secret 0', sinceMs: -Infinity }];
	const running: Array<{ end: () => void; fail: () => void }> = [];
	const state = { reads: 0, most: 0 };
	const context = {
		getWorkflow: () => ({ id: 'w1' }),
		getNode: () => ({ id, credentials: { energyProjectsWebhookApi: { id: 'c1' } } }),
		getMode: () => 'webhook',
		getCredentials: async () => {
			// A read sees what is saved when it begins.
			const { secret } = history[history.length - 1];
			state.reads++;
			await new Promise<void>((resolve, reject) => {
				running.push({ end: resolve, fail: () => reject(new Error('no database')) });
				state.most = Math.max(state.most, running.length);
				if (readMs !== undefined) setTimeout(() => void finish('end'), readMs);
			});
			return { signingSecret: secret };
		},
	} as unknown as IWebhookFunctions;

	/** What becomes of a delivery with this secret. */
	async function judge(secret: string): Promise<'accepted' | 'refused' | 'unreadable'> {
		const { recent, fresh } = signingSecrets(context);
		if ((await recent)?.includes(secret)) return 'accepted';
		const secrets = await fresh();
		if (secrets === undefined) return 'unreadable';
		return secrets.includes(secret) ? 'accepted' : 'refused';
	}
	const change = () => {
		const secret = `secret ${history.length}`;
		history.push({ secret, sinceMs: performance.now() });
		return secret;
	};
	const finish = async (how: 'end' | 'fail') => {
		running.shift()?.[how]();
		await vi.advanceTimersByTimeAsync(0);
	};
	/** Until nobody waits for a read any more. */
	const finishAll = async () => {
		do {
			await finish('end');
			await vi.advanceTimersByTimeAsync(1_000);
		} while (running.length > 0);
	};
	return { judge, change, finish, finishAll, history, running, state };
}

/** What happens, one after the other. */
type Step = 'genuine' | 'forged' | 'change' | 'end' | 'fail' | number;

const steps = fc.array(
	fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom<Step>('genuine', 'forged') },
		{ weight: 1, arbitrary: fc.constantFrom<Step>('change', 'fail') },
		{ weight: 3, arbitrary: fc.constant<Step>('end') },
		{ weight: 2, arbitrary: fc.constantFrom<Step>(1, 50, 1_000, 20_000) },
	),
	{ maxLength: 40 },
);

describe('the signing secrets, in any order of deliveries, changes, reads and pauses', () => {
	it('judge each delivery by a secret that was valid after it arrived, or in the minute before', async () => {
		await fc.assert(
			fc.asyncProperty(steps, async (course) => {
				const node = triggerNode();
				const { history, state } = node;
				const results: Array<Promise<void>> = [];
				const deliver = (secret: string, isForged: boolean) => {
					const version = history.length;
					const check = async () => {
						const verdict = await node.judge(secret);
						if (isForged) expect(verdict).not.toBe('accepted');
						// Refused for good only if the secret was changed while the delivery waited.
						else if (verdict === 'refused') expect(history.length).toBeGreaterThan(version);
					};
					results.push(check());
				};
				for (const step of course) {
					if (step === 'genuine') deliver(history[history.length - 1].secret, false);
					else if (step === 'forged') deliver('of somebody else', true);
					else if (step === 'change') node.change();
					else if (step === 'end' || step === 'fail') await node.finish(step);
					else await vi.advanceTimersByTimeAsync(step);
				}
				await node.finishAll();
				await Promise.all(results);
				// A second one begins beside a read that takes more than half a minute, but no third one.
				expect(state.most).toBeLessThanOrEqual(2);
			}),
			{ numRuns: 300 },
		);
	});

	it('accept no secret that was replaced more than a minute before the delivery arrived', async () => {
		await fc.assert(
			fc.asyncProperty(steps, async (course) => {
				const node = triggerNode();
				for (const step of course) {
					if (step === 'genuine' || step === 'forged') void node.judge('of somebody else');
					else if (step === 'change') node.change();
					else if (step === 'end' || step === 'fail') await node.finish(step);
					else await vi.advanceTimersByTimeAsync(step);
				}
				await node.finishAll();
				const { secret } = node.history[node.history.length - 1];
				node.change();
				await vi.advanceTimersByTimeAsync(MINUTE_MS);
				const verdict = node.judge(secret);
				await node.finishAll();
				expect(await verdict).toBe('refused');
			}),
			{ numRuns: 100 },
		);
	});
});

describe('forged deliveries', () => {
	it('a thousand in a second, with reads of 10 ms: n8n reads for a quarter of the time at most', async () => {
		const { judge, state } = triggerNode(10);
		const verdicts: Array<Promise<string>> = [];
		for (let number = 0; number < 1_000; number++) {
			verdicts.push(judge('of somebody else'));
			await vi.advanceTimersByTimeAsync(1);
		}
		await vi.advanceTimersByTimeAsync(200);
		expect(new Set(await Promise.all(verdicts))).toEqual(new Set(['refused']));
		expect(state.reads).toBeGreaterThan(20);
		expect(state.reads).toBeLessThan(30);
	});

	it('wait for a fresh read no longer than a second after the last one, however long that took', async () => {
		const { judge, finish, running } = triggerNode();
		const first = judge('of somebody else');
		await vi.advanceTimersByTimeAsync(10_000);
		await finish('end');
		const second = judge('of somebody else');
		await vi.advanceTimersByTimeAsync(999);
		expect(running).toHaveLength(0);
		await vi.advanceTimersByTimeAsync(1);
		expect(running).toHaveLength(1);
		await finish('end');
		expect([await first, await second]).toEqual(['refused', 'refused']);
	});
});

it('a read that takes a minute has failed', async () => {
	const { judge } = triggerNode();
	const verdict = judge('secret 0');
	await vi.advanceTimersByTimeAsync(MINUTE_MS);
	expect(await verdict).toBe('unreadable');
});

it('secrets are remembered for a thousand nodes at most', async () => {
	const { judge, finish, state } = triggerNode();
	const again = async (reads: number) => {
		const verdict = judge('secret 0');
		await finish('end');
		expect(await verdict).toBe('accepted');
		expect(state.reads).toBe(reads);
	};
	const others = async (count: number) => {
		for (let number = 0; number < count; number++) {
			const other = triggerNode();
			const verdict = other.judge('secret 0');
			await other.finish('end');
			await verdict;
		}
	};
	await again(1);
	await others(999);
	await again(1);
	await others(1);
	await again(2);
});
