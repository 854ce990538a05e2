import type { Endpoint } from './endpoints';
import type { Field } from './field';

/** A record type of the service: its fields, where it is read, and what a person looks at first. */
export interface RecordType {
	/** In the singular, lower case, for messages and for the name of its ID. */
	readonly noun: string;
	readonly fields: readonly Field[];
	/** Paths shown by the simplified output, in this order; the last segment is the output's key. */
	readonly simplified: readonly string[];
	readonly endpoints: Readonly<Record<string, Endpoint>>;
}

/** A record that comes in lists. */
export interface ListedRecord extends RecordType {
	readonly endpoints: { readonly getAll: Endpoint };
	readonly list: ListForm;
}

/** How the service hands a list over: all records in one array, or page by page under `items`. */
export interface ListForm {
	readonly isPaged: boolean;
	/** What the service can sort by, and the field each key stands for. */
	readonly sortKeys?: Readonly<Record<string, string>>;
	/** The queries that sort by age. Without them the order is the service's own. */
	readonly byAge?: Readonly<Record<'newestFirst' | 'newestLast', Readonly<Record<string, string>>>>;
}

/** A record a client can create, read, change and delete. */
export interface WritableRecord extends ListedRecord {
	readonly endpoints: Readonly<Record<'create' | 'delete' | 'get' | 'getAll' | 'update', Endpoint>>;
	/** Fields a create-or-update can match on, the default first. */
	readonly matchOn: readonly string[];
	/** Fields that together name a record to a person. */
	readonly namedBy: readonly string[];
}

/** The fields a client may send. */
export const writableFields = (record: RecordType): readonly Field[] =>
	record.fields.filter((field) => field.access !== 'readOnly');

/** Fields the service wants in every create. */
export const requiredFields = (record: RecordType): readonly Field[] =>
	record.fields.filter((field) => field.access === 'required');

/** Those of them that only a person can give. */
export const fieldsToAskFor = (record: RecordType): readonly Field[] =>
	requiredFields(record).filter((field) => field.defaultsTo === undefined);

/** Fields that can be added to a create; what the service wants to be always the same is not offered. */
export const addableFields = (record: RecordType): readonly Field[] =>
	writableFields(record).filter(
		(field) => !fieldsToAskFor(record).includes(field) && field.createdWith === undefined,
	);

/** Fields that can be set to null. */
export const nullableFields = (record: RecordType): readonly Field[] =>
	writableFields(record).filter((field) => field.nullable === true);

/** Values for the placeholder of a path that leads to one record. */
export const pathTo = ({ noun }: RecordType, id: string): Readonly<Record<string, string>> => ({
	[`${noun}Id`]: id,
});
