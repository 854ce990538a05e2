import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Changes } from '../e2e/harness/changes.mts';
import { PollingWatch } from '../e2e/harness/pollingWatch.mts';
import { useStack } from '../e2e/harness/stack.mts';
import { pollEvery, pollingWorkflow } from '../e2e/harness/workflows.mts';

/** Ten pages, one after the other. */
const PROJECTS = 1000;
const PAGE_MS = 10_000;
/** n8n gives the first poll after its start 84 seconds, and up to ten more to end. */
const SOME_TIME_LATER_MS = 120_000;

const workflow = pollingWorkflow('PollSlowStart001', {
	events: ['project.edited'],
	options: { maxParallelRequests: 1 },
	pollTimes: pollEvery(10),
});
const stack = useStack({ workflows: [workflow] });

it('polls again after a restart in which the service was slower than n8n waits', async () => {
	const { service } = stack();
	const before = new Changes(service);
	for (let number = 0; number < PROJECTS; number++) before.create('project');
	const watch = new PollingWatch(stack(), workflow.id);
	await watch.publish(120);
	await watch.requests(1);

	await stack().n8n.stop();
	service.faults.add({ path: /\/projects\?/, delayMs: PAGE_MS });
	await stack().restart();
	await sleep(SOME_TIME_LATER_MS);
	const status = await stack().rest.call(
		'GET',
		`/rest/workflows/${workflow.id}/publication-status`,
	);
	console.log('While the service is slow, n8n says of the workflow:', status);
	await stack().n8n.stop();
	service.faults.clear();
	await stack().restart();

	const made = new Changes(service);
	made.edit('project');
	await watch.reported(made.eventIds, 90);
	expect(watch.events().map(({ eventId }) => eventId)).toEqual(made.eventIds);
});
