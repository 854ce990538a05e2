import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventKinds } from '../../sandbox/service/records.mts';
import { expectValidRequests } from '../shared.mts';
import { Changes } from './harness/changes.mts';
import { repeatsIn } from './harness/executionLog.mts';
import { PollingWatch } from './harness/pollingWatch.mts';
import { useOwnStack } from './harness/stack.mts';
import { errorWorkflow, pollingWorkflow } from './harness/workflows.mts';

const failures = errorWorkflow('PollFailures0001');
const parameters = { events: [...eventKinds] };
const all = pollingWorkflow('PollAll000000001', parameters, { errorWorkflow: failures.id });
const stack = useOwnStack({ workflows: [all, failures], publish: [failures.id] });

const watch = () => new PollingWatch(stack(), all.id);
const eventIds = () =>
	watch()
		.events()
		.map(({ eventId }) => eventId);
const distinct = (ids: readonly string[]) => [...new Set(ids)].sort();
const PROJECT_LIST = /\/projects\?/;

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

	it('goes on by itself when the service was down while n8n started', async () => {
		const before = repeatsIn(eventIds());
		stack().service.faults.add({ reset: true });
		await stack().restart();
		await sleep(3_000);
		changeOneOfEachKind();
		stack().service.faults.clear();
		await expectNothingLost('after a restart', before);
	});

	it('loses nothing when it is switched off while it reads, and on again after a restart', async () => {
		const before = repeatsIn(eventIds());
		stack().service.faults.add({ path: PROJECT_LIST, delayMs: 3_000 });
		changeOneOfEachKind();
		await watch().requests(1, 60, PROJECT_LIST);
		await sleep(1_500);
		await watch().unpublish();
		await sleep(3_000);
		stack().service.faults.clear();
		await stack().restart('SIGTERM');
		await watch().publish();
		await expectNothingLost('after it was switched off', before);
	});

	it('loses nothing when it is switched off and on, edited, renamed and published again', async () => {
		const before = repeatsIn(eventIds());
		await watch().unpublish();
		changeOneOfEachKind();
		await watch().publish();
		await watch().reported(made.eventIds);
		await watch().edit(({ nodes: [trigger] }) => {
			changeOneOfEachKind();
			trigger.parameters.options = { emitExisting: false };
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

	it('takes nothing for deleted when a list fails, and says what failed to n8n’s error workflow', async () => {
		const [...known] = eventIds();
		stack().service.faults.add({ path: PROJECT_LIST, status: 404, ...asHtml });
		const [failure] = await stack().executions(failures.id, 1);
		expect(JSON.stringify(failure?.outputs.Failure)).toContain('Could not list projects');
		expect(eventIds()).toEqual(known);
		stack().service.faults.clear();
		changeOneOfEachKind();
		await watch().reported(made.eventIds);
	});

	it('never sent the service anything its description does not allow', () => {
		expectValidRequests(stack().service);
	});
});
