import { describe, expect, it } from 'vitest';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { mapped, updateCustomer } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, bodiesOf, writes } from '../harness/service/service.mts';

const { service, run } = useScenario();
const bodies = () => bodiesOf(service());
const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

/** Values as people type them in Germany, and what the service stores. */
const asTyped: ReadonlyArray<[string, string, unknown]> = [
	['heatedLivingAreaM2', '142,5', 142.5],
	['yearlyEnergyConsumption', '28.450,00', 28_450],
	['projectValue', '1.234.567', 1_234_567],
	['projectValue', '1,234.5', 1_234.5],
	['installationDate', '14.03.2027', '2027-03-14'],
	['installationDate', '14.03.2027 08:00', '2027-03-14'],
	// Half past midnight of the first of April in Berlin.
	['installationDate', '2026-03-31T22:30:00.000Z', '2026-04-01'],
	['installationDate', '={{ $now.set({ year: 2027, month: 3, day: 14 }) }}', '2027-03-14'],
	['status', 'In Progress', 'inProgress'],
	['buildingType', 'multi-family house', 'multiFamilyHouse'],
	['isLead', 'TRUE', true],
];

it.each(asTyped)('%s: %s is stored as %j, in both data modes', async (name, typed, stored) => {
	const { id } = addProject(service());
	const update = { operation: 'update', projectId: byId(id) };
	expect((await run({ ...update, updateFields: { [name]: typed } })).error).toBeUndefined();
	expect(recordsOf(service(), 'project')[0][name]).toBe(stored);
	if (typed.startsWith('=')) return;
	await run({ ...update, ...mapped }, { items: [{ [name]: typed }] });
	expect(bodies()).toEqual([{ [name]: stored }, { [name]: stored }]);
});

it('a coordinate is written with a point, whatever the number of decimals', async () => {
	const address = { value: { city: 'Kiel', latitude: '54.323', longitude: '10,123' } };
	await run({ operation: 'create', name: 'Haus', address });
	expect(recordsOf(service(), 'project')[0].address).toEqual({
		...{ city: 'Kiel', latitude: 54.323, longitude: 10.123 },
	});
});

describe('values that do not fit are refused before any request', () => {
	const wrong = {
		yearlyEnergyConsumption: '10.471',
		numberOfFloors: 'two',
		status: 'running',
		installationDate: '31.02.2027',
		customerId: ['C-1', 'C-2'],
		address: { countryCode: 'DEU', latitude: 'north', city: 'Kiel' },
		heatingCircuits: [{ name: 'EG' }, { flowTemperature: '?' }, { title: 'OG' }],
	};
	const named = [
		/Yearly Energy Consumption \(kWh\/year\) \(yearlyEnergyConsumption\): "10\.471" can be read in two ways/,
		/\(numberOfFloors\): "two" is not a number/,
		/\(status\): "running" is not one of/,
		/\(installationDate\): "31\.02\.2027" is not a date/,
		/Customer \(customerId\): "\["C-1","C-2"\]" is not the ID of one customer/,
		/\(countryCode\): "DEU" is not a two-letter/,
		/\(latitude\): "north" is not a number/,
		/\(flowTemperature\): "\?" is not a number/,
		/none of the parts in entry 3: title/,
	];
	const update = { operation: 'update', projectId: byId(UNKNOWN_ID), ...mapped };

	it('in one error that names everything wrong, and the item', async () => {
		const create = { operation: 'create', ...mapped };
		const upsert = { operation: 'upsert', matchOn: 'humanId', ...mapped };
		for (const parameters of [update, create, upsert]) {
			const items = [{ ...wrong, humanId: 'P-1' } as never];
			const { error } = await run(parameters, { items });
			for (const text of named) expect(error?.message).toMatch(text);
			// What a new record lacks is wrong too.
			if (parameters === create) expect(error?.message).toContain('(name) is empty');
			expect(error?.name).toBe('NodeOperationError');
			expect(error?.context).toMatchObject({ itemIndex: 0 });
			expect(error?.message).toMatch(/^\d+ values are wrong: ([^;]*[^.;]; )+[^;]*[^.;]$/);
		}
		expect(service().requests).toEqual([]);
	});

	it.each<[string, object, string]>([
		['a text', { name: '={{ $json.given }}' }, 'Name (name): expected text'],
		[
			'a part of an address',
			{ name: 'A', address: { value: { city: '={{ $json.given }}' } } },
			'City (city): expected text',
		],
		[
			'a part of a circuit',
			{
				name: 'A',
				additionalFields: { heatingCircuits: { circuit: [{ name: '={{ $json.given }}' }] } },
			},
			'Name (name): expected text',
		],
	])('an expression for %s that yields an object', async (_, parameters, message) => {
		const items = [{ given: { street: 'Weg 1' } }];
		const { error } = await run({ operation: 'create', ...parameters }, { items });
		expect(error?.message).toContain(message);
		expect(service().requests).toEqual([]);
	});

	it.each([
		['email', 'a@' + '.'.repeat(1e6) + '@'],
		['firstName', { text: 'x'.repeat(1e6) }],
		['address', { ['x'.repeat(1e6)]: 1 }],
	])('%s of a megabyte, of which the beginning is shown', async (name, value) => {
		const { error } = await run(updateCustomer(UNKNOWN_ID, mapped), { items: [{ [name]: value }] });
		expect(error?.message.length).toBeLessThan(300);
		expect(service().requests).toEqual([]);
	});
});

describe('Map Automatically', () => {
	it('creates a project out of the item’s fields, each converted to its type', async () => {
		const { id: customerId } = addCustomer(service());
		const item = {
			...{ name: 'Haus Weber', customerId, status: 'completed', isLead: 'TRUE' },
			...{ isMonumentProtected: 0, projectValue: ' 12.5 ', numberOfFloors: 0 },
			installationDate: '31.12.2026',
			address: { city: 'Kiel', countryCode: 'DE', latitude: '54.3', addressLine2: '' },
			heatingCircuits: [{ name: 'Floor', flowTemperature: '35', returnTemperature: null }],
			// None of these can be written, or is a field at all.
			...{ id: 'x', source: 'check', createdAt: '2020-01-01', buildingHeatLoadKw: 9, mood: 'good' },
		};
		const { error } = await run({ operation: 'create', ...mapped }, { items: [item] });
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([
			{
				...{ name: 'Haus Weber', companyId: service().company.id, source: 'api', customerId },
				...{ status: 'completed', isLead: true, isMonumentProtected: false, projectValue: 12.5 },
				...{ numberOfFloors: 0, installationDate: '2026-12-31' },
				address: { city: 'Kiel', countryCode: 'DE', latitude: 54.3 },
				heatingCircuits: [{ name: 'Floor', flowTemperature: 35 }],
			},
		]);
	});

	it('takes no field from the parameters', async () => {
		const { id } = addCustomer(service());
		const parameters = { ...mapped, updateFields: { lastName: 'Hopper' } };
		await run(updateCustomer(id, parameters), { items: [{ firstName: 'Grace' }] });
		expect(bodies()).toEqual([{ firstName: 'Grace' }]);
	});

	it('passes over what only the service sets, so that a record that was read can be sent back', async () => {
		const { id } = addProject(service(), { heatingCircuits: [{ id: 'a', name: 'Floor' }] });
		const [project] = (await run({ operation: 'get', projectId: byId(id), output: 'raw' })).json;
		expect(project.technicalFeasibilityAssesment).toBe('notStarted');
		const parameters = { operation: 'update', projectId: byId(id), ...mapped };
		const { error } = await run(parameters, { items: [{ ...project, name: 'Other' }] });
		expect(error).toBeUndefined();
		expect(bodies()).toMatchObject([
			{ name: 'Other', heatingCircuits: [{ id: 'a', name: 'Floor' }] },
		]);
		expect(bodies()[0]).not.toHaveProperty('technicalFeasibilityAssesment');
	});

	it('of circuits takes a list only: a text, an object or parts with other names are refused', async () => {
		const items = [
			'x',
			{ name: 'Floor' },
			[{ flow_temperature: 40 }],
			[{ id: 'a' }, { id: 'a' }],
		].map((heatingCircuits) => ({ heatingCircuits }) as never);
		const update = { operation: 'update', projectId: byId(ID), ...mapped };
		const { json } = await run(update, { items, onError: 'continueRegularOutput' });
		expect(json.map(({ error }) => String(error))).toEqual([
			expect.stringContaining('expected a list'),
			expect.stringContaining('expected a list'),
			expect.stringContaining('none of the parts in entry 1: flow_temperature'),
			expect.stringContaining('the ID "a" appears twice'),
		]);
		expect(writes(service())).toEqual([]);
	});
});
