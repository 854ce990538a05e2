import { describe, expect, it } from 'vitest';
import { EnergyProjects } from '../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { byId } from '../../shared.mts';
import { required } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, bodiesOf } from '../harness/service/service.mts';

// As programs and language models write them. n8n itself would leave them out without a word.

const { service, run } = useScenario();

const inFields: object[] = [
	...[{ Email: 'x' }, { 'Company ID': 'x' }, { house: 'x' }, { otherfields: '{}' }, { fields: {} }],
	{ heatingCircuits: { value: [{ name: 'EG' }] } },
	{ heatingCircuits: { circuit: [{ name: 'EG' }, { Name: 'OG' }] } },
	{ heatingCircuits: { circuit: [{ flow_temperature: 35 }] } },
];
const ODD: Record<string, object[]> = {
	options: [
		...[{ checkonly: true }, { check_only: true }, { 'Check Only': true }, { CheckOnly: true }],
		...[{ dryRun: true }, { Timeout: 5 }, { ifnotfound: 'goOn' }, { 'Skip Unchanged': true }],
		...[{ emptyvalues: 'clear' }, { timeout: 5, batchSize: 1 }],
	],
	filters: [
		...[{ Status: ['archived'] }, { customerID: 'x' }, { updated_after: '2026-01-01' }],
		...[{ 'Updated After': '2026-01-01' }, { city: 'Kiel' }, { search: 'x', limit: 5 }],
	],
	sort: [{ sortBy: 'name' }, { rule: { sortBy: 'name' } }, { value: { sortby: 'name' } }],
	address: [{ city: 'Kiel' }, { Value: { city: 'Kiel' } }, { value: { City: 'Kiel' } }],
	additionalFields: inFields,
	updateFields: [...inFields, { address: { city: 'Kiel' } }, { address: { value: { zip: 'x' } } }],
};

const operations = resources.flatMap(({ value, operations: own }) =>
	own.map((operation): [string, string] => [value, operation.value]),
);

describe.each(operations)('a key that no parameter has, at %s.%s', (resource, operation) => {
	const groups = new EnergyProjects().description.properties
		.filter(({ displayOptions: { show } = {} }) => {
			const { resource: shownAt = [], operation: at = [] } = show ?? {};
			return shownAt.includes(resource) && at.includes(operation);
		})
		.map(({ name }) => name);
	const odd = Object.entries(ODD).filter(([group]) => groups.includes(group));

	it('fails each item by its name, and nothing is sent', async () => {
		const customerId = byId(addCustomer(service()).id);
		const projectId = byId(addProject(service()).id);
		const chosen = { resource, operation, projectId, customerId, matchValue: 'x' };
		const items = [{ id: 1 }, { id: 2 }];
		for (const [group, values] of odd)
			for (const value of values) {
				const parameters = { ...chosen, ...required.project, ...required.customer, [group]: value };
				const { error } = await run(parameters, { items });
				expect(error?.message, JSON.stringify(value)).toMatch(/^.+ has no ".+": it /);
				const { json } = await run(parameters, { items, onError: 'continueRegularOutput' });
				const failed = expect.stringMatching(/ has no ".+": it /) as unknown;
				const details = { kind: 'value' };
				expect(json).toEqual(items.map((item) => ({ ...item, error: failed, details })));
			}
		expect(service().requests).toEqual([]);
	});
});

it('a switch beside the options fails each item, and nothing is sent', async () => {
	const customerId = byId(addCustomer(service()).id);
	const chosen = { resource: 'customer', operation: 'delete', customerId, checkOnly: true };
	const { json } = await run(chosen, { items: [{}, {}], onError: 'continueRegularOutput' });
	const failed = expect.stringContaining('"checkOnly" is no parameter of its own') as unknown;
	expect(json).toMatchObject([{ error: failed }, { error: failed }]);
	expect(service().requests).toEqual([]);
});

it('a whole group may still be one expression', async () => {
	const { id } = addProject(service(), { address: null, name: 'Alt' });
	const fields = { name: 'Neu', address: { city: 'Kiel' } };
	const chosen = { operation: 'update', projectId: byId(id), updateFields: '={{ $json.fields }}' };
	const checked = { ...chosen, options: '={{ { checkOnly: true } }}' };
	expect((await run(checked, { items: [{ fields }] })).json).toMatchObject([{ checkOnly: true }]);
	await run(chosen, { items: [{ fields }] });
	expect(bodiesOf(service())).toMatchObject([{ name: 'Neu', address: { city: 'Kiel' } }]);
});
