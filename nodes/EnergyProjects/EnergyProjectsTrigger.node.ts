import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { outputsExpression, subtitleExpression, triggerHint } from './events/outputs';
import { apiKeyCheck } from './http/apiKeyCheck';
import { credentialTypeOf } from './http/parameters';
import { readAhead } from './webhook/secrets';
import { signingSecretCheck } from './webhook/signingSecret';
import { eventTriggerDescription, listeningHints, triggerPanel } from './webhook/triggerPanel';
import { triggerProperties } from './webhook/parameters';
import { handleDelivery } from './webhook/delivery';

/** Starts a workflow with each verified delivery of a webhook. Service document, section Events. */
export class EnergyProjectsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Energy Projects Trigger',
		name: 'energyProjectsTrigger',
		icon: {
			light: 'file:../../icons/energyProjects.svg',
			dark: 'file:../../icons/energyProjects.dark.svg',
		},
		group: ['trigger'],
		// For a node of version 1, n8n evaluates an expression with each delivery, even a forged one.
		version: 2,
		subtitle: subtitleExpression,
		// The editor shows it for the action node too: the two are one entry of its search.
		description:
			'Read, create, change and delete projects and customers, or start a workflow when one changes',
		builderHint: {
			searchHint: triggerHint,
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-energy-projects.energyProjectsPollingTrigger',
					relationHint: 'Use it instead if n8n cannot be reached from outside',
				},
			],
		},
		defaults: { name: 'Energy Projects Trigger' },
		inputs: [],
		outputs: outputsExpression as INodeTypeDescription['outputs'],
		credentials: [
			{
				// Written out: n8n's lint rule for credential tests reads this literal.
				name: 'energyProjectsApi',
				required: true,
				displayName: 'API Key to Fetch Records',
				testedBy: 'apiKeyCheck',
				displayOptions: { show: { fetchRecord: ['apiKey'] } },
			},
			{
				name: credentialTypeOf('oAuth2'),
				required: true,
				displayName: 'OAuth2 Account to Fetch Records',
				displayOptions: { show: { fetchRecord: ['oAuth2'] } },
			},
			{
				name: 'energyProjectsWebhookApi',
				required: true,
				displayName: 'Signing Secret',
				testedBy: 'signingSecretCheck',
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// If this were missing, n8n would answer "firstEntryJson" and would never read `webhookResponse`.
				responseData: '',
				path: 'webhook',
			},
		],
		triggerPanel,
		eventTriggerDescription,
		hints: listeningHints,
		properties: triggerProperties,
	};

	methods = { credentialTest: { apiKeyCheck, signingSecretCheck } };

	// The service has no operation to register webhooks: people register them in its application.
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				readAhead(this);
				return true;
			},
			create: async (): Promise<boolean> => true,
			delete: async (): Promise<boolean> => true,
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await handleDelivery(this);
	}
}
