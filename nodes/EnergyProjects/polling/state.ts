import { isObject } from '../values/objects';
import { forEachInSlices, mapInSlices } from '../values/slices';
import { UUID_ALONE } from '../service/ids';
import { converter, differs, escaped, tokensLength, unescaped } from './entries';
import type { Entry } from './entries';

const VERSION = 1;
/** A UUID in base64. Any other ID stands between colons. */
const KEY_LENGTH = 22;

/** The records of one type as the last poll saw them. */
export interface Known {
	/** The chosen kinds of events. If another kind is chosen, only what happens afterwards is reported. */
	readonly kinds: readonly string[];
	/** Names of the fields that the entries hold. */
	readonly fields: readonly string[];
	/** By ID. */
	readonly entries: ReadonlyMap<string, Entry>;
	/** IDs of records that the list lacks, but that the service still returns. The one to ask for next comes first. */
	readonly missing: readonly string[];
	/**
	 * The newest creation in the first list, as a time in milliseconds, while that list and those since may lack records:
	 * one that turns up later and is no newer was there before.
	 */
	readonly existedUntil?: number;
}

/** What a poll knows from the polls before it. */
export interface State {
	/** Names the service and the company. */
	readonly service: string;
	/** By noun. */
	readonly lists: Readonly<Record<string, Known>>;
}

/** The records of one type that a poll has reported: by ID, the entry from before the poll and the one after it. */
export interface Reported {
	readonly fields: readonly string[];
	readonly entries: ReadonlyMap<string, { readonly before?: Entry; readonly after?: Entry }>;
}

/** The state as one text of JSON, since n8n copies and compares what is saved with every poll. */
export async function stateText({ service, lists }: State): Promise<string> {
	const saved: Record<string, unknown> = {};
	for (const [noun, { missing, entries, ...others }] of Object.entries(lists)) {
		const records = await mapInSlices(entries, ([id, entry]) => writtenId(id) + entry);
		saved[noun] = {
			...others,
			missing: missing.map(writtenId).join(),
			entries: records.join(),
		};
	}
	return JSON.stringify({ version: VERSION, service, lists: saved });
}

/**
 * The state in a text.
 *
 * @throws Error if it is no state or not a whole one: a record that was cut off must never look like a deleted one
 */
export async function stateIn(text: string): Promise<State> {
	const saved: unknown = JSON.parse(text);
	if (!isObject(saved) || saved.version !== VERSION) throw new Error('it has an unknown format');
	const { service, lists } = saved;
	if (typeof service !== 'string' || !isObject(lists)) throw new Error(INCOMPLETE);
	const known: Record<string, Known> = {};
	for (const [noun, list] of Object.entries(lists)) known[noun] = await knownIn(list);
	return { service, lists: known };
}

const INCOMPLETE = 'a part of it is missing';

async function knownIn(list: unknown): Promise<Known> {
	const { kinds, fields, missing, entries, existedUntil } = isObject(list) ? list : {};
	if (!isTexts(kinds) || !isTexts(fields)) throw new Error(INCOMPLETE);
	const width = tokensLength(fields.length);
	const byId = new Map<string, Entry>();
	await forEachInSlices(partsOf(entries), (part) => {
		const [id, entry] = recordIn(part);
		if (entry.indexOf('|') !== width) throw new Error('one of its records cannot be read');
		byId.set(id, entry);
	});
	return {
		...{ kinds, fields, entries: byId },
		missing: partsOf(missing).map((key) => recordIn(key)[0]),
		...(typeof existedUntil === 'number' && { existedUntil }),
	};
}

const isTexts = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((one) => typeof one === 'string');

function partsOf(text: unknown): string[] {
	if (typeof text !== 'string') throw new Error(INCOMPLETE);
	return text === '' ? [] : text.split(',');
}

/** An ID as it begins the text of a record. */
const writtenId = (id: string): string =>
	UUID_ALONE.test(id)
		? Buffer.from(id.replace(/-/g, ''), 'hex').toString('base64url')
		: `:${escaped(id)}:`;

/** The ID with which a text begins, and what follows. */
function recordIn(text: string): [string, string] {
	if (text.startsWith(':')) {
		const end = text.indexOf(':', 1);
		return [unescaped(text.slice(1, end)), text.slice(end + 1)];
	}
	const hex = Buffer.from(text.slice(0, KEY_LENGTH), 'base64url').toString('hex');
	const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
	return [id, text.slice(KEY_LENGTH)];
}

/** The same with the fields of this poll. */
export async function withFields(known: Known, fields: readonly string[]): Promise<Known> {
	if (fields.join() === known.fields.join()) return known;
	const convert = converter(known.fields, fields);
	const entries = new Map<string, Entry>();
	await forEachInSlices(known.entries, ([id, entry]) => entries.set(id, convert(entry)));
	return { ...known, fields, entries };
}

/**
 * The state as if a poll had not reported these records, so that the next poll reports them. A record that has changed
 * since then stays as it is: a later poll has reported that.
 *
 * @param reported by noun
 */
export function withoutReports(state: State, reported: Readonly<Record<string, Reported>>): State {
	const lists = Object.entries(state.lists).map(([noun, known]): [string, Known] => {
		const { fields, entries } = reported[noun] ?? { fields: [], entries: [] };
		const convert = converter(fields, known.fields);
		const next = new Map(known.entries);
		for (const [id, { before, after }] of entries) {
			const present = next.get(id);
			const isSame =
				present === undefined || after === undefined
					? present === after
					: differs(convert(after), present, known.fields) === undefined;
			if (!isSame) continue;
			if (before === undefined) next.delete(id);
			else next.set(id, convert(before));
		}
		return [noun, { ...known, entries: next }];
	});
	return { ...state, lists: Object.fromEntries(lists) };
}
