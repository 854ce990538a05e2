import { ManualExecutionCancelledError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import type { Polled } from '../harness/n8n/pollBench.mts';
import { usePolls } from '../harness/polls.mts';

const { service, projects, trigger } = usePolls();
const created = ({ id }: ApiRecord) => `project.created ${id}`;
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

	it('they come with every poll until n8n can, also after one that failed, and then no more', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		for (let time = 0; time < 3; time++) {
			expect((await polls.poll({ startError })).events).toEqual([created(one)]);
		}
		service().faults.add({ status: 422, times: 1 });
		await expect(polls.poll()).rejects.toThrow('422');
		expect((await polls.poll()).events).toEqual([created(one)]);
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('a first poll with Emit Existing comes again as it was: nothing counts as edited', async () => {
		const [one] = projects(1, { createdAt: '2025-03-01T08:00:00.000Z' });
		const polls = trigger({ options: { emitExisting: true } });
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
