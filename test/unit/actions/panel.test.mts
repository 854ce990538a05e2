import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { propertiesOf } from '../../../nodes/EnergyProjects/actions/properties.ts';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';

// What a person finds in the panel of each operation. Names and defaults are pinned in savedNames; n8n's rules for texts
// are checked in house/n8nRules.

const all = propertiesOf(resources);
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

		it('has Options last, and Sort right above', () => {
			const names = of(resource.value, value).map((one) => one.name);
			expect(names.at(-1)).toBe('options');
			if (names.includes('sort')) expect(names.at(-2)).toBe('sort');
		});
	},
);

/** Only what concerns the operation; nobody has to set how requests are sent. */
const options: ReadonlyArray<[operation: string, project: string[], customer?: string[]]> = [
	['create', ['Timeout']],
	['delete', ['Timeout']],
	['get', ['Include Customer', 'If Not Found', 'Timeout'], ['If Not Found', 'Timeout']],
	['getAll', ['Include Customer', 'If Not Found', 'Timeout'], ['If Not Found', 'Timeout']],
	['update', ['Empty Values', 'Skip Unchanged', 'Timeout']],
	['upsert', ['Empty Values', 'Timeout']],
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

it('the filters are in alphabetical order of their labels', () => {
	for (const resource of ['project', 'customer', 'document']) {
		const [filters] = of(resource, 'getAll').filter(({ name }) => name === 'filters');
		const labels = (filters.options ?? []).map((option) =>
			'displayName' in option ? option.displayName : '',
		);
		expect(labels).toEqual([...labels].sort((a, b) => String(a).localeCompare(String(b))));
		expect(labels.length).toBeGreaterThan(1);
	}
});

describe.each(['project', 'customer'])('a %s', (resource) => {
	it.each(['get', 'update', 'delete'])('is required by %s, and has two modes', (operation) => {
		const [chosen] = of(resource, operation).filter(({ name }) => name === `${resource}Id`);
		expect(chosen.required).toBe(true);
		expect(chosen.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
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
			expect(inside(resource, operation, name)).toContain('companyId');
		}
	});
});

it('Match On, Resource and Operation take no expression: they are the same for all items', () => {
	const choices = all.filter(({ name }) =>
		['matchOn', 'resource', 'operation', 'dataMode'].includes(name),
	);
	expect(choices.length).toBeGreaterThan(5);
	for (const { noDataExpression } of choices) expect(noDataExpression).toBe(true);
});

it('examples fit: an email address for an email address, an ID for an ID, a number for a number', () => {
	const parameters = all.flatMap(within);
	const form: Record<string, RegExp> = {
		email: /^e\.g\. \S+@\S+\.\w+$/,
		invoiceEmail: /^e\.g\. \S+@\S+\.\w+$/,
		companyId: /^e\.g\. [\da-f]{8}-/,
		humanId: /^e\.g\. P-\d+$/,
	};
	for (const { name, type, placeholder } of parameters) {
		if (placeholder === undefined) continue;
		if (type === 'number') expect(placeholder).toMatch(/^e\.g\. \d+(\.\d+)?$/);
		if (name in form) expect(placeholder).toMatch(form[name]);
	}
	const numbers = parameters.filter(
		({ type, default: preset }) => type === 'number' && preset === '',
	);
	expect(numbers.length).toBeGreaterThan(20);
	expect(numbers.filter(({ placeholder }) => placeholder === undefined)).toEqual([]);
});
