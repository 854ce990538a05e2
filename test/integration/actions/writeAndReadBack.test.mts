// Judges writing/create.ts, writing/update.ts and the types of service/field.ts.
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { writableValues } from '../../../nodes/EnergyProjects/service/field.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { fieldsToAskFor, writableFields } from '../../../nodes/EnergyProjects/service/resource.ts';
import type { Resource } from '../../../nodes/EnergyProjects/service/resource.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { byId } from '../../shared.mts';
import { size } from '../../sizes.mts';
import { propertiesOf, schemaNamed } from '../../unit/contract/description.mts';
import { mapped, update } from '../harness/samples/sampleWrites.mts';
import { startEmpty, useScenario } from '../harness/scenario.mts';
import { addRecord, writes } from '../harness/service/service.mts';

// Whatever is written comes back: input/fields.ts, values/parse.ts, writing/create.ts, writing/update.ts, reading/get.ts.

const { service, run } = useScenario();
// Texts that are trimmed fail in 5 or 6 of the 8 tests within 35 draws, mostly within 10.
const RUNS = { numRuns: size(30, 60) };
const CUSTOMER = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

type Values = Record<string, unknown>;

// n8n reads a text that begins with "=" as an expression.
const isNoExpression = (text: string) => !text.startsWith('=') && !/[#ÂÃâ]/.test(text);
const someText = fc
	.string({ unit: 'grapheme', maxLength: 30 })
	// Blanks around it do not leave.
	.map((text) => text.trim())
	// Invisible marks do not leave either, and what nobody means is refused: meaning.test.mts.
	.filter((text) => !/\ufffd|(?![\u200d\ufe0f])\p{Default_Ignorable_Code_Point}/u.test(text))
	.filter((text) => isNoExpression(text) && text !== '');
const anyNumber = fc
	.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
	// JSON has no negative zero.
	.map((number) => (number === 0 ? 0 : number));
const anyDay = fc
	.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10));

/** Any value that the service's document allows for a field, as it is to arrive there. */
function anyValue(field: Field): fc.Arbitrary<unknown> {
	switch (field.type) {
		case 'number':
			return field.most === undefined
				? anyNumber
				: anyNumber.map((number) => number % (field.most ?? 1) || 0);
		case 'boolean':
			return fc.boolean();
		case 'date':
			return anyDay;
		case 'enumeration':
			return fc.constantFrom(...writableValues(field).map(({ value }) => value));
		case 'uuid':
			// Of ids only those that exist are allowed.
			return fc.constantFrom(field.refersTo === 'customer' ? CUSTOMER : 'the company');
		case 'email':
			// Not with what stands around an address more often than in one.
			return fc.emailAddress().filter((text) => /^[\w.!#$%&*+/?^~-]+@/.test(text));
		case 'object':
			return anyParts(field);
		case 'list':
			return fc.array(anyParts(field), { minLength: 1, maxLength: 3 }).filter(areDifferent);
		default:
			if (field.pattern !== undefined) return fc.constantFrom('DE', 'AT', 'ch');
			// What is empty does not leave: emptyValues.test.mts.
			return someText;
	}
}

/** No two entries share an ID or a name: that would be refused. */
const areDifferent = (entries: ReadonlyArray<Record<string, unknown>>) =>
	['id', 'name'].every((name) => {
		const given = entries.map((entry) => entry[name]).filter((value) => value !== undefined);
		return new Set(given).size === given.length;
	});

/** Any subset of these fields with any allowed values. */
const anyOf = (fields: readonly Field[], requiredKeys: string[] = []): fc.Arbitrary<Values> =>
	fc.record(Object.fromEntries(fields.map((field) => [field.name, anyValue(field)])), {
		requiredKeys,
	});

const anyParts = ({ fields = [] }: Field) =>
	anyOf(fields).filter((parts) => Object.keys(parts).length > 0);

/** Any subset of the fields a person can set. */
const anyFields = (resource: Resource, requiredKeys: string[]): fc.Arbitrary<Values> => {
	const fields = writableFields(resource).filter(({ createdWith }) => createdWith === undefined);
	return anyOf(fields, requiredKeys).map((values) =>
		'companyId' in values ? { ...values, companyId: service().company.id } : values,
	);
};

/** The values as the editor stores them in the parameters. */
const asParameters = (resource: Resource, values: Values): Values =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => {
			const field = resource.fields.find((candidate) => candidate.name === name);
			if (field?.type === 'object') return [name, { value }];
			if (field?.entry !== undefined) return [name, { [field.entry.name]: value }];
			return [name, field?.refersTo === undefined ? value : byId(String(value))];
		}),
	);

function createParameters(resource: Resource, values: Values) {
	const all = Object.entries(asParameters(resource, values));
	const isRequired = ([name]: [string, unknown]) =>
		fieldsToAskFor(resource).some((field) => field.name === name);
	return {
		...Object.fromEntries(all.filter(isRequired)),
		additionalFields: Object.fromEntries(all.filter((entry) => !isRequired(entry))),
	};
}

/** What the service's description fixes of a new record. */
const fixedValues = (schema: string): Values =>
	Object.fromEntries(
		Object.entries(propertiesOf(schema)).flatMap(([name, property]) =>
			property.const === undefined ? [] : [[name, property.const]],
		),
	);

/** What it requires and a person has to give. */
const requiredValues = (schema: string): string[] => {
	const givenByTheNode = ['companyId', 'address', ...Object.keys(fixedValues(schema))];
	return (schemaNamed(schema).required ?? []).filter((name) => !givenByTheNode.includes(name));
};

describe.each([
	{ record: projectResource, resource: 'project', schema: 'ProjectCreate' },
	{ record: customerResource, resource: 'customer', schema: 'CustomerCreate' },
] as const)('any $resource', ({ record: resource, resource: name, schema }) => {
	const always = fixedValues(schema);
	const required = requiredValues(schema);
	const start = () => {
		startEmpty(service());
		service().store.insert('customer', service().company.id, { address: null }, CUSTOMER);
	};
	const get = async (id: unknown) => {
		const parameters = { resource: name, operation: 'get', [`${name}Id`]: byId(String(id)) };
		return (await run({ ...parameters, output: 'raw' })).json[0];
	};

	it.each([
		['typed one by one', (values: Values) => createParameters(resource, values)],
		['mapped from the item', () => mapped],
	])('created with any fields is read back as it was sent, %s', async (_, parametersOf) => {
		await fc.assert(
			fc.asyncProperty(anyFields(resource, required), async (values) => {
				start();
				const create = { resource: name, operation: 'create', ...parametersOf(values) };
				const created = await run(create, { items: [values as IDataObject] });
				expect(created.error).toBeUndefined();
				const body = { companyId: service().company.id, address: null, ...always, ...values };
				expect(writes(service())).toEqual([{ method: 'POST', body }]);
				expect(await get(created.json[0].id)).toMatchObject(body);
			}),
			RUNS,
		);
	});

	it('updated with any fields has these, and all others as before', async () => {
		await fc.assert(
			fc.asyncProperty(anyFields(resource, []), async (values) => {
				fc.pre(Object.keys(values).length > 0);
				start();
				const before = addRecord[name](service());
				const updateFields = asParameters(resource, values);
				const { error } = await run(update(name, before.id, { updateFields }));
				expect(error).toBeUndefined();
				expect(writes(service())).toEqual([{ method: 'PATCH', body: values }]);
				const after = await get(before.id);
				expect(after).toMatchObject(values);
				for (const { name: untouched } of writableFields(resource))
					if (!(untouched in values)) expect(after[untouched]).toEqual(before[untouched]);
			}),
			RUNS,
		);
	});
});
