// What a polling node keeps between polls: its state as one text, where n8n saves that, and what this process knows beside
// it.
//
// By default, n8n makes one context when a workflow is published or n8n starts, polls at once (the activation), and then
// on schedule with that context. A poll with events makes it save the static data and start the execution, and it waits
// for neither. After the activation it saves too. What a poll without events writes stays in n8n's memory.
//
// With its durable schedule, n8n makes a context for each poll and limits its time. With durable cursors, each node has a
// static data of its own, the cursor, which n8n saves in one transaction with the execution, and after any other poll but
// an activation. After a pause it loads the cursor for all polls that are due before the first of them has moved it on.
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { nodeKey } from '../events/memory';
import { UUID_ALONE } from '../service/ids';
import { isObject } from '../values/objects';
import { converter, isEntry } from './entries';
import type { Entry } from './entries';

const VERSION = 1;
const KEY = 'energyProjectsPollingTrigger';
/** n8n puts this flag on static data that it watches for changes and saves by itself. */
const WATCHED = '__dataChanged';

/** The records of one type as the last poll saw them. */
export interface Known {
	/** The chosen kinds of events. If another kind is chosen, only what happens afterwards is reported. */
	readonly kinds: readonly string[];
	/** Names of the fields that the entries hold. */
	readonly fields: readonly string[];
	/** By ID. Of those that a list lacks, the service is asked first for the first ones. */
	readonly entries: ReadonlyMap<string, Entry>;
	/** IDs of records that the list lacks, and that the service still returns one by one. */
	readonly hidden: ReadonlySet<string>;
}

/** What a poll knows from the polls before it. */
export interface State {
	/** Names the service and the company. */
	readonly service: string;
	/** By noun. */
	readonly lists: Readonly<Record<string, Known>>;
}

const mapped = <From, To>(lists: Readonly<Record<string, From>>, convert: (list: From) => To) =>
	Object.fromEntries(Object.entries(lists).map(([noun, list]) => [noun, convert(list)]));

/** How long a UUID is in base64. */
const UUID_LENGTH = 22;

/** An ID as the text of its record begins with it: a UUID in base64, which is shorter, any other one after its length. */
const idPart = (id: string): string =>
	UUID_ALONE.test(id)
		? Buffer.from(id.replace(/-/g, ''), 'hex').toString('base64url')
		: `:${id.length}:${id}`;

/** The ID with which the text of a record begins, and the entry that follows. */
function idAndEntry(text: string): [id: string, entry: Entry] {
	const [start, length] = /^:(\d+):/.exec(text) ?? [];
	if (start !== undefined) {
		const end = start.length + Number(length);
		return [text.slice(start.length, end), text.slice(end)];
	}
	const hex = Buffer.from(text.slice(0, UUID_LENGTH), 'base64url').toString('hex');
	const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
	return [id, text.slice(UUID_LENGTH)];
}

/** The state as one text of JSON, since n8n copies and compares what is saved with every poll. */
export function stateText({ service, lists }: State): string {
	const saved = mapped(lists, ({ entries, hidden, ...known }) => ({
		...known,
		hidden: [...hidden],
		entries: [...entries].map(([id, entry]) => idPart(id) + entry),
	}));
	return JSON.stringify({ version: VERSION, service, lists: saved });
}

const INCOMPLETE = 'a part of it is missing';

/**
 * The state in a text.
 *
 * @throws Error if it is no state or not a whole one: a record that was cut off must never look like a deleted one
 */
export function stateIn(text: string): State {
	const saved: unknown = JSON.parse(text);
	if (!isObject(saved) || saved.version !== VERSION) throw new Error('it has an unknown format');
	const { service, lists } = saved;
	if (typeof service !== 'string' || !isObject(lists)) throw new Error(INCOMPLETE);
	return { service, lists: mapped(lists, knownIn) };
}

function knownIn(list: unknown): Known {
	const saved = isObject(list) ? list : {};
	const [kinds, fields, hidden] = [saved.kinds, saved.fields, saved.hidden].map(textsIn);
	const entries = new Map(textsIn(saved.entries).map(idAndEntry));
	for (const entry of entries.values())
		if (!isEntry(entry, fields.length)) throw new Error('one of its records cannot be read');
	return { kinds, fields, entries, hidden: new Set(hidden) };
}

function textsIn(value: unknown): string[] {
	if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
	throw new Error(INCOMPLETE);
}

/** The same with the fields of this poll. */
export function withFields(known: Known, fields: readonly string[]): Known {
	if (fields.join() === known.fields.join()) return known;
	const convert = converter(known.fields, fields);
	const entries = new Map([...known.entries].map(([id, entry]) => [id, convert(entry)]));
	return { ...known, fields, entries };
}

/**
 * Where n8n keeps the text of a node. With durable cursors it is in the node's own static data, which n8n then finds by
 * the node's ID. Without them n8n finds those by the node's name, and a renamed node would start over. So the text is then
 * in the workflow's static data, by node ID.
 */
export function savedText(context: IPollFunctions) {
	const ofNode = context.getWorkflowStaticData('node');
	const ofWorkflow = context.getWorkflowStaticData('global');
	const { id } = context.getNode();
	const isCursor = !(WATCHED in ofNode);
	const texts = () => (isObject(ofWorkflow[KEY]) ? ofWorkflow[KEY] : {});
	return {
		isCursor,
		read() {
			// If durable cursors were switched on later, the cursor is still empty.
			const text = isCursor ? (ofNode[KEY] ?? texts()[id]) : texts()[id];
			return typeof text === 'string' ? text : undefined;
		},
		write(text: string) {
			if (isCursor) ofNode[KEY] = text;
			// n8n notices the change only if the key itself is assigned.
			else ofWorkflow[KEY] = { ...texts(), [id]: text } as IDataObject;
		},
	};
}

/** A poll that went on from one saved text to the next. */
export interface Step {
	/** Undefined if it was the first poll. */
	readonly from?: string;
	readonly to: string;
	/** When the poll ended; see `now`. */
	readonly at: number;
	/** n8n did not start the execution with its events: the next poll goes on from where this one did. */
	isUndone?: true;
}

/** What this process knows about a polling node, beside the saved text. */
export interface PollMemory {
	/** n8n makes one context for each activation, so the first poll of a context is the first one of its activation. */
	context?: IPollFunctions;
	/** Resolves when the poll under way has ended. */
	running?: Promise<unknown>;
	/** When the lists were last read whole even if the newest records would do. */
	wholeAt?: number;
	/** The last poll that changed the saved text. */
	step?: Step;
}

/** By workflow and node, until the process ends. Each may hold two states, each some 120 bytes for each record. */
const memories = new Map<string, PollMemory>();

/** The memory of the node, which this process keeps between polls. */
export function pollMemoryOf(context: IPollFunctions): PollMemory {
	const memory = memories.get(nodeKey(context)) ?? {};
	memories.set(nodeKey(context), memory);
	return memory;
}
