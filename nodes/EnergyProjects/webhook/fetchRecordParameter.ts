import type { INodeProperties } from 'n8n-workflow';
import type { Authentication } from '../http/authentication';

/** Whether the record that an event is about is read, and with which kind of credential. */
export type FetchRecord = 'no' | Authentication;

const choices: Record<FetchRecord, { name: string; description: string }> = {
	no: { name: 'No', description: 'The items contain only the data of the event' },
	apiKey: { name: 'With API Key', description: 'Read the record with an API key' },
	oAuth2: { name: 'With OAuth2', description: 'Read the record with an OAuth2 account' },
};

export const fetchRecordValues = Object.keys(choices) as FetchRecord[];

/** @returns the choice, or undefined if the value is not one: an expression can yield anything */
export const toFetchRecord = (value: unknown): FetchRecord | undefined =>
	fetchRecordValues.find((choice) => choice === value);

/**
 * One parameter for both questions. The editor hides a boolean that credentials depend on, and it hides a list of choices
 * if each choice belongs to a credential. The choice "No" belongs to none, so this parameter stays visible.
 */
export const fetchRecordParameter: INodeProperties = {
	displayName: 'Fetch Record',
	name: 'fetchRecord',
	type: 'options',
	options: Object.entries(choices).map(([value, words]) => ({ value, ...words })),
	default: 'no',
	description:
		'Reads the whole project or customer from the API, if you choose a credential for it, and adds it as "record". It is null if the record no longer exists, for example after a deletion.',
};
