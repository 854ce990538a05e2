import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../service/field';
import type { RecordType } from '../../service/record';
import { instantIn } from '../../values/parse/instant';
import { UUID_ALONE } from '../../values/uuid';
import { canonicalText } from './canonical';
import { ALPHABET, fingerprint, inBase64 } from './fingerprint';
import type { Layout } from './layout';
import { reportCountIn } from './reportCount';

/**
 * What the state keeps of one record, as one short text of tokens: the time of its last change, then each field of the
 * layout, and sometimes a count of reports. An empty field and a known value take one character, a fingerprint takes
 * five. The human ID is kept as it is.
 */
export type Entry = string;

/** The entry of a record of which only the ID is kept: no poll can tell whether it changed. */
export const ID_ONLY: Entry = '';

/** Of a UUID in base 64. */
const KEY_LENGTH = 22;
const TIME_LENGTH = 8;
const NO_TIME = '-';
/** Kept as plain text if it is not too long, since the event of a deletion names it. */
const PLAIN_FIELD = 'humanId';
const LONGEST_PLAIN = 100;
const KEY = /^(?:[A-Za-z\d+/]{22}|:[^:,]*:)/;
const TOKENS = /#[A-Za-z\d+/]{4}|:[^:]*:|[A-Za-z\d+/~]/g;
/** Of a field that was not kept or not sent so far: it never counts as different. */
export const UNKNOWN = '~';

/** The key of a record, a short form of its ID; undefined if it has none. */
export function recordKeyOf({ id }: IDataObject): string | undefined {
	if (typeof id !== 'string' && typeof id !== 'number') return undefined;
	const text = String(id);
	if (text === '') return undefined;
	if (!UUID_ALONE.test(text)) return plainToken(text);
	return Buffer.from(text.replaceAll('-', ''), 'hex').toString('base64').slice(0, KEY_LENGTH);
}

/** The ID that a key stands for; a UUID comes in lower case. */
export function recordIdOf(key: string): string {
	if (key.startsWith(':')) return textOfPlainToken(key);
	const hex = Buffer.from(key, 'base64').toString('hex');
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The length of the key that a text begins with; undefined if it begins with none. */
export const keyLengthIn = (text: string): number | undefined => KEY.exec(text)?.[0].length;

/**
 * Returns the function that makes the entry of a record. A computed field that the service has left out keeps what the
 * former entry knows of it: left out is not null.
 */
export function entryMaker(
	type: RecordType,
	layout: Layout,
): (record: IDataObject, former?: Entry) => Entry {
	// A layout that another version saved may name fields that this version does not know.
	const fields = layout.fields.map((name) => type.fields.find((field) => field.name === name));
	const characters = charactersOf(layout);
	const tokenOf = (field: Field | undefined, record: IDataObject): string => {
		const text = field === undefined ? '' : canonicalText(field, record[field.name]);
		if (field === undefined || text === '') return ALPHABET[0];
		if (field.name === PLAIN_FIELD && text.length <= LONGEST_PLAIN) return plainToken(text);
		return (isChoice(field) ? characters.get(text) : undefined) ?? fingerprintToken(text);
	};
	const isLeftOut = (field: Field | undefined, record: IDataObject): boolean =>
		field?.isComputed === true && record[field.name] === undefined;
	return (record, former = ID_ONLY) => {
		const tokens = fields.map((field, index) =>
			isLeftOut(field, record) ? fieldTokenAt(former, index) : tokenOf(field, record),
		);
		return timeToken(record.updatedAt) + tokens.join('') + reportCountIn(former);
	};
}

/** The character that stands for each value of a boolean or an enumeration. */
export const charactersOf = ({ values }: Layout): ReadonlyMap<string, string> =>
	new Map(values.map((value, index) => [value, ALPHABET[index + 1]]));

/** Whether an entry holds known values of the field as one character each. */
export const isChoice = (field: Field | undefined): boolean =>
	field?.type === 'boolean' || field?.type === 'enumeration';

export const fingerprintToken = (text: string) => `#${fingerprint(text)}`;

function timeToken(time: unknown): string {
	if (time === undefined || time === null || time === '') return NO_TIME;
	const instant = instantIn(time);
	const isEncodable = instant !== undefined && instant >= 0;
	return isEncodable ? inBase64(instant, TIME_LENGTH) : fingerprintToken(String(time));
}

/** The entry of a record in which every field is empty. */
export const emptyEntry = ({ fields }: Layout): Entry =>
	NO_TIME + ALPHABET[0].repeat(fields.length);

/** How two entries differ. */
export interface Difference {
	/** Whether the time of the last change is the same in both. */
	readonly isSameTime: boolean;
	/** Names of the fields that differ, in the order of the service's document. */
	readonly fields: readonly string[];
}

/** @param layout of both entries */
export function differenceBetween(one: Entry, other: Entry, layout: Layout): Difference {
	const [timeOfOne, ...tokensOfOne] = tokensOf(one);
	const [timeOfOther, ...tokensOfOther] = tokensOf(other);
	const differs = (index: number) => {
		const tokens = [tokensOfOne[index], tokensOfOther[index]];
		return tokens[0] !== tokens[1] && !tokens.includes(UNKNOWN);
	};
	return {
		isSameTime: timeOfOne === timeOfOther,
		fields: layout.fields.filter((_, index) => differs(index)),
	};
}

/** The token of the time, then that of each field. */
export function tokensOf(entry: Entry): string[] {
	const lengths: Readonly<Record<string, number>> = { [NO_TIME]: 1, '#': 5 };
	const length = lengths[entry.charAt(0)] ?? TIME_LENGTH;
	const end = entry.length - reportCountIn(entry).length;
	return [entry.slice(0, length), ...(entry.slice(length, end).match(TOKENS) ?? [])];
}

/** The token of a field, by its index in the layout. */
const fieldTokenAt = (entry: Entry, index: number): string =>
	(tokensOf(entry) as Array<string | undefined>)[index + 1] ?? UNKNOWN;

/** What an entry tells about a record that was deleted. */
export interface LastKnown {
	readonly humanId?: string;
	/** Undefined if the status was empty or not kept. A status that the layout does not know comes as its fingerprint. */
	readonly status?: string;
}

/** Reads human ID and status back from an entry. */
export function lastKnownOf(entry: Entry, { fields, values }: Layout): LastKnown {
	const [, ...tokens] = tokensOf(entry);
	const tokenOf = (name: string) => tokens[fields.indexOf(name)] as string | undefined;
	const humanId = tokenOf(PLAIN_FIELD);
	const status = tokenOf('status') ?? ALPHABET[0];
	// The first character stands for an empty value, the second for the first value of the layout.
	return {
		humanId: humanId?.startsWith(':') === true ? textOfPlainToken(humanId) : undefined,
		status: status.startsWith('#') ? status : values[ALPHABET.indexOf(status) - 1],
	};
}

/** A text between colons, encoded so that it contains no marker of an entry or a state. */
const plainToken = (text: string) =>
	`:${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))}:`;

const textOfPlainToken = (token: string) => decodeURIComponent(token.slice(1, -1));
