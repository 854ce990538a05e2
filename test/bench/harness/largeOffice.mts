import getPort from 'get-port';
import type { IDataObject } from 'n8n-workflow';
import pWaitFor from 'p-wait-for';
import { within } from '../../../sandbox/n8n/rest.mts';
import { eventKinds } from '../../../sandbox/service/records.mts';
import { LargeService } from '../../e2e/harness/largeService.mts';
import { recordsOf } from '../../shared.mts';
import type { Bench } from './bench.mts';
import { addProjects, fill } from './service.mts';
import { watching } from './watching.mts';
import type { Needed } from './watching.mts';
import { manualWorkflow, startedBy } from './workflows.mts';

const PACKAGE = 'n8n-nodes-energy-projects';
/** By then n8n has published a workflow, its first poll included. */
const PUBLISHED_WITHIN_SECONDS = 300;

interface Found {
	readonly results: readonly unknown[];
	readonly paginationToken?: string;
}

interface Work {
	/** What comes before it, and is not measured. */
	prepare?(): Promise<void>;
	run(): Promise<void>;
}

/** Many records, and what people do with them in n8n. */
export class LargeOffice {
	readonly projects: number;
	readonly customers: number;
	/** By name: what is measured. Each does it once, and fails if a record is missing. */
	readonly work: Readonly<Record<string, Work>>;
	private readonly bench: Bench;
	private readonly service = new LargeService();
	private readonly changed: number;
	private credentials: object = {};
	private inspectorPort?: number;
	private round = 0;

	constructor(bench: Bench) {
		this.bench = bench;
		this.projects = bench.size(50_000, 150);
		this.customers = bench.size(30_000, 90);
		this.changed = bench.size(5_000, 20);
		this.work = {
			'Get Many, Return All': { run: async () => await this.listProjects() },
			[`Create or Update of ${this.changed} customers, half of them changed`]: {
				run: async () => await this.updateCustomers(),
			},
			'The first poll of all events': { run: async () => await this.firstPoll() },
			'A poll that finds one edit': this.pollWithEdit(),
			'Editor: the projects, first answer': {
				run: async () => void (await this.search('Project')),
			},
			'Editor: the projects, next answer': this.scrolling(),
			'Editor: a customer by name': { run: async () => await this.searchCustomer() },
		};
	}

	/** In a small run n8n stays as it is: a start takes longer than all of the run. */
	async open(): Promise<void> {
		const { bench, service } = this;
		await service.start();
		addProjects(bench.stack.service, 1);
		service.fillProjects(recordsOf(bench.stack.service, 'project'), this.projects);
		fill(bench.stack.service, 'customer', 1, () => ({ firstName: 'Ada', address: null }));
		service.fillCustomers(recordsOf(bench.stack.service, 'customer'), this.customers);
		const data = { baseUrl: service.url, apiKey: 'key-of-the-large-office' };
		const id = await bench.credential('Large office', 'energyProjectsApi', data);
		this.credentials = { energyProjectsApi: { id, name: 'Large office' } };
		if (bench.scale === 'small') return;
		this.inspectorPort = await getPort();
		const inspector = `--inspect=127.0.0.1:${this.inspectorPort}`;
		await bench.restart({ NODE_OPTIONS: `--max-old-space-size=2048 ${inspector}` });
	}

	async measure(name: string): Promise<Needed> {
		const work = this.work[name];
		await work.prepare?.();
		const { n8n } = this.bench.stack;
		return await watching(n8n.url, this.inspectorPort, async () => await work.run()).catch(
			(error: Error) => {
				throw new Error(`${error.message}\nn8n wrote:\n${n8n.output().slice(-1_500)}`);
			},
		);
	}

	async close(): Promise<void> {
		this.service.close();
		if (this.inspectorPort !== undefined) await this.bench.restart({});
	}

	private node(name: string, parameters: IDataObject) {
		const type = `${PACKAGE}.energyProjects`;
		return { name, type, parameters, credentials: this.credentials };
	}

	private async listProjects(): Promise<void> {
		const parameters = { resource: 'project', operation: 'getAll', returnAll: true };
		const list = this.node('List', parameters);
		const { outputs } = await this.bench.run(manualWorkflow('BenchOfficeList1', [{}], [list]));
		expectCount('projects', outputs.List?.[0]?.length, this.projects);
	}

	private async updateCustomers(): Promise<void> {
		const { changed, service } = this;
		const round = ++this.round;
		const items = Array.from({ length: changed }, (_, number) => ({
			email: `contact.${number}@mail.example`,
			...(number % 2 === 0 && { phoneNumber: `+49 431 ${round}` }),
		}));
		const parameters = {
			...{ resource: 'customer', operation: 'upsert', dataMode: 'autoMapInputData' },
			...{ matchOn: 'email', matchValue: '' },
		};
		const before = service.writes;
		const id = `BenchOfficeSync${round}`;
		await this.bench.run(manualWorkflow(id, items, [this.node('Sync', parameters)]));
		expectCount('writes', service.writes - before, Math.ceil(changed / 2));
	}

	/** Publishing a workflow polls at once. */
	private async firstPoll(): Promise<void> {
		await this.poll(`BenchOfficePoll${++this.round}`);
	}

	/** The poll compares with what the last poll of the workflow saved. */
	private pollWithEdit(): Work {
		const id = 'BenchOfficeEdits';
		return {
			prepare: async () => {
				await this.poll(id);
				this.service.editProject(7);
			},
			run: async () => {
				const { rest } = this.bench.stack;
				const before = await rest.executionIds(id);
				await this.poll(id);
				const hasStarted = async () => (await rest.executionIds(id)).length > before.length;
				await pWaitFor(hasStarted, within(60, 'The edit was not reported'));
			},
		};
	}

	private async poll(id: string): Promise<void> {
		const { rest } = this.bench.stack;
		await this.bench.add(this.polling(id));
		await rest.publish(id, PUBLISHED_WITHIN_SECONDS);
		await rest.unpublish(id);
	}

	private polling(id: string) {
		const parameters = {
			events: [...eventKinds],
			pollTimes: { item: [{ mode: 'everyX', value: 12, unit: 'hours' }] },
		};
		const type = `${PACKAGE}.energyProjectsPollingTrigger`;
		const trigger = { name: 'Poll', type, parameters, credentials: this.credentials };
		return startedBy(id, trigger);
	}

	private async search(
		noun: 'Project' | 'Customer',
		more: { filter?: string; paginationToken?: string } = {},
	): Promise<Found> {
		const path = '/rest/dynamic-node-parameters/resource-locator-results';
		return await this.bench.stack.rest.call<Found>('POST', path, {
			path: `parameters.${noun.toLowerCase()}Id`,
			methodName: `search${noun}s`,
			nodeTypeAndVersion: { name: `${PACKAGE}.energyProjects`, version: 1 },
			currentNodeParameters: { authentication: 'apiKey' },
			credentials: this.credentials,
			...more,
		});
	}

	private scrolling(): Work {
		let token: string | undefined;
		return {
			prepare: async () => {
				({ paginationToken: token } = await this.search('Project'));
			},
			run: async () => {
				if (token === undefined) throw new Error('There was nothing to scroll to');
				const { results } = await this.search('Project', { paginationToken: token });
				if (results.length === 0) throw new Error('Nothing came when scrolling');
			},
		};
	}

	private async searchCustomer(): Promise<void> {
		const number = Math.floor(this.customers / 2);
		const { results } = await this.search('Customer', { filter: `Lovelace ${number}` });
		if (results.length === 0) throw new Error('The customer was not found');
	}
}

function expectCount(what: string, count: number | undefined, expected: number): void {
	if (count !== expected) throw new Error(`There were ${count} ${what}, not ${expected}`);
}
