import { describe, expect, it } from 'vitest';
import type { IDataObject } from 'n8n-workflow';
import { byId, UNKNOWN_ID } from '../../../shared.mts';
import { mapped, updateCustomer } from '../../harness/samples/sampleWrites.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addProject } from '../../harness/service/records.mts';
import { bodiesOf, writes } from '../../harness/service/requests.mts';

const { service, run } = useScenario();
const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const bodies = () => bodiesOf(service());

describe('a value that does not fit is found before any request', () => {
	it.each<[string, IDataObject, string]>([
		[
			'project',
			{ projectValue: 'twelve' },
			'Project Value (projectValue): "twelve" is not a number',
		],
		['project', { heatedLivingAreaM2: '142,5' }, 'Heated Living Area (m²) (heatedLivingAreaM2): '],
		[
			'project',
			{ numberOfFloors: true },
			'Number of Floors (numberOfFloors): "true" is not a number',
		],
		['project', { isLead: 'maybe' }, 'Is Lead (isLead): "maybe" is neither true nor false'],
		['project', { status: 'done' }, 'it can take: inProgress, completed'],
		[
			'project',
			{ buildingType: 'Terraced House' },
			'Building Type (buildingType): "Terraced House"',
		],
		[
			'project',
			{ installationDate: '31/12/2026' },
			'(installationDate): "31/12/2026" is not a date',
		],
		[
			'project',
			{ installationDate: '2026-02-30' },
			'(installationDate): "2026-02-30" is not a date',
		],
		['project', { customerId: 'C-001' }, 'Customer (customerId): "C-001" is not an ID'],
		[
			'project',
			{ address: { countryCode: 'DEU' } },
			'Country Code (countryCode): "DEU" is not a two',
		],
		['project', { address: 'Weg 1' }, 'Address (address): expected an object with its parts'],
		['project', { heatingCircuits: 'x' }, 'Heating Circuits (heatingCircuits): expected a list'],
		['project', { heatingCircuits: { name: 'Floor' } }, 'expected a list'],
		[
			'project',
			{ heatingCircuits: [{ flow_temperature: 40 }] },
			'Heating Circuits (heatingCircuits): the service knows none of the parts in entry 1: flow_temperature. It knows name,',
		],
		[
			'project',
			{
				heatingCircuits: [
					{ id: 'a', name: 'A' },
					{ circuitId: 'b', title: 'B' },
				],
			},
			'the service knows none of the parts in entry 2: circuitId, title.',
		],
		[
			'project',
			{
				heatingCircuits: [
					{ id: 'a', name: 'A' },
					{ id: ' a', name: 'B' },
				],
			},
			'Heating Circuits (heatingCircuits): the ID "a" appears twice',
		],
		['project', { heatingCircuits: {} }, 'expected a list'],
		[
			'project',
			{ address: { street: 'Weg 1', town: 'Kiel' } },
			'Address (address): the service knows none of the parts: street, town. It knows addressLine1,',
		],
		['project', { address: new Date(0) as never }, 'expected an object with its parts'],
		['project', { name: Number.NaN }, 'Name (name): expected text'],
		['project', { installationDate: ['2026-12-31'] }, 'is not a date'],
		['project', { installationDate: {} }, '"{}" is not a date'],
		['project', { installationDate: 9e15 }, '"9000000000000000" is not a date'],
		['project', { isLead: { value: true } }, '"{"value":true}" is neither true nor false'],
		['project', { status: ['archived'] }, '"["archived"]" is not one of the values'],
		['project', { companyId: { value: ID } }, 'Company ID (companyId): "{"value":"3f2b'],
		['project', { heatingCircuits: [{ flowTemperature: 'warm' }] }, 'Flow Temperature (°C)'],
		['project', { name: { first: 'x' } }, 'Name (name): expected text'],
		['customer', { email: 'ada' }, 'Email (email): "ada" is not an email address'],
		['customer', { invoiceEmail: 'a b@c.de' }, 'Invoice Email (invoiceEmail): "a b@c.de" is not'],
	])('%s %j', async (resource, item, message) => {
		const parameters = {
			resource,
			operation: 'update',
			[`${resource}Id`]: byId(UNKNOWN_ID),
			...mapped,
		};
		const { error } = await run(parameters, { items: [item] });
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toContain(message);
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(service().requests).toEqual([]);
	});

	it.each<[unknown, string]>([
		[5, '"5" is not an ID such as'],
		[true, '"true" is not an ID such as'],
		[{}, '"{}" is not an ID'],
		[[], '"[]" is not an ID'],
		[[ID], `is not an ID`],
		[{ id: ID }, `is not an ID`],
		[{ value: ID }, `is not an ID`],
		[{ id: ID, value: null }, `is not an ID`],
		[{ __rl: true, mode: 'id', value: { id: ID } }, `is not an ID`],
		[{ __rl: true, mode: 'id', value: 5 }, '"5" is not an ID such as'],
		[
			{ mode: 'url', value: 'https://example.com' },
			'the link "https://example.com" contains no ID',
		],
	])('a customer of %j, with Empty Text: Clear the Field', async (customerId, message) => {
		const options = { emptyText: 'clear' };
		const { error } = await run(
			{ operation: 'update', projectId: byId(UNKNOWN_ID), ...mapped, options },
			{ items: [{ name: 'A', customerId } as never] },
		);
		expect(error?.message).toContain('Customer (customerId): ');
		expect(error?.message).toContain(message);
		expect(service().requests).toEqual([]);
	});

	it.each([{ __rl: true, mode: 'list', value: ID }, { mode: 'id', value: ID }, ID])(
		'a customer of %j, which is one',
		async (customerId) => {
			const { id } = addProject(service());
			service().store.insert('customer', service().company.id, { address: null }, ID);
			const update = { operation: 'update', projectId: byId(id), ...mapped };
			await run(update, { items: [{ customerId } as never] });
			expect(bodies()).toEqual([{ customerId: ID }]);
		},
	);

	it.each<[unknown]>([[{ id: ID }], [{ value: ID }], [[ID]], [true], [{}]])(
		'the project %j, which is none',
		async (value) => {
			const { error } = await run(
				{ operation: 'get', projectId: '={{ $json.value }}' },
				{ items: [{ value }] as never },
			);
			expect(error?.message).toContain('is not an ID');
			expect(error?.context).toMatchObject({ itemIndex: 0 });
			expect(service().requests).toEqual([]);
		},
	);

	it.each([
		['email', 'a@' + '.'.repeat(1e6) + '@'],
		['email', '9'.repeat(1e6)],
		['firstName', { text: 'x'.repeat(1e6) }],
		['address', { ['x'.repeat(1e6)]: 1 }],
	])('%s of a megabyte is shown with its beginning only', async (name, value) => {
		const { error } = await run(updateCustomer(UNKNOWN_ID, mapped), { items: [{ [name]: value }] });
		expect(error?.message.length).toBeLessThan(300);
		expect(service().requests).toEqual([]);
	});

	it('an ID or a link of a megabyte is shown with its beginning only', async () => {
		for (const mode of ['id', 'url']) {
			const value = 'a-'.repeat(5e5);
			const { error } = await run({ operation: 'get', projectId: { __rl: true, mode, value } });
			expect(error?.message).toMatch(/^"By (ID|URL)" is selected, but (the link )?"(a-){30} …"/);
			expect(service().requests).toEqual([]);
		}
	});

	it('the error names the item, and the others go through', async () => {
		const items = [{ name: 'A' }, { name: 'B', projectValue: 'x' }, { name: 'C' }];
		const { items: output } = await run(
			{ operation: 'create', ...mapped },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(output.map(({ json, pairedItem }) => [json.name, 'error' in json, pairedItem])).toEqual([
			['A', false, { item: 0 }],
			['B', true, { item: 1 }],
			['C', false, { item: 2 }],
		]);
	});

	it.each(['  ', '.', '..', '../customers/1?x#y', 'P-009'])(
		'the ID "%s" reaches no other address',
		async (id) => {
			const { error } = await run({ operation: 'delete', projectId: byId(id) });
			expect(error?.context).toMatchObject({ itemIndex: 0 });
			expect(service().requests).toEqual([]);
		},
	);
});

describe('nothing is dropped without a word', () => {
	const refusing = { ...mapped, options: { unknownFields: 'refuse' } };

	it('Unknown Fields: Refuse names those inside of an address and of circuits too', async () => {
		const item = {
			name: 'A',
			mood: 'good',
			address: { city: 'Kiel', street: 'Weg 1' },
			heatingCircuits: [
				{ id: 'a', name: 'A' },
				{ id: 'b', title: 'B' },
			],
		};
		const { error } = await run({ operation: 'create', ...refusing }, { items: [item] });
		expect(error?.message).toBe(
			'A project has no such field: mood, address.street, heatingCircuits[1].title',
		);
		expect(service().requests).toEqual([]);
	});

	it.each<[string, object, string]>([
		['text', { name: '={{ $json.given }}' }, 'Name (name): expected text'],
		[
			'part of an address',
			{ name: 'A', address: { value: { city: '={{ $json.given }}' } } },
			'City (city): expected text',
		],
		[
			'part of a circuit',
			{
				name: 'A',
				additionalFields: { heatingCircuits: { circuit: [{ name: '={{ $json.given }}' }] } },
			},
			'Name (name): expected text',
		],
		[
			'customer',
			{ name: 'A', additionalFields: { customerId: '={{ $json.given }}' } },
			'Customer (customerId): "{"street":"Weg 1"}" is not an ID',
		],
	])('an expression for a %s that yields an object is an error', async (_, parameters, message) => {
		const { error } = await run(
			{ operation: 'create', ...parameters },
			{ items: [{ given: { street: 'Weg 1' } }] },
		);
		expect(error?.message).toContain(message);
		expect(service().requests).toEqual([]);
	});

	it('names the first of very many unknown fields, and how many more there are', async () => {
		const items = [Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field${n}`, n]))];
		const { error } = await run({ operation: 'create', ...refusing }, { items });
		expect(error?.message).toMatch(/: field0, .*, field9 and 4990 more$/);
	});

	it.each(['ignore', 'refuse'])('circuits that were read survive (%s)', async (unknownFields) => {
		const heatingCircuits = [
			{ id: 'a', name: 'Floor', flowTemperature: 35, returnTemperature: 28, index: 0 },
			{ id: 'b' },
			{ id: 'c', name: 'Radiators', index: 2 },
		];
		const { id } = addProject(service(), { heatingCircuits });
		const [read] = (await run({ operation: 'get', projectId: byId(id), output: 'raw' })).json;
		const update = { operation: 'update', projectId: byId(id), ...mapped };
		const { error } = await run(
			{ ...update, options: { unknownFields } },
			{ items: [{ heatingCircuits: read.heatingCircuits, name: 'Other' }] },
		);
		expect(error).toBeUndefined();
		const { body } = writes(service())[0] as { body: { heatingCircuits: IDataObject[] } };
		expect(body.heatingCircuits).toEqual(heatingCircuits);
	});
});
