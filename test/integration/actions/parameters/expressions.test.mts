import { describe, expect, it } from 'vitest';
import { byId, UNKNOWN_ID } from '../../../shared.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, addProject } from '../../harness/service/records.mts';
import { writes } from '../../harness/service/requests.mts';

const { service, run } = useScenario();
const inItem = (value: unknown) => ({ items: [{ value }] as never });

describe('where an expression yields something else than the editor would', () => {
	it.each<[unknown, number]>([
		[true, 1],
		['true', 1],
		[1, 1],
		['false', 2],
	])('Is Company %j of the filters finds %i of three customers', async (value, found) => {
		addCustomer(service(), { isCompany: true });
		addCustomer(service(), { isCompany: false });
		addCustomer(service());
		const filters = { isCompany: '={{ $json.value }}' };
		const { json } = await run(
			{ resource: 'customer', operation: 'getAll', filters },
			inItem(value),
		);
		expect(json).toHaveLength(found);
	});

	it('Is Company that is neither true nor false is an error that says so', async () => {
		const filters = { isCompany: 'perhaps' };
		const { error } = await run({ resource: 'customer', operation: 'getAll', filters });
		expect(error?.message).toContain('"Is Company": "perhaps" is neither true nor false');
	});

	it('an option is worked out for each item', async () => {
		const items = [{ value: 'emptyItem' }, { value: 'fail' }, { value: 'emptyItem' }] as never;
		const options = { ifNotFound: '={{ $json.value }}' };
		const { json } = await run(
			{ operation: 'get', projectId: byId(UNKNOWN_ID), options },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(json.map(({ error }) => error !== undefined)).toEqual([false, true, false]);
	});

	it.each([['none'], [null], [''], [0], [-5], [1e9]])(
		'Max Parallel Requests %j: every item is carried out all the same',
		async (value) => {
			const { id } = addProject(service());
			const options = {
				maxParallelRequests: '={{ $json.value }}',
				maxRetries: '={{ $json.value }}',
			};
			const { json } = await run({ operation: 'get', projectId: byId(id), options }, inItem(value));
			expect(json).toMatchObject([{ id }]);
		},
	);

	it.each<[unknown, object]>([
		['email, phoneNumber', { email: null, phoneNumber: null }],
		['email', { email: null }],
		[['email'], { email: null }],
		[null, {}],
		['', {}],
	])('Fields to Clear %j', async (value, cleared) => {
		const { id } = addCustomer(service(), { email: 'ada@mail.example' });
		const update = {
			resource: 'customer',
			operation: 'update',
			customerId: byId(id),
			updateFields: { firstName: 'Grace' },
			fieldsToClear: '={{ $json.value }}',
		};
		await run(update, inItem(value));
		expect(writes(service())).toEqual([
			{ method: 'PATCH', body: { firstName: 'Grace', ...cleared } },
		]);
	});

	it.each(['name, id', ['name', 'id']])('Fields to Return %j', async (value) => {
		const { id } = addProject(service(), { name: 'Haus' });
		const read = { operation: 'get', projectId: byId(id), output: 'selectedFields' };
		const { json } = await run({ ...read, outputFields: '={{ $json.value }}' }, inItem(value));
		expect(json).toEqual([{ name: 'Haus', id }]);
	});
});

describe('heating circuits', () => {
	const circuits = [{ id: 'a', name: 'Floor', flowTemperature: 35 }];
	const update = async (heatingCircuits: unknown, value: unknown = null) => {
		const { id } = addProject(service(), { heatingCircuits: circuits });
		const updateFields = { isLead: true, heatingCircuits };
		const { error } = await run(
			{ operation: 'update', projectId: byId(id), updateFields },
			inItem(value),
		);
		expect(error).toBeUndefined();
		return writes(service())[0].body;
	};

	it.each<[string, unknown]>([
		['without a circuit', {}],
		['with a circuit left blank', { circuit: [{ name: '', flowTemperature: '' }] }],
		[
			'with a circuit of expressions that yield nothing',
			{ circuit: [{ name: '={{ $json.no }}' }] },
		],
	])('added %s: the project keeps its own', async (_, heatingCircuits) => {
		expect(await update(heatingCircuits)).toEqual({ isLead: true });
	});

	it('mapped as an empty list: the project has none any more', async () => {
		const { id } = addProject(service(), { heatingCircuits: circuits });
		const mapped = { operation: 'update', projectId: byId(id), dataMode: 'autoMapInputData' };
		await run(mapped, { items: [{ heatingCircuits: [] }] });
		expect(writes(service())[0].body).toEqual({ heatingCircuits: [] });
	});
});

describe('an address from a CRM, with Empty Text: Clear the Field', () => {
	const former = {
		addressLine1: 'Weg 1',
		addressLine2: 'Hinterhaus',
		city: 'Kiel',
		country: 'Germany',
		countryCode: 'DE',
		latitude: 54.3,
	};
	const send = async (address: object, isNew = true) => {
		if (isNew) addCustomer(service(), { email: 'ada@mail.example', address: former });
		const { json } = await run(
			{
				resource: 'customer',
				operation: 'upsert',
				matchOn: 'email',
				matchValue: 'ada@mail.example',
				dataMode: 'autoMapInputData',
				output: 'raw',
				options: { emptyText: 'clear' },
			},
			{ items: [{ address } as never] },
		);
		return json[0];
	};

	it('moves as a whole: neither addition nor coordinates of the old one stay', async () => {
		const given = { addressLine1: 'Allee 5', addressLine2: '', city: 'Berlin' };
		const address = { ...given, country: 'Germany', countryCode: 'DE' };
		expect(await send(given)).toMatchObject({ syncResult: 'updated', address });
		expect(writes(service())[0].body).toEqual({ address });
	});

	it('loses an addition that is empty now', async () => {
		const result = await send({ addressLine2: '' });
		expect(result).toMatchObject({ syncResult: 'updated', address: { addressLine2: '' } });
	});

	it('loses the parts that are empty, and no others', async () => {
		await send({ addressLine1: '', addressLine2: null });
		const address = { ...former, addressLine1: '', addressLine2: '' };
		expect(writes(service())[0].body).toEqual({ address });
	});

	const gone: Array<[string, object, object]> = [
		[
			'every part',
			former,
			{
				...{ addressLine1: '', addressLine2: '', postalCode: '', city: '' },
				...{ country: '', countryCode: '', latitude: '', longitude: null },
			},
		],
		['street, postal code and city', former, { addressLine1: '', postalCode: ' ', city: null }],
		['all that tells where it is', former, { addressLine1: '', city: '' }],
	];

	it.each(gone)('is none any more where the item empties %s', async (_, __, address) => {
		expect(await send(address)).toMatchObject({ syncResult: 'updated', address: null });
		expect(writes(service())[0].body).toEqual({ address: null });
		service().requests.splice(0);
		expect(await send(address, false)).toMatchObject({ syncResult: 'unchanged' });
		expect(writes(service())).toEqual([]);
	});

	it.each(gone)('is none any more after an update that empties %s', async (_, address, emptied) => {
		const { id } = addCustomer(service(), { address });
		const { json } = await run(
			{
				resource: 'customer',
				operation: 'update',
				customerId: byId(id),
				dataMode: 'autoMapInputData',
				output: 'raw',
				options: { emptyText: 'clear' },
			},
			{ items: [{ address: emptied } as never] },
		);
		expect(json[0]).toMatchObject({ address: null });
		expect(json[0]).not.toHaveProperty('syncResult');
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { address: null } }]);
	});

	it('loses its coordinates with its place, though a country is left', async () => {
		await send({
			addressLine1: '',
			addressLine2: '',
			postalCode: '',
			city: '',
			country: 'Austria',
		});
		// It had no postal code, so there is none to empty.
		const empty = { addressLine1: '', addressLine2: '', city: '' };
		const address = { ...empty, country: 'Austria', countryCode: 'DE' };
		expect(writes(service())[0].body).toEqual({ address });
	});

	it('keeps what an update does not empty', async () => {
		const { id } = addCustomer(service(), { address: former });
		await run(
			{
				resource: 'customer',
				operation: 'update',
				customerId: byId(id),
				dataMode: 'autoMapInputData',
				options: { emptyText: 'clear' },
			},
			{ items: [{ address: { addressLine1: '', addressLine2: null } } as never] },
		);
		const address = { ...former, addressLine1: '', addressLine2: '' };
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { address } }]);
	});

	it('is none for a new customer where all of its parts are empty', async () => {
		const create = { resource: 'customer', operation: 'create', dataMode: 'autoMapInputData' };
		const address = { addressLine1: '', addressLine2: null, city: ' ' };
		const items = [{ firstName: 'Ada', lastName: 'Weber', address }] as never;
		await run({ ...create, options: { emptyText: 'clear' } }, { items });
		expect(writes(service())[0].body).toMatchObject({ lastName: 'Weber', address: null });
	});
});

it('Empty Text: Clear the Field spares the parts of an address that were left blank in the editor', async () => {
	const { id } = addCustomer(service(), { phoneNumber: '1', address: { addressLine1: 'Weg 1' } });
	const blank = { addressLine1: '', postalCode: '', city: '', country: '' };
	await run({
		resource: 'customer',
		operation: 'update',
		customerId: byId(id),
		updateFields: { phoneNumber: '', address: { value: { ...blank, addressLine2: 'Hinterhaus' } } },
		options: { emptyText: 'clear' },
	});
	const address = { addressLine1: 'Weg 1', addressLine2: 'Hinterhaus' };
	const body = { phoneNumber: null, address };
	expect(writes(service())).toEqual([{ method: 'PATCH', body }]);
});
