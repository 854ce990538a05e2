import { ExecuteContext, RoutingNode } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeCredentialTestResult,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { EnergyProjectsApi } from '../../../../credentials/EnergyProjectsApi.credentials.ts';
import { decrypted, TestCredentials } from './credentials.mts';

const URL = 'http://127.0.0.1/';

interface FailedRequest extends Error {
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

/**
 * Tests an API key on n8n-core, and reads the rules as n8n's credentials tester does (a service of n8n itself that
 * cannot be taken out of it; the end-to-end tests ask the real one).
 */
export async function testApiKey(
	given: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const credential = new EnergyProjectsApi();
	const { request, rules = [] } = credential.test;
	const nodeType = {
		description: {
			name: 'test',
			version: 1,
			credentials: [{ name: credential.name, required: true }],
			properties: [
				{ displayName: 'T', name: 'temp', type: 'string', default: '', routing: { request } },
			],
		},
	} as unknown as INodeType;
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'test',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [credential.name]: { id: '1', name: 'Test' } },
	};
	const data = decrypted(credential.name, given, nodeTypes);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = {
		credentialsHelper: new TestCredentials({ [credential.name]: data }, nodeTypes),
		variables: {},
		webhookWaitingBaseUrl: URL,
		formWaitingBaseUrl: URL,
	} as unknown as IWorkflowExecuteAdditionalData;
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const stored = { id: '1', name: 'Test', type: credential.name, data };
	const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
	try {
		const [[{ json }]] = (await new RoutingNode(context, nodeType, stored).runNode()) ?? [[]];
		const broken = rules.find(
			({ type, properties }) =>
				type === 'responseSuccessBody' && json?.[properties.key] === properties.value,
		);
		return broken === undefined
			? { status: 'OK', message: 'Connection successful!' }
			: failed(String(broken.properties.message));
	} catch (problem) {
		const { cause, message } = problem as FailedRequest;
		if (cause?.response === undefined) return failed(cause?.code ?? message);
		const { status, statusText } = cause.response;
		const rule = rules.find(
			({ type, properties }) => type === 'responseCode' && properties.value === status,
		);
		return failed(String(rule?.properties.message ?? statusText));
	}
}
