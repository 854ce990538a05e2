import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventKinds } from '../../sandbox/service/records.mts';
import { Changes } from './harness/changes.mts';
import { PollingWatch } from './harness/pollingWatch.mts';
import { useStack } from './harness/stack.mts';
import { errorWorkflow, pollingWorkflow } from './harness/workflows.mts';

const failures = errorWorkflow('PollFailures0001');
const parameters = { events: [...eventKinds] };
const all = pollingWorkflow('PollAll000000001', parameters, { errorWorkflow: failures.id });
const stack = useStack({ workflows: [all, failures], publish: [failures.id] });

const watch = () => new PollingWatch(stack(), all.id);
const eventIds = () => Array.from(watch().events(), ({ eventId }) => eventId);
const PROJECT_LIST = /\/projects\?/;

const headers = { 'content-type': 'text/html' };
const asHtml = { body: '<!doctype html><title>Maintenance</title>', headers };

/** All changes so far. No record is changed twice: what happens to one between two polls is one event. */
let made: Changes;
beforeAll(() => void (made = new Changes(stack().service)));

afterEach(() => stack().service.faults.clear());
// n8n goes on after these tests.
afterAll(async () => await watch().unpublish());

describe('the polling trigger in a real n8n', () => {
	it('remembers what is there when it is published for the first time, and reports nothing', async () => {
		await watch().publish();
		await watch().polls(2);
		expect(watch().events()).toEqual([]);
	});

	it('reports each change once, at the output of its kind, over several polls', async () => {
		for (let round = 0; round < 3; round++) {
			made.ofEachKind();
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

	it('loses nothing when it is switched off and on, edited and published again', async () => {
		await watch().unpublish();
		made.ofEachKind();
		await watch().publish();
		await watch().reported(made.eventIds);
		await watch().edit(({ nodes: [trigger] }) => {
			made.ofEachKind();
			trigger.parameters.options = { emitExisting: false };
		});
		made.ofEachKind();
		await watch().reported(made.eventIds);
		await watch().polls(2);
		expect(new Set(eventIds())).toEqual(new Set(made.eventIds));
	});

	it('takes nothing for deleted when a list fails, and says what failed to n8n’s error workflow', async () => {
		const [...known] = eventIds();
		stack().service.faults.add({ path: PROJECT_LIST, status: 404, ...asHtml });
		const [failure] = await stack().executions(failures.id, 1);
		expect(JSON.stringify(failure?.outputs.Failure)).toContain('Could not list projects');
		expect(eventIds()).toEqual(known);
		stack().service.faults.clear();
		made.ofEachKind();
		await watch().reported(made.eventIds);
	});
});
