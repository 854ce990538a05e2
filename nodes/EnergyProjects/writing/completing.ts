// The body of an update. The service's document does not show whether the service merges or replaces an address or
// circuits, so what is given of them is completed from the record.
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../service/field';
import type { Field } from '../service/field';
import { fieldOf, writableFields } from '../service/resource';
import type { Resource } from '../service/resource';
import { isEmpty, isObject } from '../values/objects';
import { withoutSpelling } from '../values/spelling';
import { folded, visible } from '../values/text';
import { completedCircuits } from './circuits';
import { differences } from './comparing';

/**
 * Whether the record has to be read before a body is sent: an address lacks a part, or there are circuits, of which others
 * stay or are named if they go.
 */
export const needsRecord = (resource: Resource, body: IDataObject): boolean =>
	writableFields(resource).some((field) => {
		const value = body[field.name];
		return isObject(value)
			? fieldsInside(field).some(({ name }) => !(name in value))
			: Array.isArray(value);
	});

/**
 * A body with whole addresses and circuits.
 *
 * @param keepsOthers whether circuits that the body does not name stay
 * @throws FieldError if a circuit may mean several
 */
export const completeBody = (
	resource: Resource,
	record: IDataObject,
	body: IDataObject,
	keepsOthers: boolean,
): IDataObject =>
	Object.fromEntries(
		Object.entries(body).map(([name, value]) => {
			const field = fieldOf(resource, name);
			return [name, field ? completed(field, record[name], value, keepsOthers) : value];
		}),
	);

/** What of a complete body differs from the record. */
export const changesBetween = (
	resource: Resource,
	record: IDataObject,
	body: IDataObject,
	keepsOthers: boolean,
): IDataObject => differences(resource, record, completeBody(resource, record, body, keepsOthers));

function completed(
	field: Field,
	current: unknown,
	wanted: unknown,
	keepsOthers: boolean,
): GenericValue {
	if (Array.isArray(wanted)) {
		const stored = [current].flat().filter(isObject).map(storedParts);
		return completedCircuits(field, stored, wanted as IDataObject[], keepsOthers);
	}
	return isObject(wanted) ? completedAddress(field, current, wanted) : (wanted as GenericValue);
}

/** An address with the parts that it does not name; null if nothing is left of it. */
function completedAddress(field: Field, current: unknown, wanted: IDataObject) {
	const before = isObject(current) ? storedParts(current) : {};
	const parts = fieldsInside(field);
	const isMoved = parts.some(
		({ name, addressRole }) =>
			addressRole === 'decides' && !isEmpty(before[name]) && isOtherPart(name, before, wanted),
	);
	// Coordinates of the former place are no longer correct.
	for (const part of parts) if (isMoved && part.addressRole === 'follows') delete before[part.name];
	const complete = { ...before, ...wanted };
	if (!isMoved && hasLostZeros(before, wanted) && isInGermany(complete))
		complete.postalCode = before.postalCode;
	return Object.values(complete).every(isEmpty) ? null : complete;
}

/** Whether an address that is wanted names a part and has something else there, however it is spelled. */
const isOtherPart = (name: string, before: IDataObject, wanted: IDataObject): boolean =>
	name in wanted && withoutSpelling(name, before[name]) !== withoutSpelling(name, wanted[name]);

/** A sheet makes a number of a postal code: what has only lost its zeros says nothing new. Only Germany has such codes. */
const hasLostZeros = (before: IDataObject, wanted: IDataObject): boolean =>
	/^0\d{4}$/.test(visible(before.postalCode)) &&
	visible(before.postalCode).replace(/^0+/, '') === visible(wanted.postalCode);

const GERMANY = /^(?:germany|deutschland|d|de|deu|brd|bundesrepublik deutschland)?$/;
const isInGermany = ({ country, countryCode }: IDataObject): boolean =>
	[country, countryCode].every((part) => GERMANY.test(folded(part)));

/**
 * The same body without parts of an address or circuit that this package does not know. A service may refuse them, although
 * it has them itself.
 */
export const withoutUnknownParts = (resource: Resource, body: IDataObject): IDataObject => {
	const known = (parts: readonly Field[], value: unknown): unknown => {
		if (Array.isArray(value)) return value.map((entry) => known(parts, entry));
		if (!isObject(value) || parts.length === 0) return value;
		const isKnown = ([name]: [string, unknown]) => parts.some((part) => part.name === name);
		return Object.fromEntries(Object.entries(value).filter(isKnown));
	};
	const partsOf = (name: string) => fieldOf(resource, name)?.fields ?? [];
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [
			name,
			known(partsOf(name), value) as GenericValue,
		]),
	);
};

/** What is stored, also parts that this package does not know: a service that replaces the whole would lose them. */
const storedParts = (value: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(value).filter(([, part]) => !isEmpty(part)));
