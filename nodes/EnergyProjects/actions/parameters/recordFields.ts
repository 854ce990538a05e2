import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../../service/field';
import { addableFields, fieldsToAskFor, writableFields } from '../../service/record';
import type { RecordType } from '../../service/record';
import { dataModeParameter, inDefineBelow, mappingNotice } from './dataMode';
import { fieldParameter } from './fieldParameter';
import { fieldsToClearParameter } from './fieldsToClear';

/** Which parameters hold the fields when they are filled in one by one. */
export interface ParameterPaths {
	/** Fields that are parameters themselves. */
	readonly parameters: readonly Field[];
	/** The parameter that holds all others. */
	readonly collection: string;
}

/** Of a create and a create-or-update: what only a person can give has its own parameter. */
export const createPaths = (record: RecordType): ParameterPaths => ({
	parameters: fieldsToAskFor(record),
	collection: 'additionalFields',
});

/** Of an update: all fields are in a collection. */
export const updatePaths: ParameterPaths = { parameters: [], collection: 'updateFields' };

/** The parameters of a create. */
export const createParameters = (record: RecordType): INodeProperties[] =>
	newRecordParameters(record, requiredParameter);

/** The parameters of an update: what to set, and what to empty. */
export const updateParameters = (record: RecordType): INodeProperties[] => [
	dataModeParameter(record),
	mappingNotice(record),
	inDefineBelow(
		collection(
			'updateFields',
			'Update Fields',
			`The fields of the ${record.noun} to change; all others stay as they are`,
			writableFields(record),
		),
	),
	fieldsToClearParameter(record),
];

/** The parameters of a create-or-update besides the match. None is required, since it may turn out to be an update. */
export const upsertParameters = (record: RecordType): INodeProperties[] => [
	...newRecordParameters(record, fieldParameter),
	fieldsToClearParameter(record),
];

const newRecordParameters = (
	record: RecordType,
	parameterOf: (field: Field) => INodeProperties,
): INodeProperties[] => [
	dataModeParameter(record),
	mappingNotice(record),
	...fieldsToAskFor(record).map((field) => inDefineBelow(parameterOf(field))),
	inDefineBelow(
		collection(
			'additionalFields',
			'Additional Fields',
			`Further fields of the ${record.noun}; a field that is not added is not sent`,
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
	const description = `${field.description}. Leave it out to use the company of the credential.`;
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
