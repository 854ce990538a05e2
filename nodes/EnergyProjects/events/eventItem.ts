import type { IDataObject } from 'n8n-workflow';
import { eventKinds, subjectsOf } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { instantIn, inUtc, isLater } from '../values/dates';
import { isObject } from '../values/objects';
import { contentDigest, eventIdOf } from './eventId';

/** What the trigger itself adds to an item. A value of the same name in the data must not take its place. */
const OWN_KEYS = ['event', 'eventId', 'record'];
/** When the subject of an event was created, changed and deleted. */
const TIMES = ['createdAt', 'updatedAt', 'deletedAt'];

/**
 * The payload with the API's camelCase keys (`human_id` becomes `humanId`), next to `event` and `eventId`. Times are in
 * UTC; all other values stay as they were sent. Service document, section Payload shapes.
 *
 * @param body the raw body; its digest is used in place of a time that cannot be read
 * @param record the record, if it was fetched: its time counts for the event's ID, as in the polling trigger, if it is of the
 * same second, since that of the payload may lack the parts of a second
 */
export function simplify(
	kind: EventKind,
	data: IDataObject,
	body: Uint8Array,
	record: IDataObject | null = null,
): IDataObject {
	const parts = Object.entries(withCamelCaseKeys(data) as IDataObject);
	const simple = Object.fromEntries(parts.filter(([name]) => !OWN_KEYS.includes(name)));
	const subject = simple[kind.subject.noun];
	const { id, updatedAt: toldAt } = isObject(subject) ? subject : {};
	// Then its time is that of a later edit, which has an event of its own.
	const isEditedAgain = isLater(instantIn(record?.updatedAt) ?? NaN, instantIn(toldAt) ?? NaN);
	const updatedAt = isEditedAgain ? toldAt : (record?.updatedAt ?? toldAt);
	const eventId = eventIdOf({ kind, id, updatedAt, digest: () => contentDigest(body) });
	for (const { noun } of subjectsOf(eventKinds)) {
		const about = simple[noun];
		if (!isObject(about)) continue;
		for (const name of TIMES) if (name in about) about[name] = inUtc(about[name]) as string;
	}
	return { event: kind.value, eventId, ...simple };
}

function withCamelCaseKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withCamelCaseKeys);
	if (typeof value !== 'object' || value === null) return value;
	const taken = new Set(Object.keys(value));
	// fromEntries defines own keys, so a "__proto__" in a body stays a key like any other.
	return Object.fromEntries(
		Object.entries(value).map(([name, part]) => {
			const camelCase = toCamelCase(name);
			const key = taken.has(camelCase) ? name : camelCase;
			taken.add(key);
			return [key, withCamelCaseKeys(part)];
		}),
	);
}

const toCamelCase = (name: string) =>
	name.replace(/(?<=[a-z0-9])_+([a-z0-9])/gi, (_, next: string) => next.toUpperCase());
