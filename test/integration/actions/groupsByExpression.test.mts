import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf } from '../../shared.mts';
import { create, update, upsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, addRecord, bodiesOf } from '../harness/service/service.mts';

const { service, run } = useScenario();
const items = [{ address: { city: 'Bonn' }, circuits: [{ name: 'EG' }] }];
const clear = { emptyValues: 'clear' };

describe.each([{}, clear])(
	'one expression in the place of a group, with the options %j',
	(options) => {
		it.each(subjects)(
			'is refused for the address of a %s, and nothing is sent',
			async (resource) => {
				const { id } = addRecord[resource](service(), { address: { city: 'Kiel' } });
				for (const value of ['={{ $json.address }}', 'Kiel', ['={{ $json.address }}']]) {
					const address = { value };
					for (const parameters of [
						update(resource, id, { updateFields: { address } }),
						upsert(resource, { address }),
						create(resource, { address }),
					]) {
						const { error } = await run({ ...parameters, options }, { items });
						expect(error?.message).toMatch(/^Address: one expression or text replaces/);
					}
				}
				expect(bodiesOf(service())).toEqual([]);
			},
		);

		it('is refused for heating circuits, which all stay', async () => {
			const { id } = addProject(service(), { heatingCircuits: [{ name: 'EG' }] });
			for (const circuit of ['={{ $json.circuits }}', ['={{ $json.circuits[0] }}']]) {
				const updateFields = { heatingCircuits: { circuit } };
				const { error } = await run(
					{ ...update('project', id, { updateFields }), options },
					{ items },
				);
				expect(error?.message).toMatch(/^Circuit: one expression or text/);
			}
			expect(bodiesOf(service())).toEqual([]);
		});
	},
);

it('a group that a person added and left blank still counts as empty', async () => {
	const { id } = addProject(service(), {
		address: { city: 'Kiel' },
		heatingCircuits: [{ name: 'EG' }],
	});
	const groups = { address: { value: {} }, heatingCircuits: { circuit: [{}] } };
	const parameters = { operation: 'update', projectId: byId(id), updateFields: groups };
	expect((await run(parameters)).error?.message).toContain('nothing to update');
	await run({ ...parameters, options: clear });
	expect(bodiesOf(service())).toEqual([{ address: null, heatingCircuits: [] }]);
});

it.each(['={{ JSON.stringify({ checkOnly: true }) }}', '={{ [{ checkOnly: true }] }}'])(
	'options that are no object are refused, since they may be the safeguard: %s',
	async (options) => {
		const { id } = addProject(service());
		const { error } = await run({ operation: 'delete', projectId: byId(id), options } as never);
		expect(error?.message).toMatch(/^options: .* is not an object with names and values/);
		expect(recordsOf(service(), 'project')).toHaveLength(1);
	},
);
