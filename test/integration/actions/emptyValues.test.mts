import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';
import {
	canBeBlank,
	fieldNamed,
	writableValues,
} from '../../../nodes/EnergyProjects/service/field.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import {
	addableFields,
	clearableFields,
	fieldsToAskFor,
	writableFields,
} from '../../../nodes/EnergyProjects/service/record.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { byId, recordsOf } from '../../shared.mts';
import { mapped } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addRecord, writes } from '../harness/service/service.mts';

// What an empty value does: every field that can be written, in both data modes, checked against what the service holds.

const { service, run } = useScenario();

/** What an expression yields when there is nothing: an item without the key yields undefined. */
const EMPTY: ReadonlyArray<[string, object]> = [
	['an empty text', { nothing: '' }],
	['blanks', { nothing: '  ' }],
	['characters that nobody sees', { nothing: '\u200b\u2060 \u00ad' }],
	['null', { nothing: null }],
	['undefined', {}],
];
const nothing = '={{ $json.nothing }}';
let customerId = '';

beforeEach(() => {
	customerId = addCustomer(service()).id;
});

/** Any value of a field. */
function valueOf(field: Field): unknown {
	switch (field.type) {
		case 'number':
			return 12.5;
		case 'boolean':
			return true;
		case 'date':
			return '2026-12-31';
		case 'email':
			return `${field.name.toLowerCase()}@mail.example`;
		case 'enumeration':
			return writableValues(field)[0].value;
		case 'uuid':
			return field.refersTo === 'customer' ? customerId : service().company.id;
		case 'object':
			return partsOf(field);
		case 'list':
			return [partsOf(field)];
		default:
			return field.pattern === undefined ? `${field.name} before` : 'DE';
	}
}

const partsOf = ({ fields = [] }: Field): IDataObject =>
	Object.fromEntries(fields.map((part) => [part.name, valueOf(part)])) as IDataObject;

/** What a field holds after it was emptied: null or an empty list where the service allows it, else what it held. */
const emptied = (field: Field): unknown =>
	field.nullable === true ? null : field.type === 'list' ? [] : valueOf(field);

/** An empty value of a field as the editor saves it: every input of an address and of a circuit is there. */
function emptyInEditor(field: Field): unknown {
	const parts = Object.fromEntries((field.fields ?? []).map(({ name }) => [name, nothing]));
	if (field.type === 'object') return { value: parts };
	if (field.type === 'list') return { [field.entry?.name ?? '']: [parts] };
	return field.refersTo === undefined ? nothing : byId(nothing);
}

describe.each([
	{ resource: 'project', record: projectRecord, matchOn: 'humanId' },
	{ resource: 'customer', record: customerRecord, matchOn: 'email' },
] as const)('a $resource with a value in every field', ({ resource, record, matchOn }) => {
	const fields = writableFields(record);
	const address = fieldNamed(fields, 'address');
	const all = () => Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
	const add = (more: object = {}) => addRecord[resource](service(), { ...all(), ...more });
	const stored = (id: string) =>
		recordsOf(service(), resource).find((one) => one.id === id) as ApiRecord;
	const held = (id: string) =>
		Object.fromEntries(fields.map(({ name }) => [name, stored(id)[name]]));
	const afterAll = (isCleared: boolean, kept: string[] = []) =>
		Object.fromEntries(
			fields.map((field) => [
				field.name,
				isCleared && !kept.includes(field.name) ? emptied(field) : valueOf(field),
			]),
		);
	const inEditor = (given: readonly Field[]) =>
		Object.fromEntries(given.map((field) => [field.name, emptyInEditor(field)]));
	const isAsked = (field: Field) => fieldsToAskFor(record).includes(field);
	const ofRecord = { resource, [`${resource}Id`]: byId('={{ $json.id }}') };
	const update = { ...ofRecord, operation: 'update' };
	const upsert = { resource, operation: 'upsert', matchOn, matchValue: '={{ $json.match }}' };

	describe.each([
		['leave', false, 'energyProjects', { emptyValues: 'leave' }],
		['not chosen', false, 'energyProjects', {}],
		['clear', true, 'energyProjects', { emptyValues: 'clear' }],
		['clear, but as a tool of an AI agent', false, 'energyProjectsTool', { emptyValues: 'clear' }],
	] as const)('Empty Values: %s', (_, isCleared, type, options) => {
		it.each(EMPTY)('Update, all fields defined below with %s', async (__, item) => {
			const { id } = add();
			const { error } = await run(
				{ ...update, updateFields: inEditor(fields), options },
				{ items: [{ id, ...item }], type },
			);
			expect(error?.message).toBe(
				isCleared
					? undefined
					: `There is nothing to update: no field of the ${resource} was set or cleared`,
			);
			expect(held(id)).toEqual(afterAll(isCleared));
			expect(writes(service())).toHaveLength(isCleared ? 1 : 0);
		});

		it.each(EMPTY)('Create or Update, all fields defined below with %s', async (__, item) => {
			const { id, [matchOn]: match } = add();
			const parameters = {
				...{ ...upsert, options, ...inEditor(fields.filter(isAsked)) },
				additionalFields: inEditor(addableFields(record)),
			};
			const { json } = await run(parameters, { items: [{ match, ...item } as never], type });
			expect(json).toMatchObject([{ id, syncResult: isCleared ? 'updated' : 'unchanged' }]);
			expect(held(id)).toEqual(afterAll(isCleared, [matchOn]));
		});

		// A tool takes nothing from the item.
		const isNode = type === 'energyProjects';
		it.runIf(isNode)('Update and Create or Update, each field alone, mapped', async () => {
			const cases = fields.flatMap((field) =>
				['', ' ', null].map((empty) => {
					const { id } = add();
					// Something that is not empty beside it: an update of nothing is an error.
					const other = fields.find((one) => isAsked(one) && one !== field) as Field;
					const same = { [other.name]: valueOf(other) };
					return { field, id, item: { id, ...same, [field.name]: empty } };
				}),
			);
			const { error } = await run(
				{ ...update, ...mapped, options },
				{ items: cases.map(({ item }) => item as never), type },
			);
			expect(error).toBeUndefined();
			for (const { field, id } of cases) {
				const { [field.name]: value, ...others } = held(id);
				expect(value, field.name).toEqual(isCleared ? emptied(field) : valueOf(field));
				const { [field.name]: __, ...before } = all();
				expect(others, field.name).toEqual(before);
			}
		});

		it.runIf(isNode).each(['inside of the address', 'beside it'])(
			'a part of the address alone, %s',
			async (place) => {
				const { fields: parts = [] } = address;
				const cases = parts.flatMap((part) =>
					['', null].map((empty) => {
						const given = { [part.name]: empty };
						const { id } = add();
						return { part, id, ...(place === 'beside it' ? given : { address: given }) };
					}),
				);
				const same = Object.fromEntries(
					fields
						.filter((field) => isAsked(field) && field !== address)
						.map((field) => [field.name, valueOf(field)]),
				);
				const items = cases.map(({ part: __, ...item }) => ({ ...same, ...item }) as never);
				const { error } = await run({ ...update, ...mapped, options }, { items, type });
				expect(error).toBeUndefined();
				for (const { part, id } of cases) {
					const expected = { ...partsOf(address) };
					if (isCleared && canBeBlank(part)) expected[part.name] = '';
					// Coordinates go with their place.
					const isPlace = isCleared && part.addressRole === 'decides';
					for (const one of parts)
						if (isPlace && one.addressRole === 'follows') delete expected[one.name];
					expect(stored(id).address, part.name).toEqual(expected);
				}
			},
		);
	});

	it('an address of which every part becomes empty is null, whatever was stored and given', async () => {
		const { id } = add({ address: { city: 'Kiel', latitude: 54.32 } });
		const items = [{ id, city: '' } as never];
		await run({ ...update, ...mapped, options: { emptyValues: 'clear' } }, { items });
		expect(stored(id).address).toBeNull();
	});

	it('a new one lacks what was empty; the company is that of the credential', async () => {
		const isEmptied = (field: Field) => !isAsked(field) || field.nullable === true;
		const required = Object.fromEntries(
			fields.filter((field) => !isEmptied(field)).map((field) => [field.name, valueOf(field)]),
		);
		const body = {
			...{ ...required, companyId: service().company.id, address: null },
			...(resource === 'project' && { source: 'api' }),
		};
		const create = { resource, operation: 'create' };
		for (const [, item] of EMPTY) {
			const parameters = {
				...{ ...create, ...required, address: emptyInEditor(address) },
				additionalFields: inEditor(addableFields(record)),
			};
			expect((await run(parameters, { items: [item as never] })).error).toBeUndefined();
		}
		const items = ['', ' ', null].map((empty) => ({
			...Object.fromEntries(fields.filter(isEmptied).map(({ name }) => [name, empty])),
			...required,
		}));
		expect((await run({ ...create, ...mapped }, { items: items as never })).error).toBeUndefined();
		const bodies = writes(service()).map((write) => write.body);
		expect(bodies).toEqual(Array.from({ length: EMPTY.length + items.length }, () => body));
	});

	describe('Fields to Clear', () => {
		const clearable = clearableFields(record);
		/** What is left of the record. */
		const without = (field: Field) => {
			const { fields: parts = [] } = address;
			if (!parts.includes(field)) return { ...all(), [field.name]: emptied(field) };
			const isPlace = field.addressRole === 'decides';
			const rest = Object.entries(partsOf(address)).filter(
				([name]) => !isPlace || fieldNamed(parts, name).addressRole !== 'follows',
			);
			return { ...all(), address: { ...Object.fromEntries(rest), [field.name]: '' } };
		};

		it.each([
			['Update', update, {}],
			['Update, mapped', update, mapped],
			['Create or Update', upsert, {}],
			['Create or Update, mapped', upsert, mapped],
		])('empty each field alone, by an expression: %s', async (_, parameters, mode) => {
			const chosen = clearable.filter(({ name }) => parameters === update || name !== matchOn);
			const cases = chosen.map((field, number) => {
				const match = matchOn === 'email' ? `a${number}@mail.example` : `X-${number}`;
				const { id } = add(parameters === upsert ? { [matchOn]: match } : {});
				return { field, match, item: { id, match, cleared: field.name } };
			});
			const { error } = await run(
				{ ...parameters, ...mode, fieldsToClear: '={{ $json.cleared }}' },
				{ items: cases.map(({ item }) => item as never) },
			);
			expect(error).toBeUndefined();
			for (const { field, match, item } of cases) {
				const own = parameters === upsert ? { [matchOn]: match } : {};
				expect(held(item.id), field.name).toEqual({ ...without(field), ...own });
			}
		});

		it('empty all that can be empty at once, the address with its last part', async () => {
			const names = clearable.map(({ name }) => name);
			const parts = names.filter((name) => name !== 'address');
			for (const fieldsToClear of [parts, ['address', ...parts], [...parts, 'address']]) {
				const { id } = add({ address: { city: 'Kiel', country: 'Germany', latitude: 54.32 } });
				const { error } = await run({ ...update, fieldsToClear }, { items: [{ id }] });
				expect(error).toBeUndefined();
				expect(held(id)).toEqual(afterAll(true));
			}
		});

		it('refuse what cannot be empty, and what is set at the same time', async () => {
			const { id } = add();
			const [never] = fieldsToAskFor(record).filter(({ nullable }) => nullable !== true);
			const [given] = fields.filter(({ nullable, type }) => nullable === true && type === 'string');
			const items = [{ id, [given.name]: 'X-1' } as never];
			const fieldsToClear = [never.name, given.name];
			const { error } = await run({ ...update, ...mapped, fieldsToClear }, { items });
			expect(error?.message).toContain(`"${never.name}" is not a field that can be cleared`);
			expect(error?.message).toContain(`(${given.name}) is both set and cleared`);
			expect(writes(service())).toEqual([]);
		});
	});
});
