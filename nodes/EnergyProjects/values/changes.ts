import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../service/field';
import type { Field } from '../service/field';
import { fieldOf, writableFields } from '../service/record';
import type { RecordType } from '../service/record';
import { instantIn } from './dates';
import { hasOwn, isEmpty, isObject } from './objects';
import { fieldError } from './fieldValue';
import { comparableEmail } from './parse';
import { comparableName, comparableText, quoted } from './text';

/** The fields of `body` that differ from the record as the service holds it: only these have to be sent. */
export const changesBetween = (
	type: RecordType,
	record: IDataObject,
	body: IDataObject,
): IDataObject => {
	const complete = completeBody(type, record, body);
	const changed = Object.keys(complete).filter((name) => {
		const field = fieldOf(type, name);
		if (field === undefined) return !isSameJson(own(record, name), complete[name]);
		return field.access !== 'readOnly' && !isSame(field, record[name], complete[name]);
	});
	return Object.fromEntries(changed.map((name) => [name, complete[name]]));
};

/**
 * The names of the fields that the service holds in another way after a write than they were sent. What its answer lacks is
 * not compared, and neither are the IDs and the order of circuits. Never throws: a record that was written must not fail.
 */
export const notKept = (type: RecordType, record: IDataObject, sent: IDataObject): string[] =>
	Object.keys(sent).filter((name) => {
		if (!hasOwn(record, name)) return false;
		const field = fieldOf(type, name);
		return field === undefined
			? !isSameJson(record[name], sent[name], true)
			: !isKept(field, record[name], sent[name]);
	});

/** Whether a stored value has everything that was sent. */
function isKept(field: Field, stored: unknown, sent: unknown): boolean {
	if (Array.isArray(sent) && Array.isArray(stored))
		return pairUp(stored, sent, (one, entry) => isKept(field, one, entry));
	if (!isObject(sent) || !isObject(stored)) return isSame(field, stored, sent);
	return fieldsInside(field).every(
		(part) =>
			!hasOwn(sent, part.name) ||
			part.name === 'id' ||
			isSame(part, stored[part.name], sent[part.name]),
	);
}

/** Whether each entry of one list fits another one of the other: a service may have an order of its own. */
function pairUp(
	stored: readonly unknown[],
	sent: readonly unknown[],
	fits: (one: unknown, entry: unknown) => boolean,
): boolean {
	const rest = [...stored];
	// Those of which most is known choose first.
	const entries = [...sent].sort((a, b) => partsOf(b) - partsOf(a));
	const areFound = entries.every((entry) => {
		const at = rest.findIndex((one) => fits(one, entry));
		return at !== -1 && rest.splice(at, 1).length > 0;
	});
	return areFound && rest.length === 0;
}

const partsOf = (entry: unknown): number => (isObject(entry) ? Object.keys(entry).length : 0);

/**
 * The body of an update, with an address or circuits completed from the record: the service's document does not show
 * whether the service merges or replaces them.
 */
export const completeBody = (
	type: RecordType,
	record: IDataObject,
	body: IDataObject,
): IDataObject =>
	Object.fromEntries(
		Object.entries(body).map(([name, value]) => {
			const field = fieldOf(type, name);
			return [name, field === undefined ? value : completed(field, record[name], value)];
		}),
	);

/** Whether a body has to be completed from the record before it is sent: an address or a circuit lacks a part. */
export const needsRecord = (type: RecordType, body: IDataObject): boolean =>
	writableFields(type).some((field) =>
		[body[field.name]]
			.flat()
			.some((value) => isObject(value) && fieldsInside(field).some(({ name }) => !(name in value))),
	);

function completed(field: Field, current: unknown, wanted: unknown): GenericValue {
	if (Array.isArray(wanted)) {
		const stored = (Array.isArray(current) ? current : []) as IDataObject[];
		return (wanted as IDataObject[]).map((entry) => {
			const partner = storedParts(partnerOf(field, entry, stored, wanted as IDataObject[]));
			// The stored ID counts: the given one may be from before, and a service may give new ones with each write.
			return { ...partner, ...entry, ...('id' in partner && { id: partner.id }) };
		});
	}
	if (!isObject(wanted)) return wanted as GenericValue;
	const before = isObject(current) ? storedParts(current) : {};
	const parts = fieldsInside(field);
	const isMoved = parts.some(({ name, addressRole }) => {
		const [from, to] = [before[name], wanted[name]].map(comparableText);
		return addressRole === 'decides' && name in wanted && from !== '' && from !== to;
	});
	// Coordinates of the former place are no longer correct.
	for (const part of parts) if (isMoved && part.addressRole === 'follows') delete before[part.name];
	const complete = { ...before, ...wanted };
	return Object.values(complete).every(isEmpty) ? null : complete;
}

/**
 * The stored circuit that a given one means: the one with its ID, else with its name; an empty one if it is new.
 *
 * @throws FieldError if it may mean one of several, or if it has neither name nor ID
 */
function partnerOf(
	field: Field,
	entry: IDataObject,
	stored: readonly IDataObject[],
	given: readonly IDataObject[],
): IDataObject {
	const having = (name: string, entries: readonly IDataObject[]) =>
		isEmpty(entry[name])
			? []
			: entries
					.filter(isObject)
					.filter((one) => comparableText(one[name]) === comparableText(entry[name]));
	const [withItsId] = having('id', stored);
	if (withItsId !== undefined) return withItsId;
	const isUnnamed = isEmpty(entry.id) && isEmpty(entry.name);
	if (isUnnamed && stored.some((one) => isObject(one) && !isEmpty(one.name))) {
		const problem =
			'one has neither a name nor an ID, so the node cannot tell which one is meant, and the others would be lost. Give each its name.';
		throw fieldError(field, problem);
	}
	const meantById = new Set(given.map(({ id }) => comparableText(id)));
	const named = having('name', stored).filter(
		({ id }) => isEmpty(id) || !meantById.has(comparableText(id)),
	);
	const isRepeated = named.length > 1 || having('name', given).length > 1;
	// One with an ID that the record does not have is new, unless it may be one of those stored.
	if (isRepeated && (isEmpty(entry.id) || named.length > 0)) {
		const problem = `several have the name "${quoted(entry.name)}", so the node cannot tell which one is meant. Give each its ID: Get returns it.`;
		throw fieldError(field, problem);
	}
	return named[0] ?? {};
}

/** What is stored, also parts that this package does not know: a service that replaces the whole would lose them. */
const storedParts = (value: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(value).filter(([, part]) => !isEmpty(part)));

/**
 * Whether a value of a field that this package does not know is stored as it was sent. Nothing equals null, a number its
 * text, a time the same moment in another form, and a text the same one without blanks around it.
 *
 * @param isAfterWrite whether the stored value may have more keys: some are the service's own, such as an ID
 */
function isSameJson(stored: unknown, sent: unknown, isAfterWrite = false): boolean {
	if (isEmpty(stored) && isEmpty(sent)) return true;
	if (Array.isArray(stored) && Array.isArray(sent))
		return (
			stored.length === sent.length &&
			sent.every((entry, at) => isSameJson(stored[at], entry, isAfterWrite))
		);
	if (isObject(stored) && isObject(sent)) {
		const names = [...Object.keys(sent), ...(isAfterWrite ? [] : Object.keys(stored))];
		return names.every((name) => isSameJson(own(stored, name), own(sent, name), isAfterWrite));
	}
	const [instant, wanted] = [instantIn(stored), instantIn(sent)];
	if (instant !== undefined) return instant === wanted;
	if (typeof stored !== typeof sent && isNumeric(stored) && isNumeric(sent))
		return Number(stored) === Number(sent);
	return typeof stored === 'string' && typeof sent === 'string'
		? comparableName(stored) === comparableName(sent) || isSameEmail(stored, sent)
		: stored === sent;
}

const own = (object: IDataObject, name: string) => (hasOwn(object, name) ? object[name] : null);

const isNumeric = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

const isSameEmail = (one: string, other: string) =>
	one.includes('@') && comparableEmail(one) === comparableEmail(other);

/** Whether the record holds a complete value already. An empty text equals null; the order of circuits counts, unless each has an `index`. */
function isSame(field: Field, current: unknown, wanted: unknown): boolean {
	if (isEmpty(current) || isEmpty(wanted)) {
		const isBlankObject = isObject(current) && Object.values(current).every(isEmpty);
		return (isEmpty(current) || isBlankObject) && isEmpty(wanted);
	}
	if (isObject(wanted)) {
		return fieldsInside(field).every((part) =>
			isSame(part, isObject(current) ? current[part.name] : undefined, wanted[part.name]),
		);
	}
	if (Array.isArray(wanted)) {
		if (!Array.isArray(current) || current.length !== wanted.length) return false;
		const fits = (one: unknown, entry: unknown) => isSame(field, one, entry);
		// Each says its position itself: the service may send them in an order of its own.
		const isFree = wanted.every((one) => isObject(one) && !isEmpty(one.index));
		return isFree
			? pairUp(current, wanted, fits)
			: wanted.every((one, at) => fits(current[at], one));
	}
	if (field.type === 'number') return isNumeric(current) && Number(current) === Number(wanted);
	if (field.type === 'email') return comparableEmail(current) === comparableEmail(wanted);
	if (field.type === 'date') return comparableText(current).slice(0, 10) === wanted;
	if (field.type === 'string' && field.pattern === undefined) {
		return comparableName(current) === comparableName(wanted);
	}
	return comparableText(current) === comparableText(wanted);
}
