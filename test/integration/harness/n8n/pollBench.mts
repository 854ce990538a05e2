import { randomUUID } from 'node:crypto';
import { PollContext } from 'n8n-core';
import { ObservableObject } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { vi } from 'vitest';
import { nodeTypes, prepare } from './engine.mts';

export interface PollBenchOptions {
	parameters?: object;
	credentials: Record<string, ICredentialDataDecryptedObject>;
	nodeName?: string;
	/** As with n8n's durable cursors: a context for each poll, state and execution in one transaction. */
	isDurable?: boolean;
	/** What n8n says a poll may take, in milliseconds. */
	budgetMs?: number;
}

/** What became of a poll in n8n. */
export interface Polled {
	/** By output; undefined where there were no events. */
	outputs: INodeExecutionData[][] | undefined;
	json: IDataObject[];
	/** Kind and ID of each event, in the order of the outputs. */
	events: string[];
}

/** What of the hand-over n8n gets done before the process ends. */
export interface HandOver {
	saves?: boolean;
	/** n8n cannot start the execution, and says so if it is asked to; the process goes on. */
	startError?: Error;
}

type Registration = ReturnType<typeof prepare> & {
	context: PollContext;
	/** The cursor as it was loaded for this poll. */
	seed: string;
	/** What was handed over in its present poll. */
	emitted: { outputs?: INodeExecutionData[][]; done?: Done };
};

type Done = Parameters<PollContext['__emit']>[2];

/**
 * One polling trigger in an n8n: its database, its process and its registration. Polls, saves and hands over as n8n
 * does (trigger-execution-context.factory.js, poll-trigger-executor.js); every context is n8n-core's own.
 */
export class PollBench {
	readonly log: string[] = [];
	/** Executions that were started, in their order. */
	readonly executions: IDataObject[][] = [];
	/** Static data as they stand in the database. */
	saved = '{}';
	saves = 0;
	private cursor: string | undefined;
	private registration: Registration | undefined;
	private node: INodeType | undefined;
	private readonly id = randomUUID();
	options: PollBenchOptions;

	constructor(options: PollBenchOptions) {
		this.options = options;
	}

	/** Publishes the workflow, or n8n starts: a new registration with what is saved, and its first poll. */
	async activate(handOver: HandOver = {}): Promise<Polled> {
		this.registration = this.register(300_000);
		const polled = await this.run(this.registration, handOver, true);
		if (this.options.isDurable !== true && handOver.saves !== false) this.save(this.registration);
		return polled;
	}

	/** A poll that is due. */
	async poll(handOver: HandOver = {}): Promise<Polled> {
		if (this.options.isDurable === true) this.registration = this.register();
		if (this.registration === undefined) throw new Error('It is not activated');
		return await this.run(this.registration, handOver);
	}

	/** Several polls that are due at once, as after a pause: n8n loads the state of each before it runs the first. */
	async pollTogether(count: number): Promise<Polled[]> {
		const registrations = Array.from({ length: count }, () => this.register());
		const polled: Polled[] = [];
		for (const registration of registrations) polled.push(await this.run(registration, {}));
		return polled;
	}

	/** The process ends, and another one begins with what is saved. */
	async restart(handOver: HandOver = {}): Promise<Polled> {
		vi.resetModules();
		const path = '../../../../nodes/EnergyProjects/EnergyProjectsPollingTrigger.node.ts';
		const module = (await import(path)) as Record<string, new () => INodeType>;
		this.node = new module.EnergyProjectsPollingTrigger();
		return this.options.isDurable === true
			? await this.poll(handOver)
			: await this.activate(handOver);
	}

	/** @param mostMs what n8n says a poll may take, where the bench was not told */
	private register(mostMs = this.options.isDurable === true ? 36_000 : 300_000): Registration {
		const { parameters = {}, credentials, nodeName, budgetMs, isDurable } = this.options;
		const run = { parameters: parameters as INodeParameters, credentials };
		const prepared = prepare({ ...run, type: 'energyProjectsPollingTrigger' }, 'trigger');
		const { workflow, node, additionalData } = prepared;
		workflow.id = `polling-${this.id}`;
		node.name = nodeName ?? node.name;
		workflow.staticData = ObservableObject.create(JSON.parse(this.saved) as IDataObject);
		const budget = budgetMs ?? mostMs;
		const seed = this.cursor ?? '{}';
		const snapshot = JSON.parse(seed) as IDataObject;
		const emitted: Registration['emitted'] = {};
		const context = new PollContext(
			workflow,
			node,
			additionalData,
			'trigger',
			'activate',
			(outputs, _, done) => void Object.assign(emitted, { outputs, done }),
			undefined,
			async (): Promise<void> => await Promise.resolve(this.commit(registration, [])),
			undefined,
			isDurable === true ? () => snapshot : undefined,
			() => budget,
		);
		const warn = (line: string) => void this.log.push(line);
		Object.defineProperty(context, 'logger', { value: { warn } });
		const registration: Registration = { ...prepared, context, seed, emitted };
		return registration;
	}

	private async run(
		registration: Registration,
		{ saves, startError }: HandOver,
		isActivation = false,
	): Promise<Polled> {
		const { context, node, emitted } = registration;
		const type = this.node ?? nodeTypes.getByNameAndVersion(node.type);
		const returned = (await (type as INodeType).poll?.call(context)) ?? undefined;
		if (returned !== undefined) context.__emit(returned);
		const { outputs } = emitted;
		if (startError !== undefined) emitted.done?.reject(startError);
		// Of this poll alone.
		Object.assign(emitted, { outputs: undefined, done: undefined });
		const json = (outputs ?? []).flat().map((item) => item.json);
		if (this.options.isDurable === true) {
			// n8n commits nothing for a first poll without events.
			const isCommitted = saves !== false && (!isActivation || outputs !== undefined);
			if (isCommitted) this.commit(registration, json);
		} else if (outputs !== undefined) {
			if (saves !== false) this.save(registration);
			if (startError === undefined) this.executions.push(json);
		}
		return { outputs, json, events: json.map(nameOf) };
	}

	private commit({ context, seed }: Registration, json: IDataObject[]): void {
		const next = JSON.stringify(context.getWorkflowStaticData('node'));
		if (next !== seed) {
			this.cursor = next;
			this.saves++;
		}
		if (json.length > 0) this.executions.push(json);
	}

	private save({ workflow }: Registration): void {
		if (workflow.staticData.__dataChanged !== true) return;
		this.saved = JSON.stringify(workflow.staticData);
		this.saves++;
		workflow.staticData.__dataChanged = false;
	}
}

const nameOf = ({ event, project, customer }: IDataObject) =>
	`${String(event)} ${String(((String(event).startsWith('project') ? project : customer) as IDataObject).id)}`;
