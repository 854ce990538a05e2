import { readDescription } from '../../../../sandbox/service/description.mts';

interface Schema {
	$ref?: string;
	anyOf?: Schema[];
	type?: string | string[];
	format?: string;
	enum?: unknown[];
	const?: unknown;
	pattern?: string;
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

const description = readDescription() as unknown as {
	components: { schemas: Record<string, Schema> };
};

const schemaNamed = (name: string): Schema => {
	const found = description.components.schemas[name];
	if (found === undefined) throw new Error(`The service has no ${name}`);
	return found;
};

const samples: Record<string, unknown> = {
	uuid: '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34',
	date: '2026-12-31',
	'date-time': '2026-11-02T14:05:31.000Z',
	email: 'ada@mail.example',
	string: 'DE',
	number: 12.5,
	integer: 12,
	boolean: true,
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
