import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { mapped, updateCustomer, upsert } from '../harness/samples/sampleWrites.mts';
import { useScenario, watchInFlight } from '../harness/scenario.mts';
import { addRecord, bodiesOf, onRequest, writes } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// Create or Update at a service that keeps what it wants of the value to match: the next run would not find the record.

const { service, run } = useScenario();
const onError = 'continueRegularOutput' as const;

/** From now on, the service writes something of its own in place of what is sent. */
const rewrite = (change: (body: IDataObject) => object) =>
	onRequest(service(), () => {
		const { method, body } = service().requests.at(-1) ?? {};
		if (method !== 'GET') Object.assign(body as IDataObject, change(body as IDataObject));
	});

const customer = { firstName: 'Ada', lastName: 'Weber', companyName: 'Weber GmbH' };
const person = { ...customer, address: { postalCode: '24103' } };
const match = (resource: 'project' | 'customer', matchOn: string) => ({
	...{ resource, operation: 'upsert', matchOn, ...mapped },
});

/** The way to match, an item, what the service makes of it, and what the error shows. */
const rewritten: Array<[string, object, IDataObject, object, string]> = [
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
		const id = String(
			recordsOf(service(), (parameters as { resource: 'project' }).resource)[0]?.id,
		);
		expect(json[0]?.error).toContain(`was created (ID ${id}), but the service stored ${shown}.`);
		expect(json[0]?.error).toContain('would create another');
		expect(json[0].details).toEqual({ kind: 'refused' });
		const closed = {
			error: expect.stringContaining(shown) as unknown,
			details: { kind: 'refused' },
		};
		expect(json.slice(1)).toMatchObject([closed, closed]);
		expect(writes(service())).toHaveLength(1);
	},
);

it('an update that moves the record away from the value to match fails too', async () => {
	addRecord.customer(service(), { email: 'ada@mail.example', phoneNumber: '1' });
	rewrite(() => ({ email: 'ada.weber@mail.example' }));
	const items = [{ email: 'ada@mail.example', phoneNumber: '2' }];
	const { json } = await run(match('customer', 'email'), { items, onError });
	expect(json[0]?.error).toMatch(/^The customer was updated .* would create another/);
	expect(bodiesOf(service())).toHaveLength(1);
});

it('the first create goes alone; once its value was kept, several go at once', async () => {
	service().faults.add({ method: 'POST', delayMs: 20 });
	const counts = watchInFlight(service());
	const items = Array.from({ length: 40 }, (_, at) => ({ ...person, email: `${at}@mail.example` }));
	await run(match('customer', 'email'), { items });
	const posts = service().requests.flatMap(({ method }, at) =>
		method === 'POST' ? [counts[at] ?? 0] : [],
	);
	expect(posts).toHaveLength(40);
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
		addRecord.customer(service(), { email: 'other@mail.example' });
		return { email: 'own@mail.example' };
	});
	service().faults.add({ method: 'POST', times: 1, status: 201, body: {}, afterHandling: true });
	const items = Array.from({ length: 10 }, (_, at) => ({ ...person, email: `${at}@mail.example` }));
	const { json } = await run(match('customer', 'email'), { items, onError });
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
	const { firstName, lastName } = person;
	const items = [{ firstName, lastName, phoneNumber: '0431/12345' }];
	const parameters = upsert('customer', mapped);
	rewrite(() => ({ phoneNumber: '+4943112345' }));
	expect((await run(parameters, { items })).json).toMatchObject([{ syncResult: 'created' }]);
	const { json, hints } = await run(parameters, { items });
	expect(json).toMatchObject([{ syncResult: 'unchanged', notKept: ['phoneNumber'] }]);
	expect(hints).toHaveLength(1);
	const update = updateCustomer(String(json[0].id), {
		...{ ...mapped, options: { skipUnchanged: true } },
	});
	expect((await run(update, { items })).json).toMatchObject([{ syncResult: 'unchanged' }]);
});
