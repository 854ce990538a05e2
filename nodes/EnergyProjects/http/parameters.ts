import type { INodeProperties } from 'n8n-workflow';
import { quoted, quotedList } from '../values/text';

/** The ways in which a node can log in to the service. Service document, section Authentication. */
const methods = [
	{
		name: 'API Key',
		value: 'apiKey',
		description: "Use a key from the service's application; the usual way",
		credentialType: 'energyProjectsApi',
	},
	{
		name: 'OAuth2',
		value: 'oAuth2',
		description:
			'Log in with your account at the service; works only if its operator has registered your n8n',
		credentialType: 'energyProjectsOAuth2Api',
	},
] as const;

export type Authentication = (typeof methods)[number]['value'];

/** The credential type of a choice; that of the first one if an expression yields anything else. */
export const credentialTypeOf = (authentication: Authentication): string =>
	(methods.find(({ value }) => value === authentication) ?? methods[0]).credentialType;

/** @throws Error with a text for people: n8n would only say that it found no credential */
export function authenticationFrom(given: unknown): Authentication {
	const method = methods.find(({ value }) => value === given);
	if (method !== undefined) return method.value;
	const values = quotedList(methods.map(({ value }) => value));
	throw new Error(`Authentication: "${quoted(given)}" is not one of its values: ${values}`);
}

/** The parameter with this choice. */
export const authenticationParameter: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: methods.map(({ name, value, description }) => ({ name, value, description })),
	default: 'apiKey',
	description: 'How the node logs in to the service',
};

/** The collection with the options of an operation. */
export const optionsCollection = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
} as const satisfies INodeProperties;

/** How long to wait for an answer, for every node that sends requests. */
export const timeoutOption = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 600 },
	default: 60,
	description: 'How long to wait for each answer from the service, in seconds',
} as const satisfies INodeProperties;

const { minValue, maxValue } = timeoutOption.typeOptions;

/**
 * The time that a person set, within its limits.
 *
 * @param seconds undefined stands for the default
 * @returns in milliseconds
 */
export const timeoutMsFrom = (seconds: number = timeoutOption.default): number =>
	Math.round(Math.min(maxValue, Math.max(minValue, seconds)) * 1000);
