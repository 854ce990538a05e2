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
const cases = ways.flatMap(([way, parameters]) =>
	subjects.map((resource) => ({ way, resource, parameters })),
);

describe.each(cases)('$way of a $resource', ({ resource, parameters }) => {
	const { service, run } = useScenario();
	const existing = () => addRecord[resource](service());
	const others = {
		zero: 0,
		no: false,
		none: null,
		blank: ' ',
		empty: '',
		deep: { a: [1, null], b: null },
	};
	const json = JSON.stringify(others);

	it.each([json, `  ${json}\n`, `={{ ${json.replaceAll('}', '} ')} }}`, `={{ $json.others }}`])(
		'sends them as they are: %s',
		async (otherFields) => {
			const { id, companyId } = existing();
			// The local service has no such fields, so it must not check them.
			const fault = { status: 200, body: { message: 'Saved' } };
			for (const method of ['POST', 'PATCH']) service().faults.add({ method, ...fault });
			const items = [{ others, companyId }];
			const { error } = await run(parameters(resource, otherFields, id), { items });
			expect(error).toBeUndefined();
			expect(bodiesOf(service())).toEqual([
				expect.objectContaining({ ...required[resource], ...others }),
			]);
		},
	);

	it.each(['', ' ', '{}', '={{ {} }}', '={{ null }}'])('sends none for %j', async (otherFields) => {
		const { id } = existing();
		const { error } = await run(parameters(resource, otherFields, id));
		expect(error).toBeUndefined();
		expect(bodiesOf(service())).toHaveLength(1);
	});
});

describe.each(subjects)('other fields of a %s', (resource) => {
	const { service, run } = useScenario();

	const alwaysTheSame: Array<[string, RegExp]> = [
		[
			'{"source": "crm"}',
			/"source" is "api" in every new project, and "Update" has an input for it/,
		],
	];
	const known = {
		project: ['projectValue', 'Project Value', 'buildingHeatLoadKw', 'Building Heat Load'],
		customer: ['phoneNumber', 'Phone Number', 'humanId', 'Human ID'],
	}[resource];
	const [name, label, computed, labelOfComputed] = known;
	it.each<[string, RegExp]>([
		[`{"${name}": 1}`, RegExp(`"${name}" has its own input: set it under ${label}`)],
		[`{"${name.toUpperCase()}": 1}`, RegExp(`under ${label}`)],
		[`{"hasGarage": true, " ${name} ": null}`, RegExp(`under ${label}`)],
		[`{"${computed}": 1}`, RegExp(`only the service sets ${labelOfComputed}`)],
		['{"ID": "x"}', /only the service sets/],
		['{"companyId": "x"}', /under Company ID/],
		['{"address": null}', /under Address/],
		['{"city": "Kiel"}', /"city" is a part of Address: set it there/],
		['{"__proto__": {"name": "x"}}', /"__proto__" cannot be the name of a field/],
		['[1]', /is not a JSON object/],
		['{', /is not a JSON object/],
		['"x"', /is not a JSON object/],
		['={{ [1] }}', /is not a JSON object/],
		['={{ 7 }}', /is not a JSON object/],
		['={{ true }}', /is not a JSON object/],
		...(resource === 'project' ? alwaysTheSame : []),
	])('are refused, and nothing is sent: %s', async (otherFields, message) => {
		const { id } = addRecord[resource](service());
		for (const [way, parameters] of ways) {
			const { error } = await run(parameters(resource, otherFields, id));
			expect(error?.message, way).toMatch(message);
			expect(error?.message, way).toContain(LABEL);
		}
		expect(service().requests).toEqual([]);
	});

	it('are named beside everything else that is wrong', async () => {
		const additionalFields = { otherFields: '{', companyId: 'mine' };
		const { error } = await run(create(resource, { additionalFields }));
		expect(error?.message).toMatch(/^2 values are wrong: .*Company ID.*Other Fields/);
		expect(service().requests).toEqual([]);
	});
});

describe('a service that has more fields', () => {
	const { service, run } = useScenario({ differences: { gained: true, storedForm: 'postgres' } });
	const others = { hasFireplace: true, averageConsumption: 12.5, windowType: null };
	const otherFields = JSON.stringify(others);
	const project = () => addProject(service(), { humanId: 'P-900', ...others });
	const stored = () => recordsOf(service(), 'project')[0];

	it('creates with them, and shows them under Raw', async () => {
		const parameters = create('project', { additionalFields: { otherFields }, output: 'raw' });
		const { json, hints } = await run(parameters);
		expect(stored()).toMatchObject(others);
		expect(json).toMatchObject([{ ...others, averageConsumption: '12.50' }]);
		expect(hints).toEqual([]);
	});

	it('is updated by them alone', async () => {
		const { id } = project();
		const updateFields = { otherFields: '={{ { hasFireplace: false, roofInsulation: "full" } }}' };
		const { error } = await run(update('project', id, { updateFields }));
		expect(error).toBeUndefined();
		expect(bodiesOf(service())).toEqual([{ hasFireplace: false, roofInsulation: 'full' }]);
		expect(stored()).toMatchObject({ hasFireplace: false, roofInsulation: 'full' });
	});

	it.each(['{}', ''])('is not updated by %j', async (none) => {
		const { id } = project();
		const { error } = await run(update('project', id, { updateFields: { otherFields: none } }));
		expect(error?.message).toContain('There is nothing to update');
		expect(writes(service())).toEqual([]);
	});

	describe.each<[string, (otherFields: string, id: string) => object]>([
		[
			'Skip Unchanged',
			(given, id) =>
				update('project', id, {
					...{ updateFields: { otherFields: given }, options: { skipUnchanged: true } },
				}),
		],
		[
			'Create or Update',
			(given) => upsert('project', { address: {}, additionalFields: { otherFields: given } }),
		],
	])('%s', (_, parameters) => {
		it('sends nothing if they are the same', async () => {
			const { json, error } = await run(parameters(otherFields, project().id));
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ syncResult: 'unchanged' }]);
			expect(writes(service())).toEqual([]);
		});

		it('sends what differs', async () => {
			const changed = { ...others, hasFireplace: null, averageConsumption: 0 };
			const { json } = await run(parameters(JSON.stringify(changed), project().id));
			expect(json).toMatchObject([{ syncResult: 'updated' }]);
			expect(bodiesOf(service())).toEqual([{ hasFireplace: null, averageConsumption: 0 }]);
			expect(stored()).toMatchObject(changed);
		});
	});
});

describe.each(subjects)('Map Automatically of a %s', (resource) => {
	const { service, run } = useScenario();

	it('uses what the item has and the node knows; a hint says how to send the rest', async () => {
		const { id } = addRecord[resource](service());
		const item = {
			...required[resource],
			city: 'Kiel',
			hasFireplace: true,
			syncResult: 'created',
			notKept: ['x'],
		};
		const unused = { otherFields: '{"hasBasement": true}' };
		const fields = { additionalFields: unused, updateFields: unused };
		for (const parameters of [
			create(resource, fields),
			update(resource, id, fields),
			upsert(resource, fields),
		]) {
			const { hints, error } = await run({ ...parameters, ...mapped }, { items: [item, item] });
			expect(error).toBeUndefined();
			const own = hints.filter(({ message: text }) => text.includes(LABEL));
			expect(own).toHaveLength(1);
			const [{ message }] = own;
			expect(message).toContain('hasFireplace');
			expect(message).not.toMatch(/syncResult|notKept|hasBasement|city/);
		}
		expect(JSON.stringify(bodiesOf(service()))).not.toMatch(/hasFireplace|hasBasement|otherFields/);
	});
});
