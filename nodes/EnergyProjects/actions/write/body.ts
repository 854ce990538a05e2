import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { labelOf, writableFields } from '../../service/field';
import type { Field, RecordType } from '../../service/field';
import type { Run } from '../run';
import { choicesOf } from '../../values/choices';
import { fieldParameter } from '../parameters/fieldParameter';
import { dataModeParameter, inDefineBelow, readInput } from './input';

/** Fields a create asks for beside the optional ones. */
export const requiredFields = (record: RecordType) =>
	writableFields(record).filter((field) => field.access === 'required');

/** Fields that can be added to a create; what the service wants to be always the same is not offered. */
export const optionalFields = (record: RecordType) =>
	writableFields(record).filter(
		(field) => field.access === 'optional' && field.createdWith === undefined,
	);

/** Fields that can be set to null. */
export const nullableFields = (record: RecordType) =>
	writableFields(record).filter((field) => field.nullable === true);

/** The parameters of a create: required fields one by one, the others in a collection. */
export const createParameters = (record: RecordType): INodeProperties[] => [
	dataModeParameter(record),
	...requiredFields(record).map((field) => inDefineBelow(requiredParameter(field))),
	inDefineBelow(collection('additionalFields', 'Additional Fields', optionalFields(record))),
];

/** The parameters of an update: all writable fields in a collection, and those that can be emptied. */
export const updateParameters = (record: RecordType): INodeProperties[] => [
	dataModeParameter(record),
	inDefineBelow(collection('updateFields', 'Update Fields', writableFields(record))),
	fieldsToClearParameter(record),
];

/** The parameters of a create-or-update beside the match; nothing is required before it is known to be a create. */
export const upsertParameters = (record: RecordType): INodeProperties[] => [
	dataModeParameter(record),
	...requiredFields(record).map((field) =>
		inDefineBelow({ ...requiredParameter(field), required: false }),
	),
	inDefineBelow(collection('additionalFields', 'Additional Fields', optionalFields(record))),
	fieldsToClearParameter(record),
];

/**
 * Completes a create: an empty company is the credential's own, an empty address goes as null, and what the service
 * wants with every create is added.
 *
 * @throws NodeOperationError naming a required field that is empty
 */
export async function completeForCreate(
	run: Run,
	itemIndex: number,
	record: RecordType,
	body: IDataObject,
): Promise<IDataObject> {
	const complete: IDataObject = { ...body };
	for (const field of writableFields(record)) {
		if (field.createdWith !== undefined) complete[field.name] = field.createdWith;
	}
	for (const field of requiredFields(record)) {
		const value = complete[field.name];
		if (value !== undefined && String(value).trim() !== '') continue;
		if (field.name === 'companyId') continue;
		if (field.nullable === true) complete[field.name] = null;
		else throw missing(run, itemIndex, record, field);
	}
	if (complete.companyId === undefined) complete.companyId = (await run.account(itemIndex)).id;
	return complete;
}

/** The body of a create, complete. */
export async function createBody(
	run: Run,
	itemIndex: number,
	record: RecordType,
): Promise<IDataObject> {
	const parameters = requiredFields(record).map(({ name }) => name);
	const input = readInput(run, itemIndex, record, { parameters, collection: 'additionalFields' });
	return await completeForCreate(run, itemIndex, record, withoutCleared(input));
}

/**
 * The body of an update: what was set, and null for what is to be cleared.
 *
 * @throws NodeOperationError where there is nothing to update, or a field is both set and cleared
 */
export function updateBody(run: Run, itemIndex: number, record: RecordType): IDataObject {
	const input = readInput(run, itemIndex, record, { parameters: [], collection: 'updateFields' });
	const body = { ...input, ...cleared(run, itemIndex, record, input) };
	if (Object.keys(body).length > 0) return body;
	throw run.inputError(
		itemIndex,
		`There is nothing to update: no field of the ${record.noun} was set or cleared`,
		'Add at least one field under "Update Fields" or choose one under "Fields to Clear".',
	);
}

/** The fields of a create-or-update as they were set, and null for what is to be cleared. */
export function upsertBody(run: Run, itemIndex: number, record: RecordType): IDataObject {
	const parameters = requiredFields(record).map(({ name }) => name);
	const input = readInput(run, itemIndex, record, { parameters, collection: 'additionalFields' });
	// A required field that stands beside the match and was left empty was not set.
	const given = Object.fromEntries(
		Object.entries(input).filter(([name, value]) => !(parameters.includes(name) && isBlank(value))),
	);
	return { ...given, ...cleared(run, itemIndex, record, given) };
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** The body without what is to be cleared: there is nothing to clear in a new record. */
export const withoutCleared = (body: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(body)
			.filter(([, value]) => value !== null)
			.map(([name, value]) => [name, isParts(value) ? withoutEmptyParts(value) : value]),
	);

const isParts = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutEmptyParts = (parts: IDataObject) => {
	const filled = Object.entries(parts).filter(([, part]) => part !== '');
	return filled.length === 0 ? null : Object.fromEntries(filled);
};

function cleared(run: Run, itemIndex: number, record: RecordType, given: IDataObject): IDataObject {
	const names = choicesOf(run.context.getNodeParameter('fieldsToClear', itemIndex, []));
	for (const name of names) {
		const field = nullableFields(record).find((candidate) => candidate.name === name);
		if (field === undefined) {
			throw run.inputError(
				itemIndex,
				`"${name}" is not a field that can be cleared`,
				'Choose only fields from the list under "Fields to Clear".',
			);
		}
		if (given[name] === undefined || given[name] === null) continue;
		throw run.inputError(
			itemIndex,
			`${labelOf(field)} (${name}) is both set and cleared`,
			'Either do not set it, or remove it from "Fields to Clear".',
		);
	}
	return Object.fromEntries(names.map((name) => [name, null]));
}

function missing(run: Run, itemIndex: number, record: RecordType, field: Field) {
	return run.inputError(
		itemIndex,
		`${labelOf(field)} (${field.name}) is empty, but a new ${record.noun} must have it`,
		'Fill in this field, or leave out the item.',
	);
}

function requiredParameter(field: Field): INodeProperties {
	const parameter = fieldParameter(field);
	if (field.name === 'companyId') {
		const description = `${field.description}. Leave empty for the company of the credential.`;
		return { ...parameter, description };
	}
	return field.nullable === true ? parameter : { ...parameter, required: true };
}

function fieldsToClearParameter(record: RecordType): INodeProperties {
	const values = nullableFields(record).map((field) => ({
		name: labelOf(field),
		value: field.name,
	}));
	return {
		displayName: 'Fields to Clear',
		name: 'fieldsToClear',
		type: 'multiOptions',
		options: values.sort((a, b) => a.name.localeCompare(b.name)),
		default: [],
		description: `Fields of the ${record.noun} to empty. A field cannot be both set and cleared.`,
	};
}

const collection = (
	name: string,
	displayName: string,
	fields: readonly Field[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: fields.map(fieldParameter).sort((a, b) => a.displayName.localeCompare(b.displayName)),
});
