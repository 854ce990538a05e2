import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { Field } from '../service/field';
import { writableFields } from '../service/record';
import type { RecordType } from '../service/record';
import { isObject } from './objects';

/**
 * What of `body` differs from the record as the service holds it: the only thing worth sending.
 *
 * An empty text equals null, letter case in an email address does not count, and of an address or a circuit only
 * the given parts are compared. An address that differs goes out complete, with the parts that were not given as
 * they are, since the document does not show whether the service merges or replaces it; so does a circuit with an ID.
 * The coordinates of another address are left out.
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

function complete(field: Field, current: unknown, wanted: GenericValue): GenericValue {
	if (field.type === 'list' && Array.isArray(current) && Array.isArray(wanted)) {
		return (wanted as IDataObject[]).map((entry) => {
			const former = sameEntry(current as IDataObject[], entry);
			return former === undefined ? entry : { ...partsOf(field, former), ...entry };
		});
	}
	if (field.type !== 'object' || !isObject(current) || !isObject(wanted)) return wanted;
	return { ...partsOf(field, current, isMoved(field, current, wanted)), ...wanted };
}

/** Whether it is another place now; to complete an address, or to write it differently, is not to move. */
const isMoved = (field: Field, current: IDataObject, wanted: IDataObject) =>
	(field.fields ?? []).some((part) => {
		const [from, to] = [current, wanted].map((value) => plainText(value[part.name]));
		return part.place === 'decides' && from !== '' && to !== '' && from !== to;
	});

const plainText = (value: unknown) =>
	String(value ?? '')
		.trim()
		.toLowerCase();

const sameEntry = (entries: readonly IDataObject[], entry: IDataObject) =>
	entries.find(({ id }) => !isEmpty(id) && id === entry.id);

function isSame(field: Field, current: unknown, wanted: unknown): boolean {
	if (field.type === 'object' && isObject(wanted)) {
		return haveSameParts(field, isObject(current) ? current : {}, wanted);
	}
	if (isEmpty(current) || isEmpty(wanted)) return isEmpty(current) && isEmpty(wanted);
	switch (field.type) {
		case 'email':
		case 'uuid':
			return String(current).trim().toLowerCase() === String(wanted).trim().toLowerCase();
		case 'date':
			return String(current).slice(0, 10) === String(wanted).slice(0, 10);
		case 'list':
			return isSameList(field, current, wanted);
		case 'number':
			return Number(current) === Number(wanted);
		default:
			// What is checked against a pattern, such as a country code, means the same in other letters.
			return field.pattern === undefined
				? current === wanted
				: String(current).toLowerCase() === String(wanted).toLowerCase();
	}
}

const haveSameParts = (field: Field, current: IDataObject, wanted: IDataObject) =>
	(field.fields ?? []).every(
		(part) => !(part.name in wanted) || isSame(part, current[part.name], wanted[part.name]),
	);

function isSameList(field: Field, current: unknown, wanted: unknown): boolean {
	if (!Array.isArray(current) || !Array.isArray(wanted)) return false;
	const entries = current as IDataObject[];
	const asked = wanted as IDataObject[];
	if (entries.length !== asked.length) return false;
	// Those without an ID stand for the ones that no ID stands for, in their order.
	const others = entries.filter((entry) => !asked.some((one) => sameEntry([entry], one)));
	return asked.every((entry) => {
		const own = sameEntry(entries, entry) ?? others.shift();
		return own !== undefined && haveSameParts(field, own, entry);
	});
}

const partsOf = (field: Field, value: IDataObject, isElsewhere = false) =>
	Object.fromEntries(
		(field.fields ?? [])
			.filter((part) => !isEmpty(value[part.name]) && !(isElsewhere && part.place === 'follows'))
			.map((part) => [part.name, value[part.name] as GenericValue]),
	);

const isEmpty = (value: unknown) =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);
