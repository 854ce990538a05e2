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
	const problem = (saved: object) => problemOfSavedKeys(action, saved as INodeParameters);

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

	it('and all of them at once', () => {
		expect(problem({ options: { a: 1 }, filters: { b: 1, search: 'x' } })).toMatch(/"a".*; .*"b"/);
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
