import type { INodeProperties } from 'n8n-workflow';
import type { Run } from '../run';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

const wording = {
	project: { displayName: 'Project', searchListMethod: 'searchProjects' },
	customer: { displayName: 'Customer', searchListMethod: 'searchCustomers' },
} as const;

export type Located = keyof typeof wording;

/** A project or customer chosen from a searchable list, by a pasted link, or by its ID. */
export function locator(located: Located): INodeProperties {
	const { displayName, searchListMethod } = wording[located];
	const byLinkOrId = locatorByLinkOrId(located);
	return {
		...byLinkOrId,
		displayName,
		default: { mode: 'list', value: '' },
		description: `The ${located}: choose it from the list, or give its ID or a link that contains it`,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${located}…`,
				typeOptions: { searchListMethod, searchable: true },
			},
			...(byLinkOrId.modes ?? []),
		],
	};
}

/** A record the service offers no list of, by a pasted link or by its ID. */
export function locatorByLinkOrId(noun: string): INodeProperties {
	return {
		displayName: noun.charAt(0).toUpperCase() + noun.slice(1),
		name: `${noun}Id`,
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
		description: `The ${noun}: give its ID or a link that contains it`,
		modes: [
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: `e.g. the address of the ${noun} in your browser`,
				hint: 'The last ID in the link is used',
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34',
			},
		],
	};
}

/**
 * The ID in the value of a locator; what an expression or an AI agent put in place of one is taken as the ID.
 *
 * @returns the ID without surrounding blanks, or an empty string where none was chosen
 * @throws Error with a text for people where a link contains no ID
 */
export function idFromLocator(value: unknown): string {
	const chosen = value as { mode?: string; value?: unknown } | null;
	const isLocator = typeof chosen === 'object' && chosen !== null;
	const text = String((isLocator ? chosen.value : value) ?? '').trim();
	if (!isLocator || chosen.mode !== 'url' || text === '') return text;
	const ids = text.match(UUID);
	if (ids === null) throw new Error(`The link "${text}" contains no ID`);
	return ids[ids.length - 1];
}

/** Reads the locator parameter of an item; an empty one is an error that says what to do. */
export function requiredId(run: Run, itemIndex: number, located: Located): string {
	const id = optionalId(run, itemIndex, run.context.getNodeParameter(`${located}Id`, itemIndex));
	if (id !== '') return id;
	throw run.inputError(
		itemIndex,
		`No ${located} was chosen`,
		`Choose a ${located} from the list, or give its ID or a link that contains it.`,
	);
}

/** The ID in a locator's value, with a link that contains none reported for the item. */
export function optionalId(run: Run, itemIndex: number, value: unknown): string {
	try {
		return idFromLocator(value);
	} catch (error) {
		throw run.inputError(
			itemIndex,
			(error as Error).message,
			'Paste the link of a single record, or give the ID.',
		);
	}
}
