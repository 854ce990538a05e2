import { readDescription } from '../../../sandbox/service/description.mts';
import { writableValues } from '../../../nodes/EnergyProjects/service/field.ts';
import type { Field, FieldType } from '../../../nodes/EnergyProjects/service/field.ts';
import { readdirSync } from 'node:fs';
import type { Endpoint } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import type { Resource } from '../../../nodes/EnergyProjects/service/resource.ts';

/** The parts of a JSON schema that the description of the service uses. */
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
	readonly required?: boolean;
	readonly schema: Schema;
}

export interface DescribedOperation {
	readonly parameters?: readonly Parameter[];
	readonly responses?: Readonly<
		Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
	>;
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

/** What an operation answers if it succeeds. */
export function answerSchema(operation: DescribedOperation | undefined): Schema {
	const [, success] =
		Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
	const schema = success?.content?.['application/json']?.schema;
	if (schema === undefined) throw new Error('The description shows no answer');
	return schema;
}

/**
 * The form of a list: one array, or parts under `items` with metadata that leads to the next part.
 *
 * @throws Error if it is neither
 */
export function formOfList(answer: Schema): string {
	const { type, properties } = resolve(answer);
	if (type === 'array') return 'array';
	const metadata = properties?.metadata && resolve(properties.metadata).properties;
	if (properties?.items === undefined || metadata === undefined)
		throw new Error('It is not a list');
	if ('nextCursor' in metadata) return 'cursor';
	if ('total' in metadata) return 'pages';
	throw new Error(`Nothing leads to the next part: ${Object.keys(metadata).join(', ')}`);
}

/** What must be the same in a field of the node and in a property of the description. */
export interface FieldForm {
	readonly type: FieldType;
	readonly nullable: boolean;
	readonly values?: readonly string[];
	readonly valuesAreOpen: boolean;
	readonly pattern?: string;
	readonly fields?: Readonly<Record<string, FieldForm>>;
}

export function formOfSchema(given: Schema): FieldForm {
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
			fields: Object.fromEntries(Object.entries(parts).map(([key, of]) => [key, formOfSchema(of)])),
		}),
	};
}

/** The types of fields that have another name in the description. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'date-time': 'dateTime', array: 'list' };
const TYPES = [
	'uuid',
	'email',
	'date',
	'dateTime',
	'string',
	'number',
	'boolean',
	'object',
	'list',
];

function typeOfSchema({ type, format }: Schema): FieldType {
	const [plain] = [type].flat().filter((name) => name !== 'null');
	const name = format ?? String(plain);
	const found = OTHER_NAMES[name] ?? name;
	if (!TYPES.includes(found)) throw new Error(`No field type for ${String(type)} ${format}`);
	return found as FieldType;
}

/** @param direction some values are only returned and cannot be written */
export function formOfField(field: Field, direction: 'written' | 'returned'): FieldForm {
	const values = direction === 'written' ? writableValues(field) : field.values;
	return {
		type: field.type,
		nullable: field.nullable === true,
		...(field.values && values && { values: values.map(({ value }) => value).sort() }),
		valuesAreOpen: field.valuesAreOpen === true,
		...(field.pattern && { pattern: field.pattern.regex.source }),
		...(field.fields && {
			fields: Object.fromEntries(
				field.fields.map((part) => [part.name, formOfField(part, direction)]),
			),
		}),
	};
}

const folder = new URL('../../../nodes/EnergyProjects/service/records/', import.meta.url);

const modules = await Promise.all(
	readdirSync(folder).map(
		async (file) => (await import(new URL(file, folder).href)) as Record<string, unknown>,
	),
);

/** All records of the service that have endpoints; a new one is found too. */
export const records = modules
	.flatMap((module) => Object.values(module))
	.filter((value): value is Resource => Object.hasOwn(value as object, 'endpoints'));

/** What the description calls a record; its forms to send and its list are named after it. */
export const schemaOf = ({ noun }: Resource) => noun.charAt(0).toUpperCase() + noun.slice(1);

export const endpoints: readonly Endpoint[] = records.flatMap((resource) =>
	Object.values(resource.endpoints),
);

const samples: Record<string, unknown> = {
	...{ uuid: '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34', email: 'ada@mail.example', string: 'DE' },
	...{ date: '2026-12-31', 'date-time': '2026-11-02T14:05:31.000Z' },
	...{ number: 12.5, integer: 12, boolean: true },
};

const typesOf = ({ type = 'object' }: Schema) => [type].flat();

function sampleOf(schema: Schema): unknown {
	const { $ref, anyOf = [], items, format = '' } = schema;
	if ($ref !== undefined) return sampleOf(schemaNamed($ref.split('/').at(-1) ?? ''));
	if (anyOf.length > 0) return sampleOf(anyOf[0]);
	if (schema.const !== undefined) return schema.const;
	if (schema.enum !== undefined) return schema.enum[0];
	const [type] = typesOf(schema);
	if (type === 'array') return items === undefined ? [] : [sampleOf(items)];
	if (type === 'object') return full(schema);
	return samples[format] ?? samples[type];
}

const full = ({ properties = {} }: Schema): Record<string, unknown> =>
	Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, sampleOf(of)]));

const mayBeNull = (schema: Schema): boolean =>
	(schema.anyOf ?? [schema]).some((one) => typesOf(one).includes('null'));

/** A record with a value in every field that the service's description has. @param name e.g. `Project` */
export const fullRecord = (name: string) => full(schemaNamed(name));

/**
 * A record with as little in it as the description allows: null wherever that may be, and nothing that may be missing.
 */
export function emptyRecord(name: string): Record<string, unknown> {
	const { properties = {}, required = [] } = schemaNamed(name);
	const entries = Object.entries(properties).flatMap(([field, schema]) => {
		if (mayBeNull(schema)) return [[field, null]];
		return required.includes(field) ? [[field, sampleOf(schema)]] : [];
	});
	return Object.fromEntries(entries) as Record<string, unknown>;
}
