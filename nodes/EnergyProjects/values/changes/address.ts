import type { IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../../service/field';
import type { Field } from '../../service/field';
import { comparableText } from '../text';
import { filledParts, isEmpty } from './parts';

/**
 * An address as it has to be sent to a service that replaces it: the given parts, and the record's values for the others.
 *
 * If the place changes, the old coordinates are left out, unless new ones are given. If the given parts empty the place
 * and fill in nothing, the address is null.
 *
 * @param before the address in the record; empty if it has none
 * @param given the parts to change
 */
export function completeAddress(
	field: Field,
	before: IDataObject,
	given: IDataObject,
): IDataObject | null {
	const changed = Object.fromEntries(
		// To empty a part that is empty changes nothing.
		Object.entries(given).filter(([name, value]) => !isEmpty(value) || !isEmpty(before[name])),
	);
	const isGone = emptiesPlace(field, changed) && !hasPlace(field, { ...before, ...changed });
	if (isGone && field.nullable === true && Object.values(changed).every(isEmpty)) return null;
	const kept = filledParts(field, before);
	if (isGone || isMoved(field, before, changed)) {
		for (const { name, addressRole } of fieldsInside(field)) {
			if (addressRole === 'follows') delete kept[name];
		}
	}
	const complete = { ...kept, ...changed };
	return field.nullable === true && Object.keys(complete).length === 0 ? null : complete;
}

/** Whether the address is another place now. Completing an address, or spelling it differently, does not move it. */
const isMoved = (field: Field, before: IDataObject, given: IDataObject) =>
	decidingParts(field).some(({ name }) => {
		const [from, to] = [before, given].map((value) => comparableText(value[name]));
		return from !== '' && to !== '' && from !== to;
	});

/** Whether an address says where it is: country or coordinates alone do not. */
const hasPlace = (field: Field, value: IDataObject) =>
	decidingParts(field).some(({ name }) => comparableText(value[name]) !== '');

const emptiesPlace = (field: Field, given: IDataObject) =>
	decidingParts(field).some(({ name }) => name in given && isEmpty(given[name]));

const decidingParts = (field: Field) =>
	fieldsInside(field).filter(({ addressRole }) => addressRole === 'decides');
