import { describe, expect, it } from 'vitest';
import { defaultKinds } from '../../nodes/EnergyProjects/service/eventKinds.ts';
import { pathOf } from '../../sandbox/service/description.mts';
import type { ApiRecord } from '../../sandbox/service/records.mts';
import { PollBench } from './harness/polling.mts';
import type { PollBenchOptions } from './harness/polling.mts';
import { addProject, useScenario } from './harness/scenario.mts';
import { apiKeyCredential } from './harness/service.mts';

const { service } = useScenario();

const trigger = (more: Partial<PollBenchOptions> = {}) =>
	new PollBench({
		parameters: { events: [...defaultKinds] },
		credentials: apiKeyCredential(service()),
		...more,
	});

const projects = (count: number): ApiRecord[] =>
	Array.from({ length: count }, () => addProject(service()));

const created = ({ id }: ApiRecord) => `project.created ${id}`;

const durable = { isDurable: true } as const;

describe('between two processes', () => {
	it('what changed meanwhile is reported: n8n was off', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		expect((await polls.restart()).events).toEqual([created(one)]);
	});

	it('what changed meanwhile is reported: the workflow was off', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		expect((await polls.activate()).events).toEqual([created(one)]);
		expect((await polls.activate()).outputs).toBeUndefined();
	});

	it.each([
		['saved and not started', { saves: true, starts: false }],
		['started and not saved', { saves: false, starts: true }],
		['neither', { saves: false, starts: false }],
	])('a batch of which n8n %s: it comes in the next process', async (_, handOver) => {
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

	it('the last batch comes once more, with the same IDs, and at most twice', async () => {
		const polls = trigger();
		await polls.activate();
		projects(2);
		const first = await polls.poll();
		const ids = first.json.map(({ eventId }) => eventId);
		expect((await polls.restart()).json.map(({ eventId }) => eventId)).toEqual(ids);
		expect((await polls.restart()).json.map(({ eventId }) => eventId)).toEqual(ids);
		expect((await polls.restart()).outputs).toBeUndefined();
	});

	it('a record that was deleted after its creation was handed over is reported as deleted', async () => {
		projects(10);
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		await polls.poll();
		service().store.delete('project', one.id);
		expect((await polls.restart()).events).toEqual([`project.deleted ${one.id}`]);
	});

	it('an edit after a creation that was handed over is reported beside it', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		await polls.poll();
		service().store.edit('project', one.id, { name: 'other' });
		expect((await polls.restart()).events).toEqual([created(one), `project.edited ${one.id}`]);
	});

	it('a repeat that there is no time for comes with the next poll', async () => {
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
	it('publishing again repeats nothing', async () => {
		const polls = trigger();
		await polls.activate();
		projects(2);
		expect((await polls.poll()).events).toHaveLength(2);
		expect((await polls.activate()).outputs).toBeUndefined();
	});

	it('a result that n8n drops, since the workflow was published meanwhile, comes again', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		await polls.poll({ saves: false, starts: false });
		expect((await polls.activate()).events).toEqual([created(one)]);
	});

	it('a node that is renamed goes on', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		polls.options.nodeName = 'Everything new';
		expect((await polls.activate()).events).toEqual([created(one)]);
	});

	it('a deletion that is doubted is confirmed although n8n does not save in between', async () => {
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
	it('what was committed never comes twice', async () => {
		const polls = trigger(durable);
		await polls.poll();
		projects(2);
		expect((await polls.poll()).events).toHaveLength(2);
		expect((await polls.restart()).outputs).toBeUndefined();
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('what was not committed comes again', async () => {
		const polls = trigger(durable);
		await polls.poll();
		projects(2);
		expect((await polls.poll({ saves: false })).events).toHaveLength(2);
		expect((await polls.restart()).events).toHaveLength(2);
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('a poll that finds nothing changes no cursor', async () => {
		projects(3);
		const polls = trigger(durable);
		await polls.poll();
		const saves = polls.saves;
		for (let time = 0; time < 3; time++) await polls.poll();
		expect(polls.saves).toBe(saves);
	});

	it('what changes between publishing and the first poll that is due is reported', async () => {
		projects(1);
		const polls = trigger(durable);
		expect((await polls.activate()).outputs).toBeUndefined();
		const [one] = projects(1);
		expect((await polls.poll()).events).toEqual([created(one)]);
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('of several polls that n8n loaded the same state for, one reports', async () => {
		const polls = trigger(durable);
		await polls.poll();
		projects(2);
		const polled = await polls.pollTogether(4);
		expect(polled.map(({ events }) => events.length)).toEqual([2, 0, 0, 0]);
		const [one] = projects(1);
		expect((await polls.poll()).events).toEqual([created(one)]);
	});

	it('a state that was kept without them is taken over', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		polls.options = { ...polls.options, ...durable };
		expect((await polls.poll()).events).toEqual([created(one)]);
		expect((await polls.poll()).outputs).toBeUndefined();
	});
});

describe('a state that cannot be read', () => {
	it.each([
		['was cut off', (text: string) => text.slice(0, text.length / 2)],
		['lacks an entry', (text: string) => text.replace(/,[A-Za-z0-9+/]{22}[^,"\\]*/, '')],
		['has a version nobody knows', (text: string) => text.replace('"version":1', '"version":9')],
		['is something else', () => 'hello'],
	])('%s: a new base line and a warning, never deletions', async (_, spoil) => {
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
		expect(polls.log).toEqual([expect.stringContaining('cannot read what it saved')]);
		const [one] = projects(1);
		expect((await polls.poll()).events).toEqual([created(one)]);
	});
});
