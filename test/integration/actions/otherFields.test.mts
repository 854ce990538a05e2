// Judges `otherFields` of input/form.ts, and input/mapped.ts.
import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import type { Subject } from '../../../sandbox/service/records.mts';
import { recordsOf } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, addRecord, bodiesOf, writes } from '../harness/service/service.mts';
import { create, mapped, required, update, upsert } from '../harness/samples/sampleWrites.mts';

const LABEL = 'Other Fields (JSON)';
/** Each way to write a record with these other fields beside what it requires: its parameters. */
const ways: Array<[string, (resource: Subject, otherFields: unknown, id: string) => object]> = [
	['Create', (resource, otherFields) => create(resource, { additionalFields: { otherFields } })],
	[
		'Update',
		(resource, otherFields, id) =>
			update(resource, id, { updateFields: { ...required[resource], otherFields } }),
	],
	[
		'Create or Update',
		(resource, otherFields) => upsert(resource, { additionalFields: { otherFields } }),
	],
];
const { service, run } = useScenario();

describe.each(ways)('%s', (_, parameters) => {
	const others = { zero: 0, none: null, blank: ' ', empty: '', deep: { a: [1, null], b: null } };

	it.each([`  ${JSON.stringify(others)}\n`, '={{ $json.others }}'])(
		'sends them as they are: %s',
		async (otherFields) => {
			const { id, companyId } = addProject(service());
			// The local service has no such fields, so it must not check them.
			const fault = { status: 200, body: { message: 'Saved' } };
			for (const method of ['POST', 'PATCH']) service().faults.add({ method, ...fault });
			const items = [{ others, companyId }];
			const { error } = await run(parameters('project', otherFields, id), { items });
			expect(error).toBeUndefined();
			expect(bodiesOf(service())).toMatchObject([{ ...required.project, ...others }]);
		},
	);

	it.each(['', '={{ {} }}'])('sends none for %j', async (otherFields) => {
		const { id } = addProject(service());
		expect((await run(parameters('project', otherFields, id))).error).toBeUndefined();
		expect(bodiesOf(service())).toHaveLength(1);
	});
});

describe.each(subjects)('other fields of a %s', (resource) => {
	const [name, label, computed, labelOfComputed] = {
		project: ['projectValue', 'Project Value', 'buildingHeatLoadKw', 'Building Heat Load'],
		customer: ['phoneNumber', 'Phone Number', 'humanId', 'Human ID'],
	}[resource];

	it.each<[string, RegExp]>([
		[`{"${name}": 1}`, RegExp(`"${name}" has its own input: set it under ${label}`)],
		[`{"hasGarage": true, " ${name.toUpperCase()} ": null}`, RegExp(`under ${label}`)],
		[`{"${computed}": 1}`, RegExp(`only the service sets ${labelOfComputed}`)],
		['{"city": "Kiel"}', /"city" is a part of Address: set it there/],
		['{"__proto__": {"name": "x"}}', /"__proto__" cannot be the name of a field/],
		['[1]', /is not a JSON object/],
		['{', /is not a JSON object/],
		['={{ 7 }}', /is not a JSON object/],
	])('are refused, and nothing is sent: %s', async (otherFields, message) => {
		const { id } = addRecord[resource](service());
		for (const [way, parameters] of ways) {
			const { error } = await run(parameters(resource, otherFields, id));
			expect(error?.message, way).toMatch(message);
			expect(error?.message, way).toContain(LABEL);
		}
		expect(service().requests).toEqual([]);
	});
});

it('the source is not among them, since it is the same in every new project', async () => {
	const additionalFields = { otherFields: '{"source": 1}' };
	const { error } = await run(create('project', { additionalFields }));
	expect(error?.message).toMatch(/"source" is "api" in every new project, and "Update" has an/);
});

describe('a service that has more fields', () => {
	const scenario = useScenario({ differences: { gained: true, storedForm: 'postgres' } });
	const others = { hasFireplace: true, averageConsumption: 12.5, windowType: null };
	const otherFields = JSON.stringify(others);
	const project = () => addProject(scenario.service(), { humanId: 'P-900', ...others });
	const stored = () => recordsOf(scenario.service(), 'project')[0];

	it('creates with them, and shows them under Raw', async () => {
		const parameters = create('project', { additionalFields: { otherFields }, output: 'raw' });
		const { json, hints } = await scenario.run(parameters);
		expect(stored()).toMatchObject(others);
		expect(json).toMatchObject([{ ...others, averageConsumption: '12.50' }]);
		expect(hints).toEqual([]);
	});

	it('is updated by them alone, and not by none', async () => {
		const { id } = project();
		const updating = (given: string) =>
			scenario.run(update('project', id, { updateFields: { otherFields: given } }));
		expect((await updating('{}')).error?.message).toContain('There is nothing to update');
		expect((await updating('{"hasFireplace": false}')).error).toBeUndefined();
		expect(bodiesOf(scenario.service())).toEqual([{ hasFireplace: false }]);
		expect(stored()).toMatchObject({ hasFireplace: false });
	});

	it('is sent what differs, and nothing if they are the same', async () => {
		project();
		const outcomes: unknown[] = [];
		for (const given of [others, { ...others, hasFireplace: null, averageConsumption: 0 }]) {
			const additionalFields = { otherFields: JSON.stringify(given) };
			const { json } = await scenario.run(upsert('project', { address: {}, additionalFields }));
			outcomes.push(json[0].syncResult);
		}
		expect(outcomes).toEqual(['unchanged', 'updated']);
		const body = { hasFireplace: null, averageConsumption: 0 };
		expect(writes(scenario.service())).toEqual([{ method: 'PATCH', body }]);
	});
});

it('Map Automatically uses what the item has and the node knows; a hint says how to send the rest', async () => {
	const { id } = addProject(service());
	const item = {
		...{ ...required.project, city: 'Kiel', hasFireplace: true },
		...{ syncResult: 'created', notKept: ['x'] },
	};
	for (const [, parameters] of ways) {
		const given = { ...parameters('project', '{"hasBasement": true}', id), ...mapped };
		const { hints, error } = await run(given, { items: [item, item] });
		expect(error).toBeUndefined();
		const own = hints.filter(({ message: text }) => text.includes(LABEL));
		expect(own).toHaveLength(1);
		expect(own[0].message).toContain('hasFireplace');
		expect(own[0].message).not.toMatch(/syncResult|notKept|hasBasement|city/);
	}
	expect(JSON.stringify(bodiesOf(service()))).not.toMatch(/hasFireplace|hasBasement|otherFields/);
});
