import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../nodes/EnergyProjects/webhook/refusals.ts';
import { readAhead, verify } from '../../../nodes/EnergyProjects/webhook/secrets.ts';
import { signaturesIn } from '../../../nodes/EnergyProjects/webhook/signature.ts';
import { size } from '../../sizes.mts';
import { BODY, headerOf, NOW } from './fixtures.mts';

const MINUTE_MS = 60_000;
const FIRST = 'the-first-secret';
const STRANGE = 'of-somebody-else';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

interface NodeOptions {
	/** How long a read takes; without it, a read ends when the test says so. */
	readonly readMs?: number;
	readonly id?: string;
	readonly workflowId?: string;
	readonly mode?: string;
	readonly credentialId?: string;
}

let nodes = 0;

const signed = (secret: string) =>
	signaturesIn({ 'service-signature': headerOf(NOW, BODY, secret) });

/** A trigger node. Its secret changes when the test says so. */
function triggerNode({ readMs, id = `node ${++nodes}`, ...options }: NodeOptions = {}) {
	const history = [{ secret: FIRST, untilMs: Infinity }];
	const running: Array<(error?: Error) => void> = [];
	/** When each read began. */
	const reads: number[] = [];
	const credentials = { energyProjectsWebhookApi: { id: options.credentialId ?? 'c1' } };
	const context = {
		getWorkflow: () => ({ id: options.workflowId ?? 'w1' }),
		getNode: () => ({ id, credentials }),
		getMode: () => options.mode ?? 'webhook',
		getCredentials: async () => {
			// A read sees what is saved when it begins.
			const { secret } = history[history.length - 1];
			reads.push(performance.now());
			await new Promise<void>((resolve, reject) => {
				running.push((error) => (error === undefined ? resolve() : reject(error)));
				if (readMs !== undefined) setTimeout(() => running.shift()?.(), readMs);
			});
			return { signingSecret: secret };
		},
	};

	/** What becomes of a delivery that is signed with this secret: "taken", or the reason of the refusal. */
	const deliver = async (secret: string): Promise<string> =>
		await verify(context as unknown as IWebhookFunctions, signed(secret), BODY).then(
			() => 'taken',
			(error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
		);
	const current = () => history[history.length - 1].secret;
	const change = () => {
		Object.assign(history[history.length - 1], { untilMs: performance.now() });
		history.push({ secret: `${FIRST}${history.length}`, untilMs: Infinity });
	};
	const finish = async (error?: Error) => {
		// A delivery asks for a second read only when it has looked at the first.
		await vi.advanceTimersByTimeAsync(0);
		running.shift()?.(error);
		await vi.advanceTimersByTimeAsync(0);
	};
	/** Until nobody waits for a read any more. */
	const finishAll = async () => {
		do await finish();
		while (running.length > 0);
	};
	/** Sends a delivery, and lets n8n's reads end. */
	const receive = async (secret: string) => {
		const outcome = deliver(secret);
		await finishAll();
		return await outcome;
	};
	const ahead = () => readAhead(context as unknown as IHookFunctions);
	return { deliver, receive, current, change, finish, finishAll, ahead, history, reads };
}

const pass = async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms));

describe('one read of the signing secret', () => {
	it('begun ahead serves 500 deliveries at once', async () => {
		const { ahead, deliver, finish, reads } = triggerNode();
		ahead();
		const outcomes = Array.from({ length: 500 }, async () => await deliver(FIRST));
		await finish();
		expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['taken']));
		expect(reads).toHaveLength(1);
	});

	it('that fails refuses nobody for good: the next is read a second later', async () => {
		const { ahead, deliver, receive, finish } = triggerNode();
		ahead();
		await finish(new Error('no database'));
		expect(await deliver(FIRST)).toBe('secretUnusable');
		await pass(1_000);
		expect(await receive(FIRST)).toBe('taken');
	});

	it.each<[string, NodeOptions]>([
		['another node', { id: 'y' }],
		['a copy of the workflow', { workflowId: 'w2' }],
		['a test that a person makes', { mode: 'manual' }],
		['a version of the workflow with another credential', { credentialId: 'c2' }],
	])('does not serve %s', async (_, other) => {
		const secrets = { id: `x ${++nodes}` };
		expect(await triggerNode(secrets).receive(FIRST)).toBe('taken');
		const { receive, reads } = triggerNode({ ...secrets, ...other });
		expect(await receive(FIRST)).toBe('taken');
		expect(reads).toHaveLength(1);
	});
});

describe('a signature that does not match', () => {
	it('is checked against a read that is at most a second old, however many come', async () => {
		const { deliver, reads } = triggerNode({ readMs: 10 });
		const began = performance.now();
		const outcomes = [deliver(FIRST)];
		for (let ms = 0; ms < 3_000; ms++) {
			outcomes.push(deliver(STRANGE));
			await pass(1);
		}
		await pass(10);
		expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['taken', 'signatureWrong']));
		expect(reads.map((at) => at - began)).toEqual([0, 1_000, 2_000]);
	});

	it('holds up no genuine delivery, neither while its read lasts nor after it failed', async () => {
		const { deliver, receive, finish } = triggerNode();
		await receive(FIRST);
		await pass(2_000);
		const forged = deliver(STRANGE);
		expect(await deliver(FIRST)).toBe('taken');
		await finish(new Error('no database'));
		expect(await forged).toBe('secretUnusable');
		expect(await deliver(FIRST)).toBe('taken');
	});
});

describe('in any order of deliveries, changes, reads and pauses', () => {
	/** What happens, one after the other. */
	type Step = 'genuine' | 'former' | 'forged' | 'change' | 'end' | 'fail' | number;
	const steps = fc.array(
		fc.oneof(
			{ weight: 4, arbitrary: fc.constantFrom<Step>('genuine', 'former', 'forged') },
			{ weight: 1, arbitrary: fc.constantFrom<Step>('change', 'fail') },
			{ weight: 3, arbitrary: fc.constant<Step>('end') },
			{ weight: 2, arbitrary: fc.constantFrom<Step>(1, 50, 1_000, 20_000) },
		),
		{ maxLength: 40 },
	);

	it('no genuine delivery is refused for good, unless its secret was saved in the second before; and no secret counts for more than a minute after it was replaced', async () => {
		await fc.assert(
			fc.asyncProperty(steps, async (course) => {
				const node = triggerNode();
				const { history } = node;
				const outcomes: Array<Promise<void>> = [];
				const check = async (secret: string, index: number) => {
					const [arrivedAt, versions] = [performance.now(), history.length];
					const savedAt = history[index - 1]?.untilMs ?? -Infinity;
					const untilMs = history[index]?.untilMs ?? -Infinity;
					const outcome = await node.deliver(secret);
					if (outcome === 'taken') expect(untilMs).toBeGreaterThan(arrivedAt - MINUTE_MS);
					const isCurrent = index === versions - 1 && history.length === versions;
					if (isCurrent && savedAt <= arrivedAt - 1_000) {
						expect(outcome).not.toBe('signatureWrong');
					}
				};
				for (const step of course) {
					const last = history.length - 1;
					if (step === 'genuine') outcomes.push(check(node.current(), last));
					else if (step === 'former') outcomes.push(check(history[0].secret, 0));
					else if (step === 'forged') outcomes.push(check(STRANGE, -1));
					else if (step === 'change') node.change();
					else if (step === 'end') await node.finish();
					else if (step === 'fail') await node.finish(new Error('no database'));
					else await pass(step);
				}
				await node.finishAll();
				await Promise.all(outcomes);
			}),
			{ numRuns: size(300, 10_000, 60) },
		);
	});
});
