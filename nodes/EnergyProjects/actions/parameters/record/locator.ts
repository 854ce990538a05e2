import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { humanIdField } from '../../../service/record';
import type { ReadableRecord } from '../../../service/record';
import { isObject } from '../../../values/objects';
import { shortText } from '../../../values/shortText';
import { quoted } from '../../../values/quoted';
import { capitalised } from '../../../values/text';
import { lastUuidIn, UUID_ALONE, UUID_EXAMPLE } from '../../../values/uuid';

/** The name under which the editor asks for the list of a locator. */
export const searchMethodOf = (noun: string) => `search${capitalised(noun)}s`;

/**
 * The modes of a locator, as workflows save them, with their labels. The editor has room for about eight letters and cuts
 * the rest, so "By Human ID" would not fit. For all modes but that one, it shows labels of its own.
 */
const MODE_LABELS = { list: 'From List', humanId: 'Number', url: 'By URL', id: 'By ID' } as const;

/** A record chosen from a searchable list, by its human ID if it has one, by a pasted link, or by its ID. */
export function locator(record: ReadableRecord): INodeProperties {
	const { noun } = record;
	const byLinkOrId = locatorByLinkOrId(noun);
	return {
		...byLinkOrId,
		default: { mode: 'list', value: '' },
		description: `The ${noun}: choose it from the list, or enter ${waysToName(record)}`,
		modes: [
			{
				displayName: MODE_LABELS.list,
				name: 'list',
				type: 'list',
				placeholder: `Select a ${noun}…`,
				typeOptions: { searchListMethod: searchMethodOf(noun), searchable: true },
			},
			...byHumanId(record).modes,
			...(byLinkOrId.modes ?? []),
		],
	};
}

/** The mode for human IDs, if such records have any. */
function byHumanId(record: ReadableRecord): { readonly modes: INodePropertyMode[] } {
	const field = humanIdField(record);
	if (field === undefined) return { modes: [] };
	return {
		modes: [
			{
				displayName: MODE_LABELS.humanId,
				name: 'humanId',
				type: 'string',
				placeholder: field.placeholder,
				hint: `The human ID of the ${record.noun}, found through the list of ${record.noun}s, which is read once per execution`,
			},
		],
	};
}

/** What a person can enter to name a record. */
export const waysToName = (record: ReadableRecord): string =>
	humanIdField(record) === undefined
		? 'its ID or a link that contains it'
		: 'its human ID, its ID, or a link that contains it';

/** A record that the service has no list of, by a pasted link or by its ID. */
export function locatorByLinkOrId(noun: string): INodeProperties {
	return {
		displayName: capitalised(noun),
		name: `${noun}Id`,
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
		description: `The ${noun}: enter its ID or a link that contains it`,
		modes: [
			{
				displayName: MODE_LABELS.url,
				name: 'url',
				type: 'string',
				placeholder: `e.g. the address of the ${noun} in your browser`,
				hint: 'The last ID in the link is used',
			},
			{
				displayName: MODE_LABELS.id,
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${UUID_EXAMPLE}`,
			},
		],
	};
}

/** A locator holds something that names no record. */
export class LocatorError extends Error {
	/** What the person can do about it. */
	readonly advice: string;

	constructor(problem: string, advice: string) {
		super(problem);
		this.advice = advice;
	}
}

/** How a locator names a record. */
export interface LocatorChoice {
	readonly by: 'id' | 'humanId';
	/** Without surrounding blanks; empty if nothing was chosen. */
	readonly text: string;
}

/** What to do about a value that does not fit the mode. */
function adviceOn(record: ReadableRecord | undefined): string {
	if (record === undefined) return 'Enter the ID as text, or paste the link of a single record.';
	if (humanIdField(record) === undefined) {
		return 'Choose from the list, or paste the link of a single record.';
	}
	return `If it is a human ID such as P-001, select "${MODE_LABELS.humanId}". Otherwise choose from the list, or paste the link of a single record.`;
}

/** The advice to select another mode, for a text that is no human ID but a link; undefined for any other text. */
export function fittingMode(text: string): string | undefined {
	const { humanId, url } = MODE_LABELS;
	return /^https?:/i.test(text)
		? `"${humanId}" is selected, but this is a link. Select "${url}".`
		: undefined;
}

/** Longer than any link that a browser shows. */
const LONGEST_LINK = 10_000;

/**
 * What was chosen in a locator. What an expression or an AI agent put in its place is taken as the ID. In place of a
 * human ID, an ID works too: an AI agent fills in the value but cannot choose the mode, and it knows both. Service
 * document, section Resources: the IDs of projects, customers and rooms are UUIDs.
 *
 * @param record the record that can be chosen, for advice; left out if there is no list of such records
 * @throws LocatorError if a link contains no ID, or if a value cannot be an ID
 */
export function locatorChoiceIn(value: unknown, record?: ReadableRecord): LocatorChoice {
	const { mode, value: given } = isLocatorValue(value) ? value : { value };
	if (given === undefined || given === null) return { by: 'id', text: '' };
	const isText = typeof given === 'string' || Number.isFinite(given);
	const text = isText ? String(given).trim() : '';
	if (isText && text === '') return { by: 'id', text };
	if (mode === 'humanId' && !UUID_ALONE.test(text)) {
		return { by: 'humanId', text: humanIdIn(text, given) };
	}
	const id = mode === 'url' && isText ? idInLink(text) : text;
	if (UUID_ALONE.test(id)) return { by: 'id', text: id };
	const shown = `"${quoted(given)}"`;
	const problem =
		mode === 'url'
			? `the link ${shown} contains no ID`
			: `${shown} is not an ID such as ${UUID_EXAMPLE}`;
	throw new LocatorError(`${selected(mode)}${problem}`, adviceOn(record));
}

/** The beginning of an error: the mode that is selected. Nothing if the value is not in a locator. */
function selected(mode: unknown): string {
	if (mode === undefined) return '';
	const label = Object.entries(MODE_LABELS).find(([name]) => name === mode)?.[1];
	return `"${label ?? quoted(mode)}" is selected, but `;
}

function humanIdIn(text: string, given: unknown): string {
	const humanId = shortText(text);
	if (humanId !== '') return humanId;
	throw new LocatorError(
		`${selected('humanId')}"${quoted(given)}" is not a human ID`,
		'Enter the human ID as text.',
	);
}

/** The ID in a link; an empty text if there is none. */
const idInLink = (text: string): string =>
	text.length > LONGEST_LINK ? '' : (lastUuidIn(text) ?? '');

/** The ID in the value of a locator in which a record was not chosen by its human ID; see locatorChoiceIn. */
export const idFromLocator = (value: unknown): string => locatorChoiceIn(value).text;

/** Whether a record was chosen by its human ID, which has to be looked up. */
export const isByHumanId = (value: unknown): boolean =>
	isLocatorValue(value) && value.mode === 'humanId';

/** Whether a value has the form of a locator. Any other value is a mistake and not a locator. */
const isLocatorValue = (value: unknown): value is { mode?: unknown; value?: unknown } =>
	isObject(value) && (value.__rl === true || (typeof value.mode === 'string' && 'value' in value));
