import type { INodeProperties } from 'n8n-workflow';
import { fieldNamed } from '../../../service/field';
import { listedRecordOf } from '../../../service/records/byNoun';
import { isObject } from '../../../values/objects';
import { shortText } from '../../../values/shortText';
import { quoted } from '../../../values/quoted';
import { capitalised } from '../../../values/text';
import { lastUuidIn, UUID_ALONE, UUID_EXAMPLE } from '../../../values/uuid';

/** Under which name the editor asks for the list of a locator. */
export const searchMethodOf = (noun: string) => `search${capitalised(noun)}s`;

/** A record chosen from a searchable list, by its human ID, by a pasted link, or by its ID. */
export function locator(noun: string): INodeProperties {
	const byLinkOrId = locatorByLinkOrId(noun);
	return {
		...byLinkOrId,
		default: { mode: 'list', value: '' },
		description: `The ${noun}: choose it from the list, or give its human ID, its ID, or a link that contains it`,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${noun}…`,
				typeOptions: { searchListMethod: searchMethodOf(noun), searchable: true },
			},
			{
				displayName: 'By Human ID',
				name: 'humanId',
				type: 'string',
				placeholder: humanIdExample(noun),
				hint: `Found through the list of ${noun}s, which is read once per execution`,
			},
			...(byLinkOrId.modes ?? []),
		],
	};
}

/** What a human ID of such a record looks like. */
const humanIdExample = (noun: string) =>
	fieldNamed(listedRecordOf(noun)?.fields ?? [], 'humanId').placeholder;

/** A record the service offers no list of, by a pasted link or by its ID. */
export function locatorByLinkOrId(noun: string): INodeProperties {
	return {
		displayName: capitalised(noun),
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

/** Something in a locator that names no record. */
export class LocatorError extends Error {
	/** What the person can do about it. */
	readonly advice: string;

	constructor(problem: string, advice: string) {
		super(problem);
		this.advice = advice;
	}
}

/** What a locator names a record by. */
export interface Chosen {
	readonly by: 'id' | 'humanId';
	/** Without surrounding blanks; empty where nothing was chosen. */
	readonly text: string;
}

const ADVICE =
	'If it is a human ID such as P-001, choose "By Human ID" in place of "By ID". Otherwise choose from the list, or paste the link of a single record.';
const ADVICE_WITHOUT_LIST = 'Give the ID as a text, or paste the link of a single record.';

/** Longer than any link that a browser shows. */
const LONGEST_LINK = 10_000;

/**
 * What was chosen in a locator; what an expression or an AI agent put in place of one is taken as the ID. Service
 * document, section Resources: the IDs of projects, customers and rooms are UUIDs.
 *
 * @param noun the record that can be chosen, for advice; left out where that is not shown
 * @throws LocatorError where a link contains no ID, or a value can be none
 */
export function chosenIn(value: unknown, noun = ''): Chosen {
	const { mode, value: given } = isLocatorValue(value) ? value : { mode: 'id', value };
	if (given === undefined || given === null) return { by: 'id', text: '' };
	const isText = typeof given === 'string' || Number.isFinite(given);
	const text = isText ? String(given).trim() : '';
	if (isText && text === '') return { by: 'id', text };
	if (mode === 'humanId') return { by: 'humanId', text: humanIdIn(text, given) };
	const id = mode === 'url' && isText ? idInLink(text) : text;
	if (UUID_ALONE.test(id)) return { by: 'id', text: id };
	throw new LocatorError(
		`"${quoted(given)}" is not an ID such as ${UUID_EXAMPLE}`,
		listedRecordOf(noun) === undefined ? ADVICE_WITHOUT_LIST : ADVICE,
	);
}

function humanIdIn(text: string, given: unknown): string {
	const humanId = shortText(text);
	if (humanId !== '') return humanId;
	throw new LocatorError(`"${quoted(given)}" is not a human ID`, 'Give the human ID as a text.');
}

function idInLink(text: string): string {
	const id = text.length > LONGEST_LINK ? undefined : lastUuidIn(text);
	if (id !== undefined) return id;
	throw new LocatorError(
		`The link "${quoted(text)}" contains no ID`,
		'Paste the link of a single record, or give the ID as a text.',
	);
}

/** The ID in the value of a locator in which a record was not chosen by its human ID; see chosenIn. */
export const idFromLocator = (value: unknown): string => chosenIn(value).text;

/** Whether a record was chosen by its human ID, which has to be looked up. */
export const isByHumanId = (value: unknown): boolean =>
	isLocatorValue(value) && value.mode === 'humanId';

/** Whether it is a locator's own form. Anything else that has a value is a mistake, not a locator. */
const isLocatorValue = (value: unknown): value is { mode?: unknown; value?: unknown } =>
	isObject(value) && (value.__rl === true || (typeof value.mode === 'string' && 'value' in value));
