import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, addRecord, requestsWith, writes } from '../harness/service/service.mts';
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
import { says } from '../../documents.mts';

// What the person sees of a record after a write, whatever the service answers to it.

const { service, run } = useScenario();
const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
/** With every part, so that nothing is read before the write. */
const inPloen = { ...wholeAddress.value, city: 'Plön' };

/** The next write is carried out, and answered with something else than the record. */
const answerWith = (method: string, fault: Fault) =>
	service().faults.add({ method, times: 1, status: 200, afterHandling: true, ...fault });

const noRecord: Array<[string, Fault]> = [
	['an empty body', { body: '' }],
	['null', { headers: { 'content-type': 'application/json' }, body: 'null' }],
	['a message', { body: { message: 'Saved' } }],
];

describe.each(subjects)('a written %s', (resource) => {
	const stored = () => recordsOf(service(), resource);

	it('comes simplified with what was set, as the service has it, and as chosen', async () => {
		const { id } = addRecord[resource](service());
		const operations: Array<[string, object]> = [
			['create', create(resource)],
			['update', update(resource, id)],
			['upsert that creates', upsert(resource)],
			['upsert that changes nothing', upsert(resource)],
			['upsert that updates', upsert(resource, { address: { value: { city: 'Plön' } } })],
		];
		for (const [name, parameters] of operations) {
			const [{ syncResult, ...record }] = (await run(parameters)).json;
			const flat = (name.endsWith('nothing') ? columns : columnsOfWrite)[resource];
			const set = Object.keys(record).filter((key) => !flat.includes(key as never));
			expect(set, name).toEqual(['address']);
			expect(Object.keys(record), name).toEqual([...flat, ...set]);
			expect(record.city, name).toBe(name.endsWith('updates') ? 'Plön' : 'Kiel');
			expect(syncResult !== undefined, name).toBe(name.startsWith('upsert'));
			const chosen = { output: 'selectedFields', outputFields: ['updatedAt'] };
			const [{ syncResult: _, ...own }] = (await run({ ...parameters, ...chosen })).json;
			expect(Object.keys(own), name).toEqual(['id', 'updatedAt']);
			const [raw] = (await run({ ...parameters, output: 'raw' })).json;
			const record2 = stored().find((one) => one.id === raw.id);
			for (const [key, value] of Object.entries(raw))
				if (key !== 'syncResult') expect(value, `${name} ${key}`).toEqual(record2?.[key]);
		}
	});

	it('that is created comes simplified without what nobody filled in', async () => {
		const { json } = await run(create(resource, { address: {} }));
		expect(Object.keys(json[0])).toEqual(columnsOfWrite[resource]);
	});

	it('has nothing that the answer of the service leaves out: Raw', async () => {
		const { address: none, ...answer } = addRecord[resource](service());
		answerWith('PATCH', { body: answer });
		const parameters = { output: 'raw', updateFields: required[resource] };
		expect((await run(update(resource, answer.id, parameters))).json).toEqual([answer]);
	});

	it('is read once if the answer is a part of it, or leaves out what was sent', async () => {
		const { address: none, ...answer } = addRecord[resource](service(), { humanId: 'X-1' });
		const { id, name, firstName, lastName } = answer;
		const updateFields = { address: { value: inPloen } };
		for (const body of [{ id, name, firstName, lastName }, answer]) {
			service().requests.splice(0);
			answerWith('PATCH', { body });
			const { json, hints } = await run(update(resource, id, { updateFields }));
			expect(json).toMatchObject([{ id, humanId: 'X-1', city: 'Plön' }]);
			expect(json[0]).not.toHaveProperty('notKept');
			expect(requestsWith(service(), 'GET', `${collections[resource]}/${id}`)).toHaveLength(1);
			expect(hints).toEqual([]);
		}
	});

	it.each(noRecord)('is read once after an update that is answered with %s', async (_, fault) => {
		says(
			'docs/maintainers/assumptions.md',
			'**Success of a write** is any 2xx, even with an empty',
		);
		const { id } = addRecord[resource](service());
		answerWith('PATCH', fault);
		const { json, hints } = await run(update(resource, id, { output: 'raw' }));
		expect(json).toEqual(stored());
		expect(service().requests.map(({ method }) => method)).toEqual(['PATCH', 'GET']);
		expect(hints).toEqual([]);
	});

	it.each(noRecord)('after a create (%s): what was sent, without nulls', async (_, fault) => {
		answerWith('POST', fault);
		const { json, hints } = await run(create(resource, { address: {} }));
		const [{ body }] = writes(service());
		const { address: nothing, ...sent } = body as IDataObject;
		expect(nothing).toBeNull();
		expect(json).toEqual([sent]);
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(hints[0].message).toContain('the service did not tell its ID');
		expect(writes(service())).toHaveLength(1);
	});

	it.each(noRecord)('after Create or Update (%s): the next item finds it', async (_, fault) => {
		answerWith('POST', fault);
		const { json } = await run(upsert(resource), { items: [{}, {}] });
		const [{ id }] = stored();
		expect(json).toMatchObject([
			{ address: { city: 'Kiel' }, syncResult: 'created' },
			{ id, city: 'Kiel', syncResult: 'unchanged' },
		]);
		expect(writes(service())).toHaveLength(1);
	});

	describe('that cannot be read either', () => {
		it.each<[string, Fault]>([
			['gone', { status: 404 }],
			['no record either', { status: 200, body: { message: 'Nothing here' } }],
		])('after an update (%s): its ID and what was sent', async (_, fault) => {
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
		});

		it('after a create whose answer has the ID: the ID and what was sent', async () => {
			answerWith('POST', { body: { id: ID } });
			const { json, hints } = await run(create(resource));
			expect(json).toMatchObject([{ id: ID, ...required[resource], address: address.value }]);
			expect(Object.values(json[0])).not.toContain(null);
			expect(hints).toHaveLength(1);
		});

		it('after Create or Update: later items know of it, and create no second one', async () => {
			await run(upsert(resource));
			const [{ id }] = stored();
			answerWith('PATCH', { body: '' });
			service().faults.add({ method: 'GET', path: `${collections[resource]}/${id}`, status: 404 });
			const changed = upsert(resource, { address: { value: inPloen } });
			const { json } = await run(changed, { items: [{}, {}] });
			expect(json[0]).toEqual({ id, address: inPloen, syncResult: 'updated' });
			expect(json[1]).toMatchObject({ id, city: 'Plön', syncResult: 'unchanged' });
		});
	});
});

describe('reading a record after its update', () => {
	it('goes by the ID that was written, whatever else the answer names', async () => {
		const { id } = addRecord.project(service());
		answerWith('PATCH', { body: { id: UNKNOWN_ID, message: 'Job queued' } });
		expect((await run(update('project', id))).json).toMatchObject([{ id, city: 'Kiel' }]);
	});

	it('is not done once another item has stopped the run', async () => {
		const [first, refused, late] = [1, 2, 3].map(() => addRecord.project(service()));
		const of = ({ id }: { id: string }) => ({ method: 'PATCH', path: pathOf('getProject', id) });
		service().faults.add({ ...of(refused), status: 403 });
		const answered = { delayMs: 300, status: 200, body: '', afterHandling: true };
		service().faults.add({ ...of(late), ...answered });
		const items = [first, refused, late].map(({ id }) => ({ id }));
		const { error } = await run(update('project', '={{ $json.id }}'), { items });
		expect(error?.message).toContain('(403)');
		expect(requestsWith(service(), 'GET')).toEqual([]);
		expect(writes(service())).toHaveLength(3);
	});
});

describe('a field that the service does not keep', () => {
	const scenario = useScenario({ differences: { notKept: ['avgHeatload'] } });
	const value = '={{ $json.value }}';

	it('is named in the items that lost it, whatever their form, and once in a hint', async () => {
		const items = [{ value: '65' }, { value: '' }, { value: '65' }];
		const output = { output: 'selectedFields', outputFields: ['updatedAt'] };
		const { id } = addRecord.project(scenario.service(), { avgHeatload: 40 });
		const fields = { avgHeatload: value, isLead: true };
		for (const parameters of [
			create('project', { additionalFields: fields, ...output }),
			update('project', id, { updateFields: fields, ...output }),
			update('project', id, { updateFields: fields, options: { skipUnchanged: true } }),
		]) {
			const { json, hints } = await scenario.run(parameters, { items });
			const lost = json.map(({ notKept }) => notKept);
			expect(lost).toEqual([['avgHeatload'], undefined, ['avgHeatload']]);
			expect(hints).toMatchObject([{ type: 'warning' }]);
			expect(hints[0].message.split('Average Heat Load')).toHaveLength(2);
		}
	});
});

it.each(subjects)(
	'an answer with status 200 that says that a %s was not written: nothing is read and shown as written',
	async (resource) => {
		says('docs/maintainers/assumptions.md', 'the write has failed, and a create counts as unclear');
		const { id } = addRecord[resource](service());
		const body = { success: false, id, error: 'nothing saved' };
		for (const method of ['POST', 'PATCH', 'DELETE'])
			service().faults.add({ method, status: 200, body });
		const problem = 'the service answered with an error: nothing saved';
		const skip = { options: { skipUnchanged: true } };
		const writing: Array<[object, string]> = [
			[update(resource, id), `update ${resource} ${id}`],
			[update(resource, id, skip), `update ${resource} ${id}`],
			[{ ...update(resource, id), operation: 'delete' }, `delete ${resource} ${id}`],
			[create(resource), `create a ${resource}`],
			[upsert(resource), `create a ${resource}`],
		];
		for (const [parameters, what] of writing) {
			const { error, json, hints } = await run(parameters);
			expect(error?.message).toContain(`Could not ${what}: ${problem}`);
			expect(error?.description).toContain('Check the values of this item against what the');
			expect([json, hints]).toEqual([[], []]);
		}
		expect(writes(service())).toHaveLength(writing.length);
	},
);

// Some fields of a project the service computes. It returns them by list and by get, and not with a write.

/** With it, the service can compute a heat load: 10 kW for 100 square metres. */
const sized = { buildingAge: 'from1969To1978', heatedLivingAreaM2: 100 };
const resize = (heatedLivingAreaM2: number) => ({ updateFields: { heatedLivingAreaM2 } });
const resized = (heatedLivingAreaM2: number) => ({ additionalFields: { heatedLivingAreaM2 } });
const chosen = { output: 'selectedFields', outputFields: ['name', 'buildingHeatLoadKw'] };

/** What an answer must have to be the whole record: what a project always has, and what was sent. */
const whole = {
	...{ name: 'Haus Weber', status: 'inProgress', updatedAt: '2026-03-01T00:00:00.000Z' },
	...{ ...sized, address: address.value, humanId: 'P-900', source: 'api', companyId: 'x' },
};
const storedProject = () => recordsOf(service(), 'project')[0];
const methods = () => service().requests.map(({ method }) => method);
const addSized = () =>
	addProject(service(), { ...sized, humanId: 'P-900', address: address.value });
const createByUpsert = () => upsert('project', { additionalFields: sized });
const resizeByUpsert = () => {
	addSized();
	return upsert('project', resized(120));
};

/** Each way to write a project that has a heat load. Where there must be one before, it is added first. */
const changing: ReadonlyArray<[string, string, string | undefined, number, () => object]> = [
	['update', 'PATCH', undefined, 12, () => update('project', addSized().id, resize(120))],
	['upsert that creates', 'POST', 'created', 10, createByUpsert],
	['upsert that updates', 'PATCH', 'updated', 12, resizeByUpsert],
];

describe.each(changing)('%s', (_, method, expected, load, prepare) => {
	const hideProject = () =>
		service().faults.add({ method: 'GET', path: /\/projects\/[0-9a-f-]{36}$/, status: 404 });

	it('reads the project once after the write, if a computed field was chosen', async () => {
		const { json, hints } = await run({ ...prepare(), ...chosen });
		const { id, name } = storedProject();
		expect(json[0]).toMatchObject({ id, name, buildingHeatLoadKw: load });
		expect(service().requests.at(-1)).toMatchObject({ path: pathOf('getProject', id) });
		expect(methods().slice(methods().indexOf(method) + 1)).toEqual(['GET']);
		expect(hints).toEqual([]);
	});

	it('counts as done, with a hint, if that read fails', async () => {
		const parameters = { ...prepare(), ...chosen };
		hideProject();
		const { json, hints } = await run(parameters);
		const [{ syncResult, ...project }] = json;
		expect(syncResult).toBe(expected);
		expect(project).toEqual({ id: storedProject().id, name: storedProject().name });
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(hints[0].message).toMatch(/could not read it afterwards.*fields that it computes/);
		expect(writes(service())).toHaveLength(1);
	});

	it('leaves out what it does not know of a record, if the answer is short and that read fails', async () => {
		const parameters = prepare();
		const id = storedProject()?.id ?? ID;
		answerWith(method, { body: { id, name: 'Hof' } });
		hideProject();
		const { json } = await run(parameters);
		expect(json[0]).toMatchObject({ id, name: 'Hof' });
		expect(json[0].status).not.toBeNull();
		expect(json[0].updatedAt).not.toBeNull();
	});

	it.each([null, 77])('shows %j if the answer to the write has it', async (buildingHeatLoadKw) => {
		const parameters = prepare();
		const body = { ...whole, id: storedProject()?.id ?? ID, buildingHeatLoadKw };
		answerWith(method, { body });
		expect((await run(parameters)).json[0]).toMatchObject({ buildingHeatLoadKw });
		expect(methods().at(-1)).toBe(method);
	});
});

describe('a project that was read before its change', () => {
	it('may show what was read, if nothing had to change', async () => {
		const { id, updatedAt } = addSized();
		for (const write of [
			update('project', id, { ...resize(100), options: { skipUnchanged: true } }),
			upsert('project', resized(100)),
		]) {
			for (const output of [{}, chosen, { output: 'raw' }]) {
				service().requests.splice(0);
				const { json } = await run({ ...write, ...output });
				expect(json[0]).toMatchObject({ id, buildingHeatLoadKw: 10, syncResult: 'unchanged' });
				expect(methods()).toEqual(['GET']);
			}
		}
		expect(storedProject().updatedAt).toBe(updatedAt);
	});

	it('and written by an earlier item: the next item shows nothing from before either', async () => {
		addSized();
		const items = [{}, {}];
		const simplified = await run(upsert('project', resized(120)), { items });
		expect(simplified.json.map(({ syncResult }) => syncResult)).toEqual(['updated', 'unchanged']);
		for (const project of simplified.json) {
			expect(project).not.toHaveProperty('buildingHeatLoadKw');
			expect(project.updatedAt).toBe(storedProject().updatedAt);
		}
		const selected = await run({ ...upsert('project', resized(140)), ...chosen }, { items });
		expect(selected.json).toMatchObject([
			{ buildingHeatLoadKw: 14, syncResult: 'updated' },
			{ buildingHeatLoadKw: 14, syncResult: 'unchanged' },
		]);
	});
});
