import { describe, expect, it } from 'vitest';
import {
	ACTIVATION_BUDGET_MS,
	hasDurableSchedule,
	pollBudgetMs,
} from '../../../../nodes/EnergyProjects/polling/reading/budget.ts';
import { pollClient } from '../../../../nodes/EnergyProjects/polling/reading/serviceSource.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import { outcomeWithin, useStoppedClock } from '../clock.mts';
import { PollingTrigger } from '../polls/pollingTrigger.mts';
import { NEVER } from '../service.mts';

useStoppedClock();

const contextWith = (budgetMs: number | null) => new PollingTrigger({ budgetMs }).newContext();

describe('the time of a poll', () => {
	it('is what n8n says, or five minutes if it cannot say', () => {
		expect(pollBudgetMs(contextWith(36_000))).toBe(36_000);
		expect(pollBudgetMs(contextWith(null))).toBe(300_000);
	});

	it('is limited by durable schedules only', () => {
		expect(hasDurableSchedule(contextWith(36_000))).toBe(true);
		expect(hasDurableSchedule(contextWith(300_000))).toBe(false);
		expect(hasDurableSchedule(contextWith(null))).toBe(false);
	});

	it('is shorter than the 84 seconds that n8n waits for an activation', () => {
		expect(ACTIVATION_BUDGET_MS).toBeLessThan(84_000);
		expect(ACTIVATION_BUDGET_MS).toBeGreaterThan(60_000);
	});
});

describe('the requests of a poll', () => {
	const { getAll } = projectRecord.endpoints;

	it.each([
		['40 % of the time of the poll', undefined, 20_000],
		['the timeout that a person chose', 5_000, 5_000],
		['40 % of the time, even if a person chose more', 60_000, 20_000],
	])('wait for an answer for %s', async (_, timeoutMs, expectedMs) => {
		const trigger = new PollingTrigger();
		trigger.service.fault = () => NEVER;
		const client = pollClient(trigger.newContext(), { maxRetries: 0, timeoutMs }, 50_000);
		const sending = client.send(getAll);
		expect(await outcomeWithin(expectedMs - 1, sending)).toBe('still waiting');
		expect(await outcomeWithin(1, sending)).toMatchObject({
			error: { message: expect.stringContaining('Could not list projects') as unknown },
		});
	});

	it.each([
		['wait up to 70 % of the time of the poll if the service asks for it', 35, 'still waiting'],
		[
			'fail at once if the service asks to wait for longer',
			36,
			{ error: expect.any(Error) as unknown },
		],
	])('%s', async (_, seconds, expected) => {
		const trigger = new PollingTrigger();
		const headers = { 'retry-after': String(seconds) };
		trigger.service.fault = () => ({ statusCode: 429, headers });
		const client = pollClient(trigger.newContext(), {}, 50_000);
		expect(await outcomeWithin(1_000, client.send(getAll))).toEqual(expected);
	});
});
