import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import type { PollBench, PollBenchOptions } from '../harness/n8n/pollBench.mts';
import { usePolls } from '../harness/polls.mts';

const { service, projects, trigger: triggerOf } = usePolls();

const trigger = (more: Partial<PollBenchOptions> = {}) => triggerOf({}, more);
const created = ({ id }: ApiRecord) => `project.created ${id}`;
const durable = { isDurable: true } as const;

afterEach(() => void vi.restoreAllMocks());

describe('after a restart', () => {
	it('nothing comes again, and n8n has nothing to save', async () => {
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

	it('what changed while n8n was off, or the workflow, is reported once', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		expect((await polls.restart()).events).toEqual([created(one)]);
		expect((await polls.restart()).outputs).toBeUndefined();
		const [two] = projects(1);
		expect((await polls.activate()).events).toEqual([created(two)]);
		expect((await polls.activate()).outputs).toBeUndefined();
	});
});

describe('within one process', () => {
	it('a renamed node keeps its state', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		polls.options.nodeName = 'Everything new';
		expect((await polls.activate()).events).toEqual([created(one)]);
	});
});

describe("with n8n's durable cursors", () => {
	it('events that were not saved come again, saved ones never', async () => {
		const polls = trigger(durable);
		await polls.poll();
		projects(2);
		expect((await polls.poll({ saves: false })).events).toHaveLength(2);
		expect((await polls.restart()).events).toHaveLength(2);
		expect((await polls.restart()).outputs).toBeUndefined();
	});

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
