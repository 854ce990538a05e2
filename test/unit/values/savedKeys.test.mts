import fc from 'fast-check';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { EnergyProjects } from '../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { EnergyProjectsPollingTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsPollingTrigger.node.ts';
import { EnergyProjectsTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsTrigger.node.ts';
import { problemOfSavedKeys } from '../../../nodes/EnergyProjects/values/savedKeys.ts';

type Node = EnergyProjects | EnergyProjectsTrigger | EnergyProjectsPollingTrigger;
const nodes: Node[] = [
	new EnergyProjects(),
	new EnergyProjectsTrigger(),
	new EnergyProjectsPollingTrigger(),
];
const action = nodes[0].description.properties;
const problem = (saved: object) => problemOfSavedKeys(action, saved as INodeParameters);

/** Some of these parameters, each with what a person can have saved for it. */
const someOf = (parameters: readonly INodeProperties[]): fc.Arbitrary<object> =>
	fc.record(Object.fromEntries(parameters.map((one) => [one.name, savedFor(one)])), {
		requiredKeys: [],
	});

function savedFor(one: INodeProperties): fc.Arbitrary<unknown> {
	const { type, options = [], typeOptions, default: value } = one;
	const parts = options.flatMap((option) => ('values' in option ? [option] : []));
	const inside = options.flatMap((option) => ('type' in option ? [option] : []));
	if (type === 'collection') return fc.oneof(someOf(inside), fc.constant('={{ $json.all }}'));
	if (type !== 'fixedCollection') return fc.constantFrom(value, '={{ $json.x }}');
	const isList = typeOptions?.multipleValues === true;
	const saved = parts.map(({ name, values }) => {
		const part = someOf(values);
		return fc.record({ [name]: isList ? fc.array(part, { maxLength: 3 }) : part });
	});
	return fc.oneof(...saved, fc.constant({}), fc.constant('={{ $json.group }}'));
}

it.each(nodes)(
	'whatever a person can have saved is right: %#',
	({ description: { properties } }) => {
		const shown = properties.filter(({ type }) => type !== 'hidden');
		fc.assert(
			fc.property(someOf(shown), (saved) => {
				expect(problemOfSavedKeys(properties, saved as INodeParameters)).toBeUndefined();
			}),
			{ numRuns: 200 },
		);
	},
);

describe('a key that no parameter has is named', () => {
	it.each([
		[{ options: { checkonly: true } }, 'Options has no "checkonly": it is called "checkOnly"'],
		[{ options: { 'Check Only': true } }, '"Check Only": it is called "checkOnly"'],
		[{ filters: { updated_after: 'x' } }, '"updated_after": it is called "updatedAfter"'],
		[{ filters: { 'Leads or Projects': 'x' } }, '"Leads or Projects": it is called "isLead"'],
		[{ address: { city: 'Kiel' } }, 'Address has no "city": it belongs in "value"'],
		[{ address: { value: { zip: '1' } } }, 'Address has no "zip": it can have addressLine1, '],
		[
			{ updateFields: { heatingCircuits: { circuit: [{ name: 'x' }, { Name: 'x' }] } } },
			'Circuit has no "Name": it is called "name"',
		],
		[{ sort: { value: { sort_by: 'x' } } }, 'Sort has no "sort_by": it is called "sortBy"'],
		[{ filters: { constructor: 1 } }, 'Filters has no "constructor": it can have '],
	])('with the right one, if one is alike: %j', (saved, text) => {
		expect(problem(saved)).toContain(text);
	});

	it.each([
		['delete', { dryRun: true }, '"dryRun": it can have checkOnly, ifNotFound, timeout. If'],
		// Only Create or Update has If Found.
		['get', { iffound: 'leave' }, '"iffound": it can have ifNotFound, timeout. If'],
	])('or what the operation %s has, once, if none is alike: %j', (operation, options, text) => {
		expect(problem({ resource: 'customer', operation, options })).toContain(text);
	});

	it('and all of them at once', () => {
		expect(problem({ options: { a: 1 }, filters: { b: 1, search: 'x' } })).toMatch(/"a".*; .*"b"/);
	});
});

describe('what stands beside its group is named, with the group', () => {
	const del = { resource: 'customer', operation: 'delete' };
	const getAll = { resource: 'project', operation: 'getAll' };
	const upsert = { resource: 'project', operation: 'upsert' };

	it.each<[object, string, string]>([
		[{ ...del, checkOnly: true }, 'checkOnly', 'options'],
		[{ ...del, checkOnly: false }, 'checkOnly', 'options'],
		[{ ...upsert, otherCircuits: '={{ $json.x }}' }, 'otherCircuits', 'options'],
		[{ ...upsert, city: 'Kiel' }, 'city', 'address'],
		[{ ...upsert, status: 'archived' }, 'status', 'additionalFields'],
		[{ ...getAll, status: ['archived'] }, 'status', 'filters'],
		[{ ...getAll, sortBy: 'name' }, 'sortBy', 'sort'],
	])('%j', (saved, name, group) => {
		expect(problem(saved)).toContain(
			`"${name}" is no parameter of its own: it belongs in "${group}". If the editor`,
		);
	});

	it('unless it is empty, or belongs in a group of another operation only', () => {
		for (const saved of [{ checkOnly: '' }, { checkOnly: null, ifFound: 'leave' }])
			expect(problem({ ...del, ...saved })).toBeUndefined();
	});

	it('but no name of a parameter: the editor keeps those of another operation', () => {
		const update = { resource: 'project', operation: 'update' };
		expect(problem({ ...update, name: 'x', customerId: 'x', address: {} })).toBeUndefined();
	});
});

it('what belongs to another operation is right: the editor keeps it when the operation is changed', () => {
	const [operation, resource] = ['getAll', 'document'];
	const saved = { resource, operation, options: { skipUnchanged: true }, filters: { email: 'x' } };
	expect(problemOfSavedKeys(action, saved)).toBeUndefined();
});

it('what has keys of its own is not judged: a locator, JSON', () => {
	const customerId = { __rl: true, mode: 'list', value: 'x', cachedResultName: 'Weber' };
	const saved = { updateFields: { customerId, otherFields: { hasFireplace: true } } };
	expect(problemOfSavedKeys(action, saved)).toBeUndefined();
});
