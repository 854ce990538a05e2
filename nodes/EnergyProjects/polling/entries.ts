import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../service/field';
import type { Resource } from '../service/resource';
import { canonicalText } from '../values/canonical';
import { instantIn } from '../values/dates';

/**
 * What the state keeps of one record, as one text: tokens of a fixed width, then status and human ID, which the event of a
 * deletion needs. The first token counts edits that left the time of the last change as it was, the second stands for
 * that time, and each of the others for a compared field.
 */
export type Entry = string;

/** How many tokens come before those of the fields. */
const BEFORE_FIELDS = 2;
/** Letters, digits and signs that JSON writes as they are, without the one that means something in an entry: 90. */
const CHARACTERS = Array.from({ length: 93 }, (_, index) => String.fromCharCode(33 + index)).filter(
	(character) => !'"\\|'.includes(character),
);
const BASE = CHARACTERS.length;
/** The length of a token. One change of a field in 700,000 goes unnoticed, if nothing else changes with it. */
const LENGTH = 3;
/** Of a field that was not kept or not sent so far: it never counts as different. No value has this token. */
const UNKNOWN = '~~~';

/** How long the tokens of an entry are together, if it has so many fields. */
const tokensLength = (fieldCount: number): number => (fieldCount + BEFORE_FIELDS) * LENGTH;

/** Whether a value can be the entry of a record with so many fields. */
export const isEntry = (value: unknown, fieldCount: number): value is Entry =>
	typeof value === 'string' && value.indexOf('|') === tokensLength(fieldCount);

/** Whether every poll compares the field: it can be written. A poll reads one company only, so not `companyId`. */
const isAlwaysCompared = ({ access, name }: Field): boolean =>
	access !== 'readOnly' && name !== 'companyId';

/** The fields that a poll can compare: those that can be written, and those that the service computes. */
export const comparableFields = (resource: Resource): readonly Field[] =>
	resource.fields.filter((field) => isAlwaysCompared(field) || field.isComputed === true);

/**
 * The fields that a poll compares.
 *
 * @param watched names of fields: the computed ones among them are compared too. They change without an edit, so only
 * people who ask for them get such events
 */
export const comparedFields = (resource: Resource, watched: readonly string[]): readonly Field[] =>
	comparableFields(resource).filter(
		(field) => isAlwaysCompared(field) || watched.includes(field.name),
	);

/**
 * The entry of a record. A computed field that the service has left out keeps what the last entry knows of it: left out is
 * not null. A computed value can change while the time of the last change stays the same, and it can come back: A, B, A,
 * B. Each of these edits needs an ID of its own, so the first token differs after each of them.
 *
 * @param last the entry that the last poll made of the same fields, if it knew the record
 */
export function entryOf(record: IDataObject, fields: readonly Field[], last?: Entry): Entry {
	const { status, humanId, updatedAt } = record;
	const tokens = fields.map((field, index) => {
		const value = record[field.name];
		if (field.isComputed === true && value === undefined) {
			return tokenAt(last, index + BEFORE_FIELDS);
		}
		return token(canonicalText(field, value));
	});
	const content = token(String(instantIn(updatedAt) ?? updatedAt)) + tokens.join('');
	const edits = tokenAt(last, 0);
	const names = fields.map(({ name }) => name);
	const uncounted = edits + content;
	const isNewEdit = last !== undefined && differs(last, uncounted, names)?.isSameTime;
	const counted = isNewEdit === true ? token(uncounted) : edits;
	return `${counted}${content}|${String(status ?? '')}|${String(humanId ?? '')}`;
}

/** Differs if the text differs. Not a cryptographic digest: that would take seconds for 50,000 records. */
function token(text: string): string {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
	const second = Math.floor(hash / BASE);
	const third = Math.floor(second / BASE);
	return CHARACTERS[hash % BASE] + CHARACTERS[second % BASE] + CHARACTERS[third % BASE];
}

const tokenAt = (entry: Entry | undefined, index: number): string =>
	entry?.slice(index * LENGTH, (index + 1) * LENGTH) ?? UNKNOWN;

/** How two versions of a record differ. */
export interface Difference {
	/** Whether the time of the last change is the same in both. */
	readonly isSameTime: boolean;
	/** Names of the fields. */
	readonly fields: readonly string[];
}

/**
 * @param fields names of the fields of both
 * @returns undefined if they do not differ
 */
export function differs(a: Entry, b: Entry, fields: readonly string[]): Difference | undefined {
	const isSameTime = tokenAt(a, 1) === tokenAt(b, 1);
	const changed = fields.filter((_, index) => {
		const tokens = [a, b].map((entry) => tokenAt(entry, index + BEFORE_FIELDS));
		return tokens[0] !== tokens[1] && !tokens.includes(UNKNOWN);
	});
	return isSameTime && changed.length === 0 ? undefined : { isSameTime, fields: changed };
}

/** Status and human ID in an entry, each undefined if it is empty. Only the human ID is free text, so it stands last. */
export function keptIn(entry: Entry): { readonly status?: string; readonly humanId?: string } {
	const [, status, ...humanId] = entry.split('|');
	return { status: status || undefined, humanId: humanId.join('|') || undefined };
}

/**
 * Returns the function that makes an entry comparable. Another version of this package may have saved it, which knew fewer
 * fields, or a poll that watched other computed fields.
 *
 * @param from names of the fields of the entry
 * @param to names of the fields that it is to have
 */
export const converter =
	(from: readonly string[], to: readonly string[]) =>
	(entry: Entry): Entry => {
		const tokens = to.map((name) => {
			const index = from.indexOf(name);
			return index === -1 ? UNKNOWN : tokenAt(entry, index + BEFORE_FIELDS);
		});
		const ends = entry.slice(tokensLength(from.length));
		return entry.slice(0, tokensLength(0)) + tokens.join('') + ends;
	};
