import { expect, it } from 'vitest';
import { laterBy, useDeliveries } from '../harness/webhook/deliveries.mts';
import { pollingTriggerOf } from '../harness/polls.mts';
import { addProject } from '../harness/service/records.mts';

const { service } = useDeliveries();

it('if only new projects are chosen, a poll reads the newest ones, and once an hour the whole list', async () => {
	for (let number = 0; number < 900; number++) addProject(service());
	const polls = pollingTriggerOf(service)({ events: ['project.created'] });
	await polls.activate();
	const requestsAfter = async (minutes: number) => {
		laterBy(minutes * 60);
		// n8n saves no state after a poll without events, so there is a new project each time.
		const { id } = addProject(service());
		service().requests.splice(0);
		expect((await polls.poll()).events).toEqual([`project.created ${id}`]);
		return service().requests.filter(({ path }) => path.includes('/projects')).length;
	};
	expect(await requestsAfter(5)).toBeLessThan(3);
	expect(await requestsAfter(50)).toBeLessThan(3);
	expect(await requestsAfter(10)).toBeGreaterThan(8);
	expect(await requestsAfter(5)).toBeLessThan(3);
});
