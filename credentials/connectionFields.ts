import type { INodeProperties } from 'n8n-workflow';
import { API_PREFIX } from '../nodes/EnergyProjects/service/endpoints';

/** Where the service is. Service document, section Authentication. */
export const baseUrlField: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://api.example.com',
	description: `Address of the service, without ${API_PREFIX}`,
};

const escaped = API_PREFIX.replace(/\//g, '\\/');

/** The Base URL for n8n's own requests: what people paste along behind it does no harm. */
export const baseUrlExpression = `={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/${escaped}$/, "") }}`;

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
