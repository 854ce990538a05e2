import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { poll } from '../../../../nodes/EnergyProjects/polling/poll.ts';
import { defaultKinds } from '../../../../nodes/EnergyProjects/service/eventKinds.ts';
import { BASE_URL, Service } from '../service.mts';

interface Options {
	parameters?: IDataObject;
	/** A context for each poll, which n8n makes from what is saved. */
	isDurable?: boolean;
	/** With a context for each poll: whether state and execution are saved in one transaction, as they are by default. */
	hasCursor?: boolean;
	/** How long n8n lets a poll take, in milliseconds; null before 2.37, which does not say. */
	budgetMs?: number | null;
	/** Before 2.36: it says nothing to a poll whose execution does not start. */
	isOldN8n?: boolean;
	credential?: IDataObject;
}

type Outputs = INodeExecutionData[][] | null;
type Done = Parameters<IPollFunctions['__emit']>[2];

interface HandedOver {
	readonly outputs: INodeExecutionData[][];
	readonly done: Done;
}

let count = 0;

/** One polling trigger, and as much of n8n as it needs. */
export class PollingTrigger {
	readonly service = new Service();
	readonly log: string[] = [];
	/** What the node handed over by itself, newest last. */
	readonly handedOver: HandedOver[] = [];
	private emitted: HandedOver | undefined;
	readonly options: Options;
	/** The workflow's static data in the database, and the cursor of the node. */
	saved: { workflow: IDataObject; cursor: IDataObject } = { workflow: {}, cursor: {} };
	name = 'Changes';
	private readonly nodeId = `node-${++count}`;
	private process = 1;
	private staticData: IDataObject = {};
	private context: IPollFunctions | undefined;

	constructor(options: Options = {}) {
		this.options = options;
	}

	/** What the parameters of a poll say, unless the test says otherwise. */
	parameters(): IDataObject {
		return { events: [...defaultKinds], ...this.options.parameters };
	}

	/** n8n starts or the workflow is published: the context is new, and the first poll comes at once. */
	async activate(): Promise<Outputs> {
		this.staticData = structuredClone(this.saved.workflow);
		this.context = this.newContext();
		const outputs = await this.run(this.context);
		if (this.options.isDurable !== true) this.saved.workflow = structuredClone(this.staticData);
		return outputs;
	}

	/** A poll that is due. */
	async poll(): Promise<Outputs> {
		if (this.options.isDurable === true) {
			this.staticData = structuredClone(this.saved.workflow);
			this.context = this.newContext();
		}
		return await this.run((this.context ??= this.newContext()));
	}

	/** The process ends, and the next one knows what was saved. */
	async restart(): Promise<Outputs> {
		this.process++;
		return await this.activate();
	}

	/** Fetch Test Event. */
	async fetchTestEvent(): Promise<Outputs> {
		return await poll(this.newContext('manual'));
	}

	/** Kind and human ID of each event, by output. */
	static events(outputs: Outputs): string[][] | null {
		return outputs && outputs.map((items) => items.map(({ json }) => eventIn(json)));
	}

	private get hasCursor(): boolean {
		const { isDurable = false, hasCursor = isDurable } = this.options;
		return hasCursor;
	}

	private async run(context: IPollFunctions): Promise<Outputs> {
		const returned = await poll(context);
		const emitted = returned === null ? this.emitted : undefined;
		if (returned === null) this.emitted = undefined;
		const outputs = returned ?? emitted?.outputs ?? null;
		if (this.hasCursor) this.saved.cursor = structuredClone(context.getWorkflowStaticData('node'));
		else if (outputs !== null) this.saved.workflow = structuredClone(this.staticData);
		if (returned === null && emitted !== undefined) this.handedOver.push(emitted);
		return outputs;
	}

	/** A registration of the node as it is called now. */
	newContext(mode = 'trigger'): IPollFunctions {
		const { service, staticData, nodeId, name, process, options } = this;
		const { isDurable = false, budgetMs = isDurable ? 36_000 : 300_000 } = options;
		const cursor = this.hasCursor ? structuredClone(this.saved.cursor) : { __dataChanged: false };
		return {
			getMode: () => mode,
			getNode: () => ({ id: nodeId, name, type: 'polling', typeVersion: 1 }),
			// What a process remembers, it remembers by the ID of the workflow.
			getWorkflow: () => ({ id: `workflow ${process}`, name: 'Orders' }),
			getWorkflowStaticData: (of: string) => (of === 'node' ? cursor : staticData),
			getNodeParameter: (of: string, fallback: unknown) => this.parameters()[of] ?? fallback,
			getCredentials: async () => ({
				baseUrl: BASE_URL,
				apiKey: 'key-123456',
				...options.credential,
			}),
			helpers: {
				httpRequestWithAuthentication: service.send,
				createDeferredPromise,
			},
			logger: { warn: (line: string) => void this.log.push(line) },
			__emit: (outputs: INodeExecutionData[][], _: undefined, done: Done) =>
				void (this.emitted = { outputs, done }),
			...(options.isOldN8n !== true && { __runPoll: () => undefined }),
			...(budgetMs !== null && { getPollBudgetMs: () => budgetMs }),
		} as unknown as IPollFunctions;
	}
}

/** As n8n's helper. */
function createDeferredPromise() {
	const settle: Record<string, unknown> = {};
	const promise = new Promise((resolve, reject) => void Object.assign(settle, { resolve, reject }));
	return { promise, ...settle };
}

const eventIn = ({ event, project, customer }: IDataObject): string => {
	const { humanId, lastName } = (project ?? customer) as IDataObject;
	return `${String(event)} ${String(humanId ?? lastName)}`;
};
