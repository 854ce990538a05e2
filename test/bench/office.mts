import type { IDataObject } from 'n8n-workflow';
import { eventKinds } from '../../sandbox/service/records.mts';
import { LargeService } from '../e2e/harness/largeService.mts';
import { watching } from '../e2e/harness/watching.mts';
import { inARow, manual, node } from '../e2e/harness/workflows.mts';
import type { Comparison } from './comparison.mts';
import { energyProjects, shortOf } from './n8n.mts';
import type { Bench } from './n8n.mts';
import { fill, SYNC } from './requests.mts';

const WORK = [
	'Get Many, Return All',
	'Create or Update of a tenth of the customers, half of them changed',
	'The first poll of all events',
	'A poll that finds one edit',
	'Editor: the projects, first answer',
	'Editor: the projects, next answer',
	'Editor: a customer by name',
];

/** A large office in an n8n that may use 2 GB for its objects: what it takes, and how long all others wait meanwhile. */
export function office(bench: Bench): Comparison[] {
	const projects = bench.size(50_000, 150);
	const customers = bench.size(30_000, 100);
	const figures = WORK.flatMap(
		(name): Array<[string, string]> => [
			[name, 's'],
			['Others waited at most', 'ms'],
		],
	);
	const ours = async (packageName: string) => {
		const service = new LargeService();
		await service.start();
		fill(bench, 1);
		const { store } = bench.stack.service;
		service.fillProjects([...store.projects.values()], projects);
		service.fillCustomers([...store.customers.values()], customers);
		// Nothing is in its memory yet.
		await bench.restart();
		try {
			return await workAll(bench, service, packageName, projects, customers);
		} finally {
			service.close();
		}
	};
	const env = { NODE_OPTIONS: '--max-old-space-size=2048', N8N_METRICS: 'true' };
	const memory = ['All of this: the most memory of n8n', 'MB'] as const;
	return [{ figures: [...figures, memory], rounds: bench.size(3, 1), env, ours }];
}

let serial = 0;

/** Does each of `WORK` once. @returns seconds and milliseconds for each of it, then megabytes */
async function workAll(
	bench: Bench,
	service: LargeService,
	packageName: string,
	projects: number,
	customers: number,
): Promise<number[]> {
	const name = `Office${shortOf(packageName)}${++serial}`;
	const { rest, n8n } = bench.stack;
	const access = { baseUrl: service.url, apiKey: 'key-of-the-large-office' };
	const credentials = await bench.credential('energyProjectsApi', access);
	const watch = watching(n8n.url);
	const run = async (what: string, items: readonly IDataObject[], parameters: IDataObject) =>
		await watch.over(async () => {
			const ours = energyProjects(packageName, parameters, credentials);
			return await bench.execute(manual(`${name}${what}`, items, ours));
		});
	/** Publishing a workflow polls at once; all of it may take 300 seconds. */
	const poll = async (what: string) => {
		const pollTimes = { item: [{ mode: 'everyX', value: 12, unit: 'hours' }] };
		const parameters = { events: [...eventKinds], pollTimes };
		const type = `${packageName}.energyProjectsPollingTrigger`;
		const one = inARow(`${name}${what}`, [node('Poll', type, parameters, credentials)]);
		await bench.add(one);
		await rest.publish(one.id, 300);
		await rest.unpublish(one.id);
		return one.id;
	};
	/** As the editor does for a locator. */
	const search = async (noun: 'Project' | 'Customer', more: object) => {
		const path = '/rest/dynamic-node-parameters/resource-locator-results';
		return await watch.over(
			async () => {
				const found = await rest.call<{ results: object[]; paginationToken?: string }>(
					'POST',
					path,
					{
						...{ path: `parameters.${noun.toLowerCase()}Id`, methodName: `search${noun}s` },
						nodeTypeAndVersion: { name: `${packageName}.energyProjects`, version: 1 },
						currentNodeParameters: { authentication: 'apiKey' },
						...{ credentials, ...more },
					},
				);
				if (found.results.length === 0) throw new Error(`The editor found no ${noun}`);
				return found;
				// One answer takes a tenth of a second, more or less by chance.
			},
			bench.size(10, 1),
		);
	};

	const list = { resource: 'project', operation: 'getAll', returnAll: true };
	const listed = bench.outcomeOf(await run('List', [{}], list)).items.length;
	if (listed !== projects) throw new Error(`${listed} of ${projects} projects came`);
	const contacts = Array.from({ length: customers / 10 }, (_, number) => ({
		email: `contact.${number}@mail.example`,
		...(number % 2 === 0 && { phoneNumber: `+49 431 ${serial}` }),
	}));
	await run('Sync', contacts, SYNC);
	if (service.writes !== customers / 20) throw new Error(`There were ${service.writes} writes`);
	await watch.over(async () => await poll('First'));
	// What the next poll of this workflow compares with.
	await poll('Edit');
	service.editProject(7);
	await watch.over(async () => await bench.executionsEnded(await poll('Edit'), 1));
	const { paginationToken = 'none' } = await search('Project', {});
	await search('Project', { paginationToken });
	await search('Customer', { filter: `Lovelace ${Math.floor(customers / 2)}` });
	return [...watch.seen.figures, watch.seen.megabytes];
}
