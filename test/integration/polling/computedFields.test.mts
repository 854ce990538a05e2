import { expect, it } from 'vitest';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { usePolls } from '../harness/polls.mts';

const { service, trigger: triggerOf, projects } = usePolls();

const LOAD = 'project.buildingHeatLoadKw';
const SIZING = 'project.heatPumpSizing';
const trigger = (onlyIfChanged: string[]) =>
	triggerOf({ events: ['project.edited'], onlyIfChanged });
/** The service computes, and the project's time of change stays. */
const compute = ({ id }: ApiRecord, buildingHeatLoadKw: number | null) =>
	service().store.calculate(id, { buildingHeatLoadKw });

it('a computed field starts the workflow if it is chosen: when it is computed, and whenever it changes', async () => {
	const [project] = projects(2);
	const polls = trigger([LOAD]);
	await polls.activate();
	const ids = new Set<unknown>();
	// The last ones change back and forth.
	for (const value of [9.2, 9.200000000000001, 0, null, 9.2]) {
		compute(project, value);
		const { json } = await polls.poll();
		expect(json).toMatchObject([
			{
				event: 'project.edited',
				changedFields: ['buildingHeatLoadKw'],
				record: { id: project.id, buildingHeatLoadKw: value, updatedAt: project.updatedAt },
			},
		]);
		ids.add(json[0].eventId);
		expect((await polls.poll()).outputs).toBeUndefined();
	}
	expect(ids.size).toBe(5);
});

it('a computed field can be the sizing of the heat pump: any of its values, but not their order', async () => {
	const [project] = projects(1);
	const polls = trigger([SIZING]);
	await polls.activate();
	const size = (heatPumpSizing: object | null) =>
		service().store.calculate(project.id, { heatPumpSizing });
	const changes = async () => (await polls.poll()).json.map(({ changedFields }) => changedFields);
	const sizing = { heatPumpStandardOutputKw: 9.7, bivalencePoint: -5 };
	size(sizing);
	expect(await changes()).toEqual([['heatPumpSizing']]);
	size({ bivalencePoint: -5, heatPumpStandardOutputKw: 9.7 });
	expect(await changes()).toEqual([]);
	size({ ...sizing, bivalencePoint: -4 });
	expect(await changes()).toEqual([['heatPumpSizing']]);
	size(null);
	expect(await changes()).toEqual([['heatPumpSizing']]);
});
