import type { INodeProperties } from 'n8n-workflow';

/** The ways a node can prove to the service who it is. Service document, section Authentication. */
const ways = [
	{
		name: 'API Key',
		value: 'apiKey',
		description: 'A key from the application of the service; the usual way',
		credentialType: 'energyProjectsApi',
	},
	{
		name: 'OAuth2',
		value: 'oAuth2',
		description: 'A log-in at the service, where its operator has registered your n8n',
		credentialType: 'energyProjectsOAuth2Api',
	},
] as const;

export type Authentication = (typeof ways)[number]['value'];

/** The credential type behind a choice; the first one's where an expression yields anything else. */
export const credentialTypeOf = (authentication: Authentication): string =>
	(ways.find(({ value }) => value === authentication) ?? ways[0]).credentialType;

/** The choice between them. */
export const authenticationParameter: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: ways.map(({ name, value, description }) => ({ name, value, description })),
	default: 'apiKey',
	description: 'How the node proves to the service who it is',
};
