import type { INodeProperties } from 'n8n-workflow';
import type { Authentication } from '../http/authentication';

/** Whether the record behind an event is read, and how the node proves to the API who it is. */
export type FetchRecord = 'no' | Authentication;

const choices: Record<FetchRecord, { name: string; description: string }> = {
	no: { name: 'No', description: 'The items hold what the event tells, and no more' },
	apiKey: { name: 'With API Key', description: 'The record is read with an API key' },
	oAuth2: { name: 'With OAuth2', description: 'The record is read with an OAuth2 account' },
};

export const fetchRecordValues = Object.keys(choices) as FetchRecord[];

/** @returns undefined where it is none of the choices: an expression can yield anything */
export const toFetchRecord = (value: unknown): FetchRecord | undefined =>
	fetchRecordValues.find((choice) => choice === value);

/**
 * One parameter, not a boolean beside a choice of credentials. The editor takes each parameter that a credential's
 * condition names for a choice of credentials. It hides the parameter if every value of it belongs to a credential, and
 * it hides a boolean in any case. So there is a choice, `no`, that no credential names.
 */
export const fetchRecordParameter: INodeProperties = {
	displayName: 'Fetch Record',
	name: 'fetchRecord',
	type: 'options',
	options: Object.entries(choices).map(([value, words]) => ({ value, ...words })),
	default: 'no',
	description:
		'Whether to read the whole project or customer from the API and add it as "record". It is null where the record is gone, as after a deletion.',
};
