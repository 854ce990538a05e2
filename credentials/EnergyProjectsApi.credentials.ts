import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { apiKeyHeader } from '../nodes/EnergyProjects/http/apiKeyCheck';
import { baseUrlField, ignoreSslIssuesField } from './connectionFields';

/**
 * An API key of one company. Service document, section Authentication, "API key". The nodes test it (http/apiKeyCheck.ts):
 * a `test` in this class would take precedence over theirs, and cannot explain why no answer came.
 */
export class EnergyProjectsApi implements ICredentialType {
	name = 'energyProjectsApi';

	displayName = 'Energy Projects API';

	icon: Icon = {
		light: 'file:../icons/energyProjects.svg',
		dark: 'file:../icons/energyProjects.dark.svg',
	};

	documentationUrl =
		'https://github.com/energy-projects/n8n-nodes-energy-projects/blob/main/docs/credentials.md#api-key';

	properties: INodeProperties[] = [
		baseUrlField,
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				"Create it in the service's application. It gives access to the projects and customers of the company it was created in.",
		},
		ignoreSslIssuesField,
	];

	authenticate: ICredentialType['authenticate'] = async (credentials, request) => ({
		...request,
		headers: { ...request.headers, ...apiKeyHeader(credentials) },
	});
}
