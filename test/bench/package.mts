import { execa } from 'execa';
import getPort from 'get-port';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startN8n } from '../../sandbox/n8n/instance.mts';
import { NAME, packageFolder } from '../../sandbox/n8n/nodePackage.mts';
import { pathOf } from '../../sandbox/service/description.mts';
import type { Bench } from './harness/bench.mts';
import type { Comparison } from './harness/comparison.mts';
import { httpRequest } from './harness/httpRequest.mts';
import { OURS } from './harness/names.mts';
import { addProjects, behave } from './harness/service.mts';
import { energyProjects, manualWorkflow } from './harness/workflows.mts';
import type { WorkflowNode } from './harness/workflows.mts';

const LARGEST_KB = 100;
const ALLOWED = 'what it may be';
const PEER = 'n8n-nodes-bench-bare';
const ONE_OPERATION = 'a node with one operation';

/** What the package costs before it does anything. */
export const packaged = (bench: Bench): Comparison[] => [
	{
		title: 'Size as it is published',
		unit: 'kB',
		rounds: 1,
		contenders: [
			{ name: OURS, measure: async () => statSync(bench.tarball).size / 1_000 },
			{ name: ALLOWED, measure: async () => LARGEST_KB },
		],
		ratios: [{ of: OURS, against: ALLOWED, atMost: 1 }],
	},
	// Too long for the small run, and nothing in it that the others do not use.
	...(bench.scale === 'full' ? [starting(bench)] : []),
	loading(bench),
	firstRequest(bench),
];

/** From the start of n8n until it is ready. */
function starting(bench: Bench): Comparison {
	const folders: string[] = [];
	const start = async (userFolder: string) => {
		const options = { userFolder, port: await getPort() };
		const began = performance.now();
		const n8n = await startN8n(options);
		const seconds = (performance.now() - began) / 1000;
		await n8n.stop();
		return seconds;
	};
	return {
		title: 'Start of n8n until it is ready, with one community package in it',
		unit: 's',
		async setUp() {
			for (const name of [NAME, PEER]) {
				const userFolder = await bench.folderWith(name);
				folders.push(userFolder);
				// The first start makes the database.
				await start(userFolder);
			}
		},
		contenders: [
			{ name: OURS, measure: async () => await start(folders[0]) },
			{ name: ONE_OPERATION, measure: async () => await start(folders[1]) },
		],
		ratios: [{ of: OURS, against: ONE_OPERATION, atMost: 1.2 }],
		tearDown: async () => folders.forEach((folder) => rmSync(folder, { recursive: true })),
	};
}

function loading(bench: Bench): Comparison {
	const { userFolder } = bench.stack.options;
	const ours = packageFolder(userFolder);
	const contender = (name: string, folder: string) => ({
		name,
		async measure() {
			const script = join(import.meta.dirname, 'harness', 'loading.mts');
			const { stdout } = await execa(process.execPath, ['--no-warnings', script, folder], {
				stdin: 'ignore',
			});
			return Number(stdout.slice(stdout.lastIndexOf('\n') + 1));
		},
	});
	return {
		title: 'Loading by n8n’s own loader',
		unit: 'ms',
		rounds: bench.size(9, 1),
		contenders: [contender(OURS, ours), contender(ONE_OPERATION, join(ours, '..', PEER))],
		ratios: [{ of: OURS, against: ONE_OPERATION }],
		notes: [
			'Part of the start above, in a fresh process that holds n8n-workflow already: three nodes, three credential types and all their files against one node in one file.',
		],
	};
}

/** From the start of the node to the arrival of its first request at the service. */
function firstRequest(bench: Bench): Comparison {
	const { service } = bench.stack;
	const contender = (name: string, id: string, nodeOf: () => Promise<WorkflowNode>) => ({
		name,
		async measure() {
			behave(service, {});
			const { beganAt } = await bench.run(manualWorkflow(id, [{}], [await nodeOf()]));
			return Math.max(1, service.requests[0].at - beganAt);
		},
	});
	return {
		title: 'Time until the first request arrives',
		unit: 'ms',
		rounds: bench.size(9, 1),
		setUp: async () => void addProjects(service, 1),
		contenders: [
			contender(OURS, 'BenchFirstOurs01', async () =>
				energyProjects('Read', { resource: 'project', operation: 'getAll', limit: 1 }),
			),
			contender(
				'HTTP Request',
				'BenchFirstHttp01',
				async () =>
					await httpRequest(bench, 'Read', {
						url: `${service.baseUrl}${pathOf('listProjects')}?limit=1`,
					}),
			),
		],
		ratios: [{ of: OURS, against: 'HTTP Request' }],
		notes: ['From the start of the node, in whole milliseconds, since n8n notes no fractions.'],
	};
}
