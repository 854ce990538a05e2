import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { link, node, workflow } from './workflows.mts';

/** The HTTP Request node as docs/custom-api-call.md has it: it counts the projects in progress. */
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
