import { parse } from 'flatted';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credential } from '../../../sandbox/n8n/demo.mts';
import { N8nRest as SandboxRest } from '../../../sandbox/n8n/rest.mts';
import { waitFor, within } from '../../../sandbox/service/waitFor.mts';
import { isBefore } from './versions.mts';

export interface NodeItem {
	json: Record<string, unknown>;
}

/** The result of an execution, as far as the tests need it. */
export interface Execution {
	id: string;
	status: string;
	/** The items, by node and output. */
	outputs: Record<string, NodeItem[][]>;
	/** The errors, by node. */
	errors: Record<string, { message: string }>;
}

interface RunData {
	[node: string]: Array<{
		data?: { main?: Array<NodeItem[] | null> };
		error?: { message: string };
	}>;
}

/** Before this version the editor sends the workflow that it wants to run. */
const RUN_AS_SAVED = '2.20.0';
const NOT_READY = 'Database is not ready';
/** The error of 2.20 for an execution that is still running: that version stores results only at the end. */
const NOTHING_YET = "Cannot read properties of undefined (reading 'resultData')";

/** n8n's REST interface with what tests need of it: running workflows, reading executions, saving credentials. */
export class N8nRest extends SandboxRest {
	/** By the IDs of credentials in the examples: those that this n8n gave them. */
	readonly credentialIds = new Map<string, string>();

	/** Puts credentials and workflows into n8n. */
	async fill(credentials: readonly Credential[], workflows: readonly object[]): Promise<void> {
		for (const { id, type, data, name } of credentials) {
			this.credentialIds.set(id, (await this.credential(type, data, name)).id);
		}
		for (const one of workflows) await this.call('POST', '/rest/workflows', one);
	}

	/** Removes a workflow's webhooks and stops its polls. */
	async unpublish(id: string): Promise<void> {
		await this.activate(id, false);
	}

	override async raw(method: string, path: string, body?: unknown): Promise<Response> {
		const here = (text: string) =>
			[...this.credentialIds].reduce((all, [from, id]) => all.replaceAll(from, id), text);
		const sent: unknown = body === undefined ? body : JSON.parse(here(JSON.stringify(body)));
		for (;;) {
			const answer = await super.raw(method, here(path), sent);
			// It says so by itself, before it does anything, if its database does not keep up under load.
			const isBusy = answer.status === 503 && (await answer.clone().text()).includes(NOT_READY);
			if (!isBusy) return answer;
			await sleep(500);
		}
	}

	/** Runs a workflow manually from the named trigger and waits for its end. */
	async run(id: string, trigger: string, seconds?: number): Promise<Execution> {
		const path = `/rest/workflows/${id}`;
		const { versionCli } = await this.call<{ versionCli: string }>('GET', '/rest/settings');
		const { executionId } = await this.call<{ executionId: string }>('POST', `${path}/run`, {
			...(isBefore(versionCli, RUN_AS_SAVED) && { workflowData: await this.call('GET', path) }),
			triggerToStartFrom: { name: trigger },
		});
		return await this.finished(executionId, seconds);
	}

	/** Waits for the end of an execution. */
	async finished(id: string, seconds = 120): Promise<Execution> {
		return await waitFor<Execution>(
			async () => {
				const { status, data } = await this.call<{ status: string; data: string }>(
					'GET',
					`/rest/executions/${id}`,
				).catch((error: Error) => {
					if (error.message.includes(NOTHING_YET)) return { status: 'running', data: '' };
					throw error;
				});
				if (['new', 'running', 'waiting'].includes(status)) return undefined;
				return readExecution(id, status, data);
			},
			within(seconds, `Execution ${id} did not end`),
		);
	}

	/** The IDs of a workflow's executions, oldest first. */
	async executionIds(workflowId: string): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.call<{ results: Array<{ id: string }> }>(
			'GET',
			`/rest/executions?filter=${filter}&limit=100`,
		);
		return results.map(({ id }) => id).reverse();
	}

	/** Saves a credential. @returns what a node has of it */
	async credential(type: string, data: object, name = `Test: ${type}`) {
		const body = { name, type, data };
		const { id } = await this.call<{ id: string }>('POST', '/rest/credentials', body);
		return { id, name, type };
	}
}

/** Undefined if n8n has not stored the result yet: some versions store the status of an execution first. */
function readExecution(id: string, status: string, flatted: string): Execution | undefined {
	const data = parse(flatted) as
		| { resultData: { runData: RunData; error?: { message: string; node?: { name: string } } } }
		| undefined;
	if (data === undefined) return undefined;
	const execution: Execution = { id, status, outputs: {}, errors: {} };
	for (const [node, runs] of Object.entries(data.resultData.runData ?? {})) {
		const last = runs[runs.length - 1];
		execution.outputs[node] = (last?.data?.main ?? []).map((items) => items ?? []);
		if (last?.error !== undefined) execution.errors[node] = last.error;
	}
	const { error } = data.resultData;
	if (error?.node !== undefined) execution.errors[error.node.name] ??= error;
	return execution;
}
