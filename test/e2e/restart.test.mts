import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { eventKinds } from '../../sandbox/service/records.mts';
import { waitFor, within } from '../../sandbox/service/waitFor.mts';
import { expectValidRequests, recordsOf } from '../shared.mts';
import { Changes } from './harness/changes.mts';
import { PollingWatch } from './harness/pollingWatch.mts';
import { sendSigned } from './harness/sender.mts';
import { useOwnStack } from './harness/stack.mts';
import { enquiryToBeKilled, eventToBeKilled } from './examples/killed.mts';
import {
	chainWorkflow,
	errorWorkflow,
	pollingWorkflow,
	triggerWorkflow,
} from './harness/workflows.mts';

// What holds although n8n ends and starts again on the same data.

const email = '={{ $json.firstName.toLowerCase() + "@mail.example" }}';
const upsert = {
	...{ resource: 'customer', operation: 'upsert', matchValue: email },
	...{ firstName: '={{ $json.firstName }}', lastName: 'Abbruch' },
};
const names = Array.from({ length: 60 }, (_, at) => `No-${at + 1}`);
const items = names.map((firstName) => ({ firstName }));
const killed = chainWorkflow('RestartKilled001', items, [{ name: 'Write', parameters: upsert }]);
const HOOK = 'aaaaaaaa-0000-4000-8000-000000000009';
const hook = triggerWorkflow('RestartHook00001', HOOK, { events: ['project.edited'] });
const events = [...eventKinds];
const [all, off] = [1, 2].map((at) => pollingWorkflow(`RestartPoll0000${at}`, { events }));
const failures = errorWorkflow('RestartFailure01');
const workflows = [killed, hook, all, off, failures];
const stack = useOwnStack({ workflows, publish: [hook.id, failures.id] });

it('n8n is killed in the middle: nothing runs again by itself, and Create or Update by hand writes the rest', async () => {
	const { service, rest } = stack();
	const written = () =>
		recordsOf(service, 'customer')
			.filter(({ lastName }) => lastName === 'Abbruch')
			.map(({ firstName }) => String(firstName))
			.sort();
	const enquiry = await enquiryToBeKilled(stack());
	const event = await eventToBeKilled(stack());
	service.faults.add({ method: 'POST', delayMs: 150 });
	const start = { triggerToStartFrom: { name: 'Start' } };
	await rest.call('POST', `/rest/workflows/${killed.id}/run`, start);
	await waitFor(() => written().length > 5, within(30, 'Nothing was written'));
	await enquiry.isBetweenTwoNodes();
	await event.isBetweenTwoNodes();
	await stack().restart('SIGKILL');
	service.faults.clear();
	expect(written().length).toBeLessThan(names.length);
	const { errors } = await rest.run(killed.id, 'Start');
	expect(errors).toEqual({});
	expect(written()).toEqual(names.toSorted());
	await enquiry.isStoredByRetry();
	await event.isTakenUp();
});

describe('after a restart, during which the service was down', () => {
	const PROJECT_LIST = /\/projects\?/;
	const body = JSON.stringify({
		event: 'project.edited',
		data: { project: { id: 'x', updated_at: '2026-11-02T15:05:31+01:00' } },
	});
	const send = async () => await sendSigned(webhookUrl(stack().n8n.url, HOOK), body);
	const watchAll = () => new PollingWatch(stack(), all.id);
	const watchOff = () => new PollingWatch(stack(), off.id);
	let made: Changes;

	beforeAll(async () => {
		const { faults } = stack().service;
		made = new Changes(stack().service);
		for (const watch of [watchAll(), watchOff()]) await watch.publish();
		await watchAll().polls(4);
		expect(await send()).toBe(200);
		// One of the polling triggers is switched off while it reads.
		faults.add({ path: PROJECT_LIST, delayMs: 3_000 });
		made.ofEachKind();
		await watchAll().requests(2, 60, PROJECT_LIST);
		await sleep(1_500);
		await watchOff().unpublish();
		await watchAll().reported(made.eventIds);
		faults.clear();
		faults.add({ reset: true });
		await stack().restart();
		await sleep(3_000);
		made.ofEachKind();
		faults.clear();
		await watchOff().publish();
	});

	it.each([
		['goes on by itself', watchAll],
		['that was switched off while it read, and is on again, loses nothing', watchOff],
	])('a polling trigger %s', async (_, watch) => {
		await watch().reported(made.eventIds);
		await watch().polls(4);
		const come = watch().events();
		expect(new Set(come.map(({ eventId }) => eventId))).toEqual(new Set(made.eventIds));
	});

	it('a delivery that is repeated starts again, with the same eventId', async () => {
		expect(await send()).toBe(200);
		const executions = await stack().executions(hook.id, 2);
		const ids = executions.map(({ outputs }) => outputs.Trigger?.[0]?.[0]?.json.eventId);
		expect(ids).toEqual(Array(2).fill('project.edited:x:2026-11-02T14:05:31.000Z'));
	});
});

it('no request broke the description of the service', () => {
	expectValidRequests(stack().service);
});
