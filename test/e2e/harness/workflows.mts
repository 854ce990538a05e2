import type { IDataObject } from 'n8n-workflow';
import { credentialIds } from '../../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';

const PREFIX = 'n8n-nodes-energy-projects.';
const SETTINGS = { executionOrder: 'v1', timezone: 'Europe/Berlin' };

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
	const nodes = steps.map(({ name, parameters }) => action(name, parameters, authentication));
	return manual(id, items, ...nodes);
}

/** The action node. */
export const action = (
	name: string,
	parameters: IDataObject,
	authentication: Authentication = 'apiKey',
) =>
	node(
		name,
		`${PREFIX}energyProjects`,
		{ authentication, ...parameters },
		apiCredential(authentication),
	);

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
	return inARow(id, [latest]);
}

/** A workflow that n8n starts when another one fails. */
export const errorWorkflow = (id: string): ExampleWorkflow =>
	inARow(id, [node('Failure', 'n8n-nodes-base.errorTrigger', {})]);

/** n8n polls at most once a minute, but takes sixty times of polling: so every second, or every so many `seconds`. */
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
	return inARow(id, [trigger], { settings: { ...SETTINGS, ...settings } });
}

/** A node of n8n's own. */
export const of = (
	type: string,
	typeVersion: number,
	name: string,
	parameters: IDataObject,
	credentials?: object,
) => ({ ...node(name, `n8n-nodes-base.${type}`, parameters, credentials), typeVersion });

/** A workflow of nodes one after the other. */
export const inARow = (id: string, nodes: ExampleWorkflow['nodes'], more: object = {}) =>
	workflow(id, nodes, {
		connections: Object.fromEntries(
			nodes.slice(1).map(({ name }, before) => [nodes[before].name, { main: [[link(name)]] }]),
		),
		...more,
	});

/** One that is started by hand with these items. */
export const manual = (
	id: string,
	items: readonly IDataObject[],
	...nodes: ExampleWorkflow['nodes']
) =>
	inARow(id, [of('manualTrigger', 1, 'Start', {}), ...nodes], {
		pinData: { Start: items.map((json) => ({ json })) },
	});

/** The same, with the node in n8n's Loop Over Items. @param batchSize how many items a round has */
export const inRounds = (
	id: string,
	items: readonly IDataObject[],
	one: ExampleWorkflow['nodes'][number],
	batchSize = 10,
) => {
	const loop = of('splitInBatches', 3, 'Loop Over Items', { batchSize, options: {} });
	const { nodes } = manual(id, items, loop, one);
	return workflow(id, nodes, {
		pinData: { Start: items.map((json) => ({ json })) },
		connections: {
			Start: { main: [[link(loop.name)]] },
			[loop.name]: { main: [[], [link(one.name)]] },
			[one.name]: { main: [[link(loop.name)]] },
		},
	});
};

let count = 0;

export const node = (
	name: string,
	type: string,
	parameters: IDataObject,
	credentials: object = {},
) => ({
	id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
	...{ name, type, typeVersion: 1, position: [count * 200, 0], parameters, credentials },
});

export const link = (name: string) => ({ node: name, type: 'main', index: 0 });

export const workflow = (
	id: string,
	nodes: ExampleWorkflow['nodes'],
	more: object,
): ExampleWorkflow => ({ id, name: id, nodes, ...{ settings: SETTINGS, active: false, ...more } });

/** The HTTP Request node as docs/action-node.md has it: it counts the projects in progress. */
export function requestWorkflow(
	id: string,
	url: string,
	credential: { type: string; id: string },
): ExampleWorkflow {
	const query = Object.entries({ status: 'inProgress', limit: '1' }).map(([name, value]) => ({
		...{ name, value },
	}));
	const parameters = {
		...{ url, options: {}, sendQuery: true },
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credential.type,
		queryParameters: { parameters: query },
	};
	const access = { [credential.type]: { id: credential.id, name: 'Energy Projects' } };
	const request = of('httpRequest', 4.2, 'Count projects', parameters, access);
	return inARow(id, [of('manualTrigger', 1, 'Start', {}), request]);
}
