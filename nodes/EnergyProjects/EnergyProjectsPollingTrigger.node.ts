import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { outputsExpression, subtitleExpression, triggerHint } from './events/outputs';
import { apiKeyCheck } from './http/apiKeyCheck';
import { credentialTypeOf } from './http/parameters';
import { pollingPanel, pollingProperties } from './polling/parameters';
import { poll } from './polling/poll';

/** Starts a workflow with what has changed since the last poll; for n8n instances that webhooks cannot reach. */
export class EnergyProjectsPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		// n8n leaves out "Trigger" in its own sentences: "check Energy Projects (Polling) for events".
		displayName: 'Energy Projects (Polling) Trigger',
		name: 'energyProjectsPollingTrigger',
		icon: {
			light: 'file:../../icons/energyProjectsPolling.svg',
			dark: 'file:../../icons/energyProjectsPolling.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: subtitleExpression,
		description:
			'Starts a workflow when a project or customer changes; checks regularly, so n8n need not be reachable',
		builderHint: { searchHint: triggerHint },
		defaults: { name: 'Energy Projects (Polling) Trigger' },
		polling: true,
		inputs: [],
		outputs: outputsExpression as INodeTypeDescription['outputs'],
		credentials: [
			{
				// Written out: n8n's lint rule for credential tests reads this literal.
				name: 'energyProjectsApi',
				required: true,
				testedBy: 'apiKeyCheck',
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: credentialTypeOf('oAuth2'),
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		triggerPanel: pollingPanel,
		properties: pollingProperties,
	};

	methods = { credentialTest: { apiKeyCheck } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
