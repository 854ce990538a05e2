import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { EnergyProjects } from '../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { propertiesOf, resolve } from '../contract/description.mts';
import type { Schema } from '../contract/description.mts';

// What a person finds in the panel of each operation. Names and defaults are pinned in savedNames; n8n's rules for texts
// are checked in house/n8nRules.

const { description: node, methods } = new EnergyProjects();
const { properties: all } = node;
const of = (resource: string, operation: string): readonly INodeProperties[] =>
	all.filter(({ displayOptions: { show } = {} }) => {
		const { resource: shownAt = [], operation: at = [] } = show ?? {};
		return shownAt.includes(resource) && at.includes(operation);
	});
const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ ...operation, resource })),
);

/** A parameter and all parameters inside it. */
const within = (parameter: INodeProperties): INodeProperties[] => [
	parameter,
	...(parameter.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values.flatMap(within);
		return 'type' in option ? within(option) : [];
	}),
];
const inside = (resource: string, operation: string, name: string) =>
	of(resource, operation)
		.filter((one) => one.name === name)
		.flatMap(({ options = [] }) => options.map((option) => option.name));

describe.each(operations)(
	'$resource.name: $name',
	({ name, value, action, description, resource }) => {
		const noun = resource.name.toLowerCase();

		it('says in the list of actions what it does, without articles, and names the resource', () => {
			expect(action).toBe(
				`${name[0]}${name.slice(1).toLowerCase()} ${noun}${value === 'getAll' ? 's' : ''}`,
			);
			expect(description).toContain(noun);
		});
	},
);

const mapped = { dataMode: 'autoMapInputData' };
const chosen = { output: 'selectedFields' };

/** What n8n shows, from top to bottom; * must be filled in. Options come last, as in n8n's own nodes. */
const panels: ReadonlyArray<[resource: string, operation: string, INodeParameters, string]> = [
	['project', 'create', {}, 'dataMode name* address additionalFields output options'],
	['project', 'create', mapped, 'dataMode output options'],
	['project', 'get', {}, 'projectId* output options'],
	['project', 'getAll', {}, 'returnAll limit filters output sort options'],
	['project', 'getAll', { returnAll: true }, 'returnAll filters output sort options'],
	['project', 'getAll', chosen, 'returnAll limit filters output outputFields sort options'],
	['project', 'update', {}, 'projectId* dataMode updateFields fieldsToClear output options'],
	['project', 'update', mapped, 'projectId* dataMode fieldsToClear output options'],
	[
		...(['project', 'upsert', {}] as const),
		'matchOn matchValue* dataMode name address additionalFields fieldsToClear output options',
	],
	['project', 'upsert', mapped, 'matchOn matchValue dataMode fieldsToClear output options'],
	['project', 'delete', {}, 'deletionNotice projectId* options'],
	[
		...(['customer', 'create', {}] as const),
		'dataMode firstName* lastName* address additionalFields output options',
	],
	['customer', 'get', chosen, 'customerId* output outputFields options'],
	['customer', 'getAll', {}, 'returnAll limit filters output options'],
	['customer', 'update', {}, 'customerId* dataMode updateFields fieldsToClear output options'],
	[
		...(['customer', 'upsert', {}] as const),
		'matchOn matchValue* dataMode firstName lastName address additionalFields fieldsToClear output options',
	],
	[
		...(['customer', 'upsert', { matchOn: 'name' }] as const),
		'matchOn dataMode firstName lastName address additionalFields fieldsToClear output options',
	],
	['customer', 'upsert', mapped, 'matchOn matchValue dataMode fieldsToClear output options'],
	['customer', 'delete', {}, 'deletionNotice customerId* options'],
	['account', 'get', {}, 'options'],
	['document', 'getAll', {}, 'returnAll limit filters options'],
];

it.each(panels)('%s: %s shows with %j: %s', (resource, operation, more, expected) => {
	const given = { resource, operation, ...more };
	const saved: INode = {
		...{ id: '1', name: 'Node', type: 'energyProjects', typeVersion: 1, position: [0, 0] },
		parameters: given,
	};
	const parameters = NodeHelpers.getNodeParameters(all, given, true, false, saved, node) ?? {};
	const filled = { ...saved, parameters };
	const empty = NodeHelpers.getNodeParametersIssues(all, filled, node)?.parameters ?? {};
	const shown = all.filter((one) => NodeHelpers.displayParameter(parameters, one, filled, node));
	expect(shown.map(({ name, required }) => (required === true ? `${name}*` : name))).toEqual([
		'authentication',
		'resource',
		'operation',
		...expected.split(' '),
	]);
	const missing = shown.filter(({ name }) => name in empty);
	expect(missing).toEqual(shown.filter(({ required }) => required === true));
});

it('everything a person reads is a text: labels, descriptions, hints, examples and choices', () => {
	interface Texts extends Partial<Record<(typeof keys)[number], string>> {
		readonly [inside: string]: unknown;
	}
	const keys = ['displayName', 'description', 'placeholder', 'hint', 'action'] as const;
	/** Every text of a parameter, with those of what is inside it. A choice and a mode are shown by their names. */
	const textsIn = (one: Texts, path: string): Array<[path: string, text: string]> => [
		...keys
			.filter((key) => key in one)
			.map((key): [string, string] => [`${path} ${key}`, String(one[key])]),
		...['options', 'values', 'modes'].flatMap((key) => {
			const entries = Array.isArray(one[key]) ? (one[key] as Texts[]) : [];
			return entries.flatMap((entry) => {
				const name = String(entry.name);
				const own = 'displayName' in entry ? [] : [[`${path} choice`, name] as [string, string]];
				return [...own, ...textsIn(entry, `${path}.${name}`)];
			});
		}),
	];
	const texts = all.flatMap((one) => textsIn(one as unknown as Texts, one.name));
	expect(texts.length).toBeGreaterThan(1_000);
	// A sentence, a label or an example; nothing in it that a person did not write.
	const isRead = ([, text]: [string, string]) =>
		/^(\p{Lu}|\d|e\.g\. \S)/u.test(text) && !/undefined|null,|\[object| {2}|\s$/.test(text);
	expect(texts.filter((one) => !isRead(one))).toEqual([]);
});

/** Only what concerns the operation; nobody has to set how requests are sent. */
const options: ReadonlyArray<[operation: string, project: string[], customer?: string[]]> = [
	['create', ['Check Only', 'Timeout']],
	['delete', ['Check Only', 'If Not Found', 'Timeout']],
	['get', ['Include Customer', 'If Not Found', 'Timeout'], ['If Not Found', 'Timeout']],
	[
		'getAll',
		['Include Customer', 'If Incomplete', 'If Not Found', 'Timeout'],
		['If Incomplete', 'If Not Found', 'Timeout'],
	],
	['update', ['Check Only', 'Empty Values', 'Skip Unchanged', 'Timeout']],
	['upsert', ['Check Only', 'Empty Values', 'If Found', 'Timeout']],
];

it.each(options)('the options of %s', (operation, project, customer = project) => {
	const shown = (resource: string) =>
		inside(resource, operation, 'options').map((name) => name.split(' (')[0]);
	const names = (labels: readonly string[]) =>
		labels
			.map((label) => label.replace(/ /g, '').replace(/^./, (letter) => letter.toLowerCase()))
			.sort();
	expect(shown('project').sort()).toEqual(names(project));
	expect(shown('customer').sort()).toEqual(names(customer));
});

it('what can be added or chosen is in alphabetical order of its labels', () => {
	const lists = ['filters', 'additionalFields', 'updateFields', 'options', 'operation'];
	const sorted = [...lists, 'fieldsToClear', 'outputFields', 'heatingCircuits'];
	const found = all.flatMap(within).filter(({ name }) => sorted.includes(name));
	expect(new Set(found.map(({ name }) => name)).size).toBe(sorted.length);
	for (const { name, options = [] } of found) {
		const labels = options
			.flatMap((option) => ('values' in option ? option.values : [option]))
			.map((option) => ('displayName' in option ? option.displayName : option.name));
		expect(labels, name).toEqual([...labels].sort((one, two) => one.localeCompare(two)));
	}
});

it('every input begins with something that it can hold', () => {
	const isText = (value: unknown) => typeof value === 'string';
	const isNothing = (value: unknown) => JSON.stringify(value) === '{}';
	const valuesOf = ({ options = [] }: INodeProperties): unknown[] =>
		options.map((option) => ('value' in option ? option.value : undefined));
	const canHold: Record<string, (value: unknown, one: INodeProperties) => boolean> = {
		boolean: (value) => typeof value === 'boolean',
		number: (value) => typeof value === 'number' || value === '',
		string: isText,
		hidden: isText,
		json: isText,
		dateTime: isText,
		notice: isText,
		options: (value, one) => valuesOf(one).includes(value),
		multiOptions: (value, one) => [value].flat().every((own) => valuesOf(one).includes(own)),
		collection: isNothing,
		fixedCollection: isNothing,
		resourceLocator: (value, { modes = [] }) =>
			modes.some(({ name }) => name === (value as { mode: unknown }).mode),
	};
	const cannot = all
		.flatMap(within)
		.filter((one) => canHold[one.type]?.(one.default, one) !== true);
	expect(cannot.map(({ name, type }) => `${name}: ${type}`)).toEqual([]);
});

describe.each(['project', 'customer'])('a %s', (resource) => {
	it.each(['get', 'update', 'delete'])('is required by %s, and has two modes', (operation) => {
		const [chosen] = of(resource, operation).filter(({ name }) => name === `${resource}Id`);
		expect(chosen.required).toBe(true);
		expect(chosen.modes?.map(({ name, type }) => [name, type])).toEqual([
			['list', 'list'],
			['id', 'string'],
		]);
		const searchListMethod = resource === 'project' ? 'searchProjects' : 'searchCustomers';
		expect(chosen.modes?.[0].typeOptions).toEqual({ searchListMethod, searchable: true });
		expect(Object.keys(methods.listSearch).sort()).toEqual(['searchCustomers', 'searchProjects']);
		// n8n cuts longer texts.
		for (const { placeholder = '' } of chosen.modes ?? [])
			expect(placeholder.length).toBeLessThan(25);
	});

	it('has its company among the fields to add, and never as a parameter of its own', () => {
		expect(all.map(({ name }) => name)).not.toContain('companyId');
		for (const [operation, name] of [
			['create', 'additionalFields'],
			['update', 'updateFields'],
			['upsert', 'additionalFields'],
		]) {
			const [{ options = [] }] = of(resource, operation).filter((one) => one.name === name);
			const isOfCredential = ({ description = '' }: INodeProperties) =>
				description.includes('belongs to the company of the credential');
			expect(
				options
					.flatMap((one) => ('type' in one ? [one] : []))
					.filter(isOfCredential)
					.map((one) => one.name),
			).toEqual(['companyId']);
		}
	});
});

it('Match On, Resource and Operation take no expression: they are the same for all items', () => {
	const choices = all.filter(
		({ name, type }) =>
			type !== 'hidden' && ['matchOn', 'resource', 'operation', 'dataMode'].includes(name),
	);
	expect(choices.length).toBeGreaterThan(5);
	for (const { noDataExpression } of choices) expect(noDataExpression).toBe(true);
});

it('several heating circuits can be added, and put in order; a Limit is at least 1', () => {
	const of = (name: string) => all.flatMap(within).filter((one) => one.name === name);
	const circuits = of('heatingCircuits').map(({ typeOptions }) => typeOptions);
	expect(circuits).toEqual([1, 2, 3].map(() => ({ multipleValues: true, sortable: true })));
	for (const { typeOptions } of of('limit')) expect(typeOptions).toEqual({ minValue: 1 });
});

it.each([
	['createdAfter', 'records created after this time'],
	['updatedAfter', 'records changed after this time'],
	['installationDateFrom', 'whose installation date is this day or later'],
	['installationDateTo', 'whose installation date is this day or earlier'],
])('the filter %s says which side it leaves in: %s', (filter, text) => {
	const found = all.flatMap(within).filter(({ name }) => name === filter);
	expect(found).not.toEqual([]);
	for (const { description } of found) expect(description).toContain(text);
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
	// Numbers are typed as texts.
	return own === 'integer' || own === 'number' ? 'string' : String(own);
}

it.each(['Project', 'Customer'])('the fields of a %s have inputs of their types', (record) => {
	const fields = of(record.toLowerCase(), 'update').find(({ name }) => name === 'updateFields');
	const inputs = (fields?.options ?? [])
		.flatMap((one) => ('type' in one ? [one] : []))
		.filter(({ name }) => name !== 'otherFields');
	const properties = Object.entries(propertiesOf(`${record}Update`));
	const expected = properties.map(([name, schema]) => [name, inputFor(schema)]);
	// A customer is chosen from a list.
	const asTyped = inputs.map(({ name, type }) => [
		...[name, type === 'resourceLocator' ? 'string' : type],
	]);
	expect(Object.fromEntries(asTyped)).toEqual(Object.fromEntries(expected));
});

it('examples fit: an email address for an email address, an ID for an ID, a number for a number', () => {
	const parameters = all.flatMap(within);
	const form: Record<string, RegExp> = {
		email: /^e\.g\. \S+@\S+\.\w+$/,
		invoiceEmail: /^e\.g\. \S+@\S+\.\w+$/,
		companyId: /^e\.g\. [\da-f]{8}-/,
		humanId: /^e\.g\. P-\d+$/,
	};
	for (const { name, type, placeholder = '' } of parameters) {
		if (type === 'number' && placeholder !== '')
			expect(placeholder).toMatch(/^e\.g\. \d+(\.\d+)?$/);
		if (name in form) expect(placeholder).toMatch(form[name]);
		expect(/[\da-f]{8}-/.test(placeholder), name).toBe(
			['companyId', 'roomId', 'id'].includes(name),
		);
	}
	const names = ['projectValue', 'numberOfFloors', 'heatedLivingAreaM2', 'flowTemperature'];
	const numbers = parameters.filter(({ name }) => names.includes(name));
	expect(numbers.length).toBeGreaterThan(10);
	for (const { placeholder } of numbers) expect(placeholder).toMatch(/^e\.g\. \d+(\.\d+)?$/);
});
