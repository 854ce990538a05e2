import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { mapped } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord, bodiesOf, onRequest, writes } from '../harness/service/service.mts';

const { service, run } = useScenario();
const withoutCoordinates = {
	...{ addressLine1: 'Weg 1', addressLine2: 'Hinterhaus', postalCode: '24103', city: 'Kiel' },
	...{ country: 'Germany', countryCode: 'DE' },
};
const former = { ...withoutCoordinates, latitude: 54.32, longitude: 10.13 };
const methods = () => service().requests.map(({ method }) => method);

describe.each(subjects)('an update of a part of the address of a %s', (resource) => {
	const update = (id: string, more: object) => ({
		resource,
		operation: 'update',
		[`${resource}Id`]: byId(id),
		output: 'raw',
		...more,
	});
	const inEditor = (parts: object) => ({ updateFields: { address: { value: parts } } });
	const storedAddress = () => recordsOf(service(), resource)[0].address;

	it('leaves all other parts as they are', async () => {
		const { id } = addRecord[resource](service(), { address: former });
		const { json } = await run(update(id, inEditor({ addressLine2: '2. OG' })));
		const address = { ...former, addressLine2: '2. OG' };
		expect(json[0]).toMatchObject({ address });
		expect(storedAddress()).toEqual(address);
		expect(methods()).toEqual(['GET', 'PATCH']);
	});

	it('drops the coordinates if the place changes', async () => {
		const { id } = addRecord[resource](service(), { address: former });
		await run(update(id, inEditor({ addressLine1: 'Weg 2' })));
		expect(storedAddress()).toEqual({ ...withoutCoordinates, addressLine1: 'Weg 2' });
	});

	it('sends all other fields too, whether they differ or not', async () => {
		const { id, ...record } = addRecord[resource](service(), { address: former });
		const name = resource === 'project' ? 'name' : 'lastName';
		const updateFields = { [name]: record[name], address: { value: { city: 'Kiel' } } };
		const { json } = await run(update(id, { updateFields }));
		expect(json[0]).not.toHaveProperty('syncResult');
		expect(writes(service())).toEqual([
			{ method: 'PATCH', body: { [name]: record[name], address: former } },
		]);
	});

	it.each([400, 422])(
		'goes without the parts that the service has and the node does not know if it refuses them with %i',
		async (status) => {
			const stored = { ...former, state: 'SH' };
			const record = addRecord[resource](service(), { address: former });
			const { id } = record;
			onRequest(service(), () => {
				const { method, body } = service().requests.at(-1) ?? {};
				if (method === 'GET') return { status: 200, body: { ...record, address: stored } };
				const { address } = body as { address: object };
				const message = ['property address.state should not exist'];
				return 'state' in address ? { status, body: { message } } : undefined;
			});
			const { error } = await run(update(id, inEditor({ addressLine2: '2. OG' })));
			expect(error).toBeUndefined();
			expect(bodiesOf(service())).toEqual([
				{ address: { ...stored, addressLine2: '2. OG' } },
				{ address: { ...former, addressLine2: '2. OG' } },
			]);
		},
	);

	it('is refused once if the service refuses what was given', async () => {
		const { id } = addRecord[resource](service(), { address: former });
		service().faults.add({ method: 'PATCH', status: 422, body: { message: 'No such place' } });
		const { error } = await run(update(id, inEditor({ addressLine2: '2. OG' })));
		expect(error?.message).toContain('No such place');
		expect(bodiesOf(service())).toHaveLength(1);
	});

	it('needs no reading if every part is given', async () => {
		const { id } = addRecord[resource](service(), { address: former });
		const address = { ...former, city: 'Plön' };
		await run(update(id, inEditor(address)));
		expect(methods()).toEqual(['PATCH']);
		expect(storedAddress()).toEqual(address);
	});

	it('needs no reading if no address is given', async () => {
		const { id } = addRecord[resource](service(), { address: former });
		await run(update(id, { fieldsToClear: ['address'] }));
		expect(methods()).toEqual(['PATCH']);
		expect(storedAddress()).toBeNull();
	});

	it('two items that change different parts of one address keep both', async () => {
		const { id } = addRecord[resource](service(), { address: former });
		const parts = [{ addressLine2: '2. OG' }, { country: 'Deutschland' }];
		await run(update(id, mapped), { items: parts.map((address) => ({ address })) });
		expect(storedAddress()).toEqual({
			...former,
			...{ addressLine2: '2. OG', country: 'Deutschland' },
		});
	});

	it('by Create or Update keeps what somebody changed after the list was read', async () => {
		const matchOn = { project: 'humanId', customer: 'email' }[resource];
		const known = { [matchOn]: 'a@mail.example', address: former };
		const { id } = addRecord[resource](service(), known);
		const upsert = { resource, operation: 'upsert', matchOn, ...mapped };
		const moved = { ...withoutCoordinates, addressLine1: 'Weg 2' };
		onRequest(service(), (number) => {
			if (number === 2) service().store.edit(resource, id, { address: moved });
		});
		const parts = { addressLine2: '2. OG' };
		const item = { ...known, address: parts };
		const { json } = await run(upsert, { items: [item, item] });
		expect(json.map(({ syncResult }) => syncResult)).toEqual(['updated', 'unchanged']);
		expect(storedAddress()).toEqual({ ...moved, ...parts });
		expect(methods()).toEqual(['GET', 'GET', 'PATCH']);
	});

	it('is not sent if the record does not exist', async () => {
		const { error } = await run(update(UNKNOWN_ID, inEditor({ city: 'Kiel' })));
		expect(error?.httpCode).toBe('404');
		expect(writes(service())).toEqual([]);
	});
});
