import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { OTHER_FIELDS } from '../run/tool';
import type { Item } from '../run/item';
import { labelOf } from '../service/field';
import type { Field } from '../service/field';
import { clearableFields, flatParts, objectFields, writableFields } from '../service/resource';
import type { StandardResource, Resource } from '../service/resource';
import { referredResource } from '../service/records/referredResource';
import { fieldError, FieldError } from '../values/fieldError';
import { hasOwn, isEmpty } from '../values/objects';
import { choicesOf } from '../values/parse';
import { quoted, quotedList } from '../values/text';
import { OMIT, toFieldValue } from './fieldValue';
import { dataModeOf, fieldsToClear, MAPPED, OTHER_FIELDS_LABEL } from './fields';
import type { ParameterPaths } from './fields';
import { formValues, otherFields } from './form';
import { enteredIn, recordId } from './locator';
import { mappedValues, RENAME_COLUMNS } from './mapped';
import { clearsEmpty, keepsOtherCircuits } from './options';

/** The fields of one item in the form of the service, null for those that it empties, and what is wrong with others. */
export interface Input {
	readonly body: IDataObject;
	/** By the names of the fields. */
	readonly problems: Map<string, Error>;
	/** What was given for the field that counts as not set. */
	readonly notSet?: unknown;
	/** The columns that no field is called like, if the item is mapped automatically; undefined if it is not. */
	readonly unrecognised?: readonly string[];
}

/**
 * What was set, and what is to be cleared.
 *
 * @param except a field that counts as not set
 */
export async function readInput(
	item: Item,
	resource: Resource,
	paths: ParameterPaths,
	except?: string,
): Promise<Input> {
	const isFromItem = dataModeOf(item, resource) === MAPPED;
	const body: IDataObject = {};
	const problems = new Map<string, Error>();
	const { given, unrecognised } = isFromItem
		? mappedValues(item, resource, problems)
		: { given: formValues(item, resource, paths, problems), unrecognised: undefined };
	const notSet = except === undefined ? undefined : given[except];
	const input: Input = { body, problems, notSet, unrecognised };
	const lookUps = new Map<Field, StandardResource>();
	for (const field of writableFields(resource)) {
		const { name } = field;
		if (name === except || !hasOwn(given, name)) continue;
		const referred = referredResource(field);
		const isNamed = referred !== undefined && enteredIn(given[name]) !== '';
		if (isNamed) lookUps.set(field, referred);
		const isFromModel = item.isFilledInByModel(paths.collection.name, name);
		if (referred !== undefined && !isNamed && !isFromItem && !isFromModel) {
			problems.set(name, emptyReference(item, field, resource));
			continue;
		}
		try {
			const own = referred === undefined ? given[name] : '';
			const value = isNamed
				? given[name]
				: toFieldValue(field, own, item.run.timeZone, clearsEmpty(item, field));
			refuseEmptyEntries(item, field, own, value);
			if (value !== OMIT) body[name] = value;
		} catch (error) {
			problems.set(name, error as Error);
		}
	}
	try {
		if (!isFromItem) Object.assign(body, otherFields(item, resource, paths));
	} catch (error) {
		problems.set(OTHER_FIELDS, item.errorAbout(OTHER_FIELDS_LABEL, error as Error));
	}
	const wrong = problems.size;
	clearFields(item, resource, input);
	// No request is sent if a field is both set and cleared.
	if (problems.size > wrong) return input;
	for (const [{ name, label }, referred] of lookUps) {
		try {
			body[name] = await recordId(item, referred, given[name]);
		} catch (error) {
			problems.set(name, item.errorAbout(`${label} (${name})`, error as Error));
		}
	}
	return input;
}

/** A mistyped expression would write a record without its customer, or find that of another one. */
const emptyReference = (item: Item, { label, name }: Field, { noun }: Resource) =>
	item.error(
		`${label} (${name}) was added but is empty, so the ${noun} would belong to no ${label.toLowerCase()}, or to another one`,
		`Fill it in, correct its expression, or remove "${label}". To take it away from a ${noun} that exists, choose it under "Fields to Clear".`,
	);

/**
 * An entry that was added and comes out empty is no entry. But if what the list does not name goes, it must not look like a
 * list without the entry: a renamed column would take away a circuit of each record.
 */
function refuseEmptyEntries(item: Item, field: Field, given: unknown, value: unknown): void {
	if (field.type !== 'list' || !Array.isArray(given) || keepsOtherCircuits(item)) return;
	const filled = Array.isArray(value) ? value.length : 0;
	if (filled === given.length) return;
	const problem = `${given.length - filled} of its ${given.length} entries came out empty, and with "Other Circuits: Remove" the circuits that they mean would be removed. Correct the expressions or the names of the columns, or remove the empty entries.`;
	throw fieldError(field, problem);
}

/** Adds to an input what "Fields to Clear" names, and what is wrong with that. */
function clearFields(item: Item, resource: Resource, { body, problems }: Input): void {
	const names = choicesOf(item.value(fieldsToClear(resource)));
	for (const name of names) {
		const field = clearableFields(resource).find((candidate) => candidate.name === name);
		if (field === undefined) {
			const message = `"${quoted(name)}" is not a field that can be cleared`;
			const advice = 'Choose fields from the list under "Fields to Clear" only.';
			problems.set(name, item.error(message, advice));
			continue;
		}
		const object = objectFields(resource).find((one) => flatParts(resource, one).includes(field));
		// Without the object, its parts are empty too.
		if (object !== undefined && (names.includes(object.name) || body[object.name] === null))
			continue;
		if (object !== undefined) body[object.name] = { ...(body[object.name] as IDataObject | null) };
		const holder = object === undefined ? body : (body[object.name] as IDataObject);
		if (isEmpty(holder[name])) {
			const empty = field.type === 'list' ? [] : null;
			holder[name] = object === undefined ? empty : '';
			continue;
		}
		const message = `${labelOf(field)} (${name}) is both set and cleared`;
		const advice = 'Either do not set it, or remove it from "Fields to Clear".';
		problems.set(name, item.error(message, advice));
	}
}

/**
 * One error for everything that is wrong with an item's values, so that people can correct all of it at once.
 *
 * @throws the problem itself if there is one alone that says all, or if it is not about a value
 */
export function refuseProblems(
	item: Item,
	{ problems, unrecognised }: Pick<Input, 'problems' | 'unrecognised'>,
): void {
	const all = [...problems.values()];
	if (all.length === 0) return;
	const isOfField = (error: Error) => error instanceof FieldError;
	const other = all.find((error) => !isOfField(error) && !(error instanceof NodeOperationError));
	if (other !== undefined) throw other;
	// A column explains what is missing, not what is wrong.
	const columns = all.every(isOfField) ? '' : quotedList(unrecognised ?? []);
	if (all.length === 1 && columns === '' && (unrecognised === undefined || !isOfField(all[0])))
		throw all[0];
	const texts = all
		.flatMap((error) => (error instanceof FieldError ? error.problems : [error.message]))
		.map((text) => text.replace(/\.$/, ''));
	const message =
		texts.length === 1 ? texts[0] : `${texts.length} values are wrong: ${texts.join('; ')}`;
	const advice = [
		all.length > 1 || isOfField(all[0])
			? 'Correct them, then run the item again.'
			: (all[0] as NodeOperationError).description,
		...(unrecognised !== undefined && all.some(isOfField) ? [LEAVE_OUT] : []),
		...(columns === '' ? [] : [RENAME_COLUMNS]),
	];
	throw item.error(
		columns === '' ? message : `${message}. No field has the names of these columns: ${columns}`,
		advice.join(' '),
	);
}

/** An item may have a field of another program that is called like one of ours. */
const LEAVE_OUT =
	'The item has fields of these names, and "Map Automatically" takes them. If they mean something else, rename or remove them with "Edit Fields" before this node.';
