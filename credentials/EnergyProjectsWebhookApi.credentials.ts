import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { notice } from './connectionFields';

/** The signing secret of a webhook. Service document, sections Registration fields and Signature. */
export class EnergyProjectsWebhookApi implements ICredentialType {
	name = 'energyProjectsWebhookApi';

	displayName = 'Energy Projects Webhook API';

	icon: Icon = {
		light: 'file:../icons/energyProjects.svg',
		dark: 'file:../icons/energyProjects.dark.svg',
	};

	documentationUrl =
		'https://github.com/energy-projects/n8n-nodes-energy-projects/blob/main/docs/credentials.md#webhook';

	properties: INodeProperties[] = [
		notice(
			'formOnlyNotice',
			'Saving checks only the format of the secret. The first event shows whether it is right.',
		),
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			placeholder: 'e.g. 9f2c7a41e8b05d36',
			description:
				'The service shows it once, when the webhook is created (Settings › Integrations › Webhooks). If it is lost, create a second webhook with the same URL, enter its secret, and delete the old one.',
		},
		{
			displayName: 'Previous Signing Secret',
			name: 'previousSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. 1b7e3d90c5a8f264',
			description:
				'Only while you replace a webhook: the secret of the old one. Deliveries signed with either secret are accepted. Clear this field a day or two after you have deleted the old webhook.',
		},
	];
}
