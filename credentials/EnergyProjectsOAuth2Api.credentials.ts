import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { AUTH_SERVER_PATHS } from '../nodes/EnergyProjects/service/endpoints';
import { baseUrlField, ignoreSslIssuesField } from './connectionFields';

/** The address of an endpoint of the authorization server; what people paste along behind it does no harm. */
const authServer = (path: string) =>
	`={{ $self["authServerUrl"].trim().replace(/\\/+$/, "").replace(/\\/oauth2(\\/(auth|token))?$/, "") + "${path}" }}`;

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
		'https://github.com/energy-projects/n8n-nodes-energy-projects#credential-oauth2';

	properties: INodeProperties[] = [
		baseUrlField,
		{
			displayName: 'Authorization Server URL',
			name: 'authServerUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://auth.example.com',
			description: 'Address of the server people log in at, without /oauth2',
		},
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
			default: authServer(AUTH_SERVER_PATHS.authorization),
			required: true,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: authServer(AUTH_SERVER_PATHS.token),
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
