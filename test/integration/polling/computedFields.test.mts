import { describe, expect, it } from 'vitest';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import type { PollBenchOptions } from '../harness/n8n/pollBench.mts';
import { usePolls } from '../harness/polls.mts';

const { service, trigger: triggerOf, projects } = usePolls();

const LOAD = 'project.buildingHeatLoadKw';
const SIZING = 'project.heatPumpSizing';
const parametersOf = (...onlyIfChanged: string[]) => ({
	events: ['project.edited'],
	onlyIfChanged,
});
const trigger = (onlyIfChanged: string[], more: Partial<PollBenchOptions> = {}) =>
	triggerOf(parametersOf(...onlyIfChanged), more);
/** The service computes, and the project's time of change stays. */
const compute = ({ id }: ApiRecord, buildingHeatLoadKw: number | null) =>
	service().store.calculate(id, { buildingHeatLoadKw });

describe('a computed field', () => {
	it('is not compared if it is not chosen', async () => {
		const [project] = projects(1);
		for (const onlyIfChanged of [[], ['project.status'], [SIZING]]) {
			const polls = trigger(onlyIfChanged);
			await polls.activate();
			compute(project, 9.2 + onlyIfChanged.length);
			expect((await polls.poll()).outputs).toBeUndefined();
		}
	});

	it('starts the workflow if it is chosen: when it is computed, and whenever it changes', async () => {
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

	it('can be the sizing of the heat pump: any of its values, but not their order', async () => {
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
});

describe('if a computed field is chosen or no longer chosen in a published workflow', () => {
	it('the next poll records its values, and only what changes from then on starts the workflow', async () => {
		const all = projects(4);
		for (const [index, project] of all.entries()) compute(project, index);
		const polls = trigger(['project.status']);
		await polls.activate();
		compute(all[0], 99);
		polls.options.parameters = parametersOf('project.status', LOAD);
		expect((await polls.activate()).outputs).toBeUndefined();
		compute(all[1], 99);
		expect((await polls.poll()).events).toEqual([`project.edited ${all[1].id}`]);

		polls.options.parameters = parametersOf('project.status');
		expect((await polls.activate()).outputs).toBeUndefined();
		compute(all[2], 99);
		expect((await polls.poll()).outputs).toBeUndefined();
		polls.options.parameters = parametersOf('project.status', LOAD);
		expect((await polls.activate()).outputs).toBeUndefined();
		compute(all[3], 99);
		expect((await polls.restart()).events).toEqual([`project.edited ${all[3].id}`]);
	});
});
