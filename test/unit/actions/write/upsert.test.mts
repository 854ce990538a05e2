import { describe, expect, it } from 'vitest';
import { COMPANY, id, mapped, runNode } from './bench.mts';

const upsertCustomer = { resource: 'customer', operation: 'upsert', matchOn: 'email' } as const;
const upsertProject = { resource: 'project', operation: 'upsert' } as const;
const EMAIL = 'ada@mail.example';
const grace = { firstName: 'Grace', lastName: 'Hopper' };
const one = `/customers/${id(1)}`;

describe('create or update, if no record matches', () => {
	it('creates it with the value that was looked for, as it was written', async () => {
		const { outputs, requests, bodies } = await runNode({
			...{ ...upsertCustomer, ...grace, matchValue: ' Ada@mail.example ' },
			additionalFields: { email: 'other@mail.example' },
		});
		const sent = { ...grace, email: 'Ada@mail.example', companyId: COMPANY, address: null };
		expect(bodies).toEqual([sent]);
		expect(requests).toEqual(['GET /customers', 'GET /account', 'POST /customers']);
		expect(outputs).toEqual([{ id: id(1), ...sent, syncResult: 'created' }]);
	});

	it('does not create it without what a new record must have', async () => {
		const { outputs, requests } = await runNode({
			...{ ...upsertCustomer, firstName: 'Grace', lastName: ' ', matchValue: EMAIL },
		});
		expect(outputs[0].error).toContain('Last Name (lastName) is empty');
		expect(requests).toEqual(['GET /customers']);
	});

	it.each([
		['customer', 'humanId', 'C-9'],
		['customer', 'id', id(9)],
		['project', 'id', id(9)],
	] as const)('does not create a %s by its %s', async (resource, matchOn, matchValue) => {
		const { outputs, bodies } = await runNode(
			{ ...grace, resource, operation: 'upsert', matchOn, matchValue, name: 'Haus Koch' },
			{ held: [{ humanId: 'X-1' }] },
		);
		expect(outputs[0].error).toBe(
			`No ${resource} has the ${matchOn} "${matchValue}". The service assigns this value itself, so the node cannot create one with it. Correct the value, or choose another field under "Match On".`,
		);
		expect(bodies).toEqual([]);
	});

	it('creates a project by its human ID', async () => {
		const match = { matchOn: 'humanId', matchValue: 'P-7', name: 'Haus Koch' };
		const { outputs } = await runNode({ ...upsertProject, ...match });
		expect(outputs).toMatchObject([{ humanId: 'P-7', syncResult: 'created' }]);
	});
});

describe('create or update, if one record matches', () => {
	const held = [{ email: 'other@mail.example' }, { email: EMAIL, phoneNumber: '1' }];
	const two = `/customers/${id(2)}`;

	it('sends what differs, and says so', async () => {
		const { outputs, requests, bodies } = await runNode(
			{ ...upsertCustomer, firstName: 'Grace', lastName: 'Weber', matchValue: 'ADA@mail.example' },
			{ held },
		);
		expect(requests).toEqual(['GET /customers', `PATCH ${two}`]);
		// The email stays as it is: the record was found by it.
		expect(bodies).toEqual([{ firstName: 'Grace' }]);
		expect(outputs).toMatchObject([{ id: id(2), email: EMAIL, syncResult: 'updated' }]);
	});

	it('sends nothing if nothing differs; an empty name counts as not set', async () => {
		const names = { firstName: ' ', lastName: '' };
		const { outputs, requests } = await runNode(
			{ ...upsertCustomer, ...names, matchValue: EMAIL },
			{ held },
		);
		expect(requests).toEqual(['GET /customers']);
		expect(outputs).toMatchObject([{ id: id(2), firstName: 'Ada', syncResult: 'unchanged' }]);
	});

	it('clears what was chosen, unless it is empty already', async () => {
		const { bodies } = await runNode(
			{ ...upsertCustomer, matchValue: EMAIL, fieldsToClear: ['phoneNumber', 'companyName'] },
			{ held },
		);
		expect(bodies).toEqual([{ phoneNumber: null }]);
	});

	it('does not clear the field that finds it', async () => {
		const { outputs, requests } = await runNode(
			{ ...upsertCustomer, matchValue: EMAIL, fieldsToClear: ['email'] },
			{ held },
		);
		expect(outputs[0].error).toBe(
			'The email cannot be cleared, because it is used to find the customer. Remove it from "Fields to Clear", or match on another field.',
		);
		expect(requests).toEqual([]);
	});

	it('keeps that field if the item has another value for it, or an empty one', async () => {
		const { bodies, held: after } = await runNode(
			{ ...upsertCustomer, ...mapped, matchValue: EMAIL, options: { emptyText: 'clear' } },
			{ held, items: [{ email: 'new@mail.example', phoneNumber: '2' }, { email: '' }] },
		);
		expect(bodies).toEqual([{ phoneNumber: '2' }]);
		expect(after).toMatchObject([{}, { email: EMAIL }]);
	});

	it('by ID reads each record once, and no list', async () => {
		const { outputs, requests } = await runNode(
			{ ...upsertCustomer, ...mapped, matchOn: 'id' },
			{ held, items: [{ id: id(1) }, { id: id(2) }, { id: id(1).toUpperCase() }] },
		);
		expect(outputs.map((record) => record.id)).toEqual([id(1), id(2), id(1)]);
		expect(requests).toEqual([`GET ${one}`, `GET ${two}`]);
	});

	it.each([
		[{ humanId: 'C-7' }, 'Could not update customer C-7 (422): No'],
		[{ humanId: null }, `Could not update customer ${id(1)} (422): No`],
	])('names it if the service refuses the update: %j', async (record, message) => {
		const { outputs } = await runNode(
			{ ...upsertCustomer, ...grace, matchValue: EMAIL },
			{
				held: [{ ...record, email: EMAIL }],
				answer: ({ method }) =>
					method === 'PATCH' ? { statusCode: 422, body: { message: 'No' } } : undefined,
			},
		);
		expect(outputs[0].error).toContain(message);
	});
});

describe('create or update, if several records match', () => {
	it('changes nothing, and names them', async () => {
		const { outputs, bodies } = await runNode(
			{ ...upsertCustomer, ...grace, matchValue: EMAIL },
			{ held: [{ email: EMAIL, humanId: 'C-1' }, { email: 'ADA@mail.example' }] },
		);
		expect(outputs[0].error).toBe(
			`2 customers have the email "${EMAIL}": C-1 Ada Weber (${id(1)}); Ada Weber (${id(2)}). Nothing was changed. Match on the ID, or clean up the duplicates in the service.`,
		);
		expect(bodies).toEqual([]);
	});

	const byHumanId = { ...upsertProject, matchOn: 'humanId', additionalFields: { isLead: true } };
	const held = [{ humanId: 'P-a' }, { humanId: 'P-A' }];

	it('takes the one whose human ID has exactly the same upper and lower case', async () => {
		const { outputs } = await runNode({ ...byHumanId, matchValue: 'P-A' }, { held });
		expect(outputs).toMatchObject([{ id: id(2), isLead: true }]);
	});

	it('changes nothing if none has, and says that letter case decides', async () => {
		const wanted = { ...byHumanId, matchValue: 'p-a' };
		const { outputs, bodies } = await runNode(wanted, { held });
		expect(outputs[0].error).toContain(
			'2 projects have the humanId "p-a" in different upper and lower case: P-A',
		);
		expect(outputs[0].error).toContain(
			'Nothing was changed. Match with exactly the same upper and lower case as the project you mean, or match on the ID.',
		);
		expect(bodies).toEqual([]);
	});

	it('does not speak of letter case if several have exactly the same human ID', async () => {
		const twice = [{ humanId: 'P-A' }, { humanId: 'P-A' }];
		const { outputs } = await runNode({ ...byHumanId, matchValue: 'P-A' }, { held: twice });
		expect(outputs[0].error).toContain('2 projects have the humanId "P-A": P-A');
		expect(outputs[0].error).toContain('clean up the duplicates in the service');
	});

	it('by their name does not take the one that has this name as its human ID', async () => {
		const { outputs, bodies } = await runNode(
			{ ...upsertProject, matchOn: 'name', matchValue: 'P-1', additionalFields: { isLead: true } },
			{ held: [{ name: 'P-1', humanId: 'P-1' }, { name: 'P-1' }] },
		);
		expect(outputs[0].error).toContain('2 projects have the name "P-1": ');
		expect(bodies).toEqual([]);
	});

	it('keeps the others of another letter case apart, after it has written one', async () => {
		const { outputs } = await runNode(
			{ ...upsertProject, ...mapped, matchOn: 'humanId' },
			{
				held,
				items: [
					{ humanId: 'P-A', isLead: true },
					{ humanId: 'P-a', isLead: false },
					{ humanId: 'P-A', isLead: true },
				],
			},
		);
		expect(outputs).toMatchObject([
			{ id: id(2), syncResult: 'updated' },
			{ id: id(1), syncResult: 'updated' },
			{ id: id(2), syncResult: 'unchanged' },
		]);
	});
});

describe('several items', () => {
	it('about different records read the list once', async () => {
		const items = [1, 2, 3].map((number) => ({ ...grace, email: `ada${number}@mail.example` }));
		const { outputs, requests } = await runNode({ ...upsertCustomer, ...mapped }, { items });
		expect(outputs.map(({ email }) => email)).toEqual(items.map(({ email }) => email));
		expect(requests.filter((request) => request === 'GET /customers')).toHaveLength(1);
	});

	it('about the same new record create it once, and then update it', async () => {
		const { outputs, requests } = await runNode(
			{ ...upsertCustomer, ...mapped },
			{
				items: [
					{ ...grace, email: EMAIL },
					{ ...grace, email: 'ADA@mail.example', phoneNumber: '1' },
					{ ...grace, email: EMAIL },
				],
			},
		);
		expect(outputs.map(({ syncResult }) => syncResult)).toEqual([
			...['created', 'updated', 'unchanged'],
		]);
		expect(requests).toEqual([
			...['GET /customers', 'GET /account', 'POST /customers', `PATCH ${one}`],
		]);
	});

	it('that fail do not stop the next one about the same record', async () => {
		const { outputs } = await runNode(
			{ ...upsertCustomer, ...mapped },
			{ items: [{ email: EMAIL }, { ...grace, email: EMAIL }] },
		);
		expect(outputs).toMatchObject([
			{ error: expect.stringContaining('First Name') },
			{ syncResult: 'created' },
		]);
	});
});

describe('a list that may lack records', () => {
	const cut = ({ path, method }: { path: string; method: string }) =>
		method === 'GET' && path === '/customers'
			? { headers: { 'x-total-count': '9' }, body: [{ id: id(1), email: EMAIL, ...grace }] }
			: undefined;

	it('is no reason to create a record, which would then exist twice', async () => {
		const { outputs, bodies } = await runNode(
			{ ...upsertCustomer, ...grace, matchValue: 'new@mail.example' },
			{ answer: cut },
		);
		expect(outputs[0].error).toBe(
			'The node cannot tell whether there is a customer with the email "new@mail.example": it found none, but the list of customers that it read may be incomplete. Nothing was written, so no customer is created twice. Run the item again when the service is less busy, or match on the ID.',
		);
		expect(bodies).toEqual([]);
	});

	it('may have the record all the same: it is updated', async () => {
		const { outputs } = await runNode(
			{ ...upsertCustomer, ...grace, matchValue: EMAIL, additionalFields: { phoneNumber: '1' } },
			{ held: [{ email: EMAIL }], answer: cut },
		);
		expect(outputs).toMatchObject([{ id: id(1), phoneNumber: '1', syncResult: 'updated' }]);
	});
});
