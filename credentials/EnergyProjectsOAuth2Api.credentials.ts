import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { AUTH_SERVER_PATHS } from '../nodes/EnergyProjects/service/endpoints';
import {
	authServerExpression,
	authServerUrlField,
	baseUrlField,
	hidden,
	ignoreSslIssuesField,
	notice,
} from './connectionFields';

/**
 * OAuth2 with refresh. n8n renews the tokens. Before 2.30, two requests at once could use one refresh token, after which the
 * service withdraws the access. Service document, section Authentication, "OAuth 2.0".
 */
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
		notice('versionNotice', 'OAuth2 needs n8n 2.30 or newer. With an older one, use an API key.'),
		baseUrlField,
		authServerUrlField,
		hidden('Grant Type', 'grantType', 'authorizationCode'),
		hidden('Authorization URL', 'authUrl', authServerExpression(AUTH_SERVER_PATHS.authorization)),
		hidden('Access Token URL', 'accessTokenUrl', authServerExpression(AUTH_SERVER_PATHS.token)),
		hidden('Scope', 'scope', 'offline_access'),
		hidden('Auth URI Query Parameters', 'authQueryParameters', ''),
		hidden('Authentication', 'authentication', 'body'),
		ignoreSslIssuesField,
	];
}
