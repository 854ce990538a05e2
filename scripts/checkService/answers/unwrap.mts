import type { Difference } from './difference.mts';
import { description } from '../facts/parts.mts';
import { placeOf } from '../facts/places.mts';
import { shownName } from './masks.mts';

export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isRecord = (value: unknown): value is Json => isJson(value) && 'id' in value;

/** A number is an ID too, although the document has none. */
export function idOf(record: Json | undefined): string | undefined {
	const id = record?.id;
	return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined;
}

/** What stands inside an answer, and how the answer differs from the form of the description. */
export interface Unwrapped<T> {
	/** Undefined if nothing of the kind can be found in the answer. */
	readonly value?: T;
	readonly differences: readonly Difference[];
}

/** A list without its wrappers. */
export interface List {
	readonly entries: readonly unknown[];
	/** What the answer says beside the list. */
	readonly beside: Json;
}

/** Takes one record out of an answer, whatever it is wrapped in, so that its fields can be looked at too. */
export function unwrapRecord(noun: string, answer: unknown): Unwrapped<Json> {
	const places = placeOf.record();
	if (Array.isArray(answer) && answer.length === 1 && isRecord(answer[0])) {
		const sentence = `The ${noun} came as a list with one entry.`;
		return { value: answer[0], differences: [{ sentence, places }] };
	}
	if (!isJson(answer)) {
		const sentence = `${capital(formOf(answer))} came in place of the ${noun}.`;
		return { differences: [{ sentence, places }] };
	}
	if (isRecord(answer)) return { value: answer, differences: [] };
	const [key, inner] = Object.entries(answer).find(([, value]) => isRecord(value)) ?? [];
	if (isRecord(inner)) {
		const sentence = `The ${noun} is wrapped: it is under "${shownName(String(key))}".`;
		return { value: inner, differences: [{ sentence, places }] };
	}
	const sentence = `The ${noun} has no "id": ${formOf(answer)} came.`;
	return { differences: [{ sentence, places }] };
}

/**
 * Takes the entries out of a list.
 *
 * @param form how the description has the list: a bare array, or a page with `items`
 */
export function unwrapList(noun: string, form: 'array' | 'page', answer: unknown): Unwrapped<List> {
	const places = placeOf.list(noun);
	const found = findList(answer, form);
	if (found === undefined) {
		const sentence = `There is no list in the answer: ${formOf(answer)} came.`;
		return { differences: [{ sentence, places }] };
	}
	const outer = wrapperWords(found.path, form).map((sentence) => ({ sentence, places }));
	const { entries, differences } = unwrapEntries(noun, found.entries);
	return {
		value: { entries, beside: found.beside },
		differences: [...outer, ...differences],
	};
}

interface Found extends List {
	/** The keys that lead to the list. */
	readonly path: readonly string[];
}

function findList(
	answer: unknown,
	form: 'array' | 'page',
	path: readonly string[] = [],
): Found | undefined {
	if (Array.isArray(answer)) return { entries: answer, beside: {}, path };
	if (!isJson(answer) || path.length > 2) return undefined;
	const keys = Object.keys(answer);
	const sorted = form === 'page' ? ['items', ...keys] : keys;
	const key = sorted.find((name) => Array.isArray(answer[name]));
	if (key !== undefined) {
		const entries = answer[key] as readonly unknown[];
		return { entries, beside: answer, path: [...path, key] };
	}
	for (const name of keys) {
		const found = findList(answer[name], form, [...path, name]);
		if (found !== undefined) return found;
	}
	return undefined;
}

function wrapperWords(path: readonly string[], form: 'array' | 'page'): string[] {
	const where = path.map((key) => `"${shownName(key)}"`).join(', ');
	if (form === 'array') {
		return path.length === 0 ? [] : [`The list is not a bare array: it is under ${where}.`];
	}
	if (path.length === 0) return ['A bare array came, not a page with "items" and "metadata".'];
	return path.join() === 'items' ? [] : [`The list is under ${where}, not under "items".`];
}

function unwrapEntries(noun: string, entries: readonly unknown[]) {
	const places = placeOf.entries();
	const differences: Difference[] = [];
	const wrong = entries.findIndex((entry) => !isJson(entry));
	if (wrong >= 0) {
		const sentence = `Entry ${wrong + 1} of the list is ${formOf(entries[wrong])}, not a ${noun}.`;
		differences.push({ sentence, places });
	}
	const wrapped = new Set<string>();
	const inside = entries.filter(isJson).map((entry) => {
		const { value = entry, differences: around } = unwrapRecord(noun, entry);
		if (around.length > 0 && value !== entry) wrapped.add(keyOf(entry, value));
		return value;
	});
	for (const key of wrapped) {
		const sentence = `Each entry of the list is wrapped: the ${noun} is under "${shownName(key)}".`;
		differences.push({ sentence, places });
	}
	return { entries: inside, differences };
}

const keyOf = (outer: Json, inner: Json): string =>
	Object.keys(outer).find((key) => outer[key] === inner) ?? '';

/** Every name of a field that the description knows. */
const knownNames = new Set<string>();
(function collect(value: unknown): void {
	if (Array.isArray(value)) value.forEach(collect);
	if (!isJson(value)) return;
	if (isJson(value.properties))
		Object.keys(value.properties).forEach((name) => knownNames.add(name));
	Object.values(value).forEach(collect);
})(description.components);

/**
 * Gives known fields that are written in snake_case their names of the description, so that their values can be
 * looked at too.
 *
 * @param renamed collects the names that came
 */
export function withKnownNames(value: unknown, renamed: Set<string>): unknown {
	if (Array.isArray(value)) return value.map((entry) => withKnownNames(entry, renamed));
	if (!isJson(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => {
			const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
			const isRenamed = camel !== name && !knownNames.has(name) && knownNames.has(camel);
			if (isRenamed) renamed.add(name);
			return [isRenamed ? camel : name, withKnownNames(entry, renamed)];
		}),
	);
}

const MOST_NAMES = 8;

/** What a value is, for people, without what is in it. */
export function formOf(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
	if (!isJson(value)) return typeof value === 'string' ? 'text' : `a ${typeof value}`;
	const names = Object.keys(value);
	if (names.length === 0) return 'an object without fields';
	const more = names.length > MOST_NAMES ? ' and more' : '';
	return `an object with ${names.slice(0, MOST_NAMES).map(shownName).join(', ')}${more}`;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
