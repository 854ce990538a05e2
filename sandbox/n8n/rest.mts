import { parse } from 'flatted';
import pWaitFor from 'p-wait-for';

export const owner = {
	email: 'owner@example.com',
	firstName: 'Olivia',
	lastName: 'Owner',
	password: 'Sandbox-2026',
};

export interface NodeItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	error?: unknown;
}

/** What an execution left behind, as far as it is looked at. */
export interface Execution {
	id: string;
	status: string;
	/** Items by node and output. */
	outputs: Record<string, NodeItem[][]>;
	/** Messages of nodes that failed. */
	errors: Record<string, { message: string; description?: string }>;
	/** Hints the nodes gave. */
	hints: Record<string, string[]>;
}

interface RunData {
	[node: string]: Array<{
		data?: { main?: Array<NodeItem[] | null> };
		error?: { message: string; description?: string };
		hints?: Array<{ message: string }>;
	}>;
}

/** How to wait for something that n8n does not tell of by itself. */
export const within = (seconds: number, problem: string) => ({
	interval: 100,
	timeout: { milliseconds: seconds * 1000, message: `${problem} within ${seconds} seconds` },
});

/** n8n's own REST interface, as the editor uses it. */
export class N8nRest {
	private cookie = '';
	readonly url: string;

	constructor(url: string) {
		this.url = url;
	}

	/** Makes the owner account of a new instance, or logs in to it. */
	async logIn(): Promise<void> {
		const setup = await this.raw('POST', '/rest/owner/setup', owner);
		if (setup.ok) return;
		const body = { emailOrLdapLoginId: owner.email, password: owner.password };
		const login = await this.raw('POST', '/rest/login', body);
		if (!login.ok) throw new Error(`Cannot log in: ${await login.text()}`);
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

	/** Publishes a workflow and waits until its webhooks are there. */
	async publish(id: string): Promise<void> {
		const { versionId } = await this.call<{ versionId: string }>('GET', `/rest/workflows/${id}`);
		await this.call('POST', `/rest/workflows/${id}/activate`, { versionId });
		const path = `/rest/workflows/${id}/publication-status`;
		await pWaitFor(
			async () => (await this.call<{ status?: string }>('GET', path)).status === 'published',
			within(30, `Workflow ${id} was not published`),
		);
	}

	/** Runs a workflow by hand from the named trigger and waits for its end. */
	async run(id: string, trigger: string): Promise<Execution> {
		const { executionId } = await this.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${id}/run`,
			{ triggerToStartFrom: { name: trigger } },
		);
		return await this.finished(executionId);
	}

	/** Waits for the end of an execution. */
	async finished(id: string, seconds = 120): Promise<Execution> {
		return await pWaitFor<Execution>(
			async () => {
				const path = `/rest/executions/${id}`;
				const { status, data } = await this.call<{ status: string; data: string }>('GET', path);
				if (['new', 'running', 'waiting'].includes(status)) return false;
				return pWaitFor.resolveWith(readExecution(id, status, data));
			},
			within(seconds, `Execution ${id} did not end`),
		);
	}

	/** The ids of a workflow's executions, oldest first. */
	async executionIds(workflowId: string): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.call<{ results: Array<{ id: string }> }>(
			'GET',
			`/rest/executions?filter=${filter}&limit=100`,
		);
		return results.map(({ id }) => id).reverse();
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

function readExecution(id: string, status: string, flatted: string): Execution {
	const data = parse(flatted) as {
		resultData: { runData: RunData; error?: { message: string; node?: { name: string } } };
	};
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
