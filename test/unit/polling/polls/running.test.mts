import { describe, expect, it, vi } from 'vitest';
import { customer, project } from '../comparing/pollingNode.mts';
import { NEVER } from '../service.mts';
import type { Answer } from '../service.mts';
import { outcomeWithin, useStoppedClock } from '../clock.mts';
import { PollingTrigger } from './pollingTrigger.mts';

useStoppedClock();
const { events } = PollingTrigger;
const MINUTE = 60_000;

/** Answers come so much later. */
const slow = async (milliseconds: number): Promise<Answer> => {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
	return { statusCode: 200, body: [] };
};

/** A trigger that knows of nothing yet, with a new project and a service that takes a second for customers. */
async function slowTrigger(options: ConstructorParameters<typeof PollingTrigger>[0] = {}) {
	const trigger = new PollingTrigger(options);
	await trigger.activate();
	trigger.service.projects = [project(1)];
	trigger.service.fault = (request) => (request.startsWith('/customers') ? slow(1_000) : undefined);
	trigger.service.requests.length = 0;
	return trigger;
}

describe('while a poll is running', () => {
	it.each([
		['a second one', 1, {}],
		['a second one of a durable schedule', 0, { isDurable: true }],
	])('%s waits for its end, reads nothing and reports nothing', async (_, handedOver, options) => {
		const trigger = await slowTrigger(options);
		const first = trigger.poll();
		const ended: string[] = [];
		void first.finally(() => void ended.push('first'));
		const second = trigger.poll();
		void second.finally(() => void ended.push('second'));
		expect(await outcomeWithin(999, second)).toBe('still waiting');
		const { length } = trigger.service.requests;
		await vi.advanceTimersByTimeAsync(10_000);
		expect(events(await first)?.flat()).toEqual(['project.created P-1']);
		expect(await second).toBeNull();
		expect(trigger.handedOver).toHaveLength(handedOver);
		expect(ended).toEqual(['first', 'second']);
		expect(trigger.service.requests).toHaveLength(length);
	});

	it('a second one waits even if the first one fails, and the next one polls again', async () => {
		const trigger = await slowTrigger();
		trigger.service.fault = () => slow(1_000).then(() => ({ statusCode: 422 }));
		const both = Promise.allSettled([trigger.poll(), trigger.poll()]);
		await vi.advanceTimersByTimeAsync(MINUTE);
		expect(await both).toMatchObject([
			{ status: 'rejected' },
			{ status: 'fulfilled', value: null },
		]);
		trigger.service.fault = () => undefined;
		expect(events(await trigger.poll())?.flat()).toEqual(['project.created P-1']);
	});

	it('a new activation waits for its end, then polls, and n8n drops what the first one returns', async () => {
		const trigger = await slowTrigger();
		const first = trigger.poll();
		const second = trigger.activate();
		await vi.advanceTimersByTimeAsync(10_000);
		expect(events(await first)?.flat()).toEqual(['project.created P-1']);
		// Only a poll that nobody has replaced hands over by itself.
		expect(trigger.handedOver).toHaveLength(1);
		expect(events(await second)?.flat()).toEqual(['project.created P-1']);
	});

	it('two more activations poll one after the other', async () => {
		const trigger = await slowTrigger();
		const before = trigger.poll();
		await vi.advanceTimersByTimeAsync(10_000);
		await before;
		const [...ofOnePoll] = trigger.service.requests;
		trigger.service.requests.length = 0;
		const polls = [trigger.poll(), trigger.activate(), trigger.activate()];
		await vi.advanceTimersByTimeAsync(10_000);
		await Promise.all(polls);
		expect(trigger.service.requests).toEqual([...ofOnePoll, ...ofOnePoll, ...ofOnePoll]);
	});

	it('a new activation waits for 75 seconds at most, which n8n gives it, and reports nothing then', async () => {
		const trigger = await slowTrigger();
		trigger.service.fault = () => NEVER;
		void trigger.poll().catch(() => undefined);
		const activation = trigger.activate();
		expect(await outcomeWithin(74_999, activation)).toBe('still waiting');
		expect(await outcomeWithin(1, activation)).toEqual({ result: null });
		expect(trigger.log).toEqual([]);
	});
});

describe('the first poll after publishing', () => {
	it('has the rest of the 75 seconds if it waited for another one', async () => {
		const trigger = await slowTrigger();
		trigger.service.fault = () => slow(40_000);
		void trigger.poll().catch(() => undefined);
		const activation = trigger.activate();
		await vi.advanceTimersByTimeAsync(40_000);
		trigger.service.fault = () => NEVER;
		expect(await outcomeWithin(30_000, activation)).toBe('still waiting');
		expect(await outcomeWithin(5_000, activation)).toEqual({ result: null });
	});

	it('ends within 75 seconds: otherwise n8n would give up the workflow', async () => {
		const trigger = new PollingTrigger();
		trigger.service.fault = () => NEVER;
		expect(await outcomeWithin(75_000, trigger.activate())).toEqual({ result: null });
		expect(trigger.log).toEqual([
			'"Changes" in workflow "Orders" could not poll when the workflow was activated: The service did not send its records in the time n8n allows for a poll',
		]);
	});

	it('does not limit the later ones', async () => {
		const trigger = new PollingTrigger();
		await trigger.activate();
		trigger.service.projects = [project(1)];
		trigger.service.customers = [customer(1)];
		trigger.service.fault = (request) =>
			request.startsWith('/customers')
				? slow(50_000).then(() => ({ statusCode: 200, body: [customer(1)] }))
				: slow(50_000).then(() => ({
						statusCode: 200,
						body: { items: [project(1)], metadata: { total: '1' } },
					}));
		const poll = trigger.poll();
		await vi.advanceTimersByTimeAsync(5 * MINUTE);
		expect(events(await poll)?.flat()).toEqual(['project.created P-1', 'customer.created Weber']);
	});
});
