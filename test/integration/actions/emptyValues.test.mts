// Judges input/form.ts and input/mapped.ts: a value that is empty.
import { Ajv } from 'ajv';
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';
import { addFormats } from '../../../sandbox/service/description.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { byId, recordsOf } from '../../shared.mts';
import { description, formOfSchema, propertiesOf } from '../../unit/contract/description.mts';
import type { FieldForm } from '../../unit/contract/description.mts';
import { create, mapped, required, update, upsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addRecord, bodiesOf } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// What an empty value does: every field that can be written, in both data modes, checked against what the service holds,
// and against what its description allows to be empty.

/** A field that can be written, as the service's description has it; nothing of it comes from the nodes. */
interface DescribedField extends Omit<FieldForm, 'fields'> {
	readonly name: string;
	readonly accepts: (value: unknown) => boolean;
}

const ajv = addFormats(new Ajv({ strict: false })).addSchema(description, 'service');

/** @param schema such as `ProjectUpdate` or `Address` */
const describedFields = (schema: string): DescribedField[] =>
	Object.entries(propertiesOf(schema)).map(([name, property]) => {
		const $ref = `service#/components/schemas/${schema}/properties/${name}`;
		return { ...formOfSchema(property), name, accepts: ajv.compile({ $ref }) };
	});

const { service, run } = useScenario();

/** Items of which an expression yields nothing: an empty text, and undefined without the key. */
const EMPTY = [{ nothing: '' }, {}];
const nothing = '={{ $json.nothing }}';
let customerId = '';

beforeEach(() => {
	customerId = addCustomer(service()).id;
});

const parts: Readonly<Record<string, DescribedField[]>> = {
	address: describedFields('Address'),
	heatingCircuits: describedFields('HeatingCircuit'),
};
/** Where an address is, and what is no longer correct if that changes. */
const PLACE = ['addressLine1', 'postalCode', 'city'];
const COORDINATES = ['latitude', 'longitude'];

/** Any value of a field. */
function valueOf({ name, type, values = [], pattern }: DescribedField): unknown {
	switch (type) {
		case 'number':
			return 12.5;
		case 'boolean':
			return true;
		case 'date':
			return '2026-12-31';
		case 'email':
			return `${name.toLowerCase()}@mail.example`;
		case 'enumeration':
			return values[0];
		case 'uuid':
			return name === 'customerId' ? customerId : service().company.id;
		case 'object':
			return partsOf(name);
		case 'list':
			return [partsOf(name)];
		default:
			return pattern === undefined ? `${name} before` : 'DE';
	}
}

const partsOf = (name: string): IDataObject =>
	Object.fromEntries(parts[name].map((part) => [part.name, valueOf(part)])) as IDataObject;

/** What the description takes for an empty field: null, or a list without entries. An empty name is not one of them. */
const emptiesOf = ({ accepts }: DescribedField) => [null, []].filter((value) => accepts(value));
const canBeEmpty = (field: DescribedField) => emptiesOf(field).length > 0;
/** What a field holds after it was emptied, which is what it held if it cannot be empty. */
const emptied = (field: DescribedField): unknown => [...emptiesOf(field), valueOf(field)][0];
/** A part of an address is never null. The description takes an empty text, but not for a number or a country code. */
const canBeBlank = ({ accepts }: DescribedField) => accepts('');

/** An empty value of a field as the editor saves it: every input of an address and of a circuit is there. */
function emptyInEditor({ name }: DescribedField): unknown {
	const inputs = Object.fromEntries((parts[name] ?? []).map((part) => [part.name, nothing]));
	if (name === 'address') return { value: inputs };
	return name === 'heatingCircuits' ? { circuit: [inputs] } : nothing;
}

describe.each([
	{ resource: 'project', schema: 'Project', matchOn: 'humanId' },
	{ resource: 'customer', schema: 'Customer', matchOn: 'email' },
] as const)('a $resource with a value in every field', ({ resource, schema, matchOn }) => {
	const fields = describedFields(`${schema}Update`);
	const all = () => Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
	const add = (more: object = {}) => addRecord[resource](service(), { ...all(), ...more });
	const stored = (id: string) =>
		recordsOf(service(), resource).find((one) => one.id === id) as ApiRecord;
	const held = (id: string) =>
		Object.fromEntries(fields.map(({ name }) => [name, stored(id)[name]]));
	const afterAll = (isCleared: boolean, kept: string[] = []) => {
		const of = (field: DescribedField) =>
			isCleared && !kept.includes(field.name) ? emptied(field) : valueOf(field);
		return Object.fromEntries(fields.map((field) => [field.name, of(field)]));
	};
	/** A reference that was added and comes out empty is refused: columns.test.mts. */
	const inEditor = (given: readonly DescribedField[]) => {
		const own = given.filter(({ name }) => name !== 'customerId');
		return Object.fromEntries(own.map((field) => [field.name, emptyInEditor(field)]));
	};
	/** What an empty value never empties: circuits that nobody named stay. */
	const stays = ['customerId', 'heatingCircuits'];
	/** Asked for in a create, each in a parameter of its own. */
	const isAsked = ({ name }: DescribedField) => name in required[resource] || name === 'address';
	/** In "Additional Fields"; the service prescribes the source of what is created. */
	const isAddable = (field: DescribedField) => !isAsked(field) && field.name !== 'source';
	const ofRecord = { resource, [`${resource}Id`]: byId('={{ $json.id }}') };
	const update = { ...ofRecord, operation: 'update' };
	const upsert = { resource, operation: 'upsert', matchOn, matchValue: '={{ $json.match }}' };

	describe.each([
		['leave', false, 'energyProjects', { emptyValues: 'leave' }],
		['clear', true, 'energyProjects', { emptyValues: 'clear' }],
		['clear, but as a tool of an AI agent', false, 'energyProjectsTool', { emptyValues: 'clear' }],
	] as const)('Empty Values: %s', (_, isCleared, type, options) => {
		it.each(EMPTY)('Update, all fields defined below, of the item %j', async (item) => {
			says('README.md', 'and an empty value erases nothing, unless you choose');
			const { id } = add();
			const parameters = { ...update, updateFields: inEditor(fields), options };
			const { error } = await run(parameters, { items: [{ id, ...item }], type });
			const refusal = `There is nothing to update: no field of the ${resource} was set or cleared`;
			expect(error?.message).toBe(isCleared ? undefined : refusal);
			expect(held(id)).toEqual(afterAll(isCleared, stays));
			expect(bodiesOf(service())).toHaveLength(isCleared ? 1 : 0);
		});

		// A tool takes nothing from the item.
		const isNode = type === 'energyProjects';
		it.runIf(isNode)('Update, each field alone, mapped', async () => {
			const cases = fields.flatMap((field) =>
				['', ' ', null].map((empty) => {
					// Something that is not empty beside it: an update of nothing is an error.
					const other = fields.find((one) => isAsked(one) && one !== field) as DescribedField;
					const same = { [other.name]: valueOf(other) };
					return { field, item: { id: add().id, ...same, [field.name]: empty } };
				}),
			);
			const items = cases.map(({ item }) => item as never);
			expect((await run({ ...update, ...mapped, options }, { items, type })).error).toBeUndefined();
			for (const { field, item } of cases) {
				const { [field.name]: value, ...others } = held(item.id);
				expect(value, field.name).toEqual(
					isCleared && field.type !== 'list' ? emptied(field) : valueOf(field),
				);
				const { [field.name]: __, ...before } = all();
				expect(others, field.name).toEqual(before);
			}
		});

		it.runIf(isNode)('Update, each part of the address alone, mapped', async () => {
			const cases = parts.address.flatMap((part) =>
				['', null].map((empty) => ({ part, id: add().id, address: { [part.name]: empty } })),
			);
			const items = cases.map(({ part: __, ...item }) => ({ ...required[resource], ...item }));
			const { error } = await run(
				{ ...update, ...mapped, options },
				{ items: items as never, type },
			);
			expect(error).toBeUndefined();
			for (const { part, id } of cases) {
				const expected = { ...partsOf('address') };
				if (isCleared && canBeBlank(part)) expected[part.name] = '';
				if (isCleared && PLACE.includes(part.name))
					for (const coordinate of COORDINATES) delete expected[coordinate];
				expect(stored(id).address, part.name).toEqual(expected);
			}
		});
	});

	it('a new one lacks what was empty; the company is that of the credential', async () => {
		const given = required[resource];
		const body = {
			...{ ...given, companyId: service().company.id, address: null },
			...(resource === 'project' && { source: 'api' }),
		};
		const create = { resource, operation: 'create' };
		for (const item of EMPTY) {
			const parameters = {
				...{ ...create, ...given, ...inEditor(fields.filter(({ name }) => name === 'address')) },
				additionalFields: inEditor(fields.filter(isAddable)),
			};
			expect((await run(parameters, { items: [item as never] })).error).toBeUndefined();
		}
		const items = ['', ' ', null].map((empty) => ({
			...Object.fromEntries(fields.map(({ name }) => [name, empty])),
			...given,
		}));
		expect((await run({ ...create, ...mapped }, { items: items as never })).error).toBeUndefined();
		expect(bodiesOf(service())).toEqual([...EMPTY, ...items].map(() => body));
	});

	describe('Fields to Clear', () => {
		const clearable = [...fields.filter(canBeEmpty), ...parts.address.filter(canBeBlank)];
		/** What is left of the record. */
		const without = (field: DescribedField) => {
			if (!parts.address.includes(field)) return { ...all(), [field.name]: emptied(field) };
			const gone = PLACE.includes(field.name) ? COORDINATES : [];
			const rest = Object.entries(partsOf('address')).filter(([name]) => !gone.includes(name));
			return { ...all(), address: { ...Object.fromEntries(rest), [field.name]: '' } };
		};

		it.each([
			['Update', update, {}],
			['Create or Update, mapped', upsert, mapped],
		])('empty each field alone, by an expression: %s', async (_, parameters, mode) => {
			const chosen = clearable.filter(({ name }) => parameters === update || name !== matchOn);
			const cases = chosen.map((field, number) => {
				const match = matchOn === 'email' ? `a${number}@mail.example` : `X-${number}`;
				const { id } = add(parameters === upsert ? { [matchOn]: match } : {});
				return { field, match, item: { id, match, cleared: field.name } };
			});
			const items = cases.map(({ item }) => item as never);
			const given = { ...parameters, ...mode, fieldsToClear: '={{ $json.cleared }}' };
			expect((await run(given, { items })).error).toBeUndefined();
			for (const { field, match, item } of cases) {
				const own = parameters === upsert ? { [matchOn]: match } : {};
				expect(held(item.id), field.name).toEqual({ ...without(field), ...own });
			}
		});

		it('empty all that can be empty at once, the address with its last part', async () => {
			const names = clearable.map(({ name }) => name);
			const others = names.filter((name) => name !== 'address');
			for (const fieldsToClear of [others, ['address', ...others], [...others, 'address']]) {
				const { id } = add({ address: { city: 'Kiel', country: 'Germany', latitude: 54.32 } });
				const { error } = await run({ ...update, fieldsToClear }, { items: [{ id }] });
				expect(error).toBeUndefined();
				expect(held(id)).toEqual(afterAll(true));
			}
		});
	});
});

// n8n makes a group without parts of one expression in its place.
describe.each([{}, { emptyValues: 'clear' }])('a group without a part, with %j', (options) => {
	const items = [{ address: { city: 'Bonn' }, circuits: [{ name: 'EG' }] }];
	const refusal = 'it was added, but nothing is filled in inside it';

	it.each(subjects)('is refused as the address of a %s, and empties nothing', async (resource) => {
		const { id } = addRecord[resource](service(), { address: { city: 'Kiel' } });
		for (const value of ['={{ $json.address }}', 'Kiel', ['={{ $json.address }}'], {}]) {
			const address = { value };
			for (const parameters of [
				update(resource, id, { updateFields: { address } }),
				upsert(resource, { address }),
				create(resource, { address }),
			]) {
				const { error } = await run({ ...parameters, options }, { items });
				expect(error?.message).toContain(`Address (address): ${refusal}`);
			}
		}
		expect(bodiesOf(service())).toEqual([]);
	});

	it('is refused as heating circuits, which all stay', async () => {
		const { id } = addRecord.project(service(), { heatingCircuits: [{ name: 'EG' }] });
		for (const circuit of ['={{ $json.circuits }}', ['={{ $json.circuits[0] }}'], [{}]]) {
			const updateFields = { heatingCircuits: { circuit } };
			const parameters = { ...update('project', id, { updateFields }), options };
			const { error } = await run(parameters, { items });
			expect(error?.message).toContain(`Heating Circuits (heatingCircuits): ${refusal}`);
		}
		expect(bodiesOf(service())).toEqual([]);
	});
});
