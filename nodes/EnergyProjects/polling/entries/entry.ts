import type { IDataObject } from 'n8n-workflow';
import { instantIn } from '../../values/parse/instant';
import { fieldNamed } from '../../service/field';
import type { Field } from '../../service/field';
import type { RecordType } from '../../service/record';
import { UUID_ALONE } from '../../values/uuid';
import { canonicalText } from './canonical';
import { ALPHABET, fingerprint, inBase64 } from './fingerprint';
import type { Layout } from './layout';

/**
 * What the state keeps of one record, as one short text: its time of change and, field by field, an empty value, a
 * known value (one character each) or a fingerprint (five). The key is its ID (22 characters for a UUID).
 */
export type Entry = string;

/** Known only by its ID: nothing can be said about a change of it. */
export const ID_ONLY: Entry = '';

const KEY_LENGTH = 22;
const TIME_LENGTH = 8;
const NO_TIME = '-';
/** Of a field that has to be told after the record is gone. */
const READABLE = 'humanId';
const KEY = /^(?:[A-Za-z\d+/]{22}|:[^:,]*:)/;
const TOKENS = /#[A-Za-z\d+/]{4}|:[^:]*:|[A-Za-z\d+/]/g;

/** The key of a record; one without an ID has none. */
export function recordKeyOf({ id }: IDataObject): string | undefined {
	if (typeof id !== 'string' && typeof id !== 'number') return undefined;
	const text = String(id);
	if (text === '') return undefined;
	if (!UUID_ALONE.test(text)) return readable(text);
	return Buffer.from(text.replaceAll('-', ''), 'hex').toString('base64').slice(0, KEY_LENGTH);
}

/** The ID a key stands for; a UUID in lower case. */
export function recordIdOf(key: string): string {
	if (key.startsWith(':')) return unreadable(key);
	const hex = Buffer.from(key, 'base64').toString('hex');
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The length of the key at the beginning of a text; undefined where there is none. */
export const keyLengthIn = (text: string): number | undefined => KEY.exec(text)?.[0].length;

/** Field and its name in a layout; a layout of another version may name fields that are not known here. */
const fieldsOf = (type: RecordType, { fields }: Layout): Array<Field | undefined> =>
	fields.map((name) =>
		type.fields.some((field) => field.name === name) ? fieldNamed(type.fields, name) : undefined,
	);

/** Makes the entries of records of one type. */
export function entryMaker(type: RecordType, layout: Layout): (record: IDataObject) => Entry {
	const fields = fieldsOf(type, layout);
	const characters = new Map(layout.values.map((value, index) => [value, ALPHABET[index + 1]]));
	const tokenOf = (field: Field | undefined, record: IDataObject): string => {
		const text = field === undefined ? '' : canonicalText(field, record[field.name]);
		if (field === undefined || text === '') return ALPHABET[0];
		if (field.name === READABLE) return readable(text);
		const isChoice = field.type === 'boolean' || field.type === 'enumeration';
		return (isChoice ? characters.get(text) : undefined) ?? `#${fingerprint(text)}`;
	};
	return (record) =>
		timeToken(record.updatedAt) + fields.map((field) => tokenOf(field, record)).join('');
}

function timeToken(time: unknown): string {
	if (time === undefined || time === null || time === '') return NO_TIME;
	const instant = instantIn(time);
	const isShown = instant !== undefined && instant >= 0;
	return isShown ? inBase64(instant, TIME_LENGTH) : `#${fingerprint(String(time))}`;
}

/** Of a record in which nothing stands. */
export const emptyEntry = ({ fields }: Layout): Entry =>
	NO_TIME + ALPHABET[0].repeat(fields.length);

/** What two entries differ in. */
export interface Difference {
	readonly isSameTime: boolean;
	/** Names of the fields, in the order of the service's document. */
	readonly fields: readonly string[];
}

/** @param layout of both entries */
export function differenceBetween(one: Entry, other: Entry, layout: Layout): Difference {
	const [timeOfOne, ...tokensOfOne] = tokensOf(one);
	const [timeOfOther, ...tokensOfOther] = tokensOf(other);
	return {
		isSameTime: timeOfOne === timeOfOther,
		fields: layout.fields.filter((_, index) => tokensOfOne[index] !== tokensOfOther[index]),
	};
}

/** The time of change, then each field. */
function tokensOf(entry: Entry): string[] {
	const lengths: Readonly<Record<string, number>> = { [NO_TIME]: 1, '#': 5 };
	const length = lengths[entry.charAt(0)] ?? TIME_LENGTH;
	return [entry.slice(0, length), ...(entry.slice(length).match(TOKENS) ?? [])];
}

/** What is known of a record that is gone. */
export interface LastKnown {
	readonly humanId?: string;
	/** Undefined where nothing is known of it; not one of the known ones where it was none of them. */
	readonly status?: string;
}

/** What an entry still tells of a record that is gone. */
export function lastKnownOf(entry: Entry, { fields, values }: Layout): LastKnown {
	const [, ...tokens] = tokensOf(entry);
	const tokenOf = (name: string) => tokens[fields.indexOf(name)] as string | undefined;
	const humanId = tokenOf(READABLE);
	const status = tokenOf('status');
	return {
		...(humanId?.startsWith(':') === true && { humanId: unreadable(humanId) }),
		...(status !== undefined &&
			status !== ALPHABET[0] && {
				status: status.startsWith('#') ? status : values[ALPHABET.indexOf(status) - 1],
			}),
	};
}

/** A text between colons, without any character that has a meaning in a state. */
const readable = (text: string) => `:${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))}:`;

const unreadable = (token: string) => decodeURIComponent(token.slice(1, -1));
