import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Field, FieldType } from '../../../nodes/EnergyProjects/service/field.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { readExamples } from '../../../sandbox/n8n/demo.mts';
import { root } from '../../../sandbox/n8n/paths.mts';

const nodes = readExamples().find(({ id }) => id === 'EnergyPostgres01')?.nodes ?? [];
const parametersOf = (name: string) => nodes.find((node) => node.name === name)?.parameters ?? {};
const queryOf = (name: string) => String(parametersOf(name).query);
const postgresNodes = nodes.filter(({ type }) => type === 'n8n-nodes-base.postgres');
const page = readFileSync(join(root, 'docs', 'reports-in-postgres.md'), 'utf8');

/** What stands between a table's "(" and ");": names and types. */
function typesOf(table: string): Array<[name: string, type: string]> {
	const query = queryOf('Make sure the tables exist');
	const [, columns = ''] = new RegExp(`${table} \\(([^;]+)\\);`).exec(query) ?? [];
	return [...columns.matchAll(/^\t(\w+) (\w+)/gm)].map(([, name, type]) => [name, type]);
}
const columnsOf = (table: string) => typesOf(table).map(([name]) => name);
const MIRRORS_OWN = ['read_at', 'deleted_at'];
/** By the type of a field: of what type its column is, so that reports can calculate with it. */
const COLUMN_TYPES: Partial<Record<FieldType, string>> = {
	number: 'numeric',
	boolean: 'boolean',
	dateTime: 'timestamptz',
	date: 'date',
};
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const partsOf = (field: Field): readonly Field[] =>
	field.type === 'object' ? (field.fields ?? []) : [field];

const READ_AT = '2026-01-01T02:00:00Z';

/**
 * What the step "Project rows" makes of its items; that for customers has the same lines.
 *
 * @param asked the projects that were read by their IDs
 */
function batchesOf(items: object[], asked: string[]) {
	const times = { json: { read_at: READ_AT } };
	const $ = () => ({ first: () => times, all: () => asked.map((id) => ({ json: { id } })) });
	const code = `(() => {${String(parametersOf('Project rows').jsCode)}})()`;
	const batches = runInNewContext(code, { $, $input: { all: () => items } });
	return (batches as Array<{ json: { count: number; rows: string; gone: string } }>).map(
		({ json }) => json,
	);
}

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
	] as const)('has a column in %s for every field but lists, of its type', (table, fields) => {
		const expected = (fields as readonly Field[])
			.filter(({ type }) => type !== 'list')
			.flatMap(partsOf)
			.map(({ name, type }) => [columnOf(name), COLUMN_TYPES[type] ?? 'text']);
		const own = MIRRORS_OWN.map((name) => [name, 'timestamptz']);
		expect(typesOf(table).sort()).toEqual([...expected, ...own].sort());
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

	it('puts each record into one batch, in the order of the list, and what is gone into the first', () => {
		const ids = Array.from({ length: 1001 }, (_, number) => `project ${number}`);
		const records = ids.map((id) => ({ json: { id } }));
		const batches = batchesOf(
			[...records, { json: {}, pairedItem: { item: 1 } }],
			['kept', 'gone'],
		);
		expect(batches.map(({ count }) => count)).toEqual([500, 500, 1]);
		const written = batches.flatMap(({ rows }) => JSON.parse(rows) as object[]);
		// The time is that before the list was read: what was read later has to win.
		expect(written).toMatchObject(ids.map((id) => ({ id, read_at: READ_AT })));
		expect(batches.map(({ gone }) => gone)).toEqual(['["gone"]', '[]', '[]']);
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
		const told = [...page.matchAll(/^- (`.+`): (\S+)$/gm)].flatMap(([, columns, unit]) =>
			columns.split(', ').map((column) => `${column.replaceAll('`', '')}: ${unit}`),
		);
		expect(told.sort()).toEqual(expected.sort());
	});
});
