import type { IDataObject } from 'n8n-workflow';
import { credentialIds } from '../../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';

const PREFIX = 'n8n-nodes-energy-projects.';

interface Step {
	name: string;
	parameters: IDataObject;
}

type Authentication = 'apiKey' | 'oAuth2';

const apiCredential = (authentication: Authentication) =>
	authentication === 'oAuth2'
		? { energyProjectsOAuth2Api: { id: credentialIds.oAuth2, name: 'OAuth2' } }
		: { energyProjectsApi: { id: credentialIds.apiKey, name: 'API key' } };

/** A workflow started by hand: its items, then action nodes one after the other. */
export function chainWorkflow(
	id: string,
	items: IDataObject[],
	steps: Step[],
	authentication: Authentication = 'apiKey',
): ExampleWorkflow {
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', {}),
		...steps.map(({ name, parameters }) =>
			node(
				name,
				`${PREFIX}energyProjects`,
				{ authentication, ...parameters },
				apiCredential(authentication),
			),
		),
	];
	const names = nodes.map(({ name }) => name);
	return workflow(id, nodes, {
		pinData: { Start: items.map((json) => ({ json })) },
		connections: Object.fromEntries(
			names.slice(0, -1).map((name, index) => [name, { main: [[link(names[index + 1])]] }]),
		),
	});
}

/** A workflow started by the trigger, with nothing behind it. */
export function triggerWorkflow(
	id: string,
	webhookId: string,
	parameters: IDataObject,
): ExampleWorkflow {
	const credentials = {
		energyProjectsWebhookApi: { id: credentialIds.webhook, name: 'Webhook' },
		...(parameters.fetchRecord === 'apiKey' && apiCredential('apiKey')),
	};
	const trigger = node('Trigger', `${PREFIX}energyProjectsTrigger`, parameters, credentials);
	const latest = { ...trigger, typeVersion: 2, webhookId };
	return workflow(id, [latest], { connections: {} });
}

/** A workflow that n8n starts when another one fails. */
export const errorWorkflow = (id: string): ExampleWorkflow =>
	workflow(id, [node('Failure', 'n8n-nodes-base.errorTrigger', {})], { connections: {} });

/**
 * n8n refuses to poll more often than once a minute, but takes sixty times of polling: so this is every second. With
 * `seconds`, every so many.
 */
export const pollEvery = (seconds: number) => ({
	item: Array.from({ length: Math.floor(60 / seconds) }, (_, number) => ({
		mode: 'custom',
		cronExpression: `${number * seconds} * * * * *`,
	})),
});

/** A workflow started by the polling trigger, with nothing behind it. */
export function pollingWorkflow(
	id: string,
	parameters: IDataObject,
	settings: object = {},
): ExampleWorkflow {
	const pollTimes = pollEvery(2);
	const type = `${PREFIX}energyProjectsPollingTrigger`;
	const trigger = node('Trigger', type, { pollTimes, ...parameters }, apiCredential('apiKey'));
	return workflow(id, [trigger], {
		connections: {},
		settings: { executionOrder: 'v1', timezone: 'Europe/Berlin', ...settings },
	});
}

let count = 0;

export const node = (
	name: string,
	type: string,
	parameters: IDataObject,
	credentials: object = {},
) => ({
	id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
	name,
	type,
	typeVersion: 1,
	position: [count * 200, 0],
	parameters,
	credentials,
});

export const link = (name: string) => ({ node: name, type: 'main', index: 0 });

export const workflow = (
	id: string,
	nodes: ExampleWorkflow['nodes'],
	more: object,
): ExampleWorkflow => ({
	id,
	name: id,
	nodes,
	...{ settings: { executionOrder: 'v1', timezone: 'Europe/Berlin' }, active: false, ...more },
});

/** The HTTP Request node as docs/action-node.md has it: it counts the projects in progress. */
export function requestWorkflow(
	id: string,
	url: string,
	credential: { type: string; id: string },
): ExampleWorkflow {
	const request = node(
		'Count projects',
		'n8n-nodes-base.httpRequest',
		{
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credential.type,
			sendQuery: true,
			queryParameters: {
				parameters: [
					{ name: 'status', value: 'inProgress' },
					{ name: 'limit', value: '1' },
				],
			},
			options: {},
		},
		{ [credential.type]: { id: credential.id, name: 'Energy Projects' } },
	);
	return workflow(
		id,
		[node('Start', 'n8n-nodes-base.manualTrigger', {}), { ...request, typeVersion: 4.2 }],
		{ connections: { Start: { main: [[link(request.name)]] } } },
	);
}
