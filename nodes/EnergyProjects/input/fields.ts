import type { INodeProperties } from 'n8n-workflow';
import { OTHER_FIELDS } from '../run/tool';
import type { Item } from '../run/item';
import {
	capitalised,
	choiceOf,
	fieldsInside,
	labelOf,
	optionOf,
	writableValues,
} from '../service/field';
import type { Field } from '../service/field';
import {
	addableFields,
	clearableFields,
	fieldsToAskFor,
	writableFields,
} from '../service/resource';
import type { Resource, StandardResource } from '../service/resource';
import { referredResource } from '../service/records/referredResource';
import { locator } from './locator';

const DEFINE_BELOW = 'defineBelow';
/** The fields of the item itself count. */
export const MAPPED = 'autoMapInputData';

/** Whether the fields are filled in one by one, or taken from the incoming item, which a tool of an AI agent must not. */
const dataModeParameters = (resource: Resource): INodeProperties[] => [
	{ ...dataModeParameter(resource), displayOptions: { hide: { '@tool': [true] } } },
	{
		displayName: 'Data to Send',
		name: 'dataMode',
		type: 'hidden',
		default: DEFINE_BELOW,
		displayOptions: { show: { '@tool': [true] } },
	},
];

const dataModeParameter = (resource: Resource): INodeProperties => ({
	displayName: 'Data to Send',
	name: 'dataMode',
	type: 'options',
	// The same for all items: it decides which parameters there are.
	noDataExpression: true,
	options: [
		{
			name: 'Define Below for Each Field',
			value: DEFINE_BELOW,
			description: 'Fill in the fields one by one, with values or expressions',
		},
		{
			name: 'Map Automatically',
			value: MAPPED,
			description: `Use the fields of the incoming item that have API names, such as ${writableFields(resource)[0].name}, labels, or parts of the address, such as city. What only the service sets is left out, and so is Source.`,
		},
	],
	default: DEFINE_BELOW,
	description: 'Where the values come from',
});

/** The label of the parameter for fields that this package does not know. */
export const OTHER_FIELDS_LABEL = 'Other Fields (JSON)';
/** Fields that the service has and this package does not know: they are sent as they are. */
const otherFieldsParameter: INodeProperties = {
	displayName: OTHER_FIELDS_LABEL,
	name: OTHER_FIELDS,
	type: 'json',
	default: '{}',
	description:
		'Fields that the service has and this node does not offer, as a JSON object such as {"hasFireplace": true}; sent as they are',
};

type DataMode = typeof DEFINE_BELOW | typeof MAPPED;

/**
 * Where the values of an item come from: what was filled in, or its own fields.
 *
 * @throws NodeOperationError in a tool of an AI agent, or if there is no such choice: n8n would leave out what was filled in
 */
export function dataModeOf(item: Item, resource: Resource): DataMode {
	const mode = item.choiceOf<DataMode>(dataModeParameter(resource));
	if (mode === DEFINE_BELOW || !item.run.isTool) return mode;
	throw item.error(
		'"Map Automatically" cannot be used in a tool of an AI agent: n8n adds data from the chat to what the model fills in',
		'Choose "Define Below for Each Field", and let the model fill in the fields one by one.',
	);
}

/** Shows a parameter only if the fields are filled in one by one. */
const inDefineBelow = (parameter: INodeProperties): INodeProperties => ({
	...parameter,
	displayOptions: { ...parameter.displayOptions, show: { dataMode: [DEFINE_BELOW] } },
});

/** Which parameters hold the fields when they are filled in one by one. */
export interface ParameterPaths {
	/** Fields that are parameters themselves. */
	readonly parameters: readonly Field[];
	/** The parameter that holds all others. */
	readonly collection: INodeProperties;
}

/** n8n keeps what was filled in when somebody chooses another resource, out of sight: so each has names of its own. */
const nameFor = ({ noun }: Resource, name: string) => `${noun}${capitalised(name)}`;

const fieldsCollection =
	(name: string, displayName: string) =>
	(resource: Resource): INodeProperties => ({
		displayName,
		name: nameFor(resource, name),
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
	});
const additionalFields = fieldsCollection('fields', 'Additional Fields');
const updateFields = fieldsCollection('updateFields', 'Update Fields');

/** Of a create and a create-or-update: what only a person can give has its own parameter. */
export const createPaths = (resource: Resource): ParameterPaths => ({
	parameters: fieldsToAskFor(resource),
	collection: additionalFields(resource),
});

/** Of an update: all fields are in a collection. */
export const updatePaths = (resource: Resource): ParameterPaths => ({
	parameters: [],
	collection: updateFields(resource),
});

/** The parameter of a field that has its own. Both resources have an address. */
export const ownParameter = (resource: Resource, field: Field): INodeProperties => ({
	...fieldParameter(field),
	...(field.type === 'object' && { name: nameFor(resource, field.name) }),
});

/** The parameters of an update: what to set, and what to empty. */
export const updateParameters = (resource: Resource): INodeProperties[] => [
	...dataModeParameters(resource),
	inDefineBelow(
		withFields(
			updateFields(resource),
			`The fields of the ${resource.noun} to change; all others stay as they are`,
			writableFields(resource),
		),
	),
	fieldsToClear(resource),
];

/** The parameters of a create-or-update besides the match. None is required, since it may turn out to be an update. */
export const upsertParameters = (resource: StandardResource): INodeProperties[] => [
	...createParameters(resource, (field) => ({
		...ownParameter(resource, field),
		// The value to match is that of the field: beside it, the field would only be a riddle.
		...(resource.matchOn.some(({ value }) => value === field.name) && {
			displayOptions: { hide: { matchOn: [field.name] } },
		}),
	})),
	fieldsToClear(resource),
];

/** The parameters of a new record. */
export const createParameters = (
	resource: Resource,
	parameterOf = (field: Field) => requiredParameter(resource, field),
): INodeProperties[] => [
	...dataModeParameters(resource),
	...fieldsToAskFor(resource).map((field) => inDefineBelow(parameterOf(field))),
	inDefineBelow(
		withFields(
			additionalFields(resource),
			`Further fields of the ${resource.noun}; one that is not added stays empty, except Company ID`,
			addableFields(resource),
		),
	),
];

const requiredParameter = (resource: Resource, field: Field): INodeProperties => ({
	...ownParameter(resource, field),
	...(field.nullable !== true && { required: true }),
});

const withFields = (
	collection: INodeProperties,
	description: string,
	fields: readonly Field[],
): INodeProperties => ({
	...collection,
	description,
	options: byLabel([...fields.map(fieldParameter), otherFieldsParameter]),
});

/** Which fields an update empties. An empty text alone does not say that it should empty a field. */
export const fieldsToClear = (resource: Resource): INodeProperties => ({
	displayName: 'Fields to Clear',
	name: nameFor(resource, 'fieldsToClear'),
	type: 'multiOptions',
	options: clearableFields(resource)
		.map(choiceOf)
		.sort((a, b) => a.name.localeCompare(b.name)),
	default: [],
	description: `Fields of the ${resource.noun} to empty. A field cannot be both set and cleared.`,
});

/**
 * The editor's parameter for a field of the service: label with unit, meaning, and an input for its type. Numbers are
 * typed as texts: n8n's input for numbers turns 142,5 into 1425 without a word, and an empty value of a model into 0.
 */
export function fieldParameter(field: Field): INodeProperties {
	const { placeholder } = field;
	const base = {
		displayName: labelOf(field),
		name: field.name,
		description:
			field.defaultsTo === undefined
				? field.description
				: `${field.description}. Without it, a new record belongs to the company of the credential.`,
		// No key without a value: n8n's own parameters have none either.
		...(placeholder !== undefined && { placeholder }),
	};
	switch (field.type) {
		case 'boolean':
			// No switch: n8n's schema for a model requires each one, so a model would set those that it does not mean, too.
			return { ...base, type: 'options', options: YES_OR_NO, default: false };
		case 'date':
			return { ...base, type: 'dateTime', default: '', hint: DATE_HINT };
		case 'enumeration': {
			const values = writableValues(field);
			const defaultValue = values[0]?.value ?? '';
			return { ...base, type: 'options', options: values.map(optionOf), default: defaultValue };
		}
		case 'object':
		case 'list': {
			const { name, label } = groupOf(field);
			const parts = fieldsInside(field).map(fieldParameter);
			const isList = field.type === 'list';
			// The parts of an address keep the order in which people write it.
			const values = isList ? byLabel(parts) : parts;
			return {
				...base,
				type: 'fixedCollection',
				placeholder: `Add ${label}`,
				...(isList && { typeOptions: { multipleValues: true, sortable: true } }),
				default: {},
				options: [{ name, displayName: label, values }],
			};
		}
		default: {
			const referred = referredResource(field);
			if (referred !== undefined) return { ...locator(referred), ...base };
			return { ...base, type: 'string', default: '' };
		}
	}
}

const YES_OR_NO = [
	{ name: 'Yes', value: true },
	{ name: 'No', value: false },
];

/** Most dates in workflows are calculated, or come from a file. n8n's calendar drops most of what is typed into it. */
export const DATE_HINT =
	"Choose a day in the calendar: what is typed there can get lost. Under Expression, write a day such as 31.12.2026, or {{ $today.plus(14, 'days') }}. Excel's day numbers work unless they are text.";

/** What the editor puts around the parts of an object, or around each entry of a list. */
export const groupOf = (field: Field) => field.entry ?? { name: 'value', label: field.label };

/** In alphabetical order, as n8n's rules ask. */
export const byLabel = (parameters: readonly INodeProperties[]): INodeProperties[] =>
	[...parameters].sort((a, b) => a.displayName.localeCompare(b.displayName));
