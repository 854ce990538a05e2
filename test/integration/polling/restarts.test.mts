// Judges polling/poll.ts and polling/saved.ts.
import { ManualExecutionCancelledError } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import type { PollBench, PollBenchOptions, Polled } from '../harness/n8n/pollBench.mts';
import { usePolls } from '../harness/polls.mts';
import { says } from '../../documents.mts';

const { service, projects, trigger: triggerOf } = usePolls();

const trigger = (more: Partial<PollBenchOptions> = {}) => triggerOf({}, more);
const created = ({ id }: ApiRecord) => `project.created ${id}`;
const durable = { isDurable: true } as const;

afterEach(() => void vi.restoreAllMocks());

it('after a restart nothing comes again, and n8n has nothing to save', async () => {
	says('docs/triggers.md', 'After a restart nothing comes again');
	const [edited, deleted] = projects(12);
	const polls = trigger();
	await polls.activate();
	for (let day = 0; day < 3; day++) {
		service().store.edit('project', edited.id, { name: `day ${day}` });
		projects(2);
		if (day === 2) service().store.delete('project', deleted.id);
		expect((await polls.poll()).events).toHaveLength(day === 2 ? 4 : 3);
		const { saves } = polls;
		expect((await polls.restart()).outputs).toBeUndefined();
		expect(polls.saves).toBe(saves);
	}
});

it('a renamed node keeps its state', async () => {
	const polls = trigger();
	await polls.activate();
	const [one] = projects(1);
	polls.options.nodeName = 'Everything new';
	expect((await polls.activate()).events).toEqual([created(one)]);
});

describe("with n8n's durable cursors", () => {
	it('events of a first poll that were not saved come again', async () => {
		projects(2);
		const polls = triggerOf({ options: { emitExisting: true } }, durable);
		expect((await polls.poll({ saves: false })).events).toHaveLength(2);
		// By then n8n has saved them, or never will.
		const clock = performance.now.bind(performance);
		vi.spyOn(performance, 'now').mockImplementation(() => clock() + 30_000);
		expect((await polls.poll()).events).toHaveLength(2);
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

describe('a state', () => {
	/** Changes the saved text of the state. */
	const change = (polls: PollBench, to: (text: string) => string) => {
		const saved = JSON.parse(polls.saved) as { global: Record<string, Record<string, string>> };
		const states = saved.global.energyProjectsPollingTrigger;
		for (const [id, text] of Object.entries(states)) {
			states[id] = to(text);
			expect(states[id]).not.toBe(text);
		}
		polls.saved = JSON.stringify(saved);
	};
	it('that was cut off: the node starts over with a line in the log, and nothing looks deleted', async () => {
		projects(5);
		const polls = trigger();
		await polls.activate();
		change(polls, (text) => text.slice(0, text.length / 2));
		expect((await polls.restart()).outputs).toBeUndefined();
		expect(polls.log).toEqual([expect.stringContaining('cannot read its saved state')]);
		const [one] = projects(1);
		expect((await polls.poll()).events).toEqual([created(one)]);
	});

	it('of a version that did not know a field: it is compared from the second poll on', async () => {
		const [one, other] = projects(2);
		const polls = trigger();
		await polls.activate();
		change(polls, (text) => text.replace('"technicalFeasibilityAssesment"', '"former"'));
		service().store.edit('project', one.id, { name: 'other' });
		const fields = async (polled: ReturnType<PollBench['poll']>) =>
			(await polled).json.map(({ changedFields }) => changedFields);
		expect(await fields(polls.restart())).toEqual([['name']]);
		service().store.edit('project', other.id, { technicalFeasibilityAssesment: 'feasible' });
		expect(await fields(polls.poll())).toEqual([['technicalFeasibilityAssesment']]);
	});
});

const eventIds = ({ json }: Polled) => json.map(({ eventId }) => eventId);
const startError = new Error('The database is away');

describe('if n8n cannot start the execution with the events of a poll', () => {
	it.each([
		['the state was saved', {}],
		['the state was not saved either', { saves: false }],
	])('the next poll reports them again, with the same IDs: %s', async (_, more) => {
		const polls = trigger();
		await polls.activate();
		const [deleted] = projects(12);
		await polls.poll();
		service().store.delete('project', deleted.id);
		const [one] = projects(1);
		const failed = await polls.poll({ startError, ...more });
		expect(failed.events).toEqual([created(one), `project.deleted ${deleted.id}`]);
		expect(eventIds(await polls.poll())).toEqual(eventIds(failed));
		expect((await polls.poll()).outputs).toBeUndefined();
		expect(polls.log).toEqual([
			expect.stringMatching(/The database is away.*the next poll reports them again/),
		]);
	});

	it('a first poll with Emit Existing comes again as it was: nothing counts as edited', async () => {
		const [one] = projects(1, { createdAt: '2025-03-01T08:00:00.000Z' });
		const polls = triggerOf({ options: { emitExisting: true } });
		expect((await polls.activate({ startError })).events).toEqual([created(one)]);
		expect((await polls.poll({ startError })).events).toEqual([created(one)]);
		expect((await polls.activate()).events).toEqual([created(one)]);
		expect((await polls.poll()).outputs).toBeUndefined();
	});
});

it('an execution that a person stops does not come again', async () => {
	const polls = trigger();
	await polls.activate();
	projects(1);
	await polls.poll({ startError: new ManualExecutionCancelledError('1') });
	expect((await polls.poll()).outputs).toBeUndefined();
	expect(polls.log).toEqual([]);
});
