import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isReadOnlyValue, labelOf, writableFields } from '../../service/field';
import type { Field, RecordType } from '../../service/field';
import { OMIT, toFieldValue } from '../../values/fieldValue';
import type { Run } from '../run';
import { entryOf } from '../parameters/fieldParameter';
import { idFromLocator } from '../parameters/locator';

/** Whether the fields are filled in one by one, or taken from the incoming item. */
export const dataModeParameter = (record: RecordType): INodeProperties => ({
	displayName: 'Data to Send',
	name: 'dataMode',
	type: 'options',
	options: [
		{
			name: 'Define Below for Each Field',
			value: 'defineBelow',
			description: 'Fill in the fields one by one, with texts or expressions',
		},
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description: `Use the fields of the incoming item that are named like fields of the ${record.noun}`,
		},
	],
	default: 'defineBelow',
	description: 'Where the values come from',
});

/** Shows a parameter only where the fields are filled in one by one. */
export const inDefineBelow = (parameter: INodeProperties): INodeProperties => ({
	...parameter,
	displayOptions: { ...parameter.displayOptions, show: { dataMode: ['defineBelow'] } },
});

/** Options about what empty and unknown values mean. */
export const inputOptions: readonly INodeProperties[] = [
	{
		displayName: 'Empty Text',
		name: 'emptyText',
		type: 'options',
		options: [
			{
				name: 'Clear the Field',
				value: 'clear',
				description: 'The field is emptied, where the service allows it to be empty',
			},
			{
				name: 'Leave the Field as It Is',
				value: 'leave',
				description: 'The field is not sent, as if it had not been there',
			},
		],
		default: 'leave',
		description:
			'What an empty text or null means, as it comes from the export of a CRM. Without this option, mapped fields are left as they are, and an empty text that was filled in below is sent as it is.',
	},
	{
		displayName: 'Unknown Fields',
		name: 'unknownFields',
		type: 'options',
		displayOptions: { show: { '/dataMode': ['autoMapInputData'] } },
		options: [
			{ name: 'Ignore', value: 'ignore' },
			{ name: 'Refuse', value: 'refuse', description: 'The item fails and its error names them' },
		],
		default: 'ignore',
		description: 'What to do with fields of the incoming item that the service does not have',
	},
];

/** Where the fields stand in the parameters when they are filled in one by one. */
export interface InputPlaces {
	/** Fields with a parameter of their own. */
	readonly parameters: readonly string[];
	readonly collection: string;
}

/**
 * The fields of one item as the service takes them; null for those that an empty text clears.
 *
 * @throws FieldError naming a field that does not fit; NodeOperationError naming unknown fields, where refused
 */
export function readInput(
	run: Run,
	itemIndex: number,
	record: RecordType,
	places: InputPlaces,
): IDataObject {
	const options = run.context.getNodeParameter('options', itemIndex, {}) as {
		emptyText?: 'clear' | 'leave';
		unknownFields?: 'ignore' | 'refuse';
	};
	const isMapped = run.context.getNodeParameter('dataMode', itemIndex, '') === 'autoMapInputData';
	// What a CRM exports is full of empty texts that mean "not known"; what a person typed is meant as typed.
	const emptyText = options.emptyText ?? (isMapped ? 'leave' : undefined);
	const given = isMapped
		? run.context.getInputData()[itemIndex].json
		: givenInParameters(run, itemIndex, places);
	if (isMapped && options.unknownFields === 'refuse') refuseUnknown(run, itemIndex, record, given);

	const body: IDataObject = {};
	for (const field of writableFields(record)) {
		if (!(field.name in given) || (isMapped && field.createdWith !== undefined)) continue;
		const plain = plainValue(field, given[field.name], isMapped);
		// A record that came from the service holds values that only it sets, such as "notStarted".
		if (isMapped && isReadOnlyValue(field, plain)) continue;
		const isEmpty = plain === null || (typeof plain === 'string' && plain.trim() === '');
		if (isEmpty && emptyText !== undefined) {
			if (emptyText === 'clear' && field.nullable === true) body[field.name] = null;
			continue;
		}
		const value = toFieldValue(field, plain, run.timeZone, isMapped && emptyText === 'clear');
		if (value !== OMIT) body[field.name] = value;
	}
	return body;
}

function givenInParameters(run: Run, itemIndex: number, places: InputPlaces): IDataObject {
	const { context } = run;
	const inCollection = context.getNodeParameter(places.collection, itemIndex, {}) as IDataObject;
	const single = places.parameters.map((name) => [
		name,
		context.getNodeParameter(name, itemIndex, ''),
	]);
	// Parameters of their own that were left empty were not set at all.
	return {
		...inCollection,
		...(Object.fromEntries(single.filter(([, value]) => value !== '')) as IDataObject),
	};
}

function refuseUnknown(run: Run, itemIndex: number, record: RecordType, given: IDataObject) {
	const known = record.fields.map(({ name }) => name);
	const unknown = Object.keys(given).filter((name) => !known.includes(name));
	if (unknown.length === 0) return;
	throw run.inputError(
		itemIndex,
		`The service has no such field of a ${record.noun}: ${unknown.join(', ')}`,
		`Remove or rename them before this node, or set the option "Unknown Fields" to "Ignore". Known fields: ${writableFields(record).map(labelOf).join(', ')}.`,
	);
}

/** Out of the editor's wrappings: fixed collections and locators. */
function plainValue(field: Field, value: unknown, isMapped: boolean): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const wrapped = value as Record<string, unknown>;
	if (field.type === 'object') return 'value' in wrapped ? wrapped.value : value;
	if (field.type === 'list') {
		// Of a list that was added in the editor and left without an entry, nothing leaves; it does not empty the list.
		if (Array.isArray(value)) return value;
		return wrapped[entryOf(field).name] ?? (isMapped ? value : undefined);
	}
	return field.refersTo !== undefined ? idFromLocator(value) : value;
}
