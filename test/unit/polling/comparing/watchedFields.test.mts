import { describe, expect, it } from 'vitest';
import { useStoppedClock } from '../clock.mts';
import { PollingTrigger } from '../polls/pollingTrigger.mts';
import { many, node, project, PROJECTS } from './pollingNode.mts';

useStoppedClock();
const { events } = PollingTrigger;
const LOAD = 'buildingHeatLoadKw';

/** Whether an edit is reported after the service has computed a value for the first time, with these parameters. */
async function isReported(parameters: { events: string[]; onlyIfChanged?: string[] }) {
	const trigger = new PollingTrigger({ parameters });
	trigger.service.projects = [project(1, { [LOAD]: null })];
	await trigger.activate();
	trigger.service.projects = [project(1, { [LOAD]: 9 })];
	return events(await trigger.poll())?.flat() ?? [];
}

describe('a computed field', () => {
	it('is compared if edits of its record watch it', async () => {
		const onlyIfChanged = ['customer.email', `project.${LOAD}`];
		const ofProject = ['project.edited P-1'];
		expect(await isReported({ events: ['project.edited'], onlyIfChanged })).toEqual(ofProject);
		const all = [...PROJECTS, 'customer.created', 'customer.edited'];
		expect(await isReported({ events: all, onlyIfChanged })).toEqual(ofProject);
	});

	it('is not compared otherwise', async () => {
		expect(await isReported({ events: PROJECTS })).toEqual([]);
		expect(await isReported({ events: PROJECTS, onlyIfChanged: ['project.name'] })).toEqual([]);
	});

	it('takes no room in the state if no edit is reported that could watch it', async () => {
		const fieldsKept = async (kinds: readonly string[]) => {
			const trigger = node(kinds, { watchedFields: () => [LOAD] });
			await trigger.poll({ projects: many });
			return (await trigger.state()).snapshots.project.layout.fields;
		};
		expect(await fieldsKept(PROJECTS)).toContain(LOAD);
		expect(await fieldsKept(['project.created', 'project.deleted'])).not.toContain(LOAD);
		// Edits of customers say nothing about projects.
		expect(await fieldsKept(['project.deleted', 'customer.edited'])).not.toContain(LOAD);
	});
});

it('a poll that finds nothing leaves the state as it was, so that nothing has to be saved', async () => {
	const trigger = node(PROJECTS);
	await trigger.poll({ projects: many });
	const before = await trigger.state();
	await trigger.poll({ projects: many });
	expect(await trigger.state()).toEqual(before);
	expect(before.lastReport).toBeUndefined();
});
