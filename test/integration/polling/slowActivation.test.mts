import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { usePolls } from '../harness/polls.mts';

const BUDGET = '../../../nodes/EnergyProjects/polling/reading/budget.ts';

// n8n gives the first poll of an activation 84 seconds; these tests have less patience.
beforeAll(() =>
	vi.doMock(BUDGET, async (original) => ({
		...(await original<object>()),
		ACTIVATION_BUDGET_MS: 3_000,
	})),
);
afterAll(() => vi.doUnmock(BUDGET));

const { service, projects, trigger: triggerOf } = usePolls();

const PROJECTS = 600;
/** In a process of its own, which knows the shorter time. */
async function trigger(parameters: object) {
	const polls = triggerOf({ options: { maxParallelRequests: 1 }, ...parameters });
	await polls.newProcess();
	return polls;
}

/** There are six pages. The first poll has time to read some of them, later polls have time for all. */
const slow = () => service().faults.add({ path: `${pathOf('listProjects')}?`, delayMs: 700 });

// Otherwise n8n calls the workflow failed, and never starts it again after its next restart.
describe('if the service is slower than n8n waits for when it starts a workflow', () => {
	beforeEach(() => projects(PROJECTS));

	it('the first poll after a restart ends in time, and a later one reports the rest', async () => {
		const polls = await trigger({ events: ['project.edited'] });
		await polls.activate();
		for (const id of service().store.projects.keys()) {
			service().store.edit('project', id, { name: 'other' });
		}
		slow();
		const { events: some } = await polls.restart();
		expect(some.length).toBeLessThan(PROJECTS);
		expect(some.length + (await polls.poll()).events.length).toBe(PROJECTS);
	});

	it('publishing works, and the next poll records what exists', async () => {
		const polls = await trigger({ events: ['project.created'] });
		slow();
		expect((await polls.activate()).outputs).toBeUndefined();
		expect(polls.log).toEqual([expect.stringContaining('could not poll when the workflow was')]);
		expect((await polls.poll()).outputs).toBeUndefined();
		service().faults.clear();
		const [one] = projects(1);
		expect((await polls.poll()).events).toEqual([`project.created ${one.id}`]);
	});

	it('with Emit Existing, the next poll reports what the first one did not reach', async () => {
		const options = { maxParallelRequests: 1, emitExisting: true };
		const polls = await trigger({ events: ['project.created'], options });
		slow();
		const { events: some } = await polls.activate();
		expect(new Set([...some, ...(await polls.poll()).events]).size).toBe(PROJECTS);
	});

	it('publishing again does not wait for the end of a poll that is running', async () => {
		const polls = await trigger({ events: ['project.edited'] });
		await polls.activate();
		const [id] = service().store.projects.keys();
		service().store.edit('project', id, { name: 'other' });
		slow();
		const ended: string[] = [];
		const note = (name: string) => () => void ended.push(name);
		const running = polls.poll().finally(note('the poll that was running'));
		await polls.activate().finally(note('the activation'));
		// n8n drops what it returns.
		await running;
		expect(ended).toEqual(['the activation', 'the poll that was running']);
		service().faults.clear();
		expect((await polls.poll()).events).toEqual([`project.edited ${id}`]);
	});
});
