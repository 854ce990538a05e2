import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeOnce } from '../../../nodes/EnergyProjects/webhook/duplicates.ts';
import { bytes } from './fixtures.mts';
import { says } from '../../documents.mts';

const HOUR_MS = 60 * 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What happens to one delivery, and how long each step takes, in milliseconds. */
interface Course {
	readonly take?: number;
	readonly outcome?: 'fits' | 'refused';
	readonly store?: number;
	/** n8n cannot store the execution: it answers 500. */
	readonly isNotStored?: boolean;
	readonly answer?: number;
}

let nodes = 0;
const later = async (ms = 0) => {
	if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
};

/** One trigger node. n8n runs it, stores the execution if there is one, reads `webhookResponse` and answers, in this order. */
function triggerNode(workflowId = 'w1', id = `node ${++nodes}`) {
	const executions: string[] = [];
	const deliver = async (body: string, course: Course = {}): Promise<number> => {
		const response = { writableEnded: false };
		const end = (status: number) => {
			response.writableEnded = true;
			return status;
		};
		const context = {
			getWorkflow: () => ({ id: workflowId }),
			getNode: () => ({ id }),
			getResponseObject: () => response,
		} as unknown as IWebhookFunctions;
		const take = async (): Promise<IWebhookResponseData> => {
			await later(course.take);
			if (course.outcome === 'refused') throw new Error('refused');
			return { workflowData: [[{ json: {} }]] };
		};
		const outcome = await takeOnce(context, bytes(body), take).catch(() => undefined);
		if (outcome === undefined) return end(503);
		if (outcome.workflowData !== undefined) {
			await later(course.store);
			if (course.isNotStored === true) return end(500);
			executions.push(body);
		}
		expect(outcome.webhookResponse).toBeUndefined();
		await later(course.answer);
		return end(200);
	};
	/** Sends it, and lets the time pass until it is answered. */
	const receive = async (body: string, course?: Course) => {
		const status = deliver(body, course);
		await vi.runAllTimersAsync();
		return await status;
	};
	return { executions, deliver, receive };
}

describe('the same delivery again', () => {
	it('at another trigger, or at the same trigger of a copied workflow: starts the workflow', async () => {
		const all = [triggerNode('w1', 'x'), triggerNode('w1', 'y'), triggerNode('w2', 'x')];
		for (const { receive } of all) expect(await receive('a')).toBe(200);
		expect(all.map(({ executions }) => executions)).toEqual([['a'], ['a'], ['a']]);
	});
});

describe('a delivery that was taken', () => {
	// Two edits can have the same bytes.
	it('is remembered for an hour', async () => {
		const { receive, executions } = triggerNode();
		await receive('a');
		await vi.advanceTimersByTimeAsync(HOUR_MS - 1000);
		await receive('a');
		expect(executions).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(2000);
		await receive('a');
		expect(executions).toHaveLength(2);
	});

	it('is remembered until its node has taken 500 others', async () => {
		says('docs/triggers.md', 'n8n remembers the last 500 of each trigger for an hour');
		const [{ receive, executions }, another] = [triggerNode(), triggerNode()];
		for (let number = 0; number < 500; number++) await receive(`${number}`);
		for (let number = 0; number < 500; number++) await another.receive(`other ${number}`);
		await receive('0');
		expect(executions).toHaveLength(500);
		await receive('500');
		await receive('1');
		expect(executions).toHaveLength(501);
		await receive('0');
		expect(executions).toHaveLength(502);
	});
});

it('however deliveries and their repeats overlap, each starts the workflow once, and no 200 starts nothing', async () => {
	const random = fc.integer({ min: 0, max: 30 });
	const delivery = fc.record({
		...{ body: fc.constantFrom('a', 'b', 'c'), wait: random, take: random, store: random },
		...{ answer: random, isNotStored: fc.boolean() },
		outcome: fc.constantFrom('fits' as const, 'fits' as const, 'refused' as const),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(delivery, { maxLength: 20 }), async (all) => {
			const { deliver, executions } = triggerNode();
			const lost: string[] = [];
			for (const { body, wait, ...course } of all) {
				void deliver(body, course).then((status) => {
					if (status === 200 && !executions.includes(body)) lost.push(body);
				});
				await vi.advanceTimersByTimeAsync(wait);
			}
			await vi.runAllTimersAsync();
			expect(executions).toHaveLength(new Set(executions).size);
			expect(lost).toEqual([]);
		}),
		{ numRuns: 200 },
	);
});
