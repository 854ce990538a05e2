import { describe, expect, it, vi } from 'vitest';
import { customer, numbers, project } from '../comparing/pollingNode.mts';
import { idNumber } from '../world.mts';
import { PollingTrigger } from './pollingTrigger.mts';
import { outcomeWithin, useStoppedClock } from '../clock.mts';
import { NEVER } from '../service.mts';

useStoppedClock();
const { events } = PollingTrigger;
const LATER = '2026-02-02T00:00:00Z';
const brokenTexts = (_: string, value: unknown) => (typeof value === 'string' ? 'broken' : value);

describe('a polling trigger', () => {
	it('starts the workflow with what was created, edited and deleted since the poll before', async () => {
		const trigger = new PollingTrigger();
		const { service } = trigger;
		service.projects = [project(1), project(2)];
		service.customers = [customer(1)];
		expect(await trigger.activate()).toBeNull();
		expect(await trigger.poll()).toBeNull();
		service.projects = [project(1, { name: 'other', updatedAt: LATER }), project(3)];
		service.customers = [customer(1), customer(2)];
		expect(events(await trigger.poll())).toEqual([
			['project.created P-3'],
			['project.edited P-1'],
			['project.deleted P-2'],
			['customer.created Weber'],
			[],
			[],
		]);
		expect(await trigger.poll()).toBeNull();
	});

	it('remembers over a restart what it has reported', async () => {
		const trigger = new PollingTrigger();
		await trigger.activate();
		trigger.service.projects = [project(1)];
		const reported = await trigger.poll();
		expect(events(reported)?.flat()).toEqual(['project.created P-1']);
		// Once more: n8n may not have started the execution.
		expect(events(await trigger.restart())).toEqual(events(reported));
		expect(await trigger.restart()).toBeNull();
	});

	it('knows in the same process what n8n has not saved', async () => {
		const trigger = new PollingTrigger({ parameters: { events: ['project.deleted'] } });
		trigger.service.projects = [project(1)];
		await trigger.activate();
		trigger.service.projects = [project(1), project(2)];
		// No event, so n8n saves nothing.
		expect(await trigger.poll()).toBeNull();
		trigger.service.projects = [project(1)];
		expect(events(await trigger.activate())).toEqual([['project.deleted P-2']]);
		expect(await trigger.poll()).toBeNull();
	});

	it('keeps its state however long nothing happens, but not that of a node that is gone', async () => {
		const gone = new PollingTrigger();
		await gone.activate();
		const trigger = new PollingTrigger();
		trigger.saved = gone.saved;
		const nodes = () => new Set(JSON.stringify(trigger.saved).match(/"node-\d+"/g)).size;
		for (let month = 0; month < 3; month++) {
			await trigger.restart();
			expect(nodes()).toBe(month < 2 ? 2 : 1);
			vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60_000);
		}
		trigger.service.projects = [project(1)];
		expect(events(await trigger.restart())?.flat()).toEqual(['project.created P-1']);
	});

	it('does not report again to a process that knows that it did', async () => {
		const trigger = new PollingTrigger();
		await trigger.activate();
		trigger.service.projects = [project(1)];
		await trigger.poll();
		expect(await trigger.activate()).toBeNull();
	});

	it('with Emit Existing, reports at first what exists, and never again', async () => {
		const options = { emitExisting: true };
		const trigger = new PollingTrigger({ parameters: { options, events: ['project.created'] } });
		trigger.service.projects = [project(1)];
		trigger.service.customers = [customer(1)];
		expect(events(await trigger.activate())).toEqual([['project.created P-1']]);
		trigger.options.parameters = { options, events: ['project.created', 'customer.created'] };
		expect(await trigger.activate()).toBeNull();
	});

	it('says in the log that it cannot read its saved state, and starts over, even with Emit Existing', async () => {
		const trigger = new PollingTrigger({ parameters: { options: { emitExisting: true } } });
		trigger.service.projects = [project(1)];
		await trigger.activate();
		trigger.saved = JSON.parse(JSON.stringify(trigger.saved, brokenTexts)) as typeof trigger.saved;
		expect(await trigger.restart()).toBeNull();
		expect(trigger.log).toEqual([
			expect.stringMatching(
				/^"Changes" in workflow "Orders" cannot read its saved state \(.+\): it starts over, and reports what changes from now on$/,
			),
		]);
		trigger.service.projects = [project(1), project(2)];
		expect(events(await trigger.poll())?.flat()).toEqual(['project.created P-2']);
	});

	it('writes to the log what the poll found unusual, but the same only once an hour', async () => {
		const trigger = new PollingTrigger();
		await trigger.activate();
		trigger.service.account = { id: 'another company' };
		trigger.service.projects = [project(1, { companyId: 'another company' })];
		await trigger.activate();
		expect(trigger.log).toEqual([
			'"Changes" in workflow "Orders" now reads from another service or company: it starts over, and reports what changes from now on',
		]);
	});

	it('sends no more requests once the poll has failed', async () => {
		const trigger = new PollingTrigger({ parameters: { options: { maxParallelRequests: 1 } } });
		const { service } = trigger;
		service.projects = numbers(400).map((number) => project(number));
		service.fault = (request) => (request.includes('desc') ? undefined : NEVER);
		await outcomeWithin(75_000, trigger.activate());
		const { length } = service.requests;
		await vi.advanceTimersByTimeAsync(300_000);
		expect(service.requests).toHaveLength(length);
	});
});

describe('the customer of a reported project', () => {
	const ofCustomer = (number: number) => project(number, { customerId: idNumber(100 + number) });
	const projectsOnly = { events: ['project.created'] };

	it('comes with the event', async () => {
		const trigger = new PollingTrigger({ parameters: projectsOnly });
		await trigger.activate();
		trigger.service.projects = [ofCustomer(1), project(2, { createdAt: LATER })];
		trigger.service.customers = [customer(101), customer(102)];
		const items = (await trigger.poll())?.flat().map(({ json }) => json.customer);
		expect(items).toEqual([
			{ id: idNumber(101), firstName: 'Ada', lastName: 'Weber', email: null },
			undefined,
		]);
	});

	it('is left out if it cannot be read, and the log says so once an hour, whichever customer it is', async () => {
		const trigger = new PollingTrigger({ parameters: projectsOnly });
		await trigger.activate();
		trigger.service.fault = (request) =>
			request.startsWith('/customers/')
				? { statusCode: 422, body: { message: 'Locked' } }
				: undefined;
		for (const number of [1, 2]) {
			trigger.service.projects.push(ofCustomer(number));
			const items = (await trigger.poll())?.flat();
			expect(items).toHaveLength(1);
			expect(items?.[0].json).not.toHaveProperty('customer');
		}
		expect(trigger.log).toEqual([
			`"Changes" in workflow "Orders" could not read all customers of the reported projects (Could not get customer ${idNumber(101)} (422): Locked): their events come without "customer"`,
		]);
	});
});
