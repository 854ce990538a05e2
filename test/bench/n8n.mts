import { parse } from 'flatted';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../sandbox/n8n/demo.mts';
import { ExecutionLog } from '../e2e/harness/executionLog.mts';
import { startStack } from '../e2e/harness/startStack.mts';
import type { OwnStack } from '../e2e/harness/startStack.mts';
import { node, of } from '../e2e/harness/workflows.mts';

/** What n8n keeps of a node's work, with times in milliseconds. */
interface Task {
	startTime: number;
	executionTime: number;
	data?: { main?: Array<Array<{ json: IDataObject }> | null> };
}

export type Node = ExampleWorkflow['nodes'][number];
type Result = { runData: Record<string, Task[]>; error?: { message: string } };

/** The one n8n and the one service in which everything is measured. */
export class Bench {
	readonly stack: OwnStack;
	/** Everything works, but with sizes that say nothing, and without restarts. */
	readonly isSmall: boolean;
	private readonly workflows = new Set<string>();

	constructor(stack: OwnStack, isSmall: boolean) {
		this.stack = stack;
		this.isSmall = isSmall;
	}

	size(full: number, small: number): number {
		return this.isSmall ? small : full;
	}

	/** Starts n8n again on the same data, with these settings beside those of the sandbox. */
	async restart(env = this.stack.options.env): Promise<void> {
		if (this.isSmall) return;
		await this.stack.restart('SIGTERM', env);
		// n8n still registers webhooks, and would take an execution that has just begun for one that a crash broke off.
		await sleep(10_000);
	}

	/** Puts a workflow into n8n, once. */
	async add(one: ExampleWorkflow): Promise<void> {
		if (this.workflows.has(one.id)) return;
		await this.stack.rest.call('POST', '/rest/workflows', one);
		this.workflows.add(one.id);
	}

	/** Makes a credential in n8n. @returns what a node has of it */
	async credential(type: string, data: object) {
		return { [type]: await this.stack.rest.credential(type, data) };
	}

	/** n8n's own HTTP Request node, with the service's key in a header credential. */
	async httpRequest(name: string, parameters: IDataObject) {
		const type = 'httpHeaderAuth';
		const data = { name: 'x-api-key', value: this.stack.service.company.apiKey };
		const access = { authentication: 'genericCredentialType', genericAuthType: type };
		const credential = await this.credential(type, data);
		return of('httpRequest', 4.3, name, { ...access, ...parameters }, credential);
	}

	/** Runs a workflow by hand to its end. @returns the ID of the execution */
	async execute(one: ExampleWorkflow): Promise<string> {
		await this.add(one);
		const body = { triggerToStartFrom: { name: 'Start' } };
		const path = `/rest/workflows/${one.id}/run`;
		const { executionId } = await this.stack.rest.call<{ executionId: string }>('POST', path, body);
		const sql = 'select stoppedAt as at from execution_entity where id = ?';
		await until(() => this.row(sql, executionId).at !== null, `The end of ${one.id}`);
		return executionId;
	}

	/**
	 * @returns the items of the last node, and by n8n's own times the seconds that the nodes after the trigger took
	 * @throws if the execution failed as a whole; items that failed by themselves are among its items
	 */
	outcomeOf(executionId: string): { seconds: number; items: IDataObject[] } {
		const { data } = this.row('select data from execution_data where executionId = ?', executionId);
		const { runData, error } = (parse(String(data)) as { resultData: Result }).resultData;
		if (error !== undefined) throw new Error(`n8n: ${error.message}`);
		// The trigger comes first.
		const tasks = Object.values(runData).slice(1).flat();
		const began = Math.min(...tasks.map(({ startTime }) => startTime));
		const ended = Math.max(...tasks.map((task) => task.startTime + task.executionTime));
		const items = (tasks.at(-1)?.data?.main?.[0] ?? []).map(({ json }) => json);
		return { seconds: (ended - began) / 1000, items };
	}

	run = async (one: ExampleWorkflow) => this.outcomeOf(await this.execute(one));

	/** How many executions of a workflow there are, in whatever state. */
	executionsOf(workflowId: string): number {
		const sql = 'select count(*) as count from execution_entity where workflowId = ?';
		return Number(this.row(sql, workflowId).count);
	}

	/** Waits until a workflow has so many executions, all of them ended well. @throws if there are more */
	async executionsEnded(workflowId: string, count: number): Promise<void> {
		const well = `select count(*) as count from execution_entity where workflowId = ? and status = 'success'`;
		const isSo = () => Number(this.row(well, workflowId).count) >= count;
		const bad = `select status from execution_entity where workflowId = ? and status in ('error', 'crashed')`;
		await until(
			() => isSo() || this.row(bad, workflowId).status !== undefined,
			`${count} good executions of ${workflowId}`,
		);
		if (!isSo()) throw new Error(`An execution of ${workflowId} failed`);
		const all = this.executionsOf(workflowId);
		if (all !== count) throw new Error(`${workflowId} has ${all} executions, not ${count}`);
	}

	/** Looks into n8n's database: asking n8n itself would slow down what is measured. */
	row(sql: string, id: string): Record<string, unknown> {
		return new ExecutionLog(this.stack.options.userFolder).rows(sql, id)[0] ?? {};
	}
}

/** Starts the service and an n8n with these packages, and those of `peers/`. */
export async function startBench(packages: readonly string[], isSmall: boolean): Promise<Bench> {
	const folder = join(import.meta.dirname, 'peers');
	const peers = readdirSync(folder).map((name) => join(folder, name));
	const service = { seed: 'empty', keepRequests: 200_000 } as const;
	const wanted = { workflows: [], service, runsCode: true };
	return new Bench(await startStack([...packages, ...peers], wanted), isSmall);
}

/** A look every 25 ms, for ten minutes at most. */
async function until(isSo: () => boolean, what: string): Promise<void> {
	for (const began = Date.now(); !isSo(); await sleep(25)) {
		if (Date.now() - began > 600_000) throw new Error(`${what}: not within ten minutes`);
	}
}

/** Our action node, with its defaults except for these parameters. */
export const energyProjects = (
	packageName: string,
	parameters: IDataObject,
	credentials: object = { energyProjectsApi: { id: credentialIds.apiKey, name: 'API key' } },
) => node('Energy Projects', `${packageName}.energyProjects`, parameters, credentials);

/** For names: n8n saves no static data of a workflow whose ID has more than 21 characters. */
export const shortOf = (packageName: string) =>
	packageName.endsWith('-before') ? 'Before' : 'Now';
