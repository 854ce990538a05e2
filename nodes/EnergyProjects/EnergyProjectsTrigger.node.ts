import type {
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { outputsExpression } from './events/outputs';
import { credentialTypeOf } from './http/authentication';
import { eventKinds } from './service/eventKinds';
import { signingSecretTest } from './webhook/secretTest';
import { triggerPanel, triggerProperties } from './webhook/triggerParameters';
import { handleDelivery } from './webhook/webhook';

export class EnergyProjectsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Energy Projects Trigger',
		name: 'energyProjectsTrigger',
		icon: {
			light: 'file:../../icons/energyProjects.svg',
			dark: 'file:../../icons/energyProjects.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: `={{ $parameter["events"].length === ${eventKinds.length} ? "all events" : $parameter["events"].join(", ") }}`,
		description: 'Starts the workflow when a project or customer is created, edited or deleted',
		defaults: { name: 'Energy Projects Trigger' },
		inputs: [],
		outputs: outputsExpression as INodeTypeDescription['outputs'],
		credentials: [
			{
				name: 'energyProjectsWebhookApi',
				required: true,
				testedBy: 'signingSecretTest',
				// Always shown. Without a condition the editor takes it for one of the choices of "Authentication", and
				// offers API keys in its place.
				displayOptions: { show: { '@version': [1] } },
			},
			{
				name: credentialTypeOf('apiKey'),
				required: true,
				displayOptions: { show: { fetchRecord: [true], authentication: ['apiKey'] } },
			},
			{
				name: credentialTypeOf('oAuth2'),
				required: true,
				displayOptions: { show: { fetchRecord: [true], authentication: ['oAuth2'] } },
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Without it n8n answers with the word "firstEntryJson", and never looks at `webhookResponse`.
				responseData: '',
				path: 'webhook',
			},
		],
		triggerPanel,
		properties: triggerProperties,
	};

	methods = { credentialTest: { signingSecretTest } };

	// The service offers no operation to register webhooks: people do it in its application.
	webhookMethods = {
		default: {
			async checkExists(): Promise<boolean> {
				return true;
			},
			async create(): Promise<boolean> {
				return true;
			},
			async delete(): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await handleDelivery(this);
	}
}
