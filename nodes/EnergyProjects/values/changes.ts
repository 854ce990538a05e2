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

/**
 * The fields of `body` that differ from the record as the service holds it: only these have to be sent.
 *
 * @param keepsOthers whether circuits that the body does not name stay
 * @throws FieldError if a circuit may mean several
 */
export const changesBetween = (
	type: RecordType,
	record: IDataObject,
	body: IDataObject,
	keepsOthers = false,
): IDataObject => {
	const complete = completeBody(type, record, body, keepsOthers);
	const changed = Object.keys(complete).filter((name) => {
		const field = fieldOf(type, name);
		return field?.access !== 'readOnly' && !isSame(field, own(record, name), complete[name]);
	});
	return Object.fromEntries(changed.map((name) => [name, complete[name]]));
};

/**
 * The names of the fields that the service holds in another way after a write than they were sent. What its answer lacks is
 * not compared. Never throws: a record that was written must not fail.
 */
export const notKept = (type: RecordType, record: IDataObject, sent: IDataObject): string[] =>
	Object.keys(sent).filter(
		(name) =>
			hasOwn(record, name) && !isSame(fieldOf(type, name), record[name], sent[name], AFTER_WRITE),
	);

/** Whether these fields are after a write what they were before it. Never throws. */
export const areAsBefore = (
	type: RecordType,
	before: IDataObject,
	after: IDataObject,
	names: readonly string[],
): boolean =>
	names.every(
		(name) =>
			hasOwn(after, name) && isSame(fieldOf(type, name), after[name], before[name], { ids: true }),
	);

/**
 * What does not count when a stored value is compared with another one. Never counted: how a value is written (a number as
 * text, the letter case of an email, a day as a moment, marks that look alike).
 */
interface Lenience {
	/** The IDs of circuits: a service may give new ones with each write. */
	readonly ids?: true;
	/** What only the stored value has. */
	readonly more?: true;
}
const AFTER_WRITE: Lenience = { ids: true, more: true };

/**
 * Whether a stored value says the same as another one. Never throws.
 *
 * @param field undefined if this package does not know it
 * @param but what does not count
 */
function isSame(
	field: Field | undefined,
	stored: unknown,
	wanted: unknown,
	but: Lenience = {},
): boolean {
	if (isEmpty(stored) && isEmpty(wanted)) return true;
	if (field !== undefined && (isEmpty(stored) || isEmpty(wanted)))
		return isEmpty(wanted) && isObject(stored) && Object.values(stored).every(isEmpty);
	if (Array.isArray(wanted)) return Array.isArray(stored) && isSameList(field, stored, wanted, but);
	if (isObject(wanted)) return isObject(stored) && isSameObject(field, stored, wanted, but);
	return field === undefined ? isSameUnknown(stored, wanted) : isSameScalar(field, stored, wanted);
}

function isSameObject(
	field: Field | undefined,
	stored: IDataObject,
	wanted: IDataObject,
	but: Lenience,
): boolean {
	const parts = field && fieldsInside(field);
	const names = parts?.map(({ name }) => name) ?? Object.keys({ ...stored, ...wanted });
	return names.every((name) => {
		const isLeftOut = but.more === true && !hasOwn(wanted, name);
		if (isLeftOut || (but.ids === true && parts !== undefined && name === 'id')) return true;
		const part = parts?.find((one) => one.name === name);
		return isSame(part, own(stored, name), own(wanted, name), but);
	});
}

/** In the same order, unless each circuit says its position itself: the service may send them in an order of its own. */
function isSameList(
	field: Field | undefined,
	stored: readonly unknown[],
	wanted: readonly unknown[],
	but: Lenience,
): boolean {
	if (stored.length !== wanted.length) return false;
	const fits = (one: unknown, entry: unknown) => isSame(field, one, entry, but);
	return field !== undefined && haveIndex(wanted)
		? pairUp(stored, wanted, fits) !== undefined
		: wanted.every((entry, at) => fits(stored[at], entry));
}

const haveIndex = (entries: readonly unknown[]): boolean =>
	entries.every((one) => isObject(one) && !isEmpty(one.index));

/** The stored entry that each wanted one fits, each another one; undefined if one fits none. */
function pairUp<One, Entry>(
	stored: readonly One[],
	wanted: readonly Entry[],
	fits: (one: One, entry: Entry) => boolean,
): Map<Entry, One> | undefined {
	const rest = [...stored];
	const pairs = new Map<Entry, One>();
	// Entries with the most parts first: they fit the fewest.
	for (const entry of [...wanted].sort((a, b) => partsOf(b) - partsOf(a))) {
		const at = rest.findIndex((one) => fits(one, entry));
		if (at === -1) return undefined;
		pairs.set(entry, rest.splice(at, 1)[0]);
	}
	return pairs;
}

const partsOf = (entry: unknown): number => (isObject(entry) ? Object.keys(entry).length : 0);

function isSameScalar(field: Field, stored: unknown, wanted: unknown): boolean {
	if (field.type === 'number') return isNumeric(stored) && Number(stored) === Number(wanted);
	if (field.type === 'email') return comparableEmail(stored) === comparableEmail(wanted);
	if (field.type === 'date') return dayOf(stored) === dayOf(wanted);
	if (field.type === 'string' && field.pattern === undefined) {
		return comparableName(stored) === comparableName(wanted);
	}
	return comparableText(stored) === comparableText(wanted);
}

const dayOf = (value: unknown): string => comparableText(value).slice(0, 10);

/**
 * The same for a value of a field that this package does not know. A number is the same as its text, a time as the same
 * moment in another form, and a text as the same one without blanks around it.
 */
function isSameUnknown(stored: unknown, wanted: unknown): boolean {
	const instant = instantIn(stored);
	if (instant !== undefined) return instant === instantIn(wanted);
	if (typeof stored !== typeof wanted && isNumeric(stored) && isNumeric(wanted))
		return Number(stored) === Number(wanted);
	return typeof stored === 'string' && typeof wanted === 'string'
		? comparableName(stored) === comparableName(wanted) || isSameEmail(stored, wanted)
		: stored === wanted;
}

const own = (object: IDataObject, name: string) => (hasOwn(object, name) ? object[name] : null);

const isNumeric = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

const isSameEmail = (one: string, other: string) =>
	one.includes('@') && comparableEmail(one) === comparableEmail(other);

/**
 * The body of an update, with an address or circuits completed from the record: the service's document does not show
 * whether the service merges or replaces them.
 *
 * @throws FieldError if a circuit may mean several
 */
export const completeBody = (
	type: RecordType,
	record: IDataObject,
	body: IDataObject,
	keepsOthers = false,
): IDataObject =>
	Object.fromEntries(
		Object.entries(body).map(([name, value]) => {
			const field = fieldOf(type, name);
			return [
				name,
				field === undefined ? value : completed(field, record[name], value, keepsOthers),
			];
		}),
	);

/** Whether a body has to be completed from the record before it is sent: an address or a circuit lacks a part, or others stay. */
export const needsRecord = (type: RecordType, body: IDataObject, keepsOthers = false): boolean =>
	writableFields(type).some((field) =>
		[body[field.name]]
			.flat()
			.some(
				(value) =>
					isObject(value) &&
					((keepsOthers && field.type === 'list') ||
						fieldsInside(field).some(({ name }) => !(name in value))),
			),
	);

/** A body without the parts that this package does not know: a service may refuse them although it sent them itself. */
export const withoutUnknownParts = (type: RecordType, body: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(body).map(([name, value]) => {
			const parts = fieldOf(type, name)?.fields?.map((part) => part.name);
			const known = (entry: unknown) =>
				isObject(entry) && parts !== undefined
					? Object.fromEntries(Object.entries(entry).filter(([key]) => parts.includes(key)))
					: (entry as GenericValue);
			return [name, Array.isArray(value) ? (value as unknown[]).map(known) : known(value)];
		}),
	) as IDataObject;

function completed(
	field: Field,
	current: unknown,
	wanted: unknown,
	keepsOthers: boolean,
): GenericValue {
	if (Array.isArray(wanted)) {
		const stored = [current].flat().filter(isObject);
		return completedList(field, stored, wanted as IDataObject[], keepsOthers);
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
 * The name of a circuit that was sent and that none has after the write, although none is missing. Never throws: a record
 * that was written must not fail.
 */
export function renamedCircuit(
	{ fields }: RecordType,
	after: IDataObject,
	sent: IDataObject,
): string | undefined {
	for (const { name } of fields.filter(({ type }) => type === 'list')) {
		const [stored, given] = [after[name], sent[name]].map((list) => [list].flat().filter(isObject));
		const names = stored.map((one) => comparableText(one.name));
		const isLost = (one: IDataObject) =>
			!isEmpty(one.name) && !names.includes(comparableText(one.name));
		const renamed = given.find(isLost);
		if (renamed !== undefined && stored.length >= given.length) return quoted(renamed.name);
	}
	return undefined;
}

/** Circuits, each completed from the stored one that it means; a list without entries empties the field. */
function completedList(
	field: Field,
	stored: readonly IDataObject[],
	given: readonly IDataObject[],
	keepsOthers: boolean,
): IDataObject[] {
	if (given.length === 0) return [];
	// If the stored list already says all that was given, nobody needs to know which circuit means which.
	const same = sayingTheSame(field, stored, given);
	if (same !== undefined && keepsOthers) return stored.map(storedParts);
	if (same !== undefined && stored.length === given.length) return same.map(storedParts);
	const partners = given.map((_, at) => partnerOf(field, at, stored, given, keepsOthers));
	const merged = (partner: IDataObject | undefined, entry: IDataObject) => {
		const before = partner === undefined ? {} : storedParts(partner);
		// The stored ID counts: the given one may be from before, and a service may give new ones with each write.
		return { ...before, ...entry, ...('id' in before && { id: before.id }) };
	};
	if (!keepsOthers) return given.map((entry, at) => merged(partners[at], entry));
	const changed = stored.map((one) => merged(one, given[partners.indexOf(one)] ?? {}));
	return [...changed, ...given.filter((_, at) => partners[at] === undefined)];
}

/** The stored circuits that say all that was given, in its order. An ID that is out of date does not count. */
function sayingTheSame(
	field: Field,
	stored: readonly IDataObject[],
	given: readonly IDataObject[],
): IDataObject[] | undefined {
	const ids = stored.map(({ id }) => comparableText(id));
	const wanted = given.map(({ id, ...parts }) =>
		ids.includes(comparableText(id)) ? { id, ...parts } : parts,
	);
	const fits = (one: IDataObject, entry: IDataObject) => isSame(field, one, entry, { more: true });
	const areInPlace = wanted.every((entry, at) => at in stored && fits(stored[at], entry));
	if (areInPlace && wanted.length === stored.length) return [...stored];
	const pairs = pairUp(stored, wanted, fits);
	return pairs && wanted.map((entry) => pairs.get(entry) ?? {});
}

/**
 * The stored circuit that a given one means: the one with its ID, else with its name, else, if it has no name, the one in
 * its place; undefined if it is new.
 *
 * @throws FieldError if it may mean one of several, or if nothing tells which one it means
 */
function partnerOf(
	field: Field,
	at: number,
	stored: readonly IDataObject[],
	given: readonly IDataObject[],
	keepsOthers: boolean,
): IDataObject | undefined {
	const entry = given[at];
	const having = (name: string, entries: readonly IDataObject[]) =>
		isEmpty(entry[name])
			? []
			: entries.filter((one) => comparableText(one[name]) === comparableText(entry[name]));
	const [withItsId] = having('id', stored);
	if (withItsId !== undefined) return withItsId;
	const meantById = new Set(given.map(({ id }) => comparableText(id)));
	const isFree = ({ id }: IDataObject) => isEmpty(id) || !meantById.has(comparableText(id));
	if (isEmpty(entry.name)) {
		const inItsPlace = stored.length === given.length ? [stored[at]] : [];
		const [partner] = inItsPlace.filter((one) => isEmpty(one.name) && isFree(one));
		const isRisky = stored.length > 0 && (keepsOthers || stored.some(({ name }) => !isEmpty(name)));
		if (partner !== undefined || !isRisky) return partner;
		const problem = `one has neither a name nor an ID, so the node cannot tell which one is meant${keepsOthers ? '' : ', and the others would be lost'}. Give each its name.`;
		throw fieldError(field, problem);
	}
	const named = having('name', stored).filter(isFree);
	// With a name that no stored circuit has, a circuit is new, even if two of them are given.
	if (named.length > 1 || (named.length > 0 && having('name', given).length > 1)) {
		const problem = `several have the name "${quoted(entry.name)}", so the node cannot tell which one is meant. Give each its ID: Get returns it.`;
		throw fieldError(field, problem);
	}
	return named[0];
}

/** What is stored, also parts that this package does not know: a service that replaces the whole would lose them. */
const storedParts = (value: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(value).filter(([, part]) => !isEmpty(part)));
