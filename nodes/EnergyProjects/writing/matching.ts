// By which value Create or Update finds the record that an item means.
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { toFieldValue } from '../input/fieldValue';
import { createPaths, dataModeOf, MAPPED } from '../input/fields';
import { readInput, refuseProblems } from '../input/input';
import type { Input } from '../input/input';
import type { Item } from '../run/item';
import { choiceOf, fieldNamed } from '../service/field';
import type { MatchOn, StandardResource } from '../service/resource';
import { isMissing, isNothing, valueAt } from '../values/objects';
import { comparableEmail } from '../values/parse';
import { withoutSpelling } from '../values/spelling';
import { folded, quoted, quotedList, visible } from '../values/text';

const matchOnParameter = {
	displayName: 'Match On',
	name: 'matchOn',
	type: 'options',
	default: '',
} as const;
const matchValueParameter = {
	name: 'matchValue',
	type: 'string',
	default: '',
} as const;

/**
 * Match On, and the value for each way of matching that takes one. n8n stops a run at a required parameter that is empty.
 * With "Map Automatically" it may be empty, so there is a second one of that name that is not required.
 */
export function matchParameters({ noun, fields, matchOn }: StandardResource): INodeProperties[] {
	const [{ value: first }] = matchOn;
	const choice: INodeProperties = {
		...matchOnParameter,
		// The same for all items, so that one list is enough to find them all.
		noDataExpression: true,
		options: matchOn.map(({ value, label, meaning }) =>
			label === undefined
				? { ...choiceOf(fieldNamed(fields, value)), ...(meaning && { description: meaning }) }
				: { name: label, value, description: meaning },
		),
		default: first,
		description: `What to find the ${noun} by. If several match, nothing is changed, and the item fails.`,
	};
	const valueParameter = (name: string, dataMode: string, more = ''): INodeProperties => ({
		displayName: matchLabel(fieldNamed(fields, name).label),
		...matchValueParameter,
		placeholder: fieldNamed(fields, name).placeholder,
		displayOptions: { show: { matchOn: [name], dataMode: [dataMode] } },
		description: `The value by which the ${noun} is found, and which a new ${noun} gets${more}`,
	});
	const typed = matchOn.filter(isTyped).map(({ value }) => value);
	return [
		choice,
		...typed.flatMap((name) => [
			{ ...valueParameter(name, 'defineBelow'), required: true },
			valueParameter(name, 'autoMapInputData', '; leave it empty to take it from the item'),
		]),
	];
}

const matchLabel = (label: string) => `${label} to Match`;

/** Whether the value to match has a parameter of its own: a single field. */
const isTyped = ({ fields }: MatchOn): boolean => fields.length === 1;

/** What an item asks for. */
export interface Matched {
	readonly way: MatchOn;
	/** The values to match, by the names of their fields. */
	readonly values: IDataObject;
	/** The same in the form in which they are compared. */
	readonly key: string;
	/** The same for people, with the name of what is matched. */
	readonly shown: string;
	/** What was set, and null for what is to be cleared, without the fields to match on. */
	readonly body: IDataObject;
	/** See `Input`. */
	readonly unrecognised?: readonly string[];
}

/** @throws NodeOperationError naming everything that is wrong with the item's values */
export async function readMatched(item: Item, resource: StandardResource): Promise<Matched> {
	const chosen = item.value({ ...matchOnParameter, default: resource.matchOn[0].value });
	const way = resource.matchOn.find(({ value }) => value === chosen);
	if (way === undefined)
		throw item.error(
			`Match On has no choice "${quoted(chosen)}"`,
			`Choose one of ${quotedList(resource.matchOn.map(({ value }) => value))}.`,
		);
	const own = isTyped(way) ? way.value : undefined;
	// A record keeps the value by which it is found: another value of the item for this field is not read.
	const input = await readInput(item, resource, createPaths(resource), own);
	const { body: given, problems, unrecognised } = input;
	const values: IDataObject = {};
	for (const name of way.fields) {
		const value =
			own === undefined
				? namePart(item, resource, name, given)
				: typedValue(item, resource, own, input);
		if (typeof value === 'string') values[name] = value;
		else if (!problems.has(name)) problems.set(name, value);
	}
	refuseProblems(item, { problems, unrecognised });
	const rest = Object.entries(given).filter(([name]) => !way.fields.includes(name));
	const label = way.label ?? fieldNamed(resource.fields, way.value).label;
	return {
		way,
		values,
		key: matchKey(resource, way, values),
		shown: `the ${label} "${quoted(Object.values(values).join(' '))}"`,
		body: Object.fromEntries(rest),
		unrecognised,
	};
}

/** A part of a name that was filled in, or what is wrong with it. */
const namePart = (item: Item, resource: StandardResource, name: string, given: IDataObject) =>
	isMissing(given[name])
		? item.error(
				`${fieldNamed(resource.fields, name).label} (${name}) is empty, so the node cannot tell which ${resource.noun} is meant`,
				'Fill it in, or leave out the item.',
			)
		: String(given[name]);

/** The value to match of a single field, or what is wrong with it. */
function typedValue(
	item: Item,
	resource: StandardResource,
	on: string,
	{ body, notSet: ofField }: Input,
): string | Error {
	const field = fieldNamed(resource.fields, on);
	const { label } = field;
	// If it were cleared, the next run would not find the record and would create another one.
	if (on in body)
		return item.error(
			`The ${label} cannot be cleared, because it is used to find the ${resource.noun}`,
			'Remove it from "Fields to Clear".',
		);
	const entered = item.value({ ...matchValueParameter, displayName: matchLabel(label) });
	const asked = dataModeOf(item, resource) === MAPPED && isNothing(entered) ? ofField : entered;
	if (isNothing(asked))
		return item.error(
			'The value to match is empty, so the node cannot tell which record is meant',
			`Fill in "${matchLabel(label)}" with the ${label} of the record, choose another "Match On", or leave out the item.`,
		);
	try {
		const value = String(toFieldValue(field, asked, item.run.timeZone));
		if (
			!isNothing(ofField) &&
			comparable(resource, on, ofField) !== comparable(resource, on, value)
		)
			item.run.hint(
				`A second value for the ${label} was not sent: a ${resource.noun} keeps the ${label} by which it is found. To change it, use "Update".`,
				'warning',
			);
		return value;
	} catch (error) {
		return error as Error;
	}
}

const comparable = ({ fields }: StandardResource, name: string, value: unknown): string =>
	fieldNamed(fields, name).type === 'email' ? comparableEmail(value) : folded(value);

/** The values to match of a record or an item in the form in which they are compared; empty if one is missing. */
export function matchKey(
	resource: StandardResource,
	{ fields }: MatchOn,
	json: IDataObject,
): string {
	const keys = fields.map((name) => comparable(resource, name, json[name]));
	return keys.includes('') ? '' : keys.join('\n');
}

/** Whether what an item asks for finds a record. Further values have to be the same only if both sides have them. */
export const isMatch = (
	resource: StandardResource,
	{ way, key, body }: Matched,
	json: IDataObject,
): boolean =>
	matchKey(resource, way, json) === key &&
	(way.and ?? []).every((path) => {
		const steps = path.split('.');
		const name = steps[steps.length - 1];
		const [one, other] = [json, body].map((of) => withoutSpelling(name, valueAt(of, steps)));
		return one === '' || other === '' || one === other;
	});

/** The name of a record, as people write it; empty if a part of it is missing. */
export function nameOf({ matchOn }: StandardResource, json: IDataObject): string {
	const byName = matchOn.find(({ value }) => value === 'name');
	const parts = (byName?.fields ?? []).map((name) => visible(json[name]));
	return parts.includes('') ? '' : parts.join(' ');
}

/** What a record holds of all that is matched. */
export const matchedValues = ({ fields, and = [] }: MatchOn, json: IDataObject): string =>
	[...fields, ...and]
		.map((path) => valueAt(json, path.split('.')))
		.filter((value) => !isMissing(value))
		.map(String)
		.join(' ');
