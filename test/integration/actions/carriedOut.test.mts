import type { IDataObject } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { updateCustomer } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, onRequest, requestsWith } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// n8n's Retry On Fail runs the whole node again, with the same input items.

const { service, run } = useScenario();
const customers = () => recordsOf(service(), 'customer').map(({ firstName }) => firstName);
const names = (count: number) => Array.from({ length: count }, (_, at) => `No ${at + 1}`);
const rows = (count: number) =>
	names(count).map((firstName, at) => ({ firstName, email: `no${at + 1}@mail.example` }));
const REFUSED: Fault = { status: 422, body: { message: 'Not this one' } };
const LOST: Fault = { afterHandling: true, reset: true };

/** Each write of a row is refused so many times. */
function refuse(firstName: string, times: number, fault: Fault = REFUSED) {
	let left = times;
	onRequest(service(), () => {
		const { method, body } = service().requests.at(-1) ?? {};
		const isMeant = method !== 'GET' && (body as IDataObject | undefined)?.firstName === firstName;
		return isMeant && left-- > 0 ? fault : undefined;
	});
}

const person = { firstName: '={{ $json.firstName }}', lastName: 'Weber' };
const create = { resource: 'customer', operation: 'create', ...person };
const upsert = { ...create, operation: 'upsert', matchValue: '={{ $json.email }}' };

it('the last try shows the hints of those before it: what was carried out is not run again', async () => {
	onRequest(service(), () => {
		const { method, body } = service().requests.at(-1) ?? {};
		if (method === 'POST') (body as IDataObject).phoneNumber = '+49 30 1';
		return undefined;
	});
	const items = [{ ...rows(1)[0], email: 'none' }, ...rows(2).slice(1)];
	const parameters = { ...upsert, additionalFields: { phoneNumber: '030 1' } };
	const { hints } = await run(parameters, { items, onError: 'continueRegularOutput', tries: 3 });
	expect(hints).toMatchObject([{ message: expect.stringContaining('Phone Number') as unknown }]);
});

describe.each([
	['Create', create],
	['Create or Update', upsert],
])('%s', (_, parameters) => {
	it('carries out each row once if one is refused at first', async () => {
		says('docs/action-node.md', 'What an item has written is not written again');
		refuse('No 6', 1);
		const { json, status } = await run(parameters, { items: rows(12), tries: 3 });
		expect(status).toBe('success');
		expect(json.map(({ firstName }) => firstName)).toEqual(names(12));
		expect(customers().sort()).toEqual(names(12).sort());
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'carries out the others once if the first row is always refused and the node goes on with %s',
		async (onError) => {
			refuse('No 1', Infinity);
			const { outputs, status } = await run(parameters, { items: rows(11), tries: 3, onError });
			expect(status).toBe('success');
			expect(customers().sort()).toEqual(names(11).slice(1).sort());
			expect(outputs.flat().filter(({ json }) => 'error' in json)).toHaveLength(1);
		},
	);

	it('never sends again what may have been created', async () => {
		refuse('No 2', 1, LOST);
		await run(parameters, { items: rows(3), tries: 3 });
		expect(customers().sort()).toEqual(names(customers().length));
		expect(requestsWith(service(), 'POST')).toHaveLength(customers().length);
	});

	it.each([
		['with Execute Once', { executeOnce: true }],
		['as a tool', { type: 'energyProjectsTool' }],
	])('creates one %s', async (_, more) => {
		refuse('No 1', 1, LOST);
		await run(parameters, { items: rows(1), tries: 3, ...more });
		expect(customers()).toEqual(['No 1']);
		expect(requestsWith(service(), 'POST')).toHaveLength(1);
	});
});

it.each([
	['update', 'PATCH', { updateFields: person }],
	['delete', 'DELETE', {}],
])('what an %s has done is not done again', async (operation, method, more) => {
	const ids = names(4).map((firstName) => addCustomer(service(), { firstName }).id);
	const [, , third = ''] = ids;
	let refusals = 1;
	onRequest(service(), () => {
		const isThird = service().requests.at(-1)?.path.endsWith(third);
		return isThird && refusals-- > 0 ? REFUSED : undefined;
	});
	const customerId = byId('={{ $json.id }}');
	const parameters = { resource: 'customer', operation, customerId, ...more };
	const items = ids.map((id) => ({ id, firstName: 'Ada' }));
	const { status, json } = await run(parameters, { items, tries: 2 });
	expect([status, json]).toMatchObject(['success', ids.map((id) => ({ id }))]);
	const changed = requestsWith(service(), method).map(({ path }) => path.split('/').at(-1));
	expect(changed.sort()).toEqual([...ids, third].sort());
});

describe('what one try knows, the next one knows too', () => {
	const onError = 'continueRegularOutput' as const;
	const UNCLEAR: Fault = { status: 200, body: '<p>Saved' };

	it('the error says how many other items were carried out, in whichever try', async () => {
		const items = [...rows(3), { firstName: '' }];
		const { error } = await run(create, { items, tries: 3 });
		expect(error?.message).toContain('3 items before it were carried out. ');
		refuse('No 4', 1, LOST);
		const { error: lost } = await run(create, { items: rows(4), tries: 3 });
		expect(lost?.message.match(/were carried out/g)).toHaveLength(1);
	});

	it('an item that was not clear at first and carried out then is counted once', async () => {
		const ids = names(2).map((firstName) => addCustomer(service(), { firstName }).id);
		service().faults.add({ method: 'PATCH', times: 1, ...UNCLEAR });
		const items = ids.map((id, at) => ({ id, isCompany: [true, 'maybe'][at] }));
		const changing = updateCustomer('={{ $json.id }}', { dataMode: 'autoMapInputData' });
		const { error } = await run(changing, { items, tries: 2 });
		expect(error?.message).toContain('1 item before it was carried out. ');
		expect(error?.message).not.toContain('may have been carried out');
	});

	it('a row whose create is still under way is not created by an equal row', async () => {
		service().faults.add({ method: 'POST', times: 1, delayMs: 1_400 });
		const [row] = rows(1);
		const slow = { ...upsert, options: { timeout: 1 } };
		await run(slow, { items: [row, row], tries: 2, onError });
		await sleep(1_400);
		expect(customers()).toEqual(['No 1']);
	});

	it('after a value to match was not kept, nothing more is created', async () => {
		let created = 0;
		onRequest(service(), () => {
			const { method, body } = service().requests.at(-1) ?? {};
			if (method !== 'POST') return undefined;
			if (created++ === 0) return REFUSED;
			(body as IDataObject).humanId = `P-${created}`;
			return undefined;
		});
		const items = ['A-1', 'A-2', 'A-3'].map((number) => ({ number }));
		const matched = { matchOn: 'humanId', matchValue: '={{ $json.number }}', name: 'Haus' };
		const { json } = await run({ operation: 'upsert', ...matched }, { items, tries: 3, onError });
		expect(recordsOf(service(), 'project')).toHaveLength(1);
		// Of what was written, the last try says the same as the first one.
		expect(json[1].error).toMatch(/^The project was created .*stored "P-2"/);
	});

	it('what an earlier try may have changed is "updated"', async () => {
		addCustomer(service(), { email: 'no1@mail.example', phoneNumber: '1' });
		service().faults.add({ method: 'PATCH', times: 1, ...UNCLEAR, afterHandling: true });
		const changing = { ...upsert, additionalFields: { phoneNumber: '2' } };
		const { json } = await run(changing, { items: rows(1), tries: 2 });
		expect(json).toMatchObject([{ phoneNumber: '2', syncResult: 'updated' }]);
	});
});

describe('a write whose answer was lost, tried again', () => {
	const FAILED: Fault = { status: 500, afterHandling: true };

	it.each([
		['id', 'fail'],
		['id', 'goOn'],
		['humanId', 'fail'],
		['humanId', 'goOn'],
	])('deletion by its %s, If Not Found %s: it is said to be done', async (by, ifNotFound) => {
		const record = addCustomer(service(), { humanId: 'C-900' });
		service().faults.add({ method: 'DELETE', times: 4, ...FAILED });
		const customerId = byId(String(record[by]));
		const remove = { resource: 'customer', operation: 'delete', customerId };
		const { json, error } = await run({ ...remove, options: { ifNotFound } }, { tries: 2 });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ deleted: true, id: record.id }]);
		expect(customers()).toEqual([]);
	});

	it('a deletion that is found done counts as carried out', async () => {
		const { id } = addCustomer(service());
		service().faults.add({ method: 'DELETE', path: RegExp(id), times: 4, ...FAILED });
		const customerId = byId('={{ $json.id }}');
		const remove = { resource: 'customer', operation: 'delete', customerId };
		const { error } = await run(remove, { items: [{ id }, { id: UNKNOWN_ID }], tries: 2 });
		expect(error?.message).toContain('1 item before it was carried out. ');
	});

	it('a deletion of what was not there is none', async () => {
		refuse('No 1', 1);
		const remove = { resource: 'customer', operation: 'delete', customerId: byId(UNKNOWN_ID) };
		const { error } = await run(remove, { tries: 2 });
		expect(error?.httpCode).toBe('404');
	});

	it('Create or Update looks for the record and finds it: created, once', async () => {
		service().faults.add({ method: 'POST', times: 1, ...FAILED });
		const { json, status } = await run(upsert, { items: rows(1), tries: 2 });
		expect(status).toBe('success');
		expect(json).toMatchObject([{ firstName: 'No 1', syncResult: 'created' }]);
		expect(requestsWith(service(), 'POST')).toHaveLength(1);
	});
});

it('another node that is handed the same items, as in a second branch, carries out its own', async () => {
	const items = rows(2);
	for (const lastName of ['Weber', 'Koch']) await run({ ...create, lastName }, { items });
	expect(customers()).toHaveLength(4);
});

it('also a hint that does not wait for the end of a try', async () => {
	refuse('No 2', 1);
	// The first row is written, and nothing is seen of it.
	service().faults.add({ method: 'POST', times: 1, status: 200, body: { message: 'Saved' } });
	const { hints, status } = await run(create, { items: rows(2), tries: 2 });
	expect(status).toBe('success');
	expect(hints).toMatchObject([
		{ message: expect.stringContaining('the service did not tell its ID') as unknown },
	]);
});
