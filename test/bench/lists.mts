import type { Bench } from './harness/bench.mts';
import type { Comparison } from './harness/comparison.mts';
import { OURS } from './harness/names.mts';
import { addProjects, behave } from './harness/service.mts';
import { httpRequest, pageByPage } from './harness/httpRequest.mts';
import { energyProjects, manualWorkflow } from './harness/workflows.mts';

const LATENCY_MS = 30;
const PAGE = 100;
const MOST_AT_ONCE = 20;

/** A whole list of projects: all its pages. */
export function lists(bench: Bench): Comparison[] {
	const { service } = bench.stack;
	const count = bench.size(5_000, 250);
	const rounds = fewestRounds(Math.ceil(count / PAGE));
	const whole = manualWorkflow(
		'BenchListOurs001',
		[{}],
		[energyProjects('List', { resource: 'project', operation: 'getAll', returnAll: true })],
	);

	return [
		{
			title: `Get Many, Return All, of ${count} projects at ${LATENCY_MS} ms latency`,
			unit: 's',
			setUp: async () => void addProjects(service, count),
			contenders: [
				{
					name: OURS,
					async measure() {
						behave(service, { latencyMs: LATENCY_MS });
						const { seconds, outputs } = await bench.run(whole);
						expectRecords(
							count,
							(outputs.List?.[0] ?? []).map(({ json }) => json.id),
						);
						return seconds;
					},
				},
				{
					name: 'HTTP Request with pagination',
					async measure() {
						const paged = manualWorkflow(
							'BenchListHttp001',
							[{}],
							[
								await httpRequest(bench, 'List', {
									url: `${service.baseUrl}/api/v1/projects`,
									...pageByPage(PAGE),
								}),
							],
						);
						behave(service, { latencyMs: LATENCY_MS });
						const { seconds, outputs } = await bench.run(paged);
						const pages = (outputs.List?.[0] ?? []).map(({ json }) => json.items);
						expectRecords(
							count,
							pages.flatMap((items) => items as Array<{ id: string }>).map(({ id }) => id),
						);
						return seconds;
					},
				},
				{ name: 'the bound', measure: async () => (rounds * LATENCY_MS) / 1000 },
			],
			ratios: [
				{ of: OURS, against: 'HTTP Request with pagination', atMost: 0.2 },
				{ of: OURS, against: 'the bound', atMost: 1.5 },
			],
			notes: [
				`The bound is computed: ${rounds} rounds of ${LATENCY_MS} ms. The first request goes alone, then 5 go at once, then twice as many each round up to ${MOST_AT_ONCE}, until all ${Math.ceil(count / PAGE)} pages are read. Nothing is counted for n8n, for the service's own work, or for the look whether the list moved.`,
			],
		},
	];
}

/** Rounds of requests that the pace allows for so many pages: one alone, then five, then twice as many each time. */
function fewestRounds(pages: number): number {
	let rounds = 1;
	let left = pages - 1;
	for (let atOnce = 5; left > 0; atOnce = Math.min(MOST_AT_ONCE, atOnce * 2)) {
		left -= atOnce;
		rounds++;
	}
	return rounds;
}

function expectRecords(count: number, ids: readonly unknown[]): void {
	const different = new Set(ids).size;
	if (ids.length === count && different === count) return;
	throw new Error(
		`${count} records were there, ${ids.length} came, ${different} of them different`,
	);
}
