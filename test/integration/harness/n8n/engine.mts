import {
	ExecutionLifecycleHooks,
	HookContext,
	LoadOptionsContext,
	WebhookContext,
	WorkflowExecute,
	CredentialTestContext,
} from 'n8n-core';
import { createRunExecutionData, NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	ITaskData,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	WorkflowExecuteMode,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { EnergyProjects } from '../../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { EnergyProjectsPollingTrigger } from '../../../../nodes/EnergyProjects/EnergyProjectsPollingTrigger.node.ts';
import { EnergyProjectsTrigger } from '../../../../nodes/EnergyProjects/EnergyProjectsTrigger.node.ts';
import { TestCredentials, decrypted } from './credentials.mts';

const PREFIX = 'n8n-nodes-energy-projects.';
/** The node before ours. It never runs: its output is there from the beginning. */
const before: INode = {
	...{ id: '22222222-2222-4222-8222-222222222222', name: 'Before', type: 'test.before' },
	...{ typeVersion: 1, position: [0, 0] },
	parameters: {},
};
const beforeType = {
	description: { name: before.type, version: 1, inputs: [], outputs: ['main'], properties: [] },
} as unknown as INodeType;

const known: Record<string, INodeType> = {
	[before.type]: beforeType,
	[`${PREFIX}energyProjects`]: new EnergyProjects(),
	// What n8n makes of it for AI agents: another name, and the same code.
	[`${PREFIX}energyProjectsTool`]: new EnergyProjects(),
	[`${PREFIX}energyProjectsPollingTrigger`]: new EnergyProjectsPollingTrigger(),
	[`${PREFIX}energyProjectsTrigger`]: new EnergyProjectsTrigger(),
};

export const nodeTypes: INodeTypes = {
	getByName: (name) => known[name],
	getByNameAndVersion: (name) => known[name],
	getKnownTypes: () => ({}),
};

export interface NodeRun {
	/** The name without the package, e.g. `energyProjects`. */
	type?: string;
	/** One of the tests' own unless given. */
	nodeId?: string;
	parameters: INodeParameters;
	credentials: Record<string, ICredentialDataDecryptedObject>;
	credentialId?: string;
	items?: IDataObject[];
	onError?: INode['onError'];
	/** n8n's switches: Retry On Fail, with so many tries and hardly a pause, and Execute Once. */
	tries?: number;
	executeOnce?: boolean;
	timezone?: string;
	/** Cancels the execution after so many milliseconds. */
	cancelAfterMs?: number;
}

export interface NodeResult {
	/** The items of the first output. */
	items: INodeExecutionData[];
	/** The items of every output. */
	outputs: INodeExecutionData[][];
	json: IDataObject[];
	error?: Error & { description?: string; httpCode?: string; context?: IDataObject };
	hints: NodeExecutionHint[];
	status: string;
	credentials: TestCredentials;
}

/** What n8n has addresses of its own for. */
const OWN = [
	...['instance', 'form', 'formWaiting', 'formTest'],
	...['webhook', 'webhookWaiting', 'webhookTest', 'mcp', 'mcpTest'],
];

/** A workflow of the node alone, and what n8n's engine needs to run it. */
export function prepare(run: NodeRun, mode: WorkflowExecuteMode) {
	const type = `${PREFIX}${run.type ?? 'energyProjects'}`;
	const { credentialId = '1' } = run;
	const node: INode = {
		...{ id: run.nodeId ?? '11111111-1111-4111-8111-111111111111', name: 'Energy Projects', type },
		...{ typeVersion: Math.max(...[known[type].description.version].flat()), position: [0, 0] },
		parameters: underOwnNames(run.parameters),
		credentials: Object.fromEntries(
			Object.keys(run.credentials).map((name) => [name, { id: credentialId, name: 'Test' }]),
		),
		...(run.onError !== undefined && { onError: run.onError }),
		...(run.tries !== undefined && {
			...{ retryOnFail: true, maxTries: run.tries, waitBetweenTries: 1 },
		}),
		...(run.executeOnce !== undefined && { executeOnce: run.executeOnce }),
	};
	const workflow = new Workflow({
		id: 'test',
		name: 'Test workflow',
		nodes: [node, before],
		connections: { [before.name]: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
		active: true,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: run.timezone ?? 'Europe/Berlin' },
	});
	const credentials = new TestCredentials(run.credentials, nodeTypes);
	const data = { id: 'test', name: 'Test workflow', nodes: [node], connections: {}, active: true };
	const additionalData = {
		credentialsHelper: credentials,
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: 'http://127.0.0.1/',
		...Object.fromEntries(OWN.map((name) => [`${name}BaseUrl`, 'http://127.0.0.1/'])),
		hooks: new ExecutionLifecycleHooks(mode, '1', data as never),
	} as unknown as IWorkflowExecuteAdditionalData;
	const [stored] = Object.values(workflow.nodes);
	return { workflow, node: stored, credentials, additionalData };
}

/** Runs the node on n8n's own engine, behind a node that has handed it the items. */
export async function runNode(run: NodeRun): Promise<NodeResult> {
	const { workflow, node, credentials, additionalData } = prepare(run, 'manual');
	const items = (run.items ?? [{}]).map((json) => ({ json }));
	const execution = new WorkflowExecute(
		additionalData,
		'manual',
		createRunExecutionData({
			executionData: {
				nodeExecutionStack: [
					{ node, data: { main: [items] }, source: { main: [{ previousNode: before.name }] } },
				],
			},
			resultData: { runData: { [before.name]: [handedOver(items)] } },
		}),
	);
	const running = execution.processRunExecutionData(workflow);
	if (run.cancelAfterMs !== undefined) setTimeout(() => running.cancel(), run.cancelAfterMs);
	const { data, status } = await running;
	const [task] = data.resultData.runData[node.name] ?? [];
	const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
	const error = (task?.error ?? data.resultData.error) as NodeResult['error'];
	return {
		items: outputs[0] ?? [],
		outputs,
		json: (outputs[0] ?? []).map((item) => item.json),
		hints: task?.hints ?? [],
		status,
		credentials,
		...(error !== undefined && { error }),
	};
}

const handedOver = (items: INodeExecutionData[]): ITaskData => ({
	...{ startTime: 0, executionTime: 0, executionIndex: 0, executionStatus: 'success', source: [] },
	data: { main: [items] },
});

/** Calls one of the node's list searches as the editor does. */
export async function searchList(
	run: NodeRun,
	method: 'searchProjects' | 'searchCustomers',
	filter?: string,
	paginationToken?: string,
) {
	const { workflow, node, additionalData } = prepare(run, 'internal');
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	const { listSearch } = new EnergyProjects().methods;
	return await listSearch[method].call(context, filter, paginationToken);
}

export interface Received {
	headers: Record<string, string>;
	/** Undefined: n8n has no raw bytes of it. */
	rawBody?: Uint8Array | undefined;
	/** What n8n's own reading of the raw bytes yields, where it has not read them by itself. */
	unreadBody?: Uint8Array;
}

export interface WebhookResult {
	/** What the sender is answered; 200 unless the node answered itself. */
	status: number;
	/** The body of that answer: the node's own, or what n8n says by itself. */
	body: unknown;
	outputs?: INodeExecutionData[][] | undefined;
	log: string[];
	/** What the execution fails with that n8n starts because the node threw. */
	failure?: Error & { description?: string | null };
}

let credentialIds = 0;

/** The webhook of one trigger node, with credentials of its own; its static data lasts as long as this object. */
export class WebhookBench {
	private readonly prepared: ReturnType<typeof prepare>;
	private readonly mode: WorkflowExecuteMode;

	constructor(run: Omit<NodeRun, 'type'>, mode: WorkflowExecuteMode = 'webhook') {
		this.mode = mode;
		this.prepared = prepare({ ...run, type: 'energyProjectsTrigger' }, mode);
		for (const details of Object.values(this.node.credentials ?? {})) {
			details.id = `credential ${++credentialIds}`;
		}
	}

	/** What n8n does when the workflow is activated. @returns whether n8n takes the webhook for registered */
	async activate(): Promise<boolean> {
		const { workflow, node, additionalData } = this.prepared;
		const context = new HookContext(workflow, node, additionalData, 'trigger', 'activate');
		return await new EnergyProjectsTrigger().webhookMethods.default.checkExists.call(context);
	}

	get workflow(): Workflow {
		return this.prepared.workflow;
	}

	get node(): INode {
		return this.prepared.node;
	}

	/** The outputs n8n draws for the node. */
	outputs() {
		const { workflow, node } = this.prepared;
		const { description } = nodeTypes.getByNameAndVersion(node.type);
		return NodeHelpers.getNodeOutputs(workflow, node, description);
	}

	async receive({ headers, rawBody, unreadBody }: Received): Promise<WebhookResult> {
		const { workflow, node, additionalData } = this.prepared;
		const answers: Array<{ status: number; body: unknown }> = [];
		const response = {
			statusCode: 200,
			writableEnded: false,
			status(code: number) {
				response.statusCode = code;
				return response;
			},
			json(body: unknown) {
				answers.push({ status: response.statusCode, body });
				return response;
			},
		};
		const request = {
			headers,
			rawBody,
			body: {},
			async readRawBody() {
				// n8n reads a stream.
				await new Promise((resolve) => setImmediate(resolve));
				request.rawBody = unreadBody;
			},
		};
		const context = new WebhookContext(
			workflow,
			node,
			{ ...additionalData, httpRequest: request as never, httpResponse: response as never },
			this.mode,
			{ webhookDescription: { name: 'default' } } as unknown as IWebhookData,
			[],
			null,
		);
		const log: string[] = [];
		Object.defineProperty(context, 'logger', { value: { warn: (line: string) => log.push(line) } });
		const { description, webhook: handle } = new EnergyProjectsTrigger();
		const webhook = handle.call(context);
		const result = await webhook.catch((failure: Error): IWebhookResponseData & Thrown => {
			// As n8n answers if a node throws (webhook-helpers.js, response-helper.js).
			response.status(500).json({ code: 0, message: 'Workflow could not be started!' });
			return { noWebhookResponse: true, failure };
		});
		// As n8n does once the execution is handed over, if the node leaves the data of the answer open.
		if (description.webhooks?.[0]?.responseData === '') void result.webhookResponse;
		response.writableEnded = true;
		const { workflowData: outputs, failure } = result as IWebhookResponseData & Thrown;
		return { ...answerOf(result, answers), outputs, log, ...(failure && { failure }) };
	}
}

type Thrown = Pick<WebhookResult, 'failure'>;

/** What the sender got: from the node, or from n8n if the node leaves the answer to it (webhook-helpers.js). */
function answerOf(
	result: IWebhookResponseData,
	sent: ReadonlyArray<{ status: number; body: unknown }>,
): { status: number; body: unknown } {
	const isAnswered = result.noWebhookResponse === true;
	if (sent.length !== (isAnswered ? 1 : 0)) throw new Error(`${sent.length} answers were sent`);
	if (isAnswered) return sent[0];
	const isStarted = result.workflowData !== undefined;
	const message = isStarted ? 'Workflow was started' : 'Webhook call received';
	return { status: 200, body: { message } };
}

/** What each resource has under a name of its own, by the name that tests of both resources write. */
const PARTS = {
	...{ additionalFields: 'Fields', updateFields: 'UpdateFields' },
	...{ fieldsToClear: 'FieldsToClear', address: 'Address' },
};

/** The parameters of a node, under the names of its resource: `updateFields` of a project is `projectUpdateFields`. */
function underOwnNames(parameters: INodeParameters): INodeParameters {
	const { resource = 'project' } = parameters;
	const nameOf = (name: string) =>
		name in PARTS ? `${String(resource)}${PARTS[name as keyof typeof PARTS]}` : name;
	return Object.fromEntries(Object.entries(parameters).map(([name, own]) => [nameOf(name), own]));
}

const TYPE = 'energyProjectsApi';

/**
 * Tests an API key as n8n's credentials tester does: with the function of the node, in n8n-core's own context for such
 * functions. The end-to-end tests ask the real tester.
 */
export async function testApiKey(
	given: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { apiKeyCheck } = new EnergyProjects().methods.credentialTest;
	const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
	const data = decrypted(TYPE, given, nodeTypes);
	return await apiKeyCheck.call(context, { id: '1', name: 'Test', type: TYPE, data });
}
