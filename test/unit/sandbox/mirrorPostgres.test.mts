import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { readExamples } from '../../../sandbox/n8n/demo.mts';
import { root } from '../../../sandbox/n8n/paths.mts';

const nodes = readExamples().find(({ id }) => id === 'EnergyPostgres01')?.nodes ?? [];
const parametersOf = (name: string) => nodes.find((node) => node.name === name)?.parameters ?? {};
const queryOf = (name: string) => String(parametersOf(name).query);
const postgresNodes = nodes.filter(({ type }) => type === 'n8n-nodes-base.postgres');
const page = readFileSync(join(root, 'docs', 'reports-in-postgres.md'), 'utf8');

/** The names between a table's "(" and ");". */
function columnsOf(table: string): string[] {
	const query = queryOf('Make sure the tables exist');
	const [, columns = ''] = new RegExp(`${table} \\(([^;]+)\\);`).exec(query) ?? [];
	return [...columns.matchAll(/^\t(\w+) /gm)].map(([, name]) => name);
}
const MIRRORS_OWN = ['read_at', 'deleted_at'];
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const partsOf = (field: Field): readonly Field[] =>
	field.type === 'object' ? (field.fields ?? []) : [field];

describe('the example that mirrors into PostgreSQL', () => {
	it('never puts a value into the text of a query', () => {
		expect(postgresNodes.length).toBeGreaterThan(5);
		for (const { name, parameters } of postgresNodes) {
			const query = String(parameters.query);
			expect({ name, query }).not.toMatchObject({ query: expect.stringMatching(/^=|\{\{/) });
		}
	});

	it.each([
		['energy_projects', projectRecord.fields],
		['energy_customers', customerRecord.fields],
	] as const)('has a column in %s for every field but lists', (table, fields) => {
		const names = (fields as readonly Field[])
			.filter(({ type }) => type !== 'list')
			.flatMap(partsOf)
			.map(({ name }) => columnOf(name));
		expect(columnsOf(table).sort()).toEqual([...names, ...MIRRORS_OWN].sort());
	});

	it.each(['projects', 'customers'])('renews every column of %s but the ID', (what) => {
		const query = queryOf(`Write ${what}`);
		const renewed = [...query.matchAll(/^\t\t(\w+) = /gm)].map(([, name]) => name);
		expect(['id', ...renewed]).toEqual(columnsOf(`energy_${what}`));
	});

	it('decides about projects and customers by the same rules', () => {
		const rules = (what: string) =>
			queryOf(`Write ${what}`)
				.replace(/^\t\t\w+ = EXCLUDED\.\w+,\n/gm, '')
				.replaceAll(`energy_${what}`, 'TABLE');
		expect(rules('projects')).toBe(rules('customers'));
		const find = (what: string) =>
			queryOf(`Find missing ${what}`).replaceAll(`energy_${what}`, 'TABLE');
		expect(find('projects')).toBe(find('customers'));
	});

	it('makes rows of projects and customers with the same lines', () => {
		const lines = (name: string, asked: string) =>
			String(parametersOf(name).jsCode)
				.replace(/^.*\n/, '')
				.replace(/const rowOf = [\s\S]+?\n\}\);\n/, '')
				.replaceAll(asked, 'ASKED');
		expect(lines('Project rows', 'Projects to look at')).toBe(
			lines('Customer rows', 'Customers to look at'),
		);
	});

	it.each(['Heat load by construction year', 'Projects by month and status'])(
		'has the query that its page shows: %s',
		(name) => {
			expect(page).toContain(`\`\`\`sql\n${queryOf(name)}\n\`\`\``);
		},
	);

	it('has a page that names the unit of every column that has one', () => {
		const expected = (projectRecord.fields as readonly Field[])
			.filter(({ name, type }) => type !== 'list' && name !== 'address')
			.flatMap(partsOf)
			.flatMap(({ name, unit }) => (unit === undefined ? [] : [`${columnOf(name)}: ${unit}`]));
		const told = [...page.matchAll(/^\| (`.+`) +\| (\S+) +\|$/gm)].flatMap(([, columns, unit]) =>
			columns.split(', ').map((column) => `${column.replaceAll('`', '')}: ${unit}`),
		);
		expect(told.sort()).toEqual(expected.sort());
	});
});
