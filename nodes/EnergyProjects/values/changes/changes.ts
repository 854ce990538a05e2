import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../../service/field';
import type { Field } from '../../service/field';
import { writableFields } from '../../service/record';
import type { RecordType } from '../../service/record';
import { isObject } from '../objects';
import { completeAddress } from './address';
import { pairEntries } from './pairing';
import { filledParts, isEmpty } from './parts';
import { isSame } from './sameValue';

/**
 * The fields of `body` that differ from the record as the service holds it: only these have to be sent. An address or a
 * list of circuits that differs is complete; see completeBody.
 *
 * @throws FieldError if the node cannot tell which circuit is which; see pairing.ts
 */
export function changesBetween(
	type: RecordType,
	record: IDataObject,
	body: IDataObject,
): IDataObject {
	const changes: IDataObject = {};
	for (const field of writableFields(type)) {
		if (!(field.name in body)) continue;
		const wanted = body[field.name];
		const current = record[field.name];
		if (isSame(field, current, wanted)) continue;
		changes[field.name] = complete(field, current, wanted);
	}
	return changes;
}

/**
 * The whole body of an update, with an address or circuits completed from the record: the service's document does not
 * show whether the service merges or replaces them. See address.ts and pairing.ts for the rules.
 *
 * @throws FieldError if the node cannot tell which circuit is which; see pairing.ts
 */
export function completeBody(
	type: RecordType,
	record: IDataObject,
	body: IDataObject,
): IDataObject {
	const result = { ...body };
	for (const field of writableFields(type)) {
		if (field.name in body)
			result[field.name] = complete(field, record[field.name], body[field.name]);
	}
	return result;
}

/**
 * Whether a body has to be completed from the record before it is sent: an address or a circuit lacks a part, or an
 * address is emptied.
 */
export const needsRecord = (type: RecordType, body: IDataObject): boolean =>
	writableFields(type).some((field) => {
		const value = body[field.name];
		const lacksPart = (parts: IDataObject) =>
			fieldsInside(field).some(({ name }) => !(name in parts));
		if (Array.isArray(value)) return value.filter(isObject).some(lacksPart);
		return isObject(value) && (lacksPart(value) || Object.values(value).every(isEmpty));
	});

function complete(field: Field, current: unknown, wanted: GenericValue): GenericValue {
	if (Array.isArray(wanted)) {
		const stored = Array.isArray(current) ? current.filter(isObject) : [];
		const given = wanted as IDataObject[];
		const partners = pairEntries(field, stored, given);
		return given.map((entry, place) => {
			const partner = partners[place];
			return partner === undefined ? entry : { ...filledParts(field, partner), ...entry };
		});
	}
	if (!isObject(wanted)) return wanted;
	return completeAddress(field, isObject(current) ? current : {}, wanted);
}
