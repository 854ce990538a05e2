import { parse } from 'flatted';
import pWaitFor from 'p-wait-for';
import { isBefore } from './versions.mts';

export const owner = {
	email: 'owner@example.com',
	firstName: 'Olivia',
	lastName: 'Owner',
	password: 'Sandbox-2026',
};

/** The versions of n8n in which its REST interface changed. */
const ACTIVATION = '1.123.0';
const RUN_AS_SAVED = '2.20.0';
const PUBLICATION = '2.41.0';
/** The error of 2.20 for an execution that is still running: that version stores results only at the end. */
const NOTHING_YET = "Cannot read properties of undefined (reading 'resultData')";

export interface NodeItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	error?: unknown;
}

/** The result of an execution, as far as the sandbox and the tests need it. */
export interface Execution {
	id: string;
	status: string;
	/** The items, by node and output. */
	outputs: Record<string, NodeItem[][]>;
	/** The errors, by node. */
	errors: Record<string, { message: string; description?: string }>;
	/** The hints, by node. */
	hints: Record<string, string[]>;
}

interface RunData {
	[node: string]: Array<{
		data?: { main?: Array<NodeItem[] | null> };
		error?: { message: string; description?: string };
		hints?: Array<{ message: string }>;
	}>;
}

/** Options for waiting for something by asking n8n again and again. */
export const within = (seconds: number, problem: string) => ({
	interval: 100,
	timeout: { milliseconds: seconds * 1000, message: `${problem} within ${seconds} seconds` },
});

/** n8n's own REST interface, as the editor uses it. */
export class N8nRest {
	private cookie = '';
	/** The version of n8n, known after the log-in. */
	private version = '';
	readonly url: string;

	constructor(url: string) {
		this.url = url;
	}

	/** Creates the owner account of a new instance, or logs in to it. */
	async logIn(): Promise<void> {
		const setup = await this.raw('POST', '/rest/owner/setup', owner);
		if (!setup.ok) {
			const body = { emailOrLdapLoginId: owner.email, password: owner.password };
			const login = await this.raw('POST', '/rest/login', body);
			if (!login.ok) throw new Error(`Cannot log in: ${await login.text()}`);
		}
		const settings = await this.call<{ versionCli: string }>('GET', '/rest/settings');
		this.version = settings.versionCli;
	}

	get cookies(): string {
		return this.cookie;
	}

	async call<T = Record<string, unknown>>(
		method: string,
		path: string,
		body?: unknown,
	): Promise<T> {
		const answer = await this.raw(method, path, body);
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
		return (JSON.parse(text) as { data: T }).data;
	}

	/** Publishes a workflow and waits until its webhooks are registered, or its first poll is over. */
	async publish(id: string, seconds = 30): Promise<void> {
		await this.activate(id, true);
		// Older versions have registered them when they answer.
		if (isBefore(this.version, PUBLICATION)) return;
		const path = `/rest/workflows/${id}/publication-status`;
		await pWaitFor(
			async () => (await this.call<{ status?: string }>('GET', path)).status === 'published',
			within(seconds, `Workflow ${id} was not published`),
		);
	}

	/** Removes a workflow's webhooks and stops its polls. */
	async unpublish(id: string): Promise<void> {
		await this.activate(id, false);
	}

	private async activate(id: string, active: boolean): Promise<void> {
		const path = `/rest/workflows/${id}`;
		const { versionId } = await this.call<{ versionId: string }>('GET', path);
		if (isBefore(this.version, ACTIVATION)) {
			await this.call('PATCH', path, { active, versionId });
		} else {
			await this.call('POST', `${path}/${active ? 'activate' : 'deactivate'}`, { versionId });
		}
	}

	/** Runs a workflow manually from the named trigger and waits for its end. */
	async run(id: string, trigger: string): Promise<Execution> {
		const path = `/rest/workflows/${id}`;
		// In older versions the editor sends the workflow that it wants to run.
		const workflowData = isBefore(this.version, RUN_AS_SAVED)
			? await this.call('GET', path)
			: undefined;
		const { executionId } = await this.call<{ executionId: string }>('POST', `${path}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger },
		});
		return await this.finished(executionId);
	}

	/** Waits for the end of an execution. */
	async finished(id: string, seconds = 120): Promise<Execution> {
		return await pWaitFor<Execution>(
			async () => {
				const path = `/rest/executions/${id}`;
				const { status, data } = await this.call<{ status: string; data: string }>(
					'GET',
					path,
				).catch((error: Error) => {
					if (error.message.includes(NOTHING_YET)) return { status: 'running', data: '' };
					throw error;
				});
				if (['new', 'running', 'waiting'].includes(status)) return false;
				const execution = readExecution(id, status, data);
				return execution !== undefined && pWaitFor.resolveWith(execution);
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

	/** Saves a credential and tests it, as the editor does. */
	async testCredential(type: string, data: Record<string, unknown>): Promise<{ status: string }> {
		const credential = { name: 'Test', type, data };
		const { id } = await this.call<{ id: string }>('POST', '/rest/credentials', credential);
		const credentials = { id, ...credential };
		return await this.call('POST', '/rest/credentials/test', { credentials });
	}

	async raw(method: string, path: string, body?: unknown): Promise<Response> {
		const answer = await fetch(new URL(path, this.url), {
			method,
			redirect: 'manual',
			headers: {
				'content-type': 'application/json',
				'browser-id': 'sandbox',
				...(this.cookie !== '' && { cookie: this.cookie }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		for (const cookie of answer.headers.getSetCookie()) {
			if (cookie.startsWith('n8n-auth=')) this.cookie = cookie.split(';')[0];
		}
		return answer;
	}
}

/** Undefined if n8n has not stored the result yet: older versions store the status of an execution first. */
function readExecution(id: string, status: string, flatted: string): Execution | undefined {
	const data = parse(flatted) as
		| { resultData: { runData: RunData; error?: { message: string; node?: { name: string } } } }
		| undefined;
	if (data === undefined) return undefined;
	const execution: Execution = { id, status, outputs: {}, errors: {}, hints: {} };
	for (const [node, runs] of Object.entries(data.resultData.runData ?? {})) {
		const last = runs[runs.length - 1];
		execution.outputs[node] = (last?.data?.main ?? []).map((items) => items ?? []);
		if (last?.error !== undefined) execution.errors[node] = last.error;
		execution.hints[node] = (last?.hints ?? []).map(({ message }) => message);
	}
	const { error } = data.resultData;
	if (error?.node !== undefined) execution.errors[error.node.name] ??= error;
	return execution;
}
