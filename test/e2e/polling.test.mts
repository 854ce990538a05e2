import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { isBefore, versionAskedFor } from '../../sandbox/n8n/versions.mts';
import type { Fault } from '../../sandbox/service/faults.mts';
import { eventKinds } from '../../sandbox/service/records.mts';
import { expectValidRequests } from '../shared.mts';
import { Changes } from './harness/changes.mts';
import { repeatsIn } from './harness/executionLog.mts';
import { PollingWatch } from './harness/pollingWatch.mts';
import { useStack } from './harness/stack.mts';
import { catchUp, catchUpExamples } from './harness/catchUp.mts';
import { errorWorkflow, pollingWorkflow } from './harness/workflows.mts';

const failures = errorWorkflow('PollFailures0001');
const all = pollingWorkflow('PollAll000000001', { events: [...eventKinds] });
/** Reads ten pages, and says what fails. */
const many = pollingWorkflow(
	'PollMany00000001',
	{ events: [...eventKinds], options: { maxRetries: 0 } },
	{ errorWorkflow: failures.id },
);
/** The catch-up example makes a data table; before, n8n's node knew rows only. */
const makesDataTables = !isBefore(versionAskedFor(), '2.3.0');
const stack = useStack({
	workflows: [all, many, failures, ...(makesDataTables ? catchUpExamples() : [])],
	// Before there was publishing, it needed none.
	publish: isBefore(versionAskedFor(), '2.0.0') ? [] : [failures.id],
});

const watch = () => new PollingWatch(stack(), all.id);
const eventIds = () =>
	watch()
		.events()
		.map(({ eventId }) => eventId);
const distinct = (ids: readonly string[]) => [...new Set(ids)].sort();
const PROJECT_LIST = /\/projects\?/;

const emptyPage = { items: [], metadata: { page: 1, limit: 100, total: '0' } };
const asHtml = {
	body: '<!doctype html><title>Maintenance</title>',
	headers: { 'content-type': 'text/html' },
};

/** All changes so far. No record is changed twice: what happens to one between two polls is one event. */
let made: Changes;
beforeAll(() => void (made = new Changes(stack().service)));
const changeOneOfEachKind = () => made.ofEachKind();

/** Nothing is lost, and nothing comes that did not happen; how often something came again is printed. */
async function expectNothingLost(occasion: string, before: number): Promise<void> {
	await watch().reported(made.eventIds);
	await watch().polls(2);
	const repeats = repeatsIn(eventIds()) - before;
	console.log(`${occasion}: ${repeats} events came once more`);
	expect(distinct(eventIds())).toEqual(distinct(made.eventIds));
}

afterEach(() => stack().service.faults.clear());

describe('the polling trigger in a real n8n', () => {
	it('remembers what is there when it is published for the first time, and reports nothing', async () => {
		await watch().publish();
		await watch().polls(2);
		expect(watch().events()).toEqual([]);
	});

	it('reports each change once, at the output of its kind, over several polls', async () => {
		for (let round = 0; round < 3; round++) {
			changeOneOfEachKind();
			await watch().reported(made.eventIds);
		}
		await watch().polls(2);
		expect(eventIds().sort()).toEqual([...made.eventIds].sort());
		const events = watch().events();
		expect(events.filter(({ json, output }) => json.event !== eventKinds[output])).toEqual([]);
		expect(events.find(({ json }) => json.event === 'project.edited')?.json).toMatchObject({
			changedFields: ['projectValue'],
			record: { projectValue: 12_345 },
		});
	});

	it('loses nothing when n8n is killed while it reads', async () => {
		const before = repeatsIn(eventIds());
		const [...known] = eventIds();
		stack().service.faults.add({ path: PROJECT_LIST, delayMs: 3_000 });
		await watch().polls(1);
		changeOneOfEachKind();
		await sleep(1_000);
		await stack().n8n.stop('SIGKILL');
		expect(eventIds()).toEqual(known);
		changeOneOfEachKind();
		stack().service.faults.clear();
		await stack().restart();
		await expectNothingLost('after a kill', before);
	});

	it('goes on by itself when the service was down while n8n started', async () => {
		const before = repeatsIn(eventIds());
		stack().service.faults.add({ reset: true });
		await stack().restart();
		await sleep(3_000);
		changeOneOfEachKind();
		stack().service.faults.clear();
		await expectNothingLost('after a restart', before);
	});

	it('loses nothing when it is switched off and on, edited, renamed and published again', async () => {
		const before = repeatsIn(eventIds());
		await watch().unpublish();
		changeOneOfEachKind();
		await watch().publish();
		await watch().reported(made.eventIds);
		await watch().edit(({ nodes: [trigger] }) => {
			changeOneOfEachKind();
			trigger.parameters.options = { timeout: 30 };
		});
		changeOneOfEachKind();
		await watch().reported(made.eventIds);
		await watch().edit(({ nodes: [trigger] }) => {
			changeOneOfEachKind();
			trigger.name = 'Renamed';
		});
		changeOneOfEachKind();
		await expectNothingLost('after publishing three times', before);
	});

	it.each<[string, Fault[]]>([
		[
			'empty lists',
			[
				{ path: PROJECT_LIST, status: 200, body: emptyPage },
				{ path: /\/customers(\?|$)/, status: 200, body: [] },
			],
		],
		['answers without content', [{ status: 200, body: '' }]],
		['a page of HTML in place of everything', [{ status: 200, ...asHtml }]],
		['a 404 in HTML in place of everything', [{ status: 404, ...asHtml }]],
	])('takes nothing for deleted: %s', async (_, faults) => {
		const [...known] = eventIds();
		for (const fault of faults) stack().service.faults.add(fault);
		await watch().requests(3);
		await sleep(2_000);
		expect(eventIds()).toEqual(known);
		stack().service.faults.clear();
		await watch().polls(2);
		expect(eventIds()).toEqual(known);
		changeOneOfEachKind();
		await watch().reported(made.eventIds);
	});

	it('starts over with another company’s key, and says so once', async () => {
		const { service, rest, n8n } = stack();
		const [...known] = eventIds();
		const warnings = () => n8n.output().split('reads from another service or company').length - 1;
		for (const { apiKey } of [service.otherCompany, service.company]) {
			await rest.call('PATCH', `/rest/credentials/${credentialIds.apiKey}`, {
				...{ id: credentialIds.apiKey, name: 'API key', type: 'energyProjectsApi' },
				data: { baseUrl: service.baseUrl, apiKey },
			});
			await watch().polls(3);
		}
		expect(eventIds()).toEqual(known);
		expect(warnings()).toBe(1);
		changeOneOfEachKind();
		await watch().reported(made.eventIds);
	});

	it('takes nothing for deleted: a 500 on page 7 of 10; and says what failed to n8n’s error workflow', async () => {
		const { store, faults, company } = stack().service;
		await watch().unpublish();
		for (let number = store.list('project', company.id).length; number < 1_000; number++) {
			const fields = { name: `Haus ${number}`, source: 'api', address: null };
			store.insert('project', company.id, fields);
		}
		const polls = new PollingWatch(stack(), many.id);
		await polls.publish();
		faults.add({ path: /\/projects\?.*page=7(&|$)/, status: 500 });
		const here = new Changes(stack().service);
		here.delete('project');
		here.edit('project');
		const [failure] = await stack().executions(failures.id, 1);
		expect(polls.events()).toEqual([]);
		expect(JSON.stringify(failure?.outputs.Failure)).toContain('Could not list projects');
		faults.clear();
		await polls.reported(here.eventIds);
		await polls.unpublish();
	});

	it.runIf(makesDataTables)(
		'works on every change of the catch-up example, though a third of the webhooks gets lost',
		async () => {
			const figures = await catchUp(stack(), 60);
			console.log(figures);
			expect(figures).toMatchObject({ notWorkedOn: [], doubleRows: 0, failedExecutions: 0 });
			expect(figures.byWebhook).toBe(figures.changes - figures.dropped);
		},
	);

	it('never sent the service anything its description does not allow', () => {
		expectValidRequests(stack().service);
	});
});
