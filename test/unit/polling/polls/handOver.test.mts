import { ManualExecutionCancelledError } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { useStoppedClock } from '../clock.mts';
import { project } from '../comparing/pollingNode.mts';
import { PollingTrigger } from './pollingTrigger.mts';

useStoppedClock();
const { events } = PollingTrigger;

/** A trigger that has just handed over its first event. */
async function reported(options: ConstructorParameters<typeof PollingTrigger>[0] = {}) {
	const trigger = new PollingTrigger(options);
	await trigger.activate();
	trigger.service.projects = [project(1)];
	const outputs = await trigger.poll();
	expect(events(outputs)?.flat()).toEqual(['project.created P-1']);
	return { trigger, outputs, failed: async (error: Error) => await fail(trigger, error) };
}

/** n8n says that it has not started the execution. */
async function fail({ handedOver }: PollingTrigger, error: Error): Promise<void> {
	handedOver.at(-1)?.done?.reject(error);
	await vi.advanceTimersByTimeAsync(0);
}

class ExecutionNotFoundError extends Error {}
class ExecutionStalledError extends Error {}

describe('events that n8n could not start an execution with', () => {
	it('are reported again by the next poll, once, and the log says why', async () => {
		const { trigger, outputs, failed } = await reported();
		await failed(new Error('The database is away'));
		expect(trigger.log).toEqual([
			'"Changes" in workflow "Orders" could not hand over its events, since n8n did not start the execution (The database is away): the next poll reports them again',
		]);
		expect(await trigger.poll()).toEqual(outputs);
		expect(await trigger.poll()).toBeNull();
	});

	it('fill the log with one line an hour, whatever the reason is each time', async () => {
		const { trigger, failed } = await reported();
		await failed(new Error('The database is away'));
		await trigger.poll();
		await failed(new Error('The database is still away'));
		expect(trigger.log).toHaveLength(1);
	});

	it.each([
		['was stopped by a person', new ManualExecutionCancelledError('1')],
		['had ended already', new ExecutionNotFoundError()],
		['stalled', new ExecutionStalledError()],
	])('come once if the execution did start, but %s', async (_, error) => {
		const { trigger, failed } = await reported();
		await failed(error);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log).toEqual([]);
	});

	it('come once if the execution succeeds', async () => {
		const { trigger } = await reported();
		trigger.handedOver[0].done?.resolve(undefined);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('who starts the execution', () => {
	it('is the node: only then n8n says whether it started', async () => {
		const { trigger } = await reported();
		expect(trigger.handedOver).toHaveLength(1);
	});

	it.each([
		['that says nothing of it', { isOldN8n: true }],
		['with a durable schedule, which saves the state with the execution', { isDurable: true }],
	])('is an n8n %s', async (_, options) => {
		const { trigger } = await reported(options);
		expect(trigger.handedOver).toEqual([]);
		expect(await trigger.poll()).toBeNull();
	});

	it('is nobody if there are no events', async () => {
		const { trigger } = await reported();
		await trigger.poll();
		expect(trigger.handedOver).toHaveLength(1);
	});
});
