import { describe, expect, it, vi } from 'vitest';
import { outcomeWithin, useStoppedClock } from '../clock.mts';
import { project } from '../comparing/pollingNode.mts';
import { NEVER } from '../service.mts';
import { PollingTrigger } from './pollingTrigger.mts';

useStoppedClock();
const { events } = PollingTrigger;
const LATER = '2026-02-02T00:00:00Z';

/** A trigger that has begun, with one project. */
async function begun(options: ConstructorParameters<typeof PollingTrigger>[0] = {}) {
	const trigger = new PollingTrigger({ isDurable: true, ...options });
	trigger.service.projects = [project(1)];
	expect(await trigger.poll()).toBeNull();
	return trigger;
}

describe('with a durable schedule', () => {
	it('each poll has a context of its own, and reports what is new', async () => {
		const trigger = await begun();
		for (const number of [2, 3, 4, 5, 6]) {
			trigger.service.projects.push(project(number));
			expect(events(await trigger.poll())?.flat()).toEqual([`project.created P-${number}`]);
		}
	});

	it('no event comes twice after a restart: n8n saves state and execution together', async () => {
		const trigger = await begun();
		trigger.service.projects.push(project(2));
		await trigger.poll();
		expect(await trigger.restart()).toBeNull();
	});

	it('a state that n8n saved without events is not out of date, and neither is a newer one', async () => {
		const trigger = await begun();
		const loaded = structuredClone(trigger.saved);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.saved).toEqual(loaded);
		trigger.service.projects.push(project(2));
		expect(events(await trigger.poll())?.flat()).toEqual(['project.created P-2']);
	});

	it('of several polls that were due, those that n8n loaded the same state for report nothing', async () => {
		const trigger = await begun();
		const loaded = structuredClone(trigger.saved);
		trigger.service.projects.push(project(2));
		expect(await trigger.poll()).not.toBeNull();
		trigger.saved = structuredClone(loaded);
		const { length } = trigger.service.requests;
		expect(await trigger.poll()).toBeNull();
		expect(trigger.service.requests).toHaveLength(length);
	});

	it('nor does one whose state a poll without events has replaced', async () => {
		const trigger = await begun({ parameters: { events: ['project.edited'] } });
		const loaded = structuredClone(trigger.saved);
		trigger.service.projects.push(project(2));
		expect(await trigger.poll()).toBeNull();
		trigger.saved = loaded;
		const { length } = trigger.service.requests;
		expect(await trigger.poll()).toBeNull();
		expect(trigger.service.requests).toHaveLength(length);
	});

	it('a poll has all the time that n8n gives it, and not more', async () => {
		const trigger = await begun({ budgetMs: 200_000 });
		trigger.service.fault = () => NEVER;
		const poll = trigger.poll();
		expect(await outcomeWithin(139_000, poll)).toBe('still waiting');
		expect(await outcomeWithin(61_000, poll)).toMatchObject({ error: { message: /in the time/ } });
	});
});

describe('with a durable schedule, but without a durable cursor', () => {
	it('a poll without events, whose state n8n does not save, holds up no later one', async () => {
		const parameters = { events: ['project.deleted'] };
		const trigger = await begun({ hasCursor: false, parameters });
		trigger.service.projects = [project(1), project(2)];
		expect(await trigger.poll()).toBeNull();
		trigger.service.projects = [project(1)];
		expect(events(await trigger.poll())).toEqual([['project.deleted P-2']]);
	});
});

describe('with a durable schedule that gives a poll as much time as one without', () => {
	const asLong = { isDurable: true, budgetMs: 300_000 };

	it('an event comes once from the fourth poll on: new contexts in a row are no activations', async () => {
		const trigger = await begun(asLong);
		await trigger.poll();
		await trigger.poll();
		trigger.service.projects.push(project(2));
		expect(events(await trigger.poll())?.flat()).toEqual(['project.created P-2']);
		expect(await trigger.restart()).toBeNull();
	});

	it('n8n starts the execution from the fourth poll on, even if the node did so before', async () => {
		const trigger = await begun(asLong);
		trigger.service.projects.push(project(2));
		await trigger.poll();
		expect(trigger.handedOver).toHaveLength(1);
		await trigger.poll();
		trigger.service.projects.push(project(3));
		expect(events(await trigger.poll())?.flat()).toEqual(['project.created P-3']);
		expect(trigger.handedOver).toHaveLength(1);
	});

	it('three polls in a row can still be activations, so an event comes again after a restart', async () => {
		const trigger = await begun(asLong);
		await trigger.poll();
		trigger.service.projects.push(project(2));
		expect(await trigger.poll()).not.toBeNull();
		expect(events(await trigger.restart())?.flat()).toEqual(['project.created P-2']);
	});

	it('the fourth poll may take longer than an activation', async () => {
		const trigger = await begun(asLong);
		await trigger.poll();
		await trigger.poll();
		trigger.service.fault = () => NEVER;
		const poll = trigger.poll();
		expect(await outcomeWithin(76_000, poll)).toBe('still waiting');
		await vi.advanceTimersByTimeAsync(300_000);
		await expect(poll).rejects.toThrow();
	});
});

describe('an n8n that does not say how long a poll may take', () => {
	it('gets five minutes per poll after the first one', async () => {
		const trigger = new PollingTrigger({ budgetMs: null });
		await trigger.activate();
		trigger.service.projects = [project(1, { updatedAt: LATER })];
		trigger.service.fault = () => NEVER;
		const poll = trigger.poll();
		expect(await outcomeWithin(209_000, poll)).toBe('still waiting');
		expect(await outcomeWithin(91_000, poll)).toMatchObject({ error: { message: /in the time/ } });
	});
});
