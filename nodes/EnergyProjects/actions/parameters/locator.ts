import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../../values/objects';
import { shown } from '../../values/shown';
import { lastUuidIn, UUID_EXAMPLE } from '../../values/uuid';
import type { Item } from '../item';

/** Under which name the editor asks for the list of a locator. */
export const searchMethodOf = (noun: string) => `search${capital(noun)}s`;

const capital = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1);

/** A record chosen from a searchable list, by a pasted link, or by its ID. */
export function locator(noun: string): INodeProperties {
	const byLinkOrId = locatorByLinkOrId(noun);
	return {
		...byLinkOrId,
		default: { mode: 'list', value: '' },
		description: `The ${noun}: choose it from the list, or give its ID or a link that contains it`,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${noun}…`,
				typeOptions: { searchListMethod: searchMethodOf(noun), searchable: true },
			},
			...(byLinkOrId.modes ?? []),
		],
	};
}

/** A record the service offers no list of, by a pasted link or by its ID. */
export function locatorByLinkOrId(noun: string): INodeProperties {
	return {
		displayName: capital(noun),
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
				placeholder: `e.g. ${UUID_EXAMPLE}`,
			},
		],
	};
}

/** Longer than any link that a browser shows. */
const LONGEST_LINK = 10_000;

/**
 * The ID in the value of a locator; what an expression or an AI agent put in place of one is taken as the ID.
 *
 * @returns the ID without surrounding blanks, or an empty string where none was chosen
 * @throws Error with a text for people where a link contains no ID, or a value is none, such as a whole record
 */
export function idFromLocator(value: unknown): string {
	const isLink = isLocatorValue(value) && value.mode === 'url';
	const chosen = isLocatorValue(value) ? value.value : value;
	if (chosen === undefined || chosen === null) return '';
	const isText = typeof chosen === 'string' || Number.isFinite(chosen);
	if (!isText) throw new Error(`"${shown(chosen)}" is not an ID`);
	const text = String(chosen).trim();
	if (!isLink || text === '') return text;
	const id = text.length > LONGEST_LINK ? undefined : lastUuidIn(text);
	if (id === undefined) throw new Error(`The link "${shown(text)}" contains no ID`);
	return id;
}

/** Whether it is a locator's own form. Anything else that has a value is a mistake, not a locator. */
const isLocatorValue = (value: unknown): value is { mode?: unknown; value?: unknown } =>
	isObject(value) && (value.__rl === true || (typeof value.mode === 'string' && 'value' in value));

/** Reads the locator parameter of an item; an empty one is an error that says what to do. */
export function requiredId(item: Item, noun: string): string {
	const id = optionalId(item, item.parameter(`${noun}Id`));
	if (id !== '') return id;
	throw item.error(
		`No ${noun} was chosen`,
		`Choose a ${noun} from the list, or give its ID or a link that contains it.`,
	);
}

/** The ID in a locator's value, with a link that contains none reported for the item. */
function optionalId(item: Item, value: unknown): string {
	try {
		return idFromLocator(value);
	} catch (error) {
		throw item.error(
			(error as Error).message,
			'Paste the link of a single record, or give the ID as a text.',
		);
	}
}
