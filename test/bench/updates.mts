import { pathOf } from '../../sandbox/service/description.mts';
import { byId } from './harness/locator.mts';
import type { Bench } from './harness/bench.mts';
import type { Comparison } from './harness/comparison.mts';
import { batchesOf, httpRequest } from './harness/httpRequest.mts';
import { OURS } from './harness/names.mts';
import { addProjects, behave, mostInFlight } from './harness/service.mts';
import type { Behaviour } from './harness/service.mts';
import { energyProjects, manualWorkflow } from './harness/workflows.mts';
import type { WorkflowNode } from './harness/workflows.mts';

const LATENCY_MS = 20;
const MOST_AT_ONCE = 20;
export const ALL_AT_ONCE = 'HTTP Request, all at once';
export const IN_BATCHES = 'HTTP Request, batches of 5';
/** The next five as soon as the last could be answered. n8n's default for the pause is a second. */
export const inBatches = batchesOf(5, LATENCY_MS);

/** Updates of many projects, each item another one. */
export const updates = (bench: Bench): Comparison[] =>
	[bench.size(300, 20), bench.size(1_000, 40)].map((count) => updatesOf(bench, count));

function updatesOf(bench: Bench, count: number): Comparison {
	const most = new Map<string, number>();
	const notes: string[] = [
		'',
		`"${IN_BATCHES}": a pause of ${LATENCY_MS} ms between them, so that the next five go as soon as the last could be answered; n8n's default is a second. The HTTP Request node continues without waiting for the answers.`,
	];
	const contender = (name: string, short: string, writing: () => Promise<WorkflowNode>) => ({
		name,
		async measure() {
			const run = { name: `${short}${count}`, count, behaviour: { latencyMs: LATENCY_MS } };
			const { seconds, lost, atOnce } = await writeAll(bench, run, writing);
			if (lost > 0) throw new Error(`${name}: ${lost} of ${count} projects were not updated`);
			most.set(name, Math.max(most.get(name) ?? 0, atOnce));
			if (name === OURS && atOnce > MOST_AT_ONCE) {
				throw new Error(`${atOnce} requests were in flight, ${MOST_AT_ONCE} are allowed`);
			}
			const counted = [...most].map(([who, number]) => `${who}: ${number}`).join('; ');
			notes.splice(0, 1, `Most requests in flight, counted at the service: ${counted}.`);
			return seconds;
		},
	});
	return {
		title: `Update of ${count} projects at ${LATENCY_MS} ms latency`,
		unit: 's',
		rounds: bench.size(5, 1),
		contenders: [
			contender(OURS, 'Ours', async () => ourUpdate()),
			contender(ALL_AT_ONCE, 'Once', async () => await httpUpdate(bench)),
			contender(IN_BATCHES, 'Five', async () => await httpUpdate(bench, inBatches)),
		],
		ratios: [
			{ of: OURS, against: ALL_AT_ONCE, atMost: 1.2 },
			{ of: OURS, against: IN_BATCHES, atMost: 0.4 },
		],
		notes,
	};
}

/** What one run over all projects did, by the service's own books. */
export interface Written {
	readonly seconds: number;
	/** Projects that were not updated. */
	readonly lost: number;
	/** Most requests in flight. */
	readonly atOnce: number;
}

/** One run over all projects. */
interface WritingRun {
	/** The end of the workflow's id. */
	readonly name: string;
	/** How many projects there are. */
	readonly count: number;
	readonly behaviour: Behaviour;
}

/** Gives every project of the service a value that it did not have, by one node that gets an item for each. */
export async function writeAll(
	bench: Bench,
	{ name, count, behaviour }: WritingRun,
	writing: () => Promise<WorkflowNode>,
): Promise<Written> {
	const { service } = bench.stack;
	const projects = projectsOf(bench, count);
	// Not before the projects are there: new ones come to a service without latency or limit.
	behave(service, behaviour);
	const items = projects.map(({ id }, number) => ({ id, projectValue: 50_000 + number }));
	const workflow = manualWorkflow(`BenchUpdate${name}`, items, [await writing()]);
	const { most, result } = await mostInFlight(service, async () => await bench.run(workflow));
	const right = items.filter(
		({ id, projectValue }) => service.store.projects.get(id)?.projectValue === projectValue,
	);
	return { seconds: result.seconds, lost: count - right.length, atOnce: most };
}

/** The same projects as before where there are as many, with the value they had in the beginning. */
function projectsOf({ stack: { service } }: Bench, count: number) {
	const { store, company } = service;
	if (store.projects.size !== count) return addProjects(service, count);
	const projects = store.list('project', company.id);
	for (const { id } of projects) store.edit('project', id, { projectValue: 0 });
	return projects;
}

export const ourUpdate = (): WorkflowNode => ({
	...energyProjects('Update', {
		resource: 'project',
		operation: 'update',
		projectId: byId('={{ $json.id }}'),
		updateFields: { projectValue: '={{ $json.projectValue }}' },
	}),
	onError: 'continueRegularOutput',
});

/** @param options those of n8n's HTTP Request node */
export const httpUpdate = async (bench: Bench, options = {}): Promise<WorkflowNode> => ({
	...(await httpRequest(bench, 'Update', {
		method: 'PATCH',
		url: `=${bench.stack.service.baseUrl}${pathOf('updateProject', '{{ $json.id }}')}`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { projectValue: $json.projectValue } }}',
		options,
	})),
	onError: 'continueRegularOutput',
});
