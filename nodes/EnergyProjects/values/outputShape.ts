import { fieldNamed, fieldsInside } from '../service/field';
import type { Field, FieldType } from '../service/field';
import { fieldOf } from '../service/resource';
import type { Resource } from '../service/resource';
import { inUtc } from './dates';
import { valueAt } from './objects';
import type { GenericValue, IDataObject } from 'n8n-workflow';

/** The forms in which a record can be returned. */
export type OutputMode = 'simplified' | 'raw' | 'selectedFields';

/**
 * What shapes a record of the service for the workflow. Simplified output is flat: the last part of each path is the key,
 * and a field that the record lacks is null, so that every item has the same columns. A computed field that it lacks is
 * left out: null would say that it has not been calculated. Selected fields come in the order in which they were
 * chosen, with the ID: without it a workflow could do nothing more with the record. Times are in UTC, so that the node reads
 * what it hands out as it was meant, in any time zone of the workflow.
 */
export function shaperOf(
	resource: Resource,
	mode: OutputMode,
	selected: readonly string[] = [],
): (record: IDataObject) => IDataObject {
	if (mode === 'raw') return (record) => record;
	const withId = selected.includes('id') ? selected : ['id', ...selected];
	const columns = (mode === 'simplified' ? resource.simplified : withId).map((path) => {
		const steps = path.split('.');
		const { type, isComputed = false } = fieldOf(resource, path) ?? {};
		return { steps, key: keyOfPath(steps), isComputed, isTime: type === 'dateTime' };
	});
	return (record) =>
		Object.fromEntries(
			columns
				.filter(({ isComputed, key }) => !isComputed || key in record)
				.map(({ steps, key, isTime }) => {
					const value = valueAt(record, steps) ?? null;
					return [key, (isTime ? inUtc(value) : value) as GenericValue];
				}),
		);
}

/** The key of a path in the simplified output: its last part. */
const keyOfPath = (steps: readonly string[]): string => steps[steps.length - 1];

const jsonTypes: Record<FieldType, string> = {
	string: 'string',
	number: 'number',
	boolean: 'boolean',
	date: 'string',
	dateTime: 'string',
	uuid: 'string',
	email: 'string',
	enumeration: 'string',
	object: 'object',
	list: 'array',
};

/**
 * The JSON schema of an item with these properties. From it the editor offers fields before the first execution. None is
 * required: after a write, computed fields may be missing.
 */
export const itemSchema = (properties: IDataObject): IDataObject => ({
	type: 'object',
	properties,
	version: 1,
});

/** The schema of a record with every field, as the service sends it. */
export const recordSchema = (resource: Resource): IDataObject =>
	itemSchema(schemaPropertiesOf(resource.fields));

/** The schema of a record in the simplified output: the last part of each path is the key. */
export const simplifiedSchema = (resource: Resource, more: IDataObject = {}): IDataObject => {
	const properties = resource.simplified.map((path) => {
		const steps = path.split('.');
		return [keyOfPath(steps), propertyAt(resource.fields, steps)] as const;
	});
	return itemSchema({ ...Object.fromEntries(properties), ...more });
};

/** The schema of what a deletion returns. */
export const deletedSchema: IDataObject = itemSchema({
	deleted: { type: 'boolean' },
	id: { type: 'string' },
	message: { type: 'string' },
});

/** The key of an output that says what the write did: created, updated or unchanged. No record has a field of this name. */
export const SYNC_RESULT = 'syncResult';

/** The key of an output that names the fields that the service did not keep; only if there are any. */
export const NOT_KEPT = 'notKept';

/** The key of an output that says that nothing was done, and the name of the option that asks for it. */
export const CHECK_ONLY = 'checkOnly';

/** The schema of what a create-or-update returns: the simplified record, and what was done with it. */
export const syncedSchema = (resource: Resource): IDataObject =>
	simplifiedSchema(resource, { [SYNC_RESULT]: { type: 'string' } });

/** What a schema says of each field. */
export const schemaPropertiesOf = (fields: readonly Field[]): IDataObject =>
	Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)]));

function propertyOf(field: Field): IDataObject {
	const type = jsonTypes[field.type];
	const inner = field.fields === undefined ? undefined : schemaPropertiesOf(field.fields);
	if (field.type === 'list') return { type, items: { type: 'object', properties: inner ?? {} } };
	return { type, properties: inner };
}

function propertyAt(fields: readonly Field[], [name, ...rest]: readonly string[]): IDataObject {
	const field = fieldNamed(fields, name);
	return rest.length === 0 ? propertyOf(field) : propertyAt(fieldsInside(field), rest);
}
