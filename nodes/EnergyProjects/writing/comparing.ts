// Whether what the service holds says the same as what is wanted.
import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../service/field';
import { isSameId, recordIdIn } from '../service/ids';
import { fieldOf } from '../service/resource';
import type { Resource } from '../service/resource';
import { canonicalText } from '../values/canonical';
import { instantIn } from '../values/dates';
import { hasOwn, isEmpty, isObject } from '../values/objects';
import { asSeen } from '../values/text';

/** The fields of a body that differ from the record as the service holds it: only these have to be sent. */
export const differences = (
	resource: Resource,
	record: IDataObject,
	body: IDataObject,
): IDataObject => {
	const isChanged = ([name, value]: [string, unknown]) =>
		!isSame(fieldOf(resource, name), own(record, name), value);
	return Object.fromEntries(Object.entries(body).filter(isChanged));
};

/**
 * The names of the fields that the service holds in another way after a write than they were sent. What its answer lacks is
 * not compared, nor what only the service has. Never throws: a record that was written must not fail.
 */
export const notKept = (resource: Resource, record: IDataObject, sent: IDataObject): string[] =>
	Object.keys(sent).filter(
		(name) =>
			hasOwn(record, name) && !isSame(fieldOf(resource, name), record[name], sent[name], true),
	);

/** Whether these fields are after a write what they were before it, no more and no less. Never throws. */
export const areAsBefore = (
	resource: Resource,
	before: IDataObject,
	after: IDataObject,
	names: readonly string[],
): boolean =>
	names.every((name) => {
		const field = fieldOf(resource, name);
		const [old, now] = [before[name], after[name]];
		return hasOwn(after, name) && isSame(field, now, old) && isSame(field, old, now);
	});

/**
 * Whether a stored value says the same as another one, as `canonicalText` has it. Never throws.
 *
 * @param field undefined if this package does not know it
 * @param mayHaveMore whether the stored value may have parts that the other one does not name
 */
function isSame(
	field: Field | undefined,
	stored: unknown,
	wanted: unknown,
	mayHaveMore = false,
): boolean {
	// Most of a list is as it was: no text is made of it.
	if (stored === wanted) return true;
	if (field === undefined) return isSameUnknown(stored, wanted, mayHaveMore);
	if (Array.isArray(stored) && Array.isArray(wanted))
		return stored.length === wanted.length && areSameEntries(field, stored, wanted);
	const seen = mayHaveMore ? partsNamedBy(wanted, stored) : stored;
	return canonicalText(field, seen) === canonicalText(field, wanted);
}

/** Two lists of one length: entry by entry if they have the same IDs, but a service may give new ones with each write. */
function areSameEntries(
	field: Field,
	stored: readonly unknown[],
	wanted: readonly unknown[],
): boolean {
	const partners = wanted.map((entry) =>
		stored.find((one) => isSameId(recordIdIn(one), recordIdIn(entry))),
	);
	if (partners.includes(undefined)) return areAmong(field, stored, wanted);
	return wanted.every((entry, at) => holds(field, partners[at], entry));
}

/** Whether a stored entry says what another one does, whatever else it has. */
const holds = (field: Field, stored: unknown, wanted: unknown): boolean =>
	canonicalText(field, partsNamedBy(wanted, stored)) === canonicalText(field, wanted);

/**
 * Whether each entry that is wanted says what a stored one of its own holds, whatever else that has, and in any order. Never
 * throws.
 */
export function areAmong(
	field: Field,
	stored: readonly unknown[],
	wanted: readonly unknown[],
): boolean {
	const rest = [...stored];
	// Entries with the most parts first: they fit the fewest.
	return [...wanted]
		.sort((a, b) => partsIn(b) - partsIn(a))
		.every((entry) => {
			const at = rest.findIndex((one) => holds(field, one, entry));
			return at !== -1 && rest.splice(at, 1).length === 1;
		});
}

/** How many parts of an entry are compared. */
const partsIn = (entry: unknown): number =>
	isObject(entry)
		? Object.entries(entry).filter(([name, part]) => name !== 'id' && !isEmpty(part)).length
		: 0;

/** Of a stored object the parts that another one names; any other value as it is. */
const partsNamedBy = (wanted: unknown, stored: unknown): unknown =>
	isObject(wanted) && isObject(stored)
		? Object.fromEntries(Object.keys(wanted).map((name) => [name, own(stored, name)]))
		: stored;

/**
 * The same for a value of which this package knows nothing. A number is the same as its text, and a time as the same moment
 * in another form.
 */
function isSameUnknown(stored: unknown, wanted: unknown, mayHaveMore: boolean): boolean {
	if (isEmpty(stored) && isEmpty(wanted)) return true;
	const fits = (one: unknown, other: unknown) => isSameUnknown(one, other, mayHaveMore);
	if (Array.isArray(wanted))
		return (
			Array.isArray(stored) &&
			stored.length === wanted.length &&
			wanted.every((entry, at) => fits(stored[at], entry))
		);
	if (isObject(wanted)) {
		if (!isObject(stored)) return false;
		const names = Object.keys(mayHaveMore ? wanted : { ...stored, ...wanted });
		return names.every((name) => fits(own(stored, name), own(wanted, name)));
	}
	const instant = instantIn(stored);
	if (instant !== undefined) return instant === instantIn(wanted);
	if (typeof stored !== typeof wanted && isNumeric(stored) && isNumeric(wanted))
		return Number(stored) === Number(wanted);
	return typeof stored === 'string' && typeof wanted === 'string'
		? asSeen(stored) === asSeen(wanted)
		: stored === wanted;
}

const own = (object: IDataObject, name: string) => (hasOwn(object, name) ? object[name] : null);

const isNumeric = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
