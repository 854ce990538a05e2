import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { AUTH_SERVER_PATHS } from '../nodes/EnergyProjects/service/endpoints';
import {
	authServerExpression,
	authServerUrlField,
	baseUrlField,
	ignoreSslIssuesField,
} from './connectionFields';

/** OAuth2 with refresh. Service document, section Authentication, "OAuth 2.0". */
export class EnergyProjectsOAuth2Api implements ICredentialType {
	name = 'energyProjectsOAuth2Api';

	displayName = 'Energy Projects OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = {
		light: 'file:../icons/energyProjects.svg',
		dark: 'file:../icons/energyProjects.dark.svg',
	};

	documentationUrl =
		'https://github.com/energy-projects/n8n-nodes-energy-projects/blob/main/docs/credentials.md#oauth2';

	properties: INodeProperties[] = [
		baseUrlField,
		authServerUrlField,
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'authorizationCode',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: authServerExpression(AUTH_SERVER_PATHS.authorization),
			required: true,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: authServerExpression(AUTH_SERVER_PATHS.token),
			required: true,
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'hidden',
			default: 'offline_access',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
		ignoreSslIssuesField,
	];
}
