import { expect, it } from 'vitest';
import { defaultKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { usePolls } from '../harness/polls.mts';
import { addCustomer, addProject } from '../harness/service/records.mts';

const { service, trigger } = usePolls();

const ofProjects = defaultKinds.filter((kind) => kind.startsWith('project'));

/** The table in docs/polling.md: how many requests a poll sends if nothing changed. */
it.each([
	{ projects: 1, all: 2, onlyProjects: 1, onlyCreated: 1 },
	{ projects: 100, all: 3, onlyProjects: 2, onlyCreated: 1 },
	{ projects: 500, all: 7, onlyProjects: 6, onlyCreated: 1 },
	{ projects: 1_000, all: 12, onlyProjects: 11, onlyCreated: 1 },
	{ projects: 5_000, all: 52, onlyProjects: 51, onlyCreated: 1 },
])('requests of a poll with $projects projects', async ({ projects, ...expected }) => {
	addCustomer(service());
	for (let count = 0; count < projects; count++) addProject(service());
	const requestsWith = async (events: readonly string[]) => {
		const polls = trigger({ events: [...events] });
		await polls.activate();
		service().requests.splice(0);
		expect((await polls.poll()).outputs).toBeUndefined();
		return service().requests.length;
	};
	expect({
		all: await requestsWith(defaultKinds),
		onlyProjects: await requestsWith(ofProjects),
		onlyCreated: await requestsWith(['project.created']),
	}).toEqual(expected);
});
