import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { poll } from '../../../../nodes/EnergyProjects/polling/poll.ts';
import { outcomeWithin, useStoppedClock } from '../clock.mts';
import { project } from '../comparing/pollingNode.mts';
import { NEVER } from '../service.mts';
import { PollingTrigger } from './pollingTrigger.mts';

useStoppedClock();
const { events } = PollingTrigger;
const HOUR = 60 * 60_000;
const refused = () => ({ statusCode: 422, body: { message: 'Out of order' } });
const TOO_LATE = 'The service did not send its records in the time n8n allows for a poll';

describe('a poll that fails', () => {
	it('is an error of the service in its own words', async () => {
		const trigger = new PollingTrigger();
		await trigger.activate();
		trigger.service.fault = refused;
		await expect(trigger.poll()).rejects.toThrow(NodeApiError);
		await expect(trigger.poll()).rejects.toThrow('Could not list projects (422): Out of order');
	});

	it('because time ran out says what a person can do', async () => {
		const trigger = new PollingTrigger();
		await trigger.activate();
		trigger.service.fault = () => NEVER;
		const outcome = await outcomeWithin(300_000, trigger.poll());
		expect(outcome).toMatchObject({ error: { message: TOO_LATE } });
		const { error } = outcome as { error: NodeOperationError };
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.description).toMatch(/Max Parallel Requests.*allow more time for a poll/);
	});

	it('for any other reason is an error of the node', async () => {
		const trigger = new PollingTrigger();
		trigger.service.projects = [project(1), project(2, { companyId: 'another' })];
		const error: unknown = await trigger.activate().catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: expect.stringMatching(/^The records belong to several companies/) as unknown,
			node: { name: 'Changes' },
		});
		expect((error as NodeOperationError).description).toBeFalsy();
	});

	it('loses nothing: the next one reports what happened', async () => {
		const trigger = new PollingTrigger();
		await trigger.activate();
		trigger.service.projects = [project(1)];
		trigger.service.fault = refused;
		await expect(trigger.poll()).rejects.toThrow();
		trigger.service.fault = () => undefined;
		expect(events(await trigger.poll())?.flat()).toEqual(['project.created P-1']);
	});
});

describe('the first poll of an activation that fails', () => {
	it('is an error if nothing is known yet: publishing shows what is wrong', async () => {
		const trigger = new PollingTrigger();
		trigger.service.fault = refused;
		await expect(trigger.activate()).rejects.toThrow('Could not list projects (422)');
		expect(trigger.log).toEqual([]);
	});

	it('is a line in the log if there is a state: otherwise n8n would give up the workflow', async () => {
		const trigger = new PollingTrigger();
		await trigger.activate();
		trigger.service.fault = refused;
		expect(await trigger.restart()).toBeNull();
		expect(trigger.log).toEqual([
			'"Changes" in workflow "Orders" could not poll when the workflow was activated: Could not list projects (422): Out of order',
		]);
		await expect(trigger.poll()).rejects.toThrow('Could not list projects (422)');
	});

	it('comes to the log again after an hour, not before', async () => {
		const trigger = new PollingTrigger();
		await trigger.activate();
		await trigger.poll();
		trigger.service.fault = refused;
		await trigger.activate();
		vi.setSystemTime(Date.now() + HOUR - 1);
		await trigger.activate();
		expect(trigger.log).toHaveLength(1);
		vi.setSystemTime(Date.now() + 1);
		await trigger.activate();
		expect(trigger.log).toHaveLength(2);
	});

	it('is an error each time with a durable schedule, which has no first poll', async () => {
		const trigger = new PollingTrigger({ isDurable: true });
		await trigger.activate();
		trigger.service.fault = refused;
		await expect(trigger.poll()).rejects.toThrow('Could not list projects (422)');
	});

	it('is an error if time ran out in a durable schedule', async () => {
		const trigger = new PollingTrigger({ isDurable: true });
		trigger.service.fault = () => NEVER;
		expect(await outcomeWithin(36_000, trigger.poll())).toMatchObject({
			error: { message: TOO_LATE },
		});
	});
});

describe('a second node with the same ID in the workflow', () => {
	it('is an error that says what to do', async () => {
		const trigger = new PollingTrigger();
		const one = trigger.newContext();
		trigger.name = 'Changes1';
		const other = trigger.newContext();
		await poll(one);
		await poll(other);
		const error = await poll(one).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'Another node of this workflow has the same ID',
			description:
				'This happens if a workflow was edited as text. Delete one of the two nodes and add it again in the editor.',
		});
	});
});
