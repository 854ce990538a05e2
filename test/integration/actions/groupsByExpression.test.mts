import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { create, update, upsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord, bodiesOf } from '../harness/service/service.mts';

// n8n makes a group without parts of one expression in its place.

const { service, run } = useScenario();
const items = [{ address: { city: 'Bonn' }, circuits: [{ name: 'EG' }] }];

describe.each([{}, { emptyValues: 'clear' }])('a group without a part, with %j', (options) => {
	const refusal = 'it was added, but nothing is filled in inside it';

	it.each(subjects)('is refused as the address of a %s, and empties nothing', async (resource) => {
		const { id } = addRecord[resource](service(), { address: { city: 'Kiel' } });
		for (const value of ['={{ $json.address }}', 'Kiel', ['={{ $json.address }}'], {}]) {
			const address = { value };
			for (const parameters of [
				update(resource, id, { updateFields: { address } }),
				upsert(resource, { address }),
				create(resource, { address }),
			]) {
				const { error } = await run({ ...parameters, options }, { items });
				expect(error?.message).toContain(`Address (address): ${refusal}`);
			}
		}
		expect(bodiesOf(service())).toEqual([]);
	});

	it('is refused as heating circuits, which all stay', async () => {
		const { id } = addRecord.project(service(), { heatingCircuits: [{ name: 'EG' }] });
		for (const circuit of ['={{ $json.circuits }}', ['={{ $json.circuits[0] }}'], [{}]]) {
			const updateFields = { heatingCircuits: { circuit } };
			const parameters = { ...update('project', id, { updateFields }), options };
			const { error } = await run(parameters, { items });
			expect(error?.message).toContain(`Heating Circuits (heatingCircuits): ${refusal}`);
		}
		expect(bodiesOf(service())).toEqual([]);
	});
});
