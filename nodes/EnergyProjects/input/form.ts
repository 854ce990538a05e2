// What a person or a model filled in, field by field.
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { OTHER_FIELDS } from '../run/tool';
import type { Item } from '../run/item';
import { fieldsInside, labelOf } from '../service/field';
import type { Field } from '../service/field';
import { objectFields, writableFields } from '../service/resource';
import type { Resource } from '../service/resource';
import { fieldError } from '../values/fieldError';
import { hasNoKeys, hasOwn, isMissing, isObject } from '../values/objects';
import { folded, quoted, refuseUnmeant } from '../values/text';
import { groupOf, ownParameter } from './fields';
import type { ParameterPaths } from './fields';

/**
 * The values of the fields that were filled in, as they are.
 *
 * @param problems gets what is wrong with a group of parameters
 */
export function formValues(
	item: Item,
	resource: Resource,
	{ parameters, collection }: ParameterPaths,
	problems: Map<string, Error>,
): IDataObject {
	const given: IDataObject = {};
	const added = item.added(collection);
	for (const field of writableFields(resource)) {
		const { name } = field;
		const isOwn = parameters.includes(field);
		const own = ownParameter(resource, field);
		const value = isOwn ? item.value(own) : added[name];
		// A parameter that was left empty was not set at all.
		const isSet = isOwn
			? value !== '' && !(isObject(value) && hasNoKeys(value))
			: hasOwn(added, name);
		if (!isSet) continue;
		given[name] = value as GenericValue;
		if (field.fields === undefined) continue;
		const saved = isOwn ? item.saved(own.name) : item.saved(collection.name, name);
		given[name] = filledIn(field, value, saved) as GenericValue;
		if (given[name] === undefined) problems.set(name, fieldError(field, NOTHING_INSIDE));
	}
	return given;
}

const NOTHING_INSIDE =
	'it was added, but nothing is filled in inside it. Fill in its parts one by one (n8n drops an expression in the place of all of them), or remove it.';

/**
 * What was filled in of an object or a list, out of the group that the editor puts around it. n8n hands over blank parts as
 * empty texts: only those count that hold something or an expression, since nobody entered the others. Of an expression in
 * the place of the whole group it makes a blank group.
 *
 * @returns undefined if nothing was filled in
 */
function filledIn(field: Field, value: unknown, saved: unknown): unknown {
	const { name } = groupOf(field);
	const [inside, savedInside] = [value, saved].map((one) => (isObject(one) ? one[name] : one));
	const holds = (part: unknown) => part !== '';
	const isEntered = (entry: unknown) => !isObject(entry) || Object.values(entry).some(holds);
	if (![savedInside].flat().some((entry) => entry !== undefined && isEntered(entry)))
		return undefined;
	if (!isObject(savedInside) || !isObject(inside)) return inside;
	return Object.fromEntries(Object.entries(inside).filter(([part]) => holds(savedInside[part])));
}

/**
 * The fields that only the service knows: they are sent as they are.
 *
 * @throws Error with a text for people if they are no JSON object, or if the node knows one of them
 */
export function otherFields(
	item: Item,
	resource: Resource,
	{ collection }: ParameterPaths,
): IDataObject {
	const given = item.added(collection);
	refuseUnmeant(given[OTHER_FIELDS]);
	const others = jsonObject(given[OTHER_FIELDS]);
	refuseUnmeant(
		JSON.stringify(others, (_, inside: unknown) => {
			refuseUnmeant(inside);
			return inside;
		}),
	);
	for (const name of Object.keys(others)) refuseKnown(resource, name);
	return others;
}

/** The object in a text, or as an expression returned it. It comes out as it will be sent, a time as its text. */
function jsonObject(value: unknown): IDataObject {
	if (isMissing(value)) return {};
	try {
		const given: unknown = JSON.parse(typeof value === 'string' ? value : JSON.stringify(value));
		if (isObject(given)) return given;
	} catch {
		// What is no JSON is no JSON object either.
	}
	throw new Error(
		`"${quoted(value)}" is not a JSON object. Write the names and values in braces, such as {"hasFireplace": true}.`,
	);
}

/** What the node knows, it checks and compares in its own input. */
function refuseKnown(resource: Resource, name: string): void {
	const isMeant = (field: Field) => folded(field.name) === folded(name);
	const shown = `"${quoted(name)}"`;
	// It would become the prototype of the body.
	if (name === '__proto__') throw new Error(`${shown} cannot be the name of a field`);
	const known = resource.fields.find(isMeant);
	const holder = objectFields(resource).find((field) => fieldsInside(field).some(isMeant));
	if (known?.access === 'readOnly')
		throw new Error(`${shown} cannot be written: only the service sets ${labelOf(known)}`);
	if (known?.createdWith !== undefined)
		throw new Error(
			`${shown} is "${known.createdWith}" in every new ${resource.noun}, and "Update" has an input for it`,
		);
	if (known !== undefined)
		throw new Error(`${shown} has its own input: set it under ${labelOf(known)}`);
	if (holder !== undefined)
		throw new Error(`${shown} is a part of ${labelOf(holder)}: set it there`);
}
