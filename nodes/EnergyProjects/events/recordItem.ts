import type { IDataObject } from 'n8n-workflow';
import { carriedLists, carriedOfCustomer } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { fieldOf } from '../service/resource';
import { inUtc } from '../values/dates';
import { isObject } from '../values/objects';
import { eventIdOf } from './eventId';

/** An event that was found by comparing records. */
export interface RecordEvent {
	readonly kind: EventKind;
	readonly id: string;
	/** As it is now; null if it was deleted. */
	readonly record: IDataObject | null;
	/** When it happened, or for a deletion when it was found, in milliseconds since 1970. */
	readonly at: number;
	/** Of a deleted project, if it is known. */
	readonly humanId?: string;
	/** Of an edit. */
	readonly changedFields?: readonly string[];
	/** The record changed, but its `updatedAt` did not. */
	readonly isSameTime?: boolean;
	/** Used in place of a time that cannot be read. */
	readonly digest: () => string;
}

/**
 * The item of such an event: what a webhook for the same change would bring, with the record.
 *
 * @param customer the customer of a project
 */
export function recordItem(event: RecordEvent, customer?: IDataObject): IDataObject {
	const { kind, id, record, changedFields } = event;
	const { noun } = kind.subject;
	const eventId = eventIdOf({ ...event, updatedAt: record?.updatedAt });
	const head = { event: kind.value, eventId };
	if (record === null) {
		const humanId = kind.carries.includes('humanId') && { humanId: event.humanId ?? null };
		const deletedAt = new Date(event.at).toISOString();
		return { ...head, [noun]: { id, ...humanId, deletedAt }, record };
	}
	const has = (name: string) => fieldOf(kind.subject, name) !== undefined;
	return {
		...head,
		[noun]: subjectPart(kind, record),
		...(customer !== undefined && { customer: picked(customer, carriedOfCustomer) }),
		...(has('address') && {
			addresses: isObject(record.address)
				? [picked(record.address, carriedLists.addresses.parts)]
				: [],
		}),
		...(has('heatingCircuits') && { heatingCircuits: circuitsOf(record) }),
		record,
		...(changedFields !== undefined && { changedFields: [...changedFields] }),
	};
}

const subjectPart = ({ carries }: EventKind, record: IDataObject): IDataObject => ({
	...picked(record, carries),
	createdAt: inUtc(record.createdAt ?? null) as string,
	updatedAt: inUtc(record.updatedAt ?? null) as string,
	deletedAt: null,
});

const circuitsOf = (record: IDataObject): IDataObject[] =>
	(Array.isArray(record.heatingCircuits) ? record.heatingCircuits : [])
		.filter(isObject)
		.map((circuit) => picked(circuit, carriedLists.heatingCircuits.parts));

const picked = (source: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, source[name] ?? null]));
