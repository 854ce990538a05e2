import { describe, expect, it } from 'vitest';
import { id, mapped, operationOf, runNode } from './bench.mts';

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
const byHumanId = (value: string) => ({ __rl: true, mode: 'humanId', value });
const update = { resource: 'customer', operation: 'update' } as const;
const former = { addressLine1: 'Weg 1', postalCode: '24103', city: 'Kiel' };
const whole = {
	...{ ...former, addressLine2: 'Hinterhaus', country: 'Germany', countryCode: 'DE' },
	...{ latitude: 54.32, longitude: 10.13 },
};
const address = { ...former, countryCode: 'DE' };
const one = `/customers/${id(1)}`;

describe('an update', () => {
	it('sends what was given, whether it differs or not, and says nothing of a comparison', async () => {
		const updateFields = { firstName: 'Ada', phoneNumber: '1' };
		const { outputs, requests, bodies } = await runNode(
			{ ...update, customerId: byId(id(1)), updateFields },
			{ held: [{}] },
		);
		expect(requests).toEqual([`PATCH ${one}`]);
		expect(bodies).toEqual([updateFields]);
		expect(outputs).toEqual([{ id: id(1), lastName: 'Weber', ...updateFields }]);
	});

	it('completes a part of an address from the record, and reads no record for a whole address', async () => {
		const of = async (value: object) =>
			await runNode(
				{ ...update, customerId: byId(id(1)), updateFields: { address: { value } } },
				{ held: [{ address: former }] },
			);
		const part = await of({ countryCode: 'DE' });
		expect(part.requests).toEqual([`GET ${one}`, `PATCH ${one}`]);
		expect(part.bodies).toEqual([{ address }]);
		expect((await of(whole)).requests).toEqual([`PATCH ${one}`]);
	});

	it('of one record by several items: one after the other, however they write its ID', async () => {
		const { requests, held } = await runNode(
			{ ...update, customerId: ({ key }: { key: string }) => byId(key), ...mapped },
			{
				held: [{ address: former }],
				items: [
					{ key: id(1), addressLine2: 'Hinterhaus' },
					{ key: id(1).toUpperCase(), country: 'Germany' },
				],
			},
		);
		expect(requests.map((request) => request.split(' ')[0])).toEqual([
			...['GET', 'PATCH', 'GET', 'PATCH'],
		]);
		const both = { ...former, addressLine2: 'Hinterhaus', country: 'Germany' };
		expect(held).toMatchObject([{ address: both }]);
	});

	it.each([{}, { options: { skipUnchanged: true } }])(
		'that the service refuses names the record as the person does: %j',
		async (more) => {
			const { outputs } = await runNode(
				{
					...{ ...update, customerId: byHumanId('C-7'), ...more },
					updateFields: { firstName: 'Grace' },
				},
				{
					held: [{ humanId: 'C-7' }],
					answer: ({ method }) =>
						method === 'PATCH' ? { statusCode: 422, body: { message: 'No' } } : undefined,
				},
			);
			expect(outputs[0].error).toContain('Could not update customer C-7 (422): No');
		},
	);

	it('of a record that does not exist names it, even if only the reading shows it', async () => {
		const { outputs, requests } = await runNode({
			...{ ...update, customerId: byId(id(3)), options: { skipUnchanged: true } },
			updateFields: { firstName: 'Grace' },
		});
		expect(outputs[0].error).toContain(`Could not get customer ${id(3)} (404)`);
		expect(requests).toEqual([`GET /customers/${id(3)}`]);
	});

	it('of a record that cannot be found is an error of its own item only', async () => {
		const { outputs } = await runNode(
			{
				...{ ...update, updateFields: { firstName: 'Grace' } },
				customerId: ({ key }: { key: string }) => byHumanId(key),
			},
			{ items: [{ key: 'C-9' }, { key: 'C-7' }], held: [{ humanId: 'C-7' }] },
		);
		expect(outputs[0].error).toContain('C-9');
		expect(outputs[1]).toMatchObject({ firstName: 'Grace' });
	});
});

describe('an update with Skip Unchanged', () => {
	const skip = { options: { skipUnchanged: true } };

	it('asks for a yes: the option is off once it is added, and takes nothing but yes or no', async () => {
		const { options = [] } = operationOf('customer', 'update');
		const option = options.find(({ name }) => name === 'skipUnchanged');
		expect(option?.default).toBe(false);
		expect(option?.description).toContain('"syncResult": "updated" or "unchanged"');
		const { outputs, requests } = await runNode({
			...{ ...update, customerId: byId(id(1)), updateFields: { firstName: 'Grace' } },
			options: { skipUnchanged: 'maybe' },
		});
		expect(outputs[0].error).toContain('Skip Unchanged: "maybe" is neither true nor false');
		expect(requests).toEqual([]);
	});

	it('sends only what differs, or nothing, and says which', async () => {
		const { outputs, requests, bodies } = await runNode(
			{ ...update, ...skip, ...mapped, customerId: byId(id(1)) },
			{ items: [{ firstName: 'Grace' }, { firstName: 'Grace', lastName: 'Weber' }], held: [{}] },
		);
		expect(outputs).toMatchObject([{ syncResult: 'updated' }, { syncResult: 'unchanged' }]);
		expect(outputs[1]).toEqual({
			...{ id: id(1), firstName: 'Grace', lastName: 'Weber', syncResult: 'unchanged' },
		});
		expect(bodies).toEqual([{ firstName: 'Grace' }]);
		expect(requests).toEqual([`GET ${one}`, `PATCH ${one}`, `GET ${one}`]);
	});

	it('sends a whole address if a part of it differs', async () => {
		const { bodies } = await runNode(
			{ ...update, ...skip, ...mapped, customerId: byId(id(1)) },
			{ items: [{ firstName: 'Ada', countryCode: 'DE' }], held: [{ address: former }] },
		);
		expect(bodies).toEqual([{ address }]);
	});

	it('returns a record that differs in nothing in the form that was chosen', async () => {
		const form = { output: 'selectedFields', outputFields: ['lastName'] };
		const { outputs } = await runNode(
			{ ...update, ...skip, ...mapped, ...form, customerId: byId(id(1)) },
			{ items: [{ firstName: 'Ada' }, { firstName: 'Grace' }], held: [{}] },
		);
		const shown = { id: id(1), lastName: 'Weber' };
		expect(outputs).toEqual([
			{ ...shown, syncResult: 'unchanged' },
			{ ...shown, syncResult: 'updated' },
		]);
	});
});
