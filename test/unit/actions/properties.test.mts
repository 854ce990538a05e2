import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { EnergyProjects } from '../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { propertiesOf, resolve } from '../contract/description.mts';
import type { Schema } from '../contract/description.mts';
import { within } from '../house/parameters.mts';

// What a person finds in the panel of each operation. Names and defaults are pinned in savedNames; n8n's rules for texts
// are checked in house/n8nRules.

const { description: node, methods } = new EnergyProjects();
const { properties } = node;
// n8n shows no hidden ones.
const all = properties.filter(({ type }) => type !== 'hidden');
const of = (resource: string, operation: string): readonly INodeProperties[] =>
	all.filter(({ displayOptions: { show } = {} }) => {
		const { resource: shownAt = [], operation: at = [] } = show ?? {};
		return shownAt.includes(resource) && at.includes(operation);
	});
const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ ...operation, resource })),
);

/** What can be chosen in a parameter. */
const choicesIn = ({ options = [] }: INodeProperties) =>
	options.map((option) => ('value' in option ? option.value : undefined));

it('each operation says in the list of actions what it does, without articles, and names the resource', () => {
	for (const { name, value, action, description, resource } of operations) {
		const noun = resource.name.toLowerCase();
		const what = `${noun}${value === 'getAll' ? 's' : ''}`;
		expect(action).toBe(`${name[0]}${name.slice(1).toLowerCase()} ${what}`);
		expect(description).toContain(noun);
	}
});

const everywhere = operations.map(({ value, resource }) => `${resource.value}.${value}`);
const ofBoth = (...names: string[]) =>
	names.flatMap((name) => [`project.${name}`, `customer.${name}`]);
const lists = [...ofBoth('getAll'), 'document.getAll'];
const records = ofBoth('create', 'get', 'getAll', 'update', 'upsert');

const typed = { dataMode: 'defineBelow' };
const mapped = { dataMode: 'autoMapInputData' };
const byEmail = { matchOn: 'email' };

/**
 * Each parameter with the operations that show it, and what has to be chosen for that. The order is that of every
 * panel, from top to bottom; options come last, as in n8n's own nodes. * must be filled in.
 */
type Row = [parameter: string, operations: readonly string[], chosen?: INodeParameters];
const PANEL: readonly Row[] = [
	['authentication', everywhere],
	['resource', everywhere],
	['operation', everywhere],
	['deletionNotice', ofBoth('delete')],
	['projectId*', ['project.get', 'project.update', 'project.delete']],
	['customerId*', ['customer.get', 'customer.update', 'customer.delete']],
	['returnAll', lists],
	['limit', lists, { returnAll: false }],
	['filters', lists],
	['matchOn', ofBoth('upsert')],
	['matchValue*', ['project.upsert'], typed],
	['matchValue', ['project.upsert'], mapped],
	['matchValue*', ['customer.upsert'], { ...byEmail, ...typed }],
	['matchValue', ['customer.upsert'], { ...byEmail, ...mapped }],
	['dataMode', ofBoth('create', 'update', 'upsert')],
	['name*', ['project.create'], typed],
	// It is the value to match otherwise.
	['name', ['project.upsert'], { ...typed, matchOn: 'humanId' }],
	['firstName*', ['customer.create'], typed],
	['firstName', ['customer.upsert'], typed],
	['lastName*', ['customer.create'], typed],
	['lastName', ['customer.upsert'], typed],
	// What goes into a record has a name of its resource: n8n keeps it, out of sight, if another resource is chosen.
	...['project', 'customer'].flatMap((noun): Row[] => [
		[`${noun}Address`, [`${noun}.create`, `${noun}.upsert`], typed],
		[`${noun}Fields`, [`${noun}.create`, `${noun}.upsert`], typed],
		[`${noun}UpdateFields`, [`${noun}.update`], typed],
		[`${noun}FieldsToClear`, [`${noun}.update`, `${noun}.upsert`]],
	]),
	['output', records],
	['outputFields', records, { output: 'selectedFields' }],
	['sort', ['project.getAll']],
	['options', everywhere],
];
const withoutStar = (parameter: string) => parameter.replace('*', '');

/** What a person can have chosen in the parameters of an operation, in every combination. */
const choices = (parameters: readonly INodeProperties[]) =>
	parameters.reduce<INodeParameters[]>(
		(chosen, one) => {
			const values = one.type === 'boolean' ? [true, false] : choicesIn(one);
			if (!['boolean', 'options'].includes(one.type)) return chosen;
			return chosen.flatMap((before) => values.map((value) => ({ ...before, [one.name]: value })));
		},
		[{}],
	);

/** What n8n shows of an operation after these choices, and what it misses while nothing is filled in. */
function panelOf(resource: string, operation: string, chosen: INodeParameters) {
	const given = { resource, operation, ...chosen };
	const saved: INode = {
		...{ id: '1', name: 'Node', type: 'energyProjects', typeVersion: 1, position: [0, 0] },
		parameters: given,
	};
	const parameters =
		NodeHelpers.getNodeParameters(properties, given, true, false, saved, node) ?? {};
	const filled = { ...saved, parameters };
	const missing = NodeHelpers.getNodeParametersIssues(properties, filled, node)?.parameters ?? {};
	const shown = all
		.filter((one) => NodeHelpers.displayParameter(parameters, one, filled, node))
		.map(({ name, required }) => (required === true ? `${name}*` : name));
	return { place: `${resource}.${operation}`, chosen, shown, missing: Object.keys(missing) };
}

const panels = operations.flatMap(({ resource, value }) =>
	choices(of(resource.value, value)).map((chosen) => panelOf(resource.value, value, chosen)),
);

describe('in the panel of each operation, whatever was chosen,', () => {
	it.each(everywhere)('%s shows what it needs, in the one order, and nothing else', (operation) => {
		for (const { place, chosen, shown } of panels.filter((panel) => panel.place === operation)) {
			const isIn = ([, places, needed = {}]: Row) =>
				places.includes(place) &&
				Object.entries(needed).every(([key, value]) => chosen[key] === value);
			const expected = PANEL.filter(isIn).map(([parameter]) => parameter);
			expect(shown, JSON.stringify(chosen)).toEqual(expected);
		}
	});

	it('n8n asks for what is marked, and for nothing else', () => {
		for (const { shown, missing } of panels)
			expect(missing).toEqual(shown.filter((name) => name.endsWith('*')).map(withoutStar));
	});

	it('there is nothing that no operation shows', () => {
		const known = PANEL.map(([parameter]) => withoutStar(parameter));
		expect(all.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
	});
});

/** Only what concerns the operation; nobody has to set how requests are sent. */
const OPTIONS: ReadonlyArray<[option: string, operations: readonly string[]]> = [
	['checkOnly', ofBoth('create', 'update', 'upsert', 'delete')],
	['emptyValues', ofBoth('update', 'upsert')],
	['ifFound', ofBoth('upsert')],
	['ifIncomplete', lists],
	['ifNotFound', [...ofBoth('get', 'delete'), ...lists]],
	['includeCustomer', ['project.get', 'project.getAll']],
	['notChangedSince', ofBoth('update', 'upsert')],
	['otherCircuits', ['project.update', 'project.upsert']],
	['skipUnchanged', ofBoth('update')],
	['timeout', everywhere],
];

it.each(everywhere)('the options of %s are exactly those that concern it', (place) => {
	const [resource = '', operation = ''] = place.split('.');
	const [{ options = [] }] = of(resource, operation).filter(({ name }) => name === 'options');
	const expected = OPTIONS.filter(([, places]) => places.includes(place)).map(([name]) => name);
	expect(options.map(({ name }) => name).sort()).toEqual(expected);
});

it('every input whose default n8n has no rule about begins with something that it can hold', () => {
	const isText = (value: unknown) => typeof value === 'string';
	const isNothing = (value: unknown) => JSON.stringify(value) === '{}';
	const canHold: Record<string, (value: unknown, one: INodeProperties) => boolean> = {
		hidden: (value) => isText(value) || isNothing(value),
		json: isText,
		dateTime: isText,
		notice: isText,
		resourceLocator: (value, { modes = [] }) =>
			modes.some(({ name }) => name === (value as { mode: unknown }).mode),
	};
	const inputs = properties.flatMap(within).filter(({ type }) => type in canHold);
	expect(new Set(inputs.map(({ type }) => type)).size).toBe(Object.keys(canHold).length);
	expect(inputs.filter((one) => !canHold[one.type](one.default, one))).toEqual([]);
});

it.each([
	['project', 'searchProjects'],
	['customer', 'searchCustomers'],
])('a %s is chosen in two modes', (resource, searchListMethod) => {
	for (const { modes = [] } of all.filter(({ name }) => name === `${resource}Id`)) {
		const [list, id] = modes;
		expect(list).toMatchObject({ name: 'list', type: 'list' });
		expect(list.typeOptions).toEqual({ searchListMethod, searchable: true });
		expect(modes).toEqual([list, { ...id, name: 'id', type: 'string' }]);
		expect(methods.listSearch).toHaveProperty(searchListMethod);
		// n8n cuts longer texts.
		for (const { placeholder = '' } of modes) expect(placeholder.length).toBeLessThan(25);
	}
});

it('Match On, Resource and Operation take no expression: they are the same for all items', () => {
	const choices = all.filter(({ name }) =>
		['matchOn', 'resource', 'operation', 'dataMode'].includes(name),
	);
	expect(choices.length).toBeGreaterThan(5);
	for (const { noDataExpression } of choices) expect(noDataExpression).toBe(true);
});

it('the value to match is called as its field, has an example of it, and says where it may come from', () => {
	const matches = ['project', 'customer'].flatMap((resource) =>
		of(resource, 'upsert').filter(({ name }) => name === 'matchValue'),
	);
	expect(matches.map(({ displayName, placeholder }) => [displayName, placeholder])).toEqual([
		...Array(2).fill(['Human ID to Match', 'e.g. P-001']),
		...Array(2).fill(['Name to Match', 'e.g. Heat pump, Müller family, Leipzig']),
		...Array(2).fill(['Email to Match', 'e.g. name@email.com']),
	]);
	const isFromItem = ({ description = '' }: INodeProperties) =>
		description.includes('from the item');
	expect(matches.map(isFromItem)).toEqual([false, true, false, true, false, true]);
});

/** How a person fills in a value of the service. */
function inputFor(schema: Schema): string {
	const { type, format, enum: values, properties, anyOf = [], ...more } = resolve(schema);
	const { 'x-known-values': known } = more;
	const [own] = [type].flat();
	if (anyOf.length > 0) return inputFor(anyOf.find((one) => one.type !== 'null') ?? {});
	if (values !== undefined || known !== undefined) return 'options';
	if (format === 'date' || format === 'date-time') return 'dateTime';
	if (own === 'array' || properties !== undefined) return 'fixedCollection';
	// A choice of Yes and No: n8n's schema for a model requires each switch.
	if (own === 'boolean') return 'options';
	// Numbers are typed as texts.
	return own === 'integer' || own === 'number' ? 'string' : String(own);
}

it.each(['Project', 'Customer'])('the fields of a %s have inputs of their types', (record) => {
	const noun = record.toLowerCase();
	const fields = of(noun, 'update').find(({ name }) => name === `${noun}UpdateFields`);
	const inputs = (fields?.options ?? []).flatMap((one) => ('type' in one ? [one] : []));
	const properties = Object.entries(propertiesOf(`${record}Update`));
	const expected = properties.map(([name, schema]) => [name, inputFor(schema)]);
	// A customer is chosen from a list.
	const typeOf = (type: string) => (type === 'resourceLocator' ? 'string' : type);
	expect(Object.fromEntries(inputs.map(({ name, type }) => [name, typeOf(type)]))).toEqual({
		...{ ...Object.fromEntries(expected), otherFields: 'json' },
	});
});
