import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, onRequest, writes } from '../harness/service/service.mts';

const { service, run } = useScenario();
const eg = { id: 'c1', name: 'EG', flowTemperature: 35, returnTemperature: 28, index: 0 };
const og = { id: 'c2', name: 'OG', flowTemperature: 45, returnTemperature: 38, index: 1 };
const storedCircuits = () => recordsOf(service(), 'project')[0].heatingCircuits;

/** Each way to change the circuits of the project P-900: its parameters. */
const ways: Array<[string, (id: string) => Record<string, unknown>]> = [
	['Update', (id) => ({ operation: 'update', projectId: byId(id) })],
	[
		'Update with Skip Unchanged',
		(id) => ({ operation: 'update', projectId: byId(id), options: { skipUnchanged: true } }),
	],
	['Create or Update', () => ({ operation: 'upsert', matchOn: 'humanId', matchValue: 'P-900' })],
];

describe.each(ways)('heating circuits, changed by %s', (_, parameters) => {
	const sendWith = async (options: object, ...heatingCircuits: IDataObject[]) => {
		const { id } = addProject(service(), { humanId: 'P-900', heatingCircuits: [eg, og] });
		const way = parameters(id);
		const mapped = { dataMode: 'autoMapInputData', output: 'raw', ...way };
		const items = [{ heatingCircuits } as never];
		return await run({ ...mapped, options: { ...(way.options as object), ...options } }, { items });
	};
	const send = async (...heatingCircuits: IDataObject[]) => await sendWith({}, ...heatingCircuits);

	it('that are found by their names keep what was not given', async () => {
		const { error } = await send({ name: 'EG', flowTemperature: 36 }, { name: 'OG' });
		expect(error).toBeUndefined();
		expect(storedCircuits()).toEqual([{ ...eg, flowTemperature: 36 }, og]);
	});

	it('in other positions are stored so', async () => {
		await send({ id: 'c2', index: 0 }, { id: 'c1', index: 1 });
		expect(storedCircuits()).toEqual([
			{ ...og, index: 0 },
			{ ...eg, index: 1 },
		]);
	});

	it('are removed if the list does not have them', async () => {
		await send({ name: 'OG' });
		expect(storedCircuits()).toEqual([og]);
	});

	it('stay if the list does not have them and Other Circuits is set to Keep', async () => {
		await sendWith({ otherCircuits: 'keep' }, { name: 'OG', flowTemperature: 50 }, { name: 'DG' });
		const added = { id: expect.any(String), name: 'DG' };
		expect(storedCircuits()).toEqual([eg, { ...og, flowTemperature: 50 }, added]);
	});

	it('whose names the service cuts are an error with Keep: the next run would add them again', async () => {
		onRequest(service(), () => {
			const { method, body } = service().requests.at(-1) ?? {};
			const { heatingCircuits = [] } = (body ?? {}) as { heatingCircuits?: IDataObject[] };
			if (method !== 'GET')
				for (const one of heatingCircuits) one.name = String(one.name).slice(0, 5);
		});
		const { error } = await sendWith({ otherCircuits: 'keep' }, { name: 'Dachgeschoss' });
		expect(error?.message).toContain('another name than "Dachgeschoss" for a circuit');
		expect(storedCircuits()).toMatchObject([eg, og, { name: 'Dachg' }]);
	});

	it('stay too if those that it has lack nothing, and Other Circuits is set to Keep', async () => {
		await sendWith({ otherCircuits: 'keep' }, { ...og, flowTemperature: 50 });
		expect(storedCircuits()).toEqual([eg, { ...og, flowTemperature: 50 }]);
	});

	it('stay if the list is empty, Empty Values empties fields and Other Circuits is set to Keep', async () => {
		const { id } = addProject(service(), { humanId: 'P-900', heatingCircuits: [eg, og] });
		const { options = {}, ...way } = parameters(id);
		const chosen = { ...(options as object), emptyValues: 'clear', otherCircuits: 'keep' };
		const item = { name: 'Hof', heatingCircuits: [] } as never;
		await run({ dataMode: 'autoMapInputData', ...way, options: chosen }, { items: [item] });
		expect(recordsOf(service(), 'project')).toMatchObject([
			{ name: 'Hof', heatingCircuits: [eg, og] },
		]);
	});

	it('always stay in a tool of an AI agent, also if it has only a word for nothing as the name', async () => {
		const { id } = addProject(service(), { humanId: 'P-900', heatingCircuits: [eg, og] });
		const tool = async (circuit: object) => {
			const fields = { heatingCircuits: { circuit: [circuit] } };
			const way = { ...parameters(id), updateFields: fields, additionalFields: fields };
			return await run(way, { type: 'energyProjectsTool' });
		};
		expect((await tool({ name: 'EG', flowTemperature: 36 })).error).toBeUndefined();
		for (const name of ['unknown', 'Not provided', '-', 'n/a', '{}'])
			expect((await tool({ name, flowTemperature: 37 })).error).toBeDefined();
		expect(storedCircuits()).toEqual([{ ...eg, flowTemperature: 36 }, og]);
	});

	it('are new if their names are', async () => {
		await send({ name: 'EG' }, { name: 'OG' }, { name: 'DG', flowTemperature: 30 });
		const added = { id: expect.any(String), name: 'DG', flowTemperature: 30 };
		expect(storedCircuits()).toEqual([eg, og, added]);
	});

	it('are refused if a name occurs twice', async () => {
		const { error } = await send({ name: 'EG' }, { name: 'eg' });
		expect(error?.message).toContain(
			'Heating Circuits (heatingCircuits): several have the name "EG"',
		);
		expect(error?.context?.itemIndex).toBe(0);
		expect(writes(service())).toEqual([]);
	});
});

it('an update with all values and IDs of the circuits needs no reading', async () => {
	const { id } = addProject(service(), { heatingCircuits: [eg, og] });
	const items = [{ heatingCircuits: [{ ...eg, flowTemperature: 36 }, og] } as never];
	await run({ operation: 'update', projectId: byId(id), dataMode: 'autoMapInputData' }, { items });
	expect(service().requests.map(({ method }) => method)).toEqual(['PATCH']);
	expect(storedCircuits()).toEqual([{ ...eg, flowTemperature: 36 }, og]);
});

it.each([400, 422])(
	'circuits go without the parts that the service has and the node does not know if it refuses them with %i',
	async (status) => {
		const record = addProject(service(), { heatingCircuits: [eg, og] });
		const heatingCircuits = [{ ...eg, circuitType: 'floor' }, og];
		onRequest(service(), () => {
			const { method, body } = service().requests.at(-1) ?? {};
			if (method === 'GET') return { status: 200, body: { ...record, heatingCircuits } };
			const message = ['property circuitType should not exist'];
			return JSON.stringify(body).includes('circuitType')
				? { status, body: { message } }
				: undefined;
		});
		const items = [
			{ heatingCircuits: [{ name: 'EG', flowTemperature: 36 }, { name: 'OG' }] } as never,
		];
		const parameters = { operation: 'update', projectId: byId(record.id) };
		const { error } = await run({ ...parameters, dataMode: 'autoMapInputData' }, { items });
		expect(error).toBeUndefined();
		expect(storedCircuits()).toEqual([{ ...eg, flowTemperature: 36 }, og]);
	},
);

it('columns of circuits need not begin with the first place: a place without a column is no circuit', async () => {
	const items = [{ name: 'Haus', 'heatingCircuits.3.name': 'OG', 'heatingCircuits.1.name': 'EG' }];
	const { error } = await run({ operation: 'create', dataMode: 'autoMapInputData' }, { items });
	expect(error).toBeUndefined();
	expect(storedCircuits()).toMatchObject([{ name: 'EG' }, { name: 'OG' }]);
});

it('circuits without IDs that were sent once are unchanged in the next run', async () => {
	const { id } = addProject(service(), { heatingCircuits: [] });
	const mapped = {
		...{ operation: 'update', projectId: byId(id), dataMode: 'autoMapInputData' },
		options: { skipUnchanged: true },
	};
	const items = [
		{ heatingCircuits: [{ name: 'EG', flowTemperature: 36 }, { name: 'OG' }] } as never,
	];
	expect((await run(mapped, { items })).json).toMatchObject([{ syncResult: 'updated' }]);
	expect((await run(mapped, { items })).json).toMatchObject([{ syncResult: 'unchanged' }]);
});
