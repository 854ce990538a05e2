import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import type { Subject } from '../../../sandbox/service/records.mts';
import { propertiesOf } from '../../unit/contract/description.mts';
import { listBody, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord, requestsWith, writes } from '../harness/service/service.mts';
import {
	address,
	collections,
	columns,
	columnsOfWrite,
	create,
	required,
	update,
	upsert,
	wholeAddress,
} from '../harness/samples/sampleWrites.mts';

const { service, run } = useScenario();
/** What the service describes as the answer to a write. */
const schemaNames = { project: 'ProjectWritten', customer: 'Customer' } as const;
const only = (record: object, names: readonly string[]) =>
	Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const stored = (resource: Subject) => recordsOf(service(), resource);
/** With every part, so that nothing is read before the write. */
const inPloen = { ...wholeAddress.value, city: 'Plön' };
const reads = (resource: Subject, id: string) =>
	requestsWith(service(), 'GET', `${collections[resource]}/${id}`);

/** The next write is carried out, and answered with something that is no record. */
const answerWith = (method: string, fault: Fault) =>
	service().faults.add({ method, times: 1, status: 200, afterHandling: true, ...fault });

const noRecord: Array<[string, Fault]> = [
	['an empty body', { body: '' }],
	['204', { status: 204, body: '' }],
	['null', { headers: { 'content-type': 'application/json' }, body: 'null' }],
	['a message', { body: { message: 'Saved' } }],
	['an empty object', { body: {} }],
];

describe.each(subjects)('Output of a write of a %s', (resource) => {
	const operations = (): Array<[string, object]> => {
		const { id } = addRecord[resource](service());
		return [
			['create', create(resource)],
			['update', update(resource, id)],
			['upsert that creates', upsert(resource)],
			['upsert that changes nothing', upsert(resource)],
			['upsert that updates', upsert(resource, { address: { value: { city: 'Plön' } } })],
		];
	};

	it('is simplified without further ado: flat, and with the same keys from each kind of answer', async () => {
		for (const [name, parameters] of operations()) {
			const [{ syncResult, ...record }] = (await run(parameters)).json;
			const isRead = name.endsWith('nothing');
			expect(Object.keys(record), name).toEqual((isRead ? columns : columnsOfWrite)[resource]);
			expect(record.id, name).toEqual(expect.any(String));
			expect(record.city, name).toBe(name.endsWith('updates') ? 'Plön' : 'Kiel');
			expect(syncResult !== undefined, name).toBe(name.startsWith('upsert'));
		}
	});

	it('is read once if the answer is only a part of the record', async () => {
		const { id, ...record } = addRecord[resource](service(), { humanId: 'X-1' });
		const { name, firstName, lastName } = record;
		answerWith('PATCH', { body: { id, name, firstName, lastName } });
		const { json, hints } = await run(update(resource, id));
		expect(json[0]).toMatchObject({ id, humanId: 'X-1', updatedAt: stored(resource)[0].updatedAt });
		expect(reads(resource, id)).toHaveLength(1);
		expect(hints).toEqual([]);
	});

	it('is read once if the answer leaves out what was sent: the service may hold it all the same', async () => {
		const { address: none, ...answer } = addRecord[resource](service());
		answerWith('PATCH', { body: answer });
		const parameters = { updateFields: { address: { value: inPloen } } };
		const { json, hints } = await run(update(resource, answer.id, parameters));
		expect(json).toMatchObject([{ city: 'Plön' }]);
		expect(json[0]).not.toHaveProperty('notKept');
		expect(reads(resource, answer.id)).toHaveLength(1);
		expect(hints).toEqual([]);
	});

	it('is the record as the service has it: Raw', async () => {
		for (const [name, parameters] of operations()) {
			const [{ syncResult, ...record }] = (await run({ ...parameters, output: 'raw' })).json;
			const names = Object.keys(propertiesOf(schemaNames[resource]));
			const isRead = name.endsWith('nothing');
			const asSent = stored(resource).map((one) => (isRead ? one : only(one, names)));
			expect(asSent, name).toContainEqual(record);
			expect(syncResult !== undefined, name).toBe(name.startsWith('upsert'));
		}
	});

	it('has nothing that the answer of the service leaves out: Raw', async () => {
		const { address: none, ...answer } = addRecord[resource](service());
		answerWith('PATCH', { body: answer });
		const parameters = { output: 'raw', updateFields: required[resource] };
		const { json } = await run(update(resource, answer.id, parameters));
		expect(json).toEqual([answer]);
	});

	it('is what was chosen, and the ID: Selected Fields', async () => {
		for (const [name, parameters] of operations()) {
			const output = { output: 'selectedFields', outputFields: ['updatedAt'] };
			const [{ syncResult, ...record }] = (await run({ ...parameters, ...output })).json;
			expect(Object.keys(record), name).toEqual(['id', 'updatedAt']);
			expect(syncResult !== undefined, name).toBe(name.startsWith('upsert'));
		}
	});

	it('tells with Skip Unchanged what became of it, in every form', async () => {
		const { id } = addRecord[resource](service());
		for (const output of ['simplified', 'raw', 'selectedFields']) {
			const more = { output, options: { skipUnchanged: true } };
			const [{ syncResult }] = (await run(update(resource, id, more))).json;
			expect(syncResult).toBe(output === 'simplified' ? 'updated' : 'unchanged');
		}
	});
});

describe.each(subjects)('a write of a %s that is answered with no record', (resource) => {
	it.each(noRecord)('an update (%s): the record is read once', async (_, fault) => {
		const { id } = addRecord[resource](service());
		answerWith('PATCH', fault);
		const { json, hints } = await run(update(resource, id, { output: 'raw' }));
		expect(json).toEqual(stored(resource));
		expect(json[0]).toMatchObject({ id, address: address.value });
		expect(service().requests.map(({ method }) => method)).toEqual(['PATCH', 'GET']);
		expect(hints).toEqual([]);
	});

	it('a create that is answered with the ID alone: the record is read once', async () => {
		const { store } = service();
		const insert = store.insert.bind(store);
		vi.spyOn(store, 'insert').mockImplementation((subject, companyId, fields) =>
			insert(subject, companyId, fields, ID),
		);
		answerWith('POST', { status: 201, body: { id: ID, message: 'Created' } });
		const { json, hints } = await run(create(resource, { output: 'raw' }));
		expect(json).toEqual(stored(resource));
		expect(reads(resource, ID)).toHaveLength(1);
		expect(hints).toEqual([]);
	});

	it.each(noRecord)('a create (%s): what was sent, without nulls', async (_, fault) => {
		answerWith('POST', fault);
		const { json, error, hints } = await run(create(resource, { address: {} }));
		expect(error).toBeUndefined();
		const [{ body }] = writes(service());
		const { address: nothing, ...sent } = body as IDataObject;
		expect(nothing).toBeNull();
		expect(json).toEqual([sent]);
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(hints[0].message).toContain(`returned neither the ${resource} nor its ID`);
		expect(stored(resource)).toHaveLength(1);
		expect(writes(service())).toHaveLength(1);
	});

	it.each(noRecord)('Create or Update (%s): the new record is looked for', async (_, fault) => {
		answerWith('POST', fault);
		const { json, hints } = await run(upsert(resource), { items: [{}, {}] });
		const [{ id }] = stored(resource);
		expect(json).toMatchObject([
			{ id, city: 'Kiel', syncResult: 'created' },
			{ id, city: 'Kiel', syncResult: 'unchanged' },
		]);
		expect(hints).toMatchObject([
			{ message: expect.stringContaining('1 item matched the record') },
		]);
		expect(writes(service())).toHaveLength(1);
	});

	it.each(noRecord)('Create or Update (%s): the updated record is read', async (_, fault) => {
		await run(upsert(resource));
		answerWith('PATCH', fault);
		const [{ id }] = stored(resource);
		const { json } = await run(upsert(resource, { address: { value: inPloen } }));
		expect(json).toMatchObject([{ id, city: 'Plön', syncResult: 'updated' }]);
		expect(reads(resource, id)).toHaveLength(1);
	});
});

const unreadable: Array<[string, Fault]> = [
	['gone', { status: 404 }],
	['refused', { status: 403 }],
	['no record either', { status: 200, body: { message: 'Nothing here' } }],
	['no JSON', { status: 200, body: '<p>Hello' }],
];

describe.each(subjects)('a written %s that cannot be read either', (resource) => {
	it.each(unreadable)('after an update (%s): its ID and what was sent', async (_, fault) => {
		const { id } = addRecord[resource](service(), { humanId: 'X-1' });
		answerWith('PATCH', { body: '' });
		service().faults.add({ method: 'GET', ...fault });
		const cleared = { fieldsToClear: [resource === 'project' ? 'projectValue' : 'phoneNumber'] };
		const { json, error, hints } = await run(update(resource, id, cleared));
		expect(error).toBeUndefined();
		expect(json).toEqual([{ id, ...required[resource], address: wholeAddress.value }]);
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(hints[0].message).toContain('The output shows its ID and what was sent');
		expect(writes(service())).toHaveLength(1);
		expect(reads(resource, id)).toHaveLength(1);
	});

	it('after a create whose answer has the ID: the ID and what was sent', async () => {
		answerWith('POST', { body: { id: ID } });
		const { json, hints } = await run(create(resource));
		expect(json).toMatchObject([{ id: ID, ...required[resource], address: address.value }]);
		expect(Object.values(json[0])).not.toContain(null);
		expect(hints).toHaveLength(1);
		expect(writes(service())).toHaveLength(1);
	});

	it('after an update by Create or Update: the same, and later items know of it', async () => {
		await run(upsert(resource));
		const [{ id }] = stored(resource);
		service().requests.splice(0);
		answerWith('PATCH', { body: '' });
		service().faults.add({ method: 'GET', path: `${collections[resource]}/${id}`, status: 404 });
		const changed = upsert(resource, { address: { value: inPloen } });
		const { json } = await run(changed, { items: [{}, {}] });
		expect(json[0]).toEqual({ id, address: inPloen, syncResult: 'updated' });
		expect(json[1]).toMatchObject({ id, city: 'Plön', syncResult: 'unchanged' });
		expect(writes(service())).toHaveLength(1);
	});

	it('after a create by Create or Update: what was sent, and no second one for the next item', async () => {
		answerWith('POST', { body: '' });
		const path = collections[resource];
		service().faults.add({ method: 'GET', path, status: 200, body: listBody(path, []) });
		const { json, hints } = await run(upsert(resource), {
			items: [{}, {}],
			onError: 'continueRegularOutput',
		});
		expect(json[0]).toMatchObject({ ...required[resource], syncResult: 'created' });
		expect(json[0]).not.toHaveProperty('id');
		expect(hints).toHaveLength(1);
		expect(json[1].error).toContain(`An earlier item may have created the ${resource}`);
		expect(writes(service())).toHaveLength(1);
	});

	it('is said once, however many items there are', async () => {
		service().faults.add({ method: 'POST', status: 200, body: '', afterHandling: true });
		const { json, hints } = await run(create(resource), { items: [{}, {}, {}] });
		expect(json).toHaveLength(3);
		expect(hints).toHaveLength(1);
	});
});

describe('reading a record after its update', () => {
	it('goes by the ID that was written, whatever else the answer names', async () => {
		const { id } = addRecord.project(service());
		answerWith('PATCH', { body: { id: UNKNOWN_ID, message: 'Job queued' } });
		expect((await run(update('project', id))).json).toMatchObject([{ id, city: 'Kiel' }]);
	});

	it('waits where the service asks for it', async () => {
		const { id } = addRecord.project(service());
		answerWith('PATCH', { body: '' });
		service().faults.add({ method: 'GET', times: 1, status: 429, headers: { 'retry-after': '0' } });
		const { json, hints } = await run(update('project', id));
		expect(json).toMatchObject([{ id, city: 'Kiel' }]);
		expect(hints).toEqual([]);
	});

	it('is not sent once another item has stopped the run', async () => {
		const [first, refused, late] = [1, 2, 3].map(() => addRecord.project(service()));
		const of = ({ id }: { id: string }) => ({ method: 'PATCH', path: pathOf('getProject', id) });
		service().faults.add({ ...of(refused), status: 403 });
		service().faults.add({
			...of(late),
			...{ delayMs: 300, status: 200, body: '', afterHandling: true },
		});
		const items = [first, refused, late].map(({ id }) => ({ id }));
		const { error } = await run(update('project', '={{ $json.id }}'), { items });
		expect(error?.message).toContain('(403)');
		expect(requestsWith(service(), 'GET')).toEqual([]);
		expect(writes(service())).toHaveLength(3);
	});
});
