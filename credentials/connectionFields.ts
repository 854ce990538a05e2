import type { INodeProperties } from 'n8n-workflow';
import { serverAddress } from '../nodes/EnergyProjects/http/serverAddress';
import { AUTH_SERVER_PATHS, PASTED_API_PREFIX } from '../nodes/EnergyProjects/service/endpoints';

const WITHOUT_SCHEME = 'Where https:// or http:// is missing, https:// is used.';

/** Where the service is. Service document, section Authentication. */
export const baseUrlField: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://api.example.com',
	description: `Address of the service itself, not of its application in the browser. ${WITHOUT_SCHEME}`,
};

/** Where people log in. Service document, section Authentication, "OAuth 2.0". */
export const authServerUrlField: INodeProperties = {
	displayName: 'Authorization Server URL',
	name: 'authServerUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://auth.example.com',
	description: `Address of the server people log in at, without /oauth2. ${WITHOUT_SCHEME}`,
};

/**
 * An expression for the address a person entered, as the node reads it too.
 *
 * @param field the field in n8n's terms, such as `$credentials.baseUrl`
 * @param pastedPaths patterns of what people paste along behind the address
 * @param path what follows the address
 */
const addressExpression = (field: string, pastedPaths: readonly string[], path = '') =>
	`={{ (${serverAddress.toString()})(${field}, ${JSON.stringify(pastedPaths)}) + ${JSON.stringify(path)} }}`;

/** People paste the whole address of an endpoint, or what its endpoints have in common. */
const AUTH_SERVER_PASTED = [...Object.values(AUTH_SERVER_PATHS), '/oauth2'];

/** The Base URL for n8n's own requests. */
export const baseUrlExpression = addressExpression('$credentials.baseUrl', [PASTED_API_PREFIX]);

/** The address of an endpoint of the authorization server, for n8n's own requests. */
export const authServerExpression = (path: string) =>
	addressExpression('$self.authServerUrl', AUTH_SERVER_PASTED, path);

/**
 * n8n's usual choice for self-signed certificates. The OAuth2 credential has it too, since n8n's own field of this
 * name is not handed down to credentials that extend `oAuth2Api`.
 */
export const ignoreSslIssuesField: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'ignoreSSLIssues',
	type: 'boolean',
	default: false,
	description:
		'Whether to connect even if the certificate of the service cannot be checked, as with a self-signed one',
};
