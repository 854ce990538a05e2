import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { recordsOf } from '../../shared.mts';
import { mapped, updateCustomer, upsert } from '../harness/samples/sampleWrites.mts';
import { useScenario, watchInFlight } from '../harness/scenario.mts';
import { addCustomer, onRequest, requestsWith, writes } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// What Create or Update knows of the records of a run: at a service that keeps what it wants of the value to match, and where
// an answer is lost.

const { service, run } = useScenario();
const onError = 'continueRegularOutput' as const;

/** From now on, the service writes something of its own in place of what is sent. */
const rewrite = (change: (body: IDataObject) => object) =>
	onRequest(service(), () => {
		const { method, body } = service().requests.at(-1) ?? {};
		if (method !== 'GET') Object.assign(body as IDataObject, change(body as IDataObject));
	});

const names = { firstName: 'Ada', lastName: 'Weber' };
const person = { ...names, companyName: 'Weber GmbH', address: { postalCode: '24103' } };
const tenPeople = Array.from({ length: 10 }, (_, at) => ({
	...{ ...person, email: `${at}@mail.example` },
}));
const match = (resource: 'project' | 'customer', matchOn: string) => ({
	...{ resource, operation: 'upsert', matchOn, ...mapped },
});

/** The way to match, an item, what the service makes of it, and what the error shows. */
const rewritten: Array<[string, ReturnType<typeof match>, IDataObject, object, string]> = [
	[
		'the number of a project',
		match('project', 'humanId'),
		{ humanId: 'ERP-7', name: 'Haus' },
		{ humanId: 'P-001' },
		'"P-001", not the Human ID "ERP-7"',
	],
	[
		'an email address that is dropped',
		match('customer', 'email'),
		{ email: 'ada@mail.example', ...person },
		{ email: null },
		'"nothing", not the Email "ada@mail.example"',
	],
	[
		'a last name and a postal code',
		match('customer', 'name'),
		person,
		{ lastName: 'W.', address: { postalCode: 'D-24103' } },
		'"Ada W. Weber GmbH D-24103", not the Name "Ada Weber"',
	],
];

it.each(rewritten)(
	'%s: fails the item that created the record, and nothing more is created',
	async (_, parameters, item, change, shown) => {
		says('docs/action-node.md', 'No further create begins in that run');
		rewrite(() => change);
		const { json } = await run(parameters, { items: [item, item, item], onError });
		const [{ id }] = recordsOf(service(), parameters.resource);
		expect(json[0]?.error).toContain(`was created (ID ${id}), but the service stored ${shown}.`);
		expect(json[0]?.error).toContain('would create another');
		const error = expect.stringContaining(shown) as unknown;
		expect(json).toMatchObject(json.map(() => ({ error, details: { kind: 'refused' } })));
		expect(writes(service())).toHaveLength(1);
	},
);

it('an update that moves the record away from the value to match fails too', async () => {
	addCustomer(service(), { email: 'ada@mail.example', phoneNumber: '1' });
	rewrite(() => ({ email: 'ada.weber@mail.example' }));
	const items = [{ email: 'ada@mail.example', phoneNumber: '2' }];
	const { json } = await run(match('customer', 'email'), { items, onError });
	expect(json[0]?.error).toMatch(/^The customer was updated .* would create another/);
	expect(writes(service())).toHaveLength(1);
});

it('the first create goes alone; once its value was kept, several go at once', async () => {
	service().faults.add({ method: 'POST', delayMs: 20 });
	const counts = watchInFlight(service());
	await run(match('customer', 'email'), { items: tenPeople });
	const posts = counts.filter((_, at) => service().requests[at].method === 'POST');
	expect(posts).toHaveLength(10);
	expect(posts[0]).toBe(1);
	expect(Math.max(...posts)).toBeGreaterThan(2);
});

it('a first create that is refused shows nothing: the next one goes alone', async () => {
	let refused = 0;
	onRequest(service(), () => {
		const { method } = service().requests.at(-1) ?? {};
		const isFirst = method === 'POST' && refused++ === 0;
		return isFirst ? { status: 422, body: { message: 'No' } } : undefined;
	});
	const items = ['A-1', 'A-2'].map((humanId) => ({ humanId, name: 'Haus' }));
	const { json } = await run(match('project', 'humanId'), { items, onError });
	expect(json).toMatchObject([{ error: expect.stringContaining('No') }, { syncResult: 'created' }]);
});

it('a first create of which nothing is seen shows nothing: the next one goes alone', async () => {
	rewrite(() => {
		// Somebody else creates one at the same time: nothing tells which one is which.
		addCustomer(service(), { email: 'other@mail.example' });
		return { email: 'own@mail.example' };
	});
	service().faults.add({ method: 'POST', times: 1, status: 201, body: {}, afterHandling: true });
	const { json } = await run(match('customer', 'email'), { items: tenPeople, onError });
	expect(json[0]).toMatchObject({ syncResult: 'created' });
	expect(json.slice(1).every(({ error }) => error !== undefined)).toBe(true);
	expect(writes(service())).toHaveLength(2);
});

describe('a service that does not keep a value, and leaves out of its answers what it does not hold', () => {
	const shows = (_: string, value: unknown) => (value === null ? undefined : value);
	const notKept = ['email', 'phoneNumber'];
	const scenario = useScenario({ differences: { notKept, shows } });

	it('creates no record that the next run would not find', async () => {
		const items = [1, 2].map((at) => ({ ...person, email: `${at}@mail.example` }));
		const { json } = await scenario.run(match('customer', 'email'), { items, onError });
		expect(json[0].error).toContain('not the Email "1@mail.example"');
		expect(writes(scenario.service())).toHaveLength(1);
	});

	it('has not kept what was sent, and what is as before is unchanged', async () => {
		const items = [{ ...person, phoneNumber: '1' }];
		for (const syncResult of ['created', 'unchanged', 'unchanged']) {
			const { json } = await scenario.run(match('customer', 'name'), { items });
			expect(json).toMatchObject([{ syncResult, notKept: ['phoneNumber'] }]);
		}
	});
});

it('phone numbers that the service writes its own way are unchanged, by Create or Update and by Update with Skip Unchanged', async () => {
	const items = [{ ...names, phoneNumber: '0431/12345' }];
	const parameters = upsert('customer', mapped);
	rewrite(() => ({ phoneNumber: '+4943112345' }));
	expect((await run(parameters, { items })).json).toMatchObject([{ syncResult: 'created' }]);
	const { json, hints } = await run(parameters, { items });
	expect(json).toMatchObject([{ syncResult: 'unchanged', notKept: ['phoneNumber'] }]);
	expect(hints).toHaveLength(1);
	const options = { skipUnchanged: true };
	const update = updateCustomer(String(json[0].id), { ...mapped, options });
	expect((await run(update, { items })).json).toMatchObject([{ syncResult: 'unchanged' }]);
});

describe('an answer that is not clear', () => {
	const customers = () => recordsOf(service(), 'customer');
	const ada = { ...names, email: 'ada@mail.example' };
	const grace = { ...ada, firstName: 'Grace', email: 'Ada@mail.example' };
	const sync = async (...items: IDataObject[]) =>
		await run(match('customer', 'email'), { items, onError });
	const lostAnswer = { method: 'POST', path: pathOf('createCustomer'), times: 1, reset: true };

	it('what was created is not mistaken for a customer of that name who was there before', async () => {
		addCustomer(service(), { ...names, companyName: 'Alt GmbH' });
		// The answer has no record, and the list shows it late.
		service().faults.add({ method: 'POST', status: 201, body: '' });
		const item = { ...names, companyName: 'Neu GmbH' };
		const { json } = await run(match('customer', 'name'), { items: [item, item], onError });
		expect(json[0]).toMatchObject({ companyName: 'Neu GmbH', syncResult: 'created' });
		expect(json[0]).not.toHaveProperty('id');
		expect(json[1].error).toContain(
			'the service does not show it yet. Run this item again in a few',
		);
		expect(json[1].details).toEqual({ kind: 'temporary' });
		expect(writes(service())).toHaveLength(1);
	});

	it.each<[string, Fault]>([
		['lost', lostAnswer],
		['no JSON', { ...lostAnswer, reset: false, status: 201, body: 'Created' }],
	])(
		'to a create (%s) that was carried out: the second item finds and updates it',
		async (_, fault) => {
			service().faults.add({ ...fault, afterHandling: true });
			const { json } = await sync(ada, grace, grace);
			expect(json[0]?.error).toContain('Could not create a customer');
			expect(json[1]).toMatchObject({ syncResult: 'updated', firstName: 'Grace' });
			// Once it is found, the third one does not look again.
			expect(json[2]).toMatchObject({ syncResult: 'unchanged' });
			expect(requestsWith(service(), 'GET', pathOf('listCustomers'))).toHaveLength(2);
			expect(customers()).toHaveLength(1);
		},
	);

	it('to a create that was not carried out: the second item does not create it either', async () => {
		service().faults.add(lostAnswer);
		const { json } = await sync(ada, grace);
		expect(json[1]?.error).toMatch(
			/^The customer with the Email "Ada@mail\.example" may have been created already.*Run this item again in a few minutes/,
		);
		expect(writes(service())).toHaveLength(1);
	});

	it('is none that refuses: the second item creates it', async () => {
		service().faults.add({ method: 'POST', times: 1, status: 422, body: { message: 'No' } });
		const { json } = await sync(ada, grace);
		expect(json[0]?.error).toContain('(422): No');
		expect(json[1]).toMatchObject({ syncResult: 'created', firstName: 'Grace' });
	});

	it('to an update: the second item compares again', async () => {
		const { humanId } = addCustomer(service(), ada);
		const body = '<p>Saved';
		service().faults.add({ method: 'PATCH', times: 1, status: 200, body, afterHandling: true });
		const { json } = await sync(grace, ada);
		expect(json[0]?.error).toContain(`Could not update customer ${String(humanId)}: `);
		expect(json[1]).toMatchObject({ syncResult: 'updated', firstName: 'Ada' });
		expect(customers()).toMatchObject([{ firstName: 'Ada' }]);
	});

	it('to a create, while somebody created another one: neither is taken for it', async () => {
		service().faults.add({ method: 'POST', times: 1, status: 200, body: {}, afterHandling: true });
		// The first request reads the list, the second one creates.
		onRequest(service(), (number) => {
			if (number === 2) addCustomer(service(), { email: ada.email });
		});
		const { json, hints } = await sync(ada);
		expect(json[0]).toMatchObject({ email: ada.email, syncResult: 'created' });
		expect(json[0].id).toBeUndefined();
		expect(hints).toHaveLength(1);
	});
});
