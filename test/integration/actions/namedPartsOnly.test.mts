import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { mapped, updateCustomer } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer } from '../harness/service/service.mts';

// Empty Values: Empty the Field empties only what was given and came out empty.

const { service, run } = useScenario();
const options = { emptyValues: 'clear' };
const before = {
	...{ addressLine1: 'Weg 1', postalCode: '24103', city: 'Kiel' },
	...{ country: 'Germany', latitude: 54.3, longitude: 10.1 },
};
const change = async (value: object, item: object = {}) => {
	const { id } = addCustomer(service(), { address: before });
	const parameters = updateCustomer(id, { updateFields: { address: { value } }, options });
	const { error } = await run(parameters, { items: [item as never] });
	return { error, address: recordsOf(service(), 'customer').at(-1)?.address };
};

describe('an address that is filled in part by part', () => {
	it('keeps the parts that nobody entered', async () => {
		expect((await change({ city: 'Kiel' })).address).toEqual(before);
		const country = await change({ country: '={{ $json.land }}' }, { land: 'Deutschland' });
		expect(country.address).toEqual({ ...before, country: 'Deutschland' });
	});

	it('loses a part whose expression finds nothing, and no other', async () => {
		const { address } = await change({ city: 'Kiel', country: '={{ $json.land }}' });
		expect(address).toEqual({ ...before, country: '' });
	});

	it('loses the coordinates with the place', async () => {
		const { address } = await change({ city: '={{ $json.ort }}' });
		const { latitude: _, longitude: __, ...rest } = before;
		expect(address).toEqual({ ...rest, city: '' });
	});

	it('becomes null if every part that it had is emptied', async () => {
		const nothing = '={{ $json.nothing }}';
		const parts = { addressLine1: nothing, postalCode: nothing, city: nothing, country: nothing };
		expect((await change(parts)).address).toBeNull();
	});
});

it('a sync that maps three parts of the address takes no country away', async () => {
	const { id } = addCustomer(service(), { email: 'ada@mail.example', address: before });
	const item = { email: 'ada@mail.example', addressLine1: 'Weg 1', postalCode: '24103', city: '' };
	const parameters = { resource: 'customer', operation: 'upsert', matchOn: 'email', ...mapped };
	await run({ ...parameters, options }, { items: [item as never] });
	const { latitude: _, longitude: __, ...rest } = before;
	const [stored] = recordsOf(service(), 'customer');
	expect(stored).toMatchObject({ id, address: { ...rest, city: '' } });
});

it('a postal code that a sheet made a number of says nothing new', async () => {
	const address = { ...before, postalCode: '04109' };
	const { id } = addCustomer(service(), { email: 'ada@mail.example', address });
	const parameters = { resource: 'customer', operation: 'upsert', matchOn: 'email', ...mapped };
	const item = { email: 'ada@mail.example', postalCode: 4109, city: 'Kiel' };
	const { json } = await run(parameters, { items: [item as never] });
	expect(json).toMatchObject([{ id, syncResult: 'unchanged' }]);
	expect(recordsOf(service(), 'customer')).toMatchObject([{ address }]);
});
