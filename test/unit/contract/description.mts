import { readDescription } from '../../../sandbox/service/description.mts';
import { writableValues } from '../../../nodes/EnergyProjects/service/field.ts';
import type { Field, FieldType } from '../../../nodes/EnergyProjects/service/field.ts';

/** The parts of a JSON schema that the description of the service makes use of. */
export interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly format?: string;
	readonly enum?: readonly string[];
	readonly const?: string;
	readonly anyOf?: readonly Schema[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly required?: readonly string[];
	readonly pattern?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly 'x-known-values'?: readonly string[];
	readonly 'x-only-returned'?: readonly string[];
}

export interface Parameter {
	readonly name: string;
	readonly in: 'path' | 'query';
	readonly schema: Schema;
}

export interface DescribedOperation {
	readonly parameters?: readonly Parameter[];
	readonly 'x-assumed'?: string;
}

interface Description {
	readonly paths: Readonly<
		Record<
			string,
			Readonly<Record<string, DescribedOperation>> & { readonly parameters?: readonly Parameter[] }
		>
	>;
	readonly components: {
		readonly schemas: Readonly<Record<string, Schema>>;
		readonly securitySchemes: Readonly<Record<string, { readonly name?: string }>>;
	};
}

export const description = readDescription() as unknown as Description;

export function schemaNamed(name: string): Schema {
	const schema = description.components.schemas[name];
	if (schema === undefined) throw new Error(`The description has no schema ${name}`);
	return schema;
}

export function resolve(schema: Schema): Schema {
	return schema.$ref === undefined
		? schema
		: resolve(schemaNamed(schema.$ref.replace('#/components/schemas/', '')));
}

export const propertiesOf = (name: string): Readonly<Record<string, Schema>> =>
	schemaNamed(name).properties ?? {};

export function propertyOf(name: string, property: string): Schema {
	const schema = propertiesOf(name)[property];
	if (schema === undefined) throw new Error(`${name} has no property ${property}`);
	return schema;
}

/** What a field of the node and a property of the description have to agree on. */
export interface Shape {
	readonly type: FieldType;
	readonly nullable: boolean;
	readonly values?: readonly string[];
	readonly valuesAreOpen: boolean;
	readonly pattern?: string;
	readonly fields?: Readonly<Record<string, Shape>>;
}

export function shapeOfSchema(given: Schema): Shape {
	const isNull = (schema: Schema) => schema.type === 'null';
	const nullable =
		(given.anyOf ?? []).some(isNull) || (Array.isArray(given.type) && given.type.includes('null'));
	const inner = resolve((given.anyOf ?? []).find((schema) => !isNull(schema)) ?? given);
	const values = inner.enum ?? inner['x-known-values'];
	const parts = inner.properties ?? (inner.items && resolve(inner.items).properties);
	return {
		type: values === undefined ? typeOfSchema(inner) : 'enumeration',
		nullable,
		...(values && { values: [...values].sort() }),
		valuesAreOpen: inner['x-known-values'] !== undefined,
		...(inner.pattern !== undefined && { pattern: inner.pattern }),
		...(parts && {
			fields: Object.fromEntries(
				Object.entries(parts).map(([name, schema]) => [name, shapeOfSchema(schema)]),
			),
		}),
	};
}

const FORMATS: Readonly<Record<string, FieldType>> = {
	uuid: 'uuid',
	email: 'email',
	date: 'date',
	'date-time': 'dateTime',
};
const TYPES: Readonly<Record<string, FieldType>> = {
	string: 'string',
	number: 'number',
	boolean: 'boolean',
	object: 'object',
	array: 'list',
};

function typeOfSchema({ type, format }: Schema): FieldType {
	const [plain] = [type].flat().filter((name) => name !== 'null');
	const found = format === undefined ? TYPES[String(plain)] : FORMATS[format];
	if (found === undefined) throw new Error(`No field type for ${String(type)} ${String(format)}`);
	return found;
}

/** @param direction values that only ever come back belong to what is returned, not to what is written */
export function shapeOfField(field: Field, direction: 'written' | 'returned'): Shape {
	const values = direction === 'written' ? writableValues(field) : field.values;
	return {
		type: field.type,
		nullable: field.nullable === true,
		...(field.values && values && { values: values.map(({ value }) => value).sort() }),
		valuesAreOpen: field.valuesAreOpen === true,
		...(field.pattern && { pattern: field.pattern.regex.source }),
		...(field.fields && {
			fields: Object.fromEntries(
				field.fields.map((part) => [part.name, shapeOfField(part, direction)]),
			),
		}),
	};
}

export function fieldNamed(fields: readonly Field[], name: string): Field {
	const field = fields.find((candidate) => candidate.name === name);
	if (field === undefined) throw new Error(`The node has no field ${name}`);
	return field;
}
