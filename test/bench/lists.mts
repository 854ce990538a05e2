import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { pathOf } from '../../sandbox/service/description.mts';
import type { Bench } from './harness/bench.mts';
import type { Comparison } from './harness/comparison.mts';
import { OURS } from './harness/names.mts';
import { addProjects, behave } from './harness/service.mts';
import { httpRequest, pageByPage } from './harness/httpRequest.mts';
import { energyProjects, manualWorkflow } from './harness/workflows.mts';

const LATENCY_MS = 30;
const PAGE = 100;
const MOST_AT_ONCE = 20;
const BARE = 'bare requests';

/** A whole list of projects: all its pages. */
export function lists(bench: Bench): Comparison[] {
	const { service } = bench.stack;
	const count = bench.size(5_000, 250);
	const pages = Math.ceil(count / PAGE);
	const rounds = roundsFor(pages);
	const url = `${service.baseUrl}${pathOf('listProjects')}`;
	const whole = manualWorkflow(
		'BenchListOurs001',
		[{}],
		[energyProjects('List', { resource: 'project', operation: 'getAll', returnAll: true })],
	);

	return [
		{
			title: `Get Many, Return All, of ${count} projects at ${LATENCY_MS} ms latency`,
			unit: 's',
			// Short as they are, the first ones are mostly n8n getting warm.
			rounds: bench.size(9, 1),
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
									url: `${service.baseUrl}${pathOf('listProjects')}`,
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
				{ name: 'the bound', measure: async () => (rounds.length * LATENCY_MS) / 1000 },
				{
					name: BARE,
					async measure() {
						behave(service, { latencyMs: LATENCY_MS });
						return (await bench.run(bareRequests(url, rounds))).seconds;
					},
				},
			],
			ratios: [
				{ of: OURS, against: 'HTTP Request with pagination', atMost: 0.2 },
				{ of: OURS, against: 'the bound', atMost: 1.5 },
				{ of: OURS, against: BARE },
				{ of: BARE, against: 'the bound' },
			],
			notes: [
				`The bound is computed: ${rounds.length} rounds of ${LATENCY_MS} ms. The first request goes alone, then 5 go at once, then twice as many each round up to ${MOST_AT_ONCE}, until all ${pages} pages are read (${rounds.join(', ')}). Nothing is counted for n8n, for sending and reading 100 records a page, or for the service's own work. "${BARE}" shows what of that is not the package's: a node that sends the same requests in the same rounds through n8n's own helper and throws the answers away.`,
			],
		},
	];
}

/** How many requests the pace allows in each round for so many pages: one, then five, then twice as many each time. */
function roundsFor(pages: number): number[] {
	const rounds = [1];
	let left = pages - 1;
	for (let atOnce = 5; left > 0; atOnce = Math.min(MOST_AT_ONCE, atOnce * 2)) {
		rounds.push(Math.min(atOnce, left));
		left -= atOnce;
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

function bareRequests(url: string, rounds: readonly number[]) {
	let page = 0;
	const urls = rounds.map((count) =>
		Array.from({ length: count }, () => `${url}?limit=${PAGE}&page=${++page}`),
	);
	return manualWorkflow(
		'BenchListBare001',
		[{}],
		[
			{
				name: 'List',
				type: 'n8n-nodes-bench-bare.bareRequests',
				parameters: { rounds: JSON.stringify(urls) },
				credentials: { energyProjectsApi: { id: credentialIds.apiKey, name: 'API key' } },
			},
		],
	);
}
