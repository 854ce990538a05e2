import type { INodeProperties } from 'n8n-workflow';
import { serverAddress } from '../nodes/EnergyProjects/http/address';
import { AUTH_SERVER_PATHS } from '../nodes/EnergyProjects/service/endpoints';

const WITHOUT_SCHEME = 'If https:// or http:// is missing, https:// is used.';

/** The address of the service. Service document, section Authentication. */
export const baseUrlField: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://api.example.com',
	description: `Address of the service itself, not of its application in the browser. ${WITHOUT_SCHEME}`,
};

/** The server at which people log in. Service document, section Authentication, "OAuth 2.0". */
export const authServerUrlField: INodeProperties = {
	displayName: 'Authorization Server URL',
	name: 'authServerUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://auth.example.com',
	description: `Address of the server where people log in, without /oauth2. ${WITHOUT_SCHEME}`,
};

/** People paste the address of an endpoint, or the part that all endpoints have in common. */
const AUTH_SERVER_PASTED = [...Object.values(AUTH_SERVER_PATHS), '/oauth2'];

/**
 * The address of an endpoint of the authorization server, for n8n's own requests: an expression that reads the address a
 * person entered in the same way as the node reads the Base URL.
 */
export const authServerExpression = (path: string) =>
	`={{ (${serverAddress.toString()})($self.authServerUrl, ${JSON.stringify(AUTH_SERVER_PASTED)}) + ${JSON.stringify(path)} }}`;

/**
 * n8n's usual field for self-signed certificates. The OAuth2 credential has it too: credentials that extend `oAuth2Api`
 * do not inherit n8n's own field of this name.
 */
export const ignoreSslIssuesField: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'ignoreSSLIssues',
	type: 'boolean',
	default: false,
	description:
		'Whether to connect even if the certificate of the service cannot be verified, for example because it is self-signed',
};

/** A field of n8n's own OAuth2 credential that the service leaves no choice about. */
export const hidden = (displayName: string, name: string, value: string): INodeProperties => ({
	displayName,
	name,
	type: 'hidden',
	default: value,
});

/** A text that a person should see before they fill in a credential. */
export const notice = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
});
