import type { IDataObject } from 'n8n-workflow';
import { eventSubjects } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { projectRecord } from '../service/records/project';
import { isObject } from '../values/objects';
import { eventIdOf } from './eventId';
import { inUtc, utcText } from './eventTime';

/**
 * What of an address and of a circuit stands in an event and in the record. Service document, section Payload shapes.
 */
const ADDRESS_PARTS = ['addressLine1', 'city', 'postalCode', 'country'];
const CIRCUIT_PARTS = ['id', 'name', 'flowTemperature', 'returnTemperature'];
const CUSTOMER_PARTS = ['id', 'firstName', 'lastName', 'email'];

/** An event that was found by comparing records. */
export interface RecordEvent {
	readonly kind: EventKind;
	readonly id: string;
	/** As it is now; null where it was deleted. */
	readonly record: IDataObject | null;
	/** When it happened, for a deletion when it was found; in milliseconds since 1970. */
	readonly at: number;
	/** Of a deleted project, where it is known. */
	readonly humanId?: string;
	/** Of an edit. */
	readonly changedFields?: readonly string[];
	/** The record changed although its `updatedAt` is as it was. */
	readonly isSameTime?: boolean;
	/** Stands for a time that cannot be read. */
	readonly digest: () => string;
}

/**
 * The item of such an event: the one a webhook of the same change would bring, with the record.
 *
 * @param customer the customer of a project
 */
export function recordItem(event: RecordEvent, customer?: IDataObject): IDataObject {
	const { kind, id, record, changedFields } = event;
	const { noun } = kind.subject;
	const eventId = eventIdOf({ ...event, kind: kind.value, updatedAt: record?.updatedAt });
	const head = { event: kind.value, eventId };
	if (record === null) {
		const humanId = kind.subject === projectRecord && { humanId: event.humanId ?? null };
		return { ...head, [noun]: { id, ...humanId, deletedAt: utcText(event.at) }, record };
	}
	const isProject = kind.subject === projectRecord;
	return {
		...head,
		[noun]: subjectPart(kind, record),
		...(customer !== undefined && { customer: picked(customer, CUSTOMER_PARTS) }),
		addresses: isObject(record.address) ? [picked(record.address, ADDRESS_PARTS)] : [],
		...(isProject && { heatingCircuits: circuitsOf(record) }),
		record,
		...(changedFields !== undefined && { changedFields: [...changedFields] }),
	};
}

function subjectPart({ subject }: EventKind, record: IDataObject): IDataObject {
	const carries = eventSubjects.find((one) => one.record === subject)?.carries ?? [];
	return {
		...picked(record, carries),
		createdAt: inUtc(record.createdAt ?? null) as string,
		updatedAt: inUtc(record.updatedAt ?? null) as string,
		deletedAt: null,
	};
}

const circuitsOf = (record: IDataObject): IDataObject[] =>
	(Array.isArray(record.heatingCircuits) ? record.heatingCircuits : [])
		.filter(isObject)
		.map((circuit) => picked(circuit, CIRCUIT_PARTS));

const picked = (source: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, source[name] ?? null]));
