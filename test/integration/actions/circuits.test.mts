import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import { mapped } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, bodiesOf, onRequest } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run } = useScenario();
const eg = { id: 'c1', name: 'EG', flowTemperature: 35, returnTemperature: 28, index: 0 };
const og = { id: 'c2', name: 'OG', flowTemperature: 45, returnTemperature: 38, index: 1 };
const stored = () => recordsOf(service(), 'project')[0].heatingCircuits;
const keep = {};
const remove = { otherCircuits: 'remove' };

const update = { operation: 'update', projectId: byId('P-900') };
/** Each way to change the circuits of the project P-900. */
const ways = [
	['Update', update],
	['Update with Skip Unchanged', { ...update, options: { skipUnchanged: true } }],
	['Create or Update', { operation: 'upsert', matchOn: 'humanId', matchValue: 'P-900' }],
] as const;

describe.each(ways)('heating circuits, changed by %s', (_, way) => {
	const options = 'options' in way ? way.options : {};

	/** Sends circuits for a project that has two. */
	const send = async (chosen: object, ...heatingCircuits: IDataObject[]) => {
		service().store.clear();
		addProject(service(), { humanId: 'P-900', heatingCircuits: [eg, og] });
		const parameters = { ...way, ...mapped, options: { ...options, ...chosen } };
		return await run(parameters, { items: [{ heatingCircuits } as never] });
	};

	it('keep what was not given; those that were not given stay', async () => {
		await send(keep, { name: 'EG', flowTemperature: 36 });
		expect(stored()).toEqual([{ ...eg, flowTemperature: 36 }, og]);
	});

	it('are the whole list with Remove: a hint and Check Only name those that go', async () => {
		const named = [expect.stringContaining('EG of P-900')];
		const taken = async (chosen: object) => {
			const { hints } = await send({ ...remove, ...chosen }, { name: 'OG', index: 0 });
			return hints.flatMap(({ type, message }) => (type === 'warning' ? [message] : []));
		};
		expect(await taken({ checkOnly: true })).toEqual(named);
		expect(stored()).toEqual([eg, og]);
		expect(await taken({})).toEqual(named);
		expect(stored()).toEqual([{ ...og, index: 0 }]);
	});

	it('without an entry that came out empty: it is none with Keep, and refused with Remove', async () => {
		await send(keep, { name: 'EG', index: 5 }, { name: '', flowTemperature: null as never });
		expect(stored()).toEqual([{ ...eg, index: 5 }, og]);
		const { error } = await send(remove, { name: 'EG' }, { name: '' });
		expect(error?.message).toContain('1 of its 2 entries came out empty');
		expect(stored()).toEqual([eg, og]);
	});

	it('are emptied by an empty list only with Remove, if empty values empty fields', async () => {
		const clear = { emptyValues: 'clear' };
		await send({ ...keep, ...clear });
		expect(stored()).toEqual([eg, og]);
		const { hints } = await send({ ...remove, ...clear });
		expect(stored()).toEqual([]);
		expect(hints).toMatchObject([{ message: expect.stringContaining('EG and OG of P-900') }]);
	});

	it('always stay in a tool of an AI agent, also if it has only a word for nothing as the name', async () => {
		says('docs/action-node.md', 'Circuits that it does not name stay');
		addProject(service(), { humanId: 'P-900', heatingCircuits: [eg, og] });
		const tool = async (circuit: object) => {
			const fields = { heatingCircuits: { circuit: [circuit] } };
			const chosen = { updateFields: fields, additionalFields: fields, options: remove };
			return await run({ ...way, ...chosen }, { type: 'energyProjectsTool' });
		};
		expect((await tool({ name: 'EG', flowTemperature: 36 })).error).toBeUndefined();
		for (const name of ['unknown', 'Not provided', '-'])
			expect((await tool({ name, flowTemperature: 37 })).error).toBeDefined();
		expect(stored()).toEqual([{ ...eg, flowTemperature: 36 }, og]);
	});
});

it('circuits are not said to be removed if the service refuses the change', async () => {
	addProject(service(), { humanId: 'P-900', heatingCircuits: [eg, og] });
	service().faults.add({ method: 'PATCH', status: 403 });
	const items = [{ heatingCircuits: [{ name: 'OG' }] } as never];
	const parameters = { ...update, ...mapped, options: remove };
	const { json, hints } = await run(parameters, { items, onError: 'continueRegularOutput' });
	expect([json[0].error, hints]).toEqual([expect.stringContaining('(403)'), []]);
});

it('circuits go without the parts that the service has and the node does not know if it refuses them', async () => {
	says('docs/maintainers/assumptions.md', '(400, 422), it is sent once more without them');
	const record = addProject(service(), { humanId: 'P-900', heatingCircuits: [eg, og] });
	const heatingCircuits = [{ ...eg, circuitType: 'floor' }, og];
	let status = 403;
	onRequest(service(), () => {
		const { method, body } = service().requests.at(-1) ?? {};
		if (method === 'GET') return { status: 200, body: { ...record, heatingCircuits } };
		const refused = { message: ['property circuitType should not exist'] };
		const isRefused = JSON.stringify(body).includes('circuitType');
		return isRefused ? { status, body: refused } : undefined;
	});
	const items = [{ heatingCircuits: [{ name: 'EG', flowTemperature: 36 }] } as never];
	const parameters = { ...update, ...mapped, projectId: byId(record.id) };
	// What is refused for another reason is not sent again.
	expect((await run(parameters, { items })).error?.message).toContain('(403)');
	expect(bodiesOf(service())).toHaveLength(1);
	status = 422;
	expect((await run(parameters, { items })).error).toBeUndefined();
	expect(bodiesOf(service())).toHaveLength(3);
	expect(stored()).toEqual([{ ...eg, flowTemperature: 36 }, og]);
});

it('columns of circuits need not begin with the first place: a place without a column is no circuit', async () => {
	const items = [{ name: 'Haus', 'heatingCircuits.3.name': 'OG', 'heatingCircuits.1.name': 'EG' }];
	await run({ operation: 'create', ...mapped }, { items });
	expect(stored()).toMatchObject([{ name: 'EG' }, { name: 'OG' }]);
});
