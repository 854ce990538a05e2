import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import { accountRecord } from '../nodes/EnergyProjects/service/records/account';
import { baseUrlExpression, baseUrlField, ignoreSslIssuesField } from './connectionFields';

/** An API key of one company. Service document, section Authentication, "API key". */
export class EnergyProjectsApi implements ICredentialType {
	name = 'energyProjectsApi';

	displayName = 'Energy Projects API';

	icon: Icon = {
		light: 'file:../icons/energyProjects.svg',
		dark: 'file:../icons/energyProjects.dark.svg',
	};

	documentationUrl =
		'https://github.com/energy-projects/n8n-nodes-energy-projects#credential-api-key';

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
				'Create it in the application of the service. It reaches the projects and customers of the company it was created in.',
		},
		ignoreSslIssuesField,
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'x-api-key': '={{ $credentials.apiKey }}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: baseUrlExpression,
			url: accountRecord.endpoints.get.path,
			method: accountRecord.endpoints.get.method,
			skipSslCertificateValidation: '={{ $credentials.ignoreSSLIssues }}',
			disableFollowRedirect: true,
		},
	};
}
