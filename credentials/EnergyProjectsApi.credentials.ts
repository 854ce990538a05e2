import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { isUsableBaseUrl } from '../nodes/EnergyProjects/http/url';
import { credentialCheck } from './credentialCheck';
import { baseUrlField, ignoreSslIssuesField } from './connectionFields';

const NO_ADDRESS =
	'The Base URL is not a web address. Enter the address of the service as Base URL, such as https://api.example.com.';

/** An API key of one company. Service document, section Authentication, "API key". */
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
				'Create it in the application of the service. It reaches the projects and customers of the company it was created in.',
		},
		ignoreSslIssuesField,
	];

	authenticate: ICredentialType['authenticate'] = async (credentials, request) => {
		// The node itself checks the address before it sends anything; n8n's test of the credential does not.
		if (request.baseURL !== undefined && !isUsableBaseUrl(request.baseURL)) {
			throw new Error(NO_ADDRESS);
		}
		return { ...request, headers: { ...request.headers, 'x-api-key': credentials.apiKey } };
	};

	test = credentialCheck;
}
