import type { IDataObject } from 'n8n-workflow';
import { eventSubjects } from '../service/eventKinds';
import { isObject } from '../values/objects';
import { contentDigest } from './contentDigest';
import { eventIdOf } from './eventId';
import { inUtc } from './eventTime';

/** When what an event is about was created, changed and deleted. */
const TIMES = ['createdAt', 'updatedAt', 'deletedAt'];

/**
 * The payload with the API's camelCase keys (`human_id` becomes `humanId`), flat beside `event` and `eventId`; times in
 * UTC, all other values as they were sent. Service document, section Payload shapes.
 *
 * @param body the raw body, whose digest stands for a time that cannot be read
 */
export function simplify(event: string, data: IDataObject, body: Uint8Array): IDataObject {
	// Nothing in the data may pass for the kind of event or its ID.
	const parts = Object.entries(data).filter(([name]) => !['event', 'eventId'].includes(name));
	const simple = withCamelCaseKeys(Object.fromEntries(parts)) as IDataObject;
	const subject = isObject(simple[nounOf(event)]) ? (simple[nounOf(event)] as IDataObject) : {};
	const { id, updatedAt } = subject;
	const eventId = eventIdOf({ kind: event, id, updatedAt, digest: () => contentDigest(body) });
	for (const { record } of eventSubjects) {
		const about = simple[record.noun];
		if (isObject(about)) simple[record.noun] = withTimesInUtc(about);
	}
	return { event, eventId, ...simple };
}

/** What stands before the dot in a kind of event: what it is about. */
const nounOf = (event: string) => event.split('.')[0];

const withTimesInUtc = (part: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(part).map(([name, value]) => [
			name,
			TIMES.includes(name) ? (inUtc(value) as typeof value) : value,
		]),
	);

function withCamelCaseKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withCamelCaseKeys);
	if (typeof value !== 'object' || value === null) return value;
	const taken = new Set(Object.keys(value));
	// fromEntries defines keys of its own, so that a "__proto__" in a body stays a key like any other.
	return Object.fromEntries(
		Object.entries(value).map(([name, part]) => {
			const camelCase = toCamelCase(name);
			const key = camelCase !== name && taken.has(camelCase) ? name : camelCase;
			taken.add(key);
			return [key, withCamelCaseKeys(part)];
		}),
	);
}

const toCamelCase = (name: string) =>
	name.replace(/(?<=[a-z0-9])_+([a-z0-9])/gi, (_, next: string) => next.toUpperCase());
