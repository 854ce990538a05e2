import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { recordsOf } from '../../shared.mts';
import { mapped, update, wholeAddress } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord, bodiesOf, onRequest } from '../harness/service/service.mts';

// What becomes of an address of which a part is given. When the coordinates go: unit/writing/completing.

const { service, run } = useScenario();
const former = wholeAddress.value;
const parts = { addressLine2: '2. OG' };
const methods = () => service().requests.map(({ method }) => method);

describe.each(subjects)('an update of a part of the address of a %s', (resource) => {
	const add = () => addRecord[resource](service(), { address: former });
	const send = async (id: string, value: object) =>
		await run(update(resource, id, { updateFields: { address: { value } } }));
	const storedAddress = () => recordsOf(service(), resource)[0].address;

	it('leaves all other parts as they are', async () => {
		await send(add().id, parts);
		expect(storedAddress()).toEqual({ ...former, ...parts });
		expect(methods()).toEqual(['GET', 'PATCH']);
	});

	it('is refused once if the service refuses what was given', async () => {
		service().faults.add({ method: 'PATCH', status: 422, body: { message: 'No such place' } });
		const { error } = await send(add().id, parts);
		expect(error?.message).toContain('No such place');
		expect(bodiesOf(service())).toHaveLength(1);
	});

	it('two items that change different parts of one address keep both', async () => {
		const items = [parts, { country: 'Deutschland' }].map((address) => ({ address }));
		await run(update(resource, add().id, mapped), { items });
		expect(storedAddress()).toEqual({ ...former, ...parts, country: 'Deutschland' });
	});

	it('by Create or Update keeps what somebody changed after the list was read', async () => {
		const matchOn = { project: 'humanId', customer: 'email' }[resource];
		const known = { [matchOn]: 'a@mail.example', address: former };
		const { id } = addRecord[resource](service(), known);
		const upsert = { resource, operation: 'upsert', matchOn, ...mapped };
		const { latitude: _, longitude: __, ...place } = former;
		const moved = { ...place, addressLine1: 'Weg 2' };
		onRequest(service(), (number) => {
			if (number === 2) service().store.edit(resource, id, { address: moved });
		});
		const item = { ...known, address: parts };
		const { json } = await run(upsert, { items: [item, item] });
		expect(json.map(({ syncResult }) => syncResult)).toEqual(['updated', 'unchanged']);
		expect(storedAddress()).toEqual({ ...moved, ...parts });
		expect(methods()).toEqual(['GET', 'GET', 'PATCH']);
	});
});
