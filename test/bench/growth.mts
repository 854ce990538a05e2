import type { Bench } from './harness/bench.mts';
import type { Comparison, Unit } from './harness/comparison.mts';
import { runAlone } from './harness/growing.mts';
import type { AloneResult } from './harness/growing.mts';
import { byId } from './harness/locator.mts';
import { addProjects, atRest, behave, ID_START } from './harness/service.mts';

const WHERE =
	"Measured with the node alone on n8n's own engine, in a fresh process for each measurement: n8n itself would drown it, above all in saving the execution. Peak memory is by how much the resident memory of that process grew. The service answers without latency; its own work is in the times.";

/** How time and memory grow with the size of a list and with the number of items. */
export function growth(bench: Bench): Comparison[] {
	const records = bench.scale === 'full' ? [100, 1_000, 10_000, 50_000] : [10, 250];
	const items = bench.scale === 'full' ? [1, 10, 100, 1_000, 5_000] : [1, 20];
	return [
		...growing(bench, 'Get Many, Return All', records, 'records', listing(bench)),
		...growing(bench, 'Update of a project', items, 'items', updating(bench)),
	];
}

/** Runs the node once at a size. */
type Run = (size: number) => Promise<AloneResult>;

function growing(
	bench: Bench,
	title: string,
	sizes: readonly number[],
	what: string,
	run: Run,
): Comparison[] {
	// Below this the start of the run is most of it.
	const fitted = bench.scale === 'full' ? sizes.filter((size) => size >= 1_000) : sizes;
	const comparison = (
		measured: string,
		unit: Unit,
		value: (result: AloneResult) => number,
	): Comparison => ({
		title: `${title}: ${measured}`,
		unit,
		rounds: bench.size(3, 1),
		contenders: sizes.map((size) => ({
			name: `${size} ${what}`,
			async measure() {
				const result = await run(size);
				if (result.count !== size) throw new Error(`${result.count} of ${size} ${what} came out`);
				return Math.max(value(result), Number.MIN_VALUE);
			},
		})),
		growth: [
			{
				what: measured,
				sizes: fitted.map((size) => ({ contender: `${size} ${what}`, size })),
				atMost: 1.1,
			},
		],
		notes: [
			WHERE,
			`Fitted by least squares through the logarithms of ${fitted.join(', ')} ${what}; below that the start of the run dominates.`,
		],
	});
	return [
		comparison('time', 's', ({ seconds }) => seconds),
		comparison('peak memory', 'MB', ({ megabytes }) => megabytes),
	];
}

const listing = (bench: Bench): Run => {
	const { service } = bench.stack;
	return async (size) => {
		if (service.store.projects.size !== size) addProjects(service, size);
		behave(service, {});
		const parameters = { resource: 'project', operation: 'getAll', returnAll: true };
		const run = { ...accessTo(bench), parameters, items: 1 };
		return await atRest(service, async () => await runAlone(run));
	};
};

const updating = (bench: Bench): Run => {
	const { service } = bench.stack;
	return async (size) => {
		if (service.store.projects.size !== size) addProjects(service, size);
		behave(service, {});
		return await runAlone({
			...accessTo(bench),
			parameters: {
				resource: 'project',
				operation: 'update',
				projectId: byId(`=${ID_START}{{ String($json.number).padStart(12, '0') }}`),
				updateFields: { projectValue: '={{ $json.number }}' },
			},
			items: size,
		});
	};
};

const accessTo = ({ stack: { service } }: Bench) => ({
	baseUrl: service.baseUrl,
	apiKey: service.company.apiKey,
});
