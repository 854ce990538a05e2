import type { IDataObject } from 'n8n-workflow';
import { eventKinds } from '../../sandbox/service/records.mts';
import { watching } from '../e2e/harness/watching.mts';
import { inARow, manual, node } from '../e2e/harness/workflows.mts';
import type { Comparison } from './comparison.mts';
import { energyProjects, shortOf } from './n8n.mts';
import type { Bench } from './n8n.mts';
import { fill, SYNC } from './requests.mts';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { listening } from '../servers.mts';

const WORK = [
	'Get Many, Return All',
	'Create or Update of a tenth of the customers, half changed',
	'The first poll of all events',
	'A poll that finds one edit',
	'Editor: the projects',
	'Editor: a customer by name',
];

/** A large office in an n8n that may use 2 GB for its objects: what it takes, and how long all others wait meanwhile. */
export function office(bench: Bench): Comparison[] {
	const projects = bench.size(50_000, 150);
	const customers = bench.size(30_000, 100);
	const waited: [string, string] = ['Others waited at most', 'ms'];
	const figures = WORK.flatMap((name): Array<[string, string]> => [[name, 's'], waited]);
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
	figures.push(['Memory of n8n at most', 'MB']);
	return [{ figures, rounds: bench.size(3, 1), env, ours }];
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
	const search = async (noun: 'Project' | 'Customer', filter?: string) => {
		const path = '/rest/dynamic-node-parameters/resource-locator-results';
		const asked = {
			...{ path: `parameters.${noun.toLowerCase()}Id`, methodName: `search${noun}s` },
			nodeTypeAndVersion: { name: `${packageName}.energyProjects`, version: 1 },
			...{ currentNodeParameters: { authentication: 'apiKey' }, credentials, filter },
		};
		const once = async () => {
			const found = await rest.call<{ results: object[] }>('POST', path, asked);
			if (found.results.length === 0) throw new Error(`The editor found no ${noun}`);
		};
		// One answer takes a tenth of a second, more or less by chance.
		await watch.over(once, bench.size(10, 1));
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
	await search('Project');
	await search('Customer', `Lovelace ${Math.floor(customers / 2)}`);
	return [...watch.seen.figures, watch.seen.megabytes];
}

type ApiRecord = Readonly<Record<string, unknown>>;

/** Records of one kind, and each of them as it is sent. */
class LargeList {
	private readonly records: ApiRecord[] = [];
	private readonly texts: string[] = [];
	private readonly places = new Map<string, number>();

	fill(sample: readonly ApiRecord[], count: number, fieldsOf: (number: number) => object): void {
		for (let number = 0; number < count; number++) {
			const time = new Date(Date.UTC(2024, 0, 1) + number * 60_000).toISOString();
			const id = `${String(number).padStart(8, '0')}-0000-4000-8000-${String(number * 7919).padStart(12, '0')}`;
			const times = { createdAt: time, updatedAt: time };
			this.places.set(id, number);
			this.put(number, { ...sample[number % sample.length], id, ...times, ...fieldsOf(number) });
		}
	}

	edit(number: number, fields: object): void {
		this.put(number, { ...this.records[number], ...fields, updatedAt: new Date().toISOString() });
	}

	placeOf(id: string): number | undefined {
		return this.places.get(id);
	}

	textOf(number: number): string {
		return this.texts[number];
	}

	all(): string {
		return `[${this.texts.join()}]`;
	}

	page(query: URLSearchParams): string {
		const limit = Number(query.get('limit') ?? 100);
		const page = Number(query.get('page') ?? 1);
		const start = (page - 1) * limit;
		const { length } = this.texts;
		const [from, to] = [Math.max(0, length - start - limit), Math.max(0, length - start)];
		const items =
			query.get('order') === 'desc'
				? this.texts.slice(from, to).reverse()
				: this.texts.slice(start, start + limit);
		return `{"items":[${items.join()}],"metadata":{"page":${page},"limit":${limit},"total":"${length}"}}`;
	}

	private put(number: number, record: ApiRecord): void {
		this.records[number] = record;
		this.texts[number] = JSON.stringify(record);
	}
}

/** A service with very many records: the local one would take most of the time for itself. */
class LargeService {
	url = '';
	close = () => {};
	writes = 0;
	private readonly projects = new LargeList();
	private readonly customers = new LargeList();
	private readonly server = createServer((request, response) => {
		response.setHeader('content-type', 'application/json');
		void this.answer(request).then((text) => {
			if (text === undefined) response.statusCode = 404;
			response.end(text ?? '{"message":"Not found"}');
		});
	});

	async start(): Promise<void> {
		Object.assign(this, await listening(this.server));
	}

	fillProjects(sample: readonly ApiRecord[], count: number): void {
		this.projects.fill(sample, count, (number) => ({
			...{ humanId: `P-${number}`, name: `Haus ${number}`, customerId: null },
		}));
	}

	fillCustomers(sample: readonly ApiRecord[], count: number): void {
		this.customers.fill(sample, count, (number) => ({
			...{ humanId: `C-${number}`, lastName: `Lovelace ${number}` },
			email: `contact.${number}@mail.example`,
		}));
	}

	editProject(number: number): void {
		this.projects.edit(number, { status: 'archived' });
	}

	/** Undefined if there is no such record. */
	private async answer(request: IncomingMessage): Promise<string | undefined> {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const body = await textOf(request);
		const [, subject, id] = /\/(projects|customers)(?:\/([^/]+))?$/.exec(pathname) ?? [];
		if (subject === undefined) return undefined;
		const list = subject === 'projects' ? this.projects : this.customers;
		if (id === undefined) return subject === 'projects' ? list.page(searchParams) : list.all();
		const place = list.placeOf(id);
		if (place === undefined) return undefined;
		if (request.method !== 'GET') {
			this.writes++;
			list.edit(place, JSON.parse(body) as object);
		}
		return list.textOf(place);
	}
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
