import { describe, expect, it } from 'vitest';
import type { RecordType } from '../../../nodes/EnergyProjects/service/record.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import {
	deletedSchema,
	recordSchema,
	simplifiedSchema,
	syncedSchema,
} from '../../../nodes/EnergyProjects/values/output/schemas.ts';
import { propertiesOf, resolve } from '../contract/description.mts';
import type { Schema } from '../contract/description.mts';
import { records, schemaOf } from '../contract/records.mts';

interface Types {
	type: string;
	properties?: Record<string, Types>;
	items?: Types;
}

/** The type of a value in the description of the service, as far as the editor offers fields by it. */
function typesOf(given: Schema): Types {
	const inner = resolve((given.anyOf ?? []).find(({ type }) => type !== 'null') ?? given);
	const type = String([inner.type].flat().find((name) => name !== 'null'));
	if (inner.items !== undefined) return { type, items: typesOf(inner.items) };
	if (inner.properties === undefined) return { type };
	return { type, properties: typesIn(inner.properties) };
}

const typesIn = (properties: Readonly<Record<string, Schema>>) =>
	Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, typesOf(schema)]));

const typesOfRecord = (record: RecordType) => typesIn(propertiesOf(schemaOf(record)));

describe.each(records)('the fields that the editor offers of a $noun', (record) => {
	it('are those the service describes, each with its type', () => {
		expect(recordSchema(record)).toEqual({
			type: 'object',
			version: 1,
			properties: typesOfRecord(record),
		});
	});
});

describe.each([projectRecord, customerRecord])('the simplified fields of a $noun', (record) => {
	const simplified = Object.fromEntries(
		record.simplified.map((path) => {
			const [name = '', part] = path.split('.');
			const own = typesOfRecord(record)[name];
			return [part ?? name, part === undefined ? own : own?.properties?.[part]];
		}),
	);

	it('have the types the service describes', () => {
		expect(simplifiedSchema(record)).toEqual({
			type: 'object',
			version: 1,
			properties: simplified,
		});
	});

	it('are offered together with what was done with the record after a create-or-update', () => {
		expect(syncedSchema(record).properties).toEqual({
			...simplified,
			syncResult: { type: 'string' },
		});
	});
});

it('after a deletion the editor offers the ID and what the service said', () => {
	expect(deletedSchema).toEqual({
		type: 'object',
		version: 1,
		properties: {
			deleted: { type: 'boolean' },
			id: { type: 'string' },
			message: { type: 'string' },
		},
	});
});
