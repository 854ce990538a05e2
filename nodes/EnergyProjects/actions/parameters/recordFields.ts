import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../../service/field';
import { addableFields, fieldsToAskFor, writableFields } from '../../service/record';
import type { RecordType } from '../../service/record';
import { dataModeParameter, inDefineBelow } from './dataMode';
import { fieldParameter } from './fieldParameter';
import { fieldsToClearParameter } from './fieldsToClear';

/** Where the fields stand in the parameters when they are filled in one by one. */
export interface ParameterPaths {
	/** Fields with a parameter of their own. */
	readonly parameters: readonly Field[];
	readonly collection: string;
}

/** Of a create and a create-or-update: what only a person can give one by one, the others in a collection. */
export const createPlaces = (record: RecordType): ParameterPaths => ({
	parameters: fieldsToAskFor(record),
	collection: 'additionalFields',
});

/** Of an update: all in a collection. */
export const updatePlaces: ParameterPaths = { parameters: [], collection: 'updateFields' };

/** The parameters of a create. */
export const createParameters = (record: RecordType): INodeProperties[] =>
	newRecordParameters(record, requiredParameter);

/** The parameters of an update: what is set, and what is emptied. */
export const updateParameters = (record: RecordType): INodeProperties[] => [
	dataModeParameter(record),
	inDefineBelow(
		collection(
			'updateFields',
			'Update Fields',
			`What to change of the ${record.noun}; all else stays as it is`,
			writableFields(record),
		),
	),
	fieldsToClearParameter(record),
];

/** The parameters of a create-or-update beside the match; nothing is required before it is known to be a create. */
export const upsertParameters = (record: RecordType): INodeProperties[] => [
	...newRecordParameters(record, fieldParameter),
	fieldsToClearParameter(record),
];

const newRecordParameters = (
	record: RecordType,
	ownParameter: (field: Field) => INodeProperties,
): INodeProperties[] => [
	dataModeParameter(record),
	...fieldsToAskFor(record).map((field) => inDefineBelow(ownParameter(field))),
	inDefineBelow(
		collection(
			'additionalFields',
			'Additional Fields',
			`What else to fill in of the ${record.noun}; what is not added is not sent`,
			addableFields(record),
			addableParameter,
		),
	),
];

const requiredParameter = (field: Field): INodeProperties =>
	field.nullable === true ? fieldParameter(field) : { ...fieldParameter(field), required: true };

/** A field of a new record that a person may leave to the node. */
function addableParameter(field: Field): INodeProperties {
	const parameter = fieldParameter(field);
	if (field.defaultsTo !== 'companyOfCredential') return parameter;
	const description = `${field.description}. Leave it out for the company of the credential.`;
	return { ...parameter, description };
}

const collection = (
	name: string,
	displayName: string,
	description: string,
	fields: readonly Field[],
	parameterOf = fieldParameter,
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description,
	options: fields.map(parameterOf).sort((a, b) => a.displayName.localeCompare(b.displayName)),
});
