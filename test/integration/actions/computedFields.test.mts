import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { recordsOf } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, writes } from '../harness/service/service.mts';
import { address, update, upsert } from '../harness/samples/sampleWrites.mts';

// The service computes some fields of a project. It returns them by list and by get, and not with a write.

const { service, run } = useScenario();

/** With it, the service can compute a heat load: 10 kW for 100 square metres. */
const sized = { buildingAge: 'from1969To1978', heatedLivingAreaM2: 100 };
const resize = (heatedLivingAreaM2: number) => ({ updateFields: { heatedLivingAreaM2 } });
const resized = (heatedLivingAreaM2: number) => ({ additionalFields: { heatedLivingAreaM2 } });
const chosen = { output: 'selectedFields', outputFields: ['name', 'buildingHeatLoadKw'] };
const skip = { options: { skipUnchanged: true } };

/** What an answer must have to be the whole record: what a project always has, and what was sent. */
const always = { name: 'Haus Weber', status: 'inProgress', updatedAt: '2026-03-01T00:00:00.000Z' };
const whole = {
	...always,
	...sized,
	address: address.value,
	humanId: 'P-900',
	source: 'api',
	companyId: 'x',
};
const stored = () => recordsOf(service(), 'project')[0];
const methods = () => service().requests.map(({ method }) => method);
const addSized = () =>
	addProject(service(), { ...sized, humanId: 'P-900', address: address.value });

/** Each way to write a project that has a heat load. Where there must be one before, it is added first. */
const changing: ReadonlyArray<[string, string | undefined, () => object]> = [
	['update', undefined, () => update('project', addSized().id, resize(120))],
	['upsert that creates', 'created', () => upsert('project', { additionalFields: sized })],
	[
		'upsert that updates',
		'updated',
		() => {
			addSized();
			return upsert('project', resized(120));
		},
	],
];

describe.each(changing)('%s', (name, expected, prepare) => {
	const load = name.includes('create') ? 10 : 12;

	it('reads the project once after the write, if a computed field was chosen', async () => {
		const { json, hints } = await run({ ...prepare(), ...chosen });
		const { id, name: called } = stored();
		expect(json[0]).toMatchObject({ id, name: called, buildingHeatLoadKw: load });
		const [last] = service().requests.slice(-1);
		expect(last).toMatchObject({ method: 'GET', path: pathOf('getProject', id) });
		const afterWrite = methods().slice(methods().findIndex((method) => method !== 'GET') + 1);
		expect(afterWrite).toEqual(['GET']);
		expect(hints).toEqual([]);
	});

	it('counts as done, with a hint, if that read fails', async () => {
		const parameters = { ...prepare(), ...chosen };
		service().faults.add({ method: 'GET', path: /\/projects\/[0-9a-f-]{36}$/, status: 404 });
		const { json, error, hints } = await run(parameters);
		expect(error).toBeUndefined();
		const [{ syncResult, ...project }] = json;
		expect(syncResult).toBe(expected);
		expect(project).toEqual({ id: stored().id, name: stored().name });
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(hints[0].message).toContain('the node could not read it afterwards');
		expect(hints[0].message).toContain('fields that it computes');
		expect(writes(service())).toHaveLength(1);
	});

	it('leaves out what it does not know of a record, if the answer is short and that read fails', async () => {
		const parameters = prepare();
		const id = stored()?.id ?? '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
		const method = name.includes('create') ? 'POST' : 'PATCH';
		const answered = { status: 200, body: { id, name: 'Hof' }, afterHandling: true };
		service().faults.add({ method, times: 1, ...answered });
		service().faults.add({ method: 'GET', path: /\/projects\/[0-9a-f-]{36}$/, status: 404 });
		const { json } = await run(parameters);
		expect(json[0]).toMatchObject({ id, name: 'Hof' });
		expect(json[0].status).not.toBeNull();
		expect(json[0].updatedAt).not.toBeNull();
	});

	it.each([null, 77])('shows %j if the answer to the write has it', async (buildingHeatLoadKw) => {
		const parameters = prepare();
		const id = stored()?.id ?? '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
		const body = { ...whole, id, buildingHeatLoadKw };
		const method = name.includes('create') ? 'POST' : 'PATCH';
		const answered = { method, times: 1, status: 200, body, afterHandling: true };
		service().faults.add(answered);
		expect((await run(parameters)).json[0]).toMatchObject({ buildingHeatLoadKw });
		expect(methods().at(-1)).toBe(method);
	});
});

describe('a project that was read before its change', () => {
	it('may show what was read, if nothing had to change', async () => {
		const { id, updatedAt } = addSized();
		for (const write of [
			update('project', id, { ...resize(100), ...skip }),
			upsert('project', resized(100)),
		]) {
			for (const output of [{}, chosen, { output: 'raw' }]) {
				service().requests.splice(0);
				const { json } = await run({ ...write, ...output });
				expect(json[0]).toMatchObject({ id, buildingHeatLoadKw: 10, syncResult: 'unchanged' });
				expect(methods()).toEqual(['GET']);
			}
		}
		expect(stored().updatedAt).toBe(updatedAt);
	});

	it('and written by an earlier item: the next item shows nothing from before either', async () => {
		addSized();
		const items = [{}, {}];
		const simplified = await run(upsert('project', resized(120)), { items });
		expect(simplified.json.map(({ syncResult }) => syncResult)).toEqual(['updated', 'unchanged']);
		for (const project of simplified.json) {
			expect(project).not.toHaveProperty('buildingHeatLoadKw');
			expect(project.updatedAt).toBe(stored().updatedAt);
		}
		const selected = await run({ ...upsert('project', resized(140)), ...chosen }, { items });
		expect(selected.json).toMatchObject([
			{ buildingHeatLoadKw: 14, syncResult: 'updated' },
			{ buildingHeatLoadKw: 14, syncResult: 'unchanged' },
		]);
	});
});
