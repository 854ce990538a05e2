import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { recordsOf } from '../../shared.mts';
import { onRequest, addCustomer, requestsWith, writes } from '../harness/service/service.mts';
import { useScenario } from '../harness/scenario.mts';

const { service, run } = useScenario();
const syncCustomers = {
	resource: 'customer',
	operation: 'upsert',
	matchValue: '={{ $json.email }}',
	firstName: '={{ $json.firstName }}',
	lastName: 'Weber',
};
const customers = () => recordsOf(service(), 'customer');

it('what was created is not mistaken for a customer of that name who was there before', async () => {
	const named = { firstName: 'Ada', lastName: 'Weber' };
	addCustomer(service(), { ...named, companyName: 'Alt GmbH' });
	// The answer has no record, and the list shows it late.
	service().faults.add({ method: 'POST', status: 201, body: '' });
	const parameters = { resource: 'customer', operation: 'upsert', matchOn: 'name', ...named };
	const { json } = await run(
		{ ...parameters, additionalFields: { companyName: 'Neu GmbH' } },
		{ items: [{}, {}], onError: 'continueRegularOutput' },
	);
	expect(json[0]).toMatchObject({ companyName: 'Neu GmbH', syncResult: 'created' });
	expect(json[0]).not.toHaveProperty('id');
	expect(json[1].error).toContain('the service does not show it yet. Run this item again in a few');
	expect(json[1].details).toEqual({ kind: 'temporary' });
	expect(writes(service())).toHaveLength(1);
});

describe('two items about the same customer', () => {
	describe('the first create gets no clear answer', () => {
		const twice = async () =>
			await run(syncCustomers, {
				items: [
					{ email: 'ada@mail.example', firstName: 'Ada' },
					{ email: 'Ada@mail.example', firstName: 'Grace' },
				],
				onError: 'continueRegularOutput',
			});
		const lostAnswer = { method: 'POST', path: pathOf('createCustomer'), times: 1, reset: true };

		it.each<[string, Fault]>([
			['lost', lostAnswer],
			['no JSON', { ...lostAnswer, reset: false, status: 201, body: 'Created' }],
		])('(%s) and it was carried out: the second finds and updates it', async (_, fault) => {
			service().faults.add({ ...fault, afterHandling: true });
			const { json } = await twice();
			expect(json[0]?.error).toContain('Could not create a customer');
			expect(json[1]).toMatchObject({ syncResult: 'updated', firstName: 'Grace' });
			expect(customers()).toHaveLength(1);
		});

		it('and it was carried out: once it is found, the third does not look again', async () => {
			service().faults.add({ ...lostAnswer, afterHandling: true });
			const { json } = await run(syncCustomers, {
				items: ['Ada', 'Grace', 'Grace'].map((firstName) => ({
					email: 'ada@mail.example',
					firstName,
				})),
				onError: 'continueRegularOutput',
			});
			expect(json.map(({ syncResult }) => syncResult)).toEqual([undefined, 'updated', 'unchanged']);
			expect(requestsWith(service(), 'GET', pathOf('listCustomers'))).toHaveLength(2);
		});

		it('and it is not there: the second does not create it either', async () => {
			service().faults.add(lostAnswer);
			const { json } = await twice();
			expect(json[1]?.error).toMatch(
				/^The customer with the Email "Ada@mail\.example" may have been created already.*Run this item again in a few minutes/,
			);
			expect(writes(service())).toHaveLength(1);
		});

		it('but was refused: the second creates it', async () => {
			service().faults.add({ method: 'POST', times: 1, status: 422, body: { message: 'No' } });
			const { json } = await twice();
			expect(json[0]?.error).toContain('(422): No');
			expect(json[1]).toMatchObject({ syncResult: 'created', firstName: 'Grace' });
		});
	});

	it('of the same customer, where the first update gets no clear answer: the second compares again', async () => {
		const ada = { email: 'ada@mail.example', firstName: 'Ada', lastName: 'Weber' };
		const { humanId } = addCustomer(service(), ada);
		const body = '<p>Saved';
		service().faults.add({ method: 'PATCH', times: 1, status: 200, body, afterHandling: true });
		const { json } = await run(syncCustomers, {
			items: [
				{ email: 'ada@mail.example', firstName: 'Grace' },
				{ email: 'ada@mail.example', firstName: 'Ada' },
			],
			onError: 'continueRegularOutput',
		});
		expect(json[0]?.error).toContain(`Could not update customer ${String(humanId)}: `);
		expect(json[1]).toMatchObject({ syncResult: 'updated', firstName: 'Ada' });
		expect(customers().map(({ firstName }) => firstName)).toEqual(['Ada']);
	});
});

it('a create that is answered with nothing, where somebody created another meanwhile: neither is taken for it', async () => {
	service().faults.add({ method: 'POST', times: 1, status: 200, body: {}, afterHandling: true });
	// The first request reads the list, the second one creates.
	onRequest(service(), (number) => {
		if (number === 2) addCustomer(service(), { email: 'ada@mail.example' });
	});
	const { json, hints } = await run(syncCustomers, {
		items: [{ email: 'ada@mail.example', firstName: 'Ada' }],
	});
	expect(json[0]).toMatchObject({ email: 'ada@mail.example', syncResult: 'created' });
	expect(json[0].id).toBeUndefined();
	expect(hints).toHaveLength(1);
});
