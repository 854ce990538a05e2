import { describe, expect, it } from 'vitest';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { mapped, updateCustomer } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, bodiesOf } from '../harness/service/service.mts';

const { service, run } = useScenario();
const bodies = () => bodiesOf(service());

it('values are converted as unit/values/typedValues shows, in the time zone of the workflow', async () => {
	const updateFields = {
		...{ projectValue: '1.234.567', heatedLivingAreaM2: '142,5', status: 'In Progress' },
		installationDate: '2027-03-15T03:00:00Z',
		address: { value: { latitude: '54.323', longitude: '10,123' } },
	};
	const { id } = addProject(service());
	await run(
		{ operation: 'update', projectId: byId(id), updateFields },
		{ timezone: 'America/New_York' },
	);
	expect(recordsOf(service(), 'project')).toMatchObject([
		{
			...{ projectValue: 1_234_567, heatedLivingAreaM2: 142.5, status: 'inProgress' },
			...{ installationDate: '2027-03-14', address: { latitude: 54.323, longitude: 10.123 } },
		},
	]);
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
		/\(installationDate\): "31\.02\.2027" is a day or time that/,
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

	it.each([
		['email', 'a@' + '.'.repeat(1e6) + '@'],
		['address', { ['x'.repeat(1e6)]: 1 }],
	])('%s of a megabyte, of which the beginning is shown', async (name, value) => {
		const { error } = await run(updateCustomer(UNKNOWN_ID, mapped), { items: [{ [name]: value }] });
		expect(error?.message.length).toBeLessThan(400);
		expect(service().requests).toEqual([]);
	});
});

describe('Map Automatically', () => {
	it('takes no field from the parameters', async () => {
		const { id } = addCustomer(service());
		const parameters = { ...mapped, updateFields: { lastName: 'Hopper' } };
		await run(updateCustomer(id, parameters), { items: [{ firstName: 'Grace' }] });
		expect(bodies()).toEqual([{ firstName: 'Grace' }]);
	});
});
