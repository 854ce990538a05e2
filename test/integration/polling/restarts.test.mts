import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import type { PollBench, PollBenchOptions, Polled } from '../harness/n8n/pollBench.mts';
import { usePolls } from '../harness/polls.mts';

const { service, projects, trigger: triggerOf } = usePolls();

const trigger = (more: Partial<PollBenchOptions> = {}) => triggerOf({}, more);

const created = ({ id }: ApiRecord) => `project.created ${id}`;

const durable = { isDurable: true } as const;

describe('after a restart', () => {
	it('reports what changed while n8n was off', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		expect((await polls.restart()).events).toEqual([created(one)]);
	});

	it('reports what changed while the workflow was off', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		expect((await polls.activate()).events).toEqual([created(one)]);
		expect((await polls.activate()).outputs).toBeUndefined();
	});

	it.each([
		['saved the state and did not start the execution', { saves: true, starts: false }],
		['started the execution and did not save the state', { saves: false, starts: true }],
		['did neither', { saves: false, starts: false }],
	])('reports the last events again if n8n %s', async (_, handOver) => {
		const [edited, deleted] = projects(12);
		const polls = trigger();
		await polls.activate();
		service().store.edit('project', edited.id, { name: 'other' });
		service().store.delete('project', deleted.id);
		const [one] = projects(1);
		const expected = [created(one), `project.edited ${edited.id}`, `project.deleted ${deleted.id}`];
		expect((await polls.poll(handOver)).events).toEqual(expected);
		const { events, json } = await polls.restart();
		expect(events).toEqual(expected);
		expect(json[1].changedFields).toEqual(['name']);
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('reports the last events again with the same IDs, but only once', async () => {
		const polls = trigger();
		await polls.activate();
		projects(2);
		const first = await polls.poll();
		const ids = first.json.map(({ eventId }) => eventId);
		expect((await polls.restart()).json.map(({ eventId }) => eventId)).toEqual(ids);
		expect((await polls.restart()).outputs).toBeUndefined();
	});

	it('reports them a third time only if n8n did not save that they came again', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		await polls.poll();
		expect((await polls.restart({ saves: false })).events).toEqual([created(one)]);
		expect((await polls.restart()).events).toEqual([created(one)]);
		expect((await polls.restart()).outputs).toBeUndefined();
	});

	it('reports no event more than twice, even if something new joins before each restart', async () => {
		const polls = trigger();
		await polls.activate();
		for (let day = 0; day < 6; day++) {
			projects(1);
			await polls.restart();
		}
		const times = new Map<unknown, number>();
		for (const { eventId } of polls.executions.flat()) {
			times.set(eventId, (times.get(eventId) ?? 0) + 1);
		}
		expect([...times.values()]).toEqual([2, 2, 2, 2, 2, 1]);
	});

	it('reports a record as deleted if it was deleted after its creation was reported', async () => {
		projects(10);
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		await polls.poll();
		service().store.delete('project', one.id);
		expect((await polls.restart()).events).toEqual([`project.deleted ${one.id}`]);
	});

	it('reports an edit together with the repeated creation of the record', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		await polls.poll();
		service().store.edit('project', one.id, { name: 'other' });
		expect((await polls.restart()).events).toEqual([created(one), `project.edited ${one.id}`]);
	});

	it('leaves to the next poll what it has no time to report again', async () => {
		const polls = trigger();
		polls.options.parameters = {
			events: ['project.created'],
			options: { maxParallelRequests: 1 },
		};
		await polls.activate();
		projects(1000);
		await polls.poll({ starts: false });
		service().faults.add({ path: `${pathOf('listProjects')}?`, delayMs: 250 });
		polls.options.budgetMs = 2_000;
		const { events: some } = await polls.restart();
		expect(some.length).toBeGreaterThanOrEqual(100);
		expect(some.length).toBeLessThan(1000);
		service().faults.clear();
		const { events: others } = await polls.poll();
		expect(new Set([...some, ...others]).size).toBe(1000);
		expect(some.length + others.length).toBe(1000);
	});
});

describe('within one process', () => {
	it('publishing again reports nothing again', async () => {
		const polls = trigger();
		await polls.activate();
		projects(2);
		expect((await polls.poll()).events).toHaveLength(2);
		expect((await polls.activate()).outputs).toBeUndefined();
	});

	it('a result that n8n drops because the workflow was published meanwhile is reported again', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		await polls.poll({ saves: false, starts: false });
		expect((await polls.activate()).events).toEqual([created(one)]);
	});

	it('a renamed node keeps its state', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		polls.options.nodeName = 'Everything new';
		expect((await polls.activate()).events).toEqual([created(one)]);
	});

	it('a doubtful deletion is confirmed even if n8n does not save the state in between', async () => {
		const all = projects(30);
		const polls = trigger();
		await polls.activate();
		for (const { id } of all) service().store.delete('project', id);
		expect((await polls.poll()).outputs).toBeUndefined();
		// Published again: n8n loads what it saved before the doubt.
		expect((await polls.activate()).events).toHaveLength(30);
	});
});

describe("with n8n's durable cursors", () => {
	it('saved events never come twice', async () => {
		const polls = trigger(durable);
		await polls.poll();
		projects(2);
		expect((await polls.poll()).events).toHaveLength(2);
		expect((await polls.restart()).outputs).toBeUndefined();
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('events that were not saved come again', async () => {
		const polls = trigger(durable);
		await polls.poll();
		projects(2);
		expect((await polls.poll({ saves: false })).events).toHaveLength(2);
		expect((await polls.restart()).events).toHaveLength(2);
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('a poll that finds nothing does not change the cursor', async () => {
		projects(3);
		const polls = trigger(durable);
		await polls.poll();
		const saves = polls.saves;
		for (let time = 0; time < 3; time++) await polls.poll();
		expect(polls.saves).toBe(saves);
	});

	it('reports what changes between publishing and the first scheduled poll', async () => {
		projects(1);
		const polls = trigger(durable);
		expect((await polls.activate()).outputs).toBeUndefined();
		const [one] = projects(1);
		expect((await polls.poll()).events).toEqual([created(one)]);
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('only one of several polls that loaded the same state reports', async () => {
		const polls = trigger(durable);
		await polls.poll();
		projects(2);
		const polled = await polls.pollTogether(4);
		expect(polled.map(({ events }) => events.length)).toEqual([2, 0, 0, 0]);
		const [one] = projects(1);
		expect((await polls.poll()).events).toEqual([created(one)]);
	});

	it('takes over a state that was saved without them', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		polls.options = { ...polls.options, ...durable };
		expect((await polls.poll()).events).toEqual([created(one)]);
		expect((await polls.poll()).outputs).toBeUndefined();
	});
});

describe('"when a project becomes completed", over a restart after it was reopened', () => {
	const completes = async (filters: object, more: Partial<PollBenchOptions> = {}) => {
		const [project] = projects(1, { status: 'completed' });
		const set = (status: string) => service().store.edit('project', project.id, { status });
		const parameters = { filters, onlyIfChanged: ['project.status'] };
		const polls = triggerOf(parameters, more);
		await (polls.options.isDurable === true ? polls.poll() : polls.activate());
		set('inProgress');
		await polls.poll();
		set('completed');
		return (await polls.restart()).events.includes(`project.edited ${project.id}`);
	};

	// As docs/polling.md says: n8n does not save a poll that hands over nothing.
	it('is reported with durable cursors, or without the filter', async () => {
		const filters = { status: ['completed'] };
		expect(await completes(filters, durable)).toBe(true);
		expect(await completes({})).toBe(true);
		expect(await completes(filters)).toBe(false);
	});
});

describe('the states in the data of a workflow', () => {
	const dayMs = 24 * 60 * 60_000;
	const saved = (polls: PollBench) =>
		JSON.parse(polls.saved) as { global: Record<string, Record<string, unknown>> };

	it.each([
		['are removed 30 days after a node polled last', 1.5, []],
		['are kept while the whole workflow is off', 45, ['a node that is gone']],
	])('%s', async (_, ownDays, left) => {
		const polls = trigger();
		await polls.activate();
		const { global } = saved(polls);
		const [id] = Object.keys(global.energyProjectsPollingTrigger);
		const ago = (days: number) => Date.now() - days * dayMs;
		global.energyProjectsPollingTrigger['a node that is gone'] = 'its state';
		const polledAt = {
			[id]: ago(ownDays),
			'a node that is gone': ago(ownDays + (left.length === 0 ? 31 : 29)),
		};
		polls.saved = JSON.stringify({
			global: { ...global, energyProjectsPollingTriggerPolledAt: polledAt },
		});
		const [one] = projects(1);
		expect((await polls.restart()).events).toEqual([created(one)]);
		const states = Object.keys(saved(polls).global.energyProjectsPollingTrigger);
		expect(states.filter((other) => other !== id)).toEqual(left);
	});
});

it('a field that the version before did not know is compared from the second poll on, though others change', async () => {
	const [one, other] = projects(2);
	const polls = trigger();
	await polls.activate();
	const { global } = JSON.parse(polls.saved) as { global: Record<string, Record<string, string>> };
	const states = global.energyProjectsPollingTrigger;
	for (const [id, text] of Object.entries(states)) {
		const state = JSON.parse(text) as {
			sections: { project: { layout: { fields: string[] }; entries: string } };
		};
		const { project } = state.sections;
		expect(project.layout.fields.pop()).toBe('technicalFeasibilityAssesment');
		// The last token of each entry: the field is empty.
		project.entries = project.entries.replace(/A(?=,|$)/g, '');
		states[id] = JSON.stringify(state);
	}
	polls.saved = JSON.stringify({ global });
	const { store } = service();
	store.edit('project', one.id, { name: 'other' });
	const fieldsOf = ({ json }: Polled) => json.map(({ changedFields }) => changedFields);
	expect(fieldsOf(await polls.restart())).toEqual([['name']]);
	store.edit('project', other.id, { technicalFeasibilityAssesment: 'feasible' });
	expect(fieldsOf(await polls.poll())).toEqual([['technicalFeasibilityAssesment']]);
});

/** Takes a part out of a state. */
const without =
	(...path: string[]) =>
	(text: string) => {
		const state = JSON.parse(text) as Record<string, unknown>;
		const last = path.at(-1) ?? '';
		const holder = path
			.slice(0, -1)
			.reduce<
				Record<string, unknown>
			>((part, name) => part[name] as Record<string, unknown>, state);
		Reflect.deleteProperty(holder, last);
		return JSON.stringify(state);
	};

describe('a state that cannot be read', () => {
	it.each([
		['lacks the company', without('company')],
		['lacks all lists', without('sections')],
		[
			'holds no list',
			(text: string) => JSON.stringify({ ...(JSON.parse(text) as object), sections: {} }),
		],
		['lacks the layout', without('sections', 'project', 'layout')],
		['lacks the kinds of events', without('sections', 'project', 'covers')],
		['lacks the entries', without('sections', 'customer', 'entries')],
		['has a broken last report', (text: string) => text.replace(/\}$/, ',"batch":{}}')],
		['was cut off', (text: string) => text.slice(0, text.length / 2)],
		['lacks an entry', (text: string) => text.replace(/,[A-Za-z0-9+/]{22}[^,"\\]*/, '')],
		['has an unknown version', (text: string) => text.replace('"version":1', '"version":9')],
		['is something else', () => 'hello'],
	])('%s: a new baseline and a warning, never deletions', async (_, spoil) => {
		projects(5);
		const polls = trigger();
		await polls.activate();
		const saved = JSON.parse(polls.saved) as { global: Record<string, Record<string, string>> };
		const states = saved.global.energyProjectsPollingTrigger;
		for (const [id, text] of Object.entries(states)) {
			states[id] = spoil(text);
			expect(states[id]).not.toBe(text);
		}
		polls.saved = JSON.stringify(saved);
		expect((await polls.restart()).outputs).toBeUndefined();
		expect(polls.log).toEqual([expect.stringContaining('cannot read its saved state')]);
		const [one] = projects(1);
		expect((await polls.poll()).events).toEqual([created(one)]);
	});
});
