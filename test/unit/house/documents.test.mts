import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../../nodes/EnergyProjects/actions/operation.ts';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { sendingOptions } from '../../../nodes/EnergyProjects/http/sendingOptions.ts';
import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { labelOf } from '../../../nodes/EnergyProjects/service/field.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';

/** What the documents say about themselves and about the product is true and complete. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const optionsOf = ({ operations }: Resource) => operations.flatMap(({ options }) => options ?? []);

/** The rows of a document's tables, cell by cell. */
const cellsOf = (file: string) =>
	read(file)
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) =>
			line
				.slice(1, -1)
				.split('|')
				.map((cell) => cell.trim()),
		);

it('the page about the action node lists every operation, and nothing else', () => {
	const names = resources.flatMap(({ name, operations }) =>
		operations.map((operation) => `${name}: ${operation.name}`),
	);
	const told = cellsOf('docs/action-node.md')
		.filter(([name]) => resources.some((resource) => resource.name === name))
		.map(([name, operation]) => `${name}: ${operation}`);
	expect(told.sort()).toEqual(names.sort());
});

it('the page about the action node lists every option, and nothing else', () => {
	const names = [...sendingOptions, ...resources.flatMap(optionsOf)].map(
		({ displayName }) => displayName,
	);
	const rows = cellsOf('docs/action-node.md').filter((cells) => cells.length === 4);
	const table = rows.slice(rows.findIndex(([first]) => first === 'Option') + 2);
	expect(table.map(([name]) => name).sort()).toEqual([...new Set(names)].sort());
});

it('the page about events lists every kind of event, in the order of the outputs', () => {
	const rows = cellsOf('docs/events.md').map(([first]) => first);
	const told = rows.filter((first) => eventKinds.some(({ value }) => first.includes(value)));
	expect(told).toEqual(eventKinds.map(({ name, value }) => `${name} \`${value}\``));
});

it('every picture is used somewhere', () => {
	const documents = globSync(['*.md', 'docs/**/*.md', 'examples/*.md'], { cwd: root })
		.map(read)
		.join('\n');
	const pictures = globSync('.github/images/*.png', { cwd: root }).map((file) => basename(file));
	expect(pictures.length).toBeGreaterThan(5);
	expect(pictures.filter((picture) => !documents.includes(`/${picture})`))).toEqual([]);
});

it('every picture is one that `npm run screenshots` takes again', () => {
	const screenshots = read('test/e2e/screenshots.test.mts');
	const pictures = globSync('.github/images/*.png', { cwd: root });
	const isTaken = (file: string) => screenshots.includes(`'${basename(file, '.png')}'`);
	expect(pictures.filter((file) => !isTaken(file))).toEqual([]);
});

describe('the README', () => {
	it('has at most 150 lines', () => {
		expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
	});

	it('shows pictures that npm finds too: with a path relative to the root of the repository', () => {
		const pictures = [...read('README.md').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(
			([, path]) => path,
		);
		expect(pictures.length).toBeGreaterThan(0);
		expect(pictures.filter((path) => !/^\.github\/images\/[\w-]+\.png$/.test(path))).toEqual([]);
	});

	it('leads to the tasks, the examples and the index', () => {
		const text = read('README.md');
		const pages = ['docs/README.md', 'examples/README.md', 'docs/when-something-goes-wrong.md'];
		expect(pages.filter((page) => !text.includes(`(${page})`))).toEqual([]);
	});
});

it('the page about the examples names every example', () => {
	const examples = globSync('examples/*.json', { cwd: root });
	expect(examples.length).toBeGreaterThan(5);
	const text = read('examples/README.md');
	expect(examples.filter((file) => !text.includes(`(${basename(file)})`))).toEqual([]);
});

it('the index links to every page of docs', () => {
	const pages = globSync('docs/**/*.md', { cwd: root }).map((file) => file.slice('docs/'.length));
	const index = read('docs/README.md');
	const missing = pages.filter((page) => page !== 'README.md' && !index.includes(`(${page})`));
	expect(missing).toEqual([]);
});

describe('the pages by task', () => {
	const [, tasks = ''] = read('docs/README.md').split('\n## ');
	const pages = [...tasks.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => page);

	it('are there', () => {
		expect(pages.length).toBeGreaterThan(5);
	});

	it.each(pages)('%s has a picture, and takes a screen and a half at most', (page) => {
		const text = read(`docs/${page}`);
		expect(text).toMatch(/!\[[^\]]+\]\([^)]+\.png\)/);
		expect(text.split(/\s+/).length).toBeLessThanOrEqual(550);
	});
});

describe('the glossary', () => {
	const rows = read('docs/glossary.md')
		.split('\n')
		.filter((line) => line.startsWith('|') || line.startsWith('`'));
	const fields: Field[] = [projectRecord, customerRecord]
		.flatMap((record): readonly Field[] => record.fields)
		.flatMap((field) => [field, ...(field.fields ?? [])]);
	const rowsOf = ({ name }: Field) => rows.filter((row) => row.includes(`\`${name}\``));

	it('has every field of projects and customers', () => {
		expect(fields.length).toBeGreaterThan(60);
		const missing = fields.filter((field) => rowsOf(field).length === 0);
		expect(missing.map(({ name }) => name)).toEqual([]);
	});

	it('calls every field what the editor calls it', () => {
		const wrong = fields.filter(
			(field) => !rowsOf(field).some((row) => row.includes(labelOf(field))),
		);
		expect(wrong.map(labelOf)).toEqual([]);
	});

	it('has the right units of the fields, and no other units', () => {
		const units = new Set(fields.flatMap(({ unit }) => unit ?? []));
		const wrong = fields.filter((field) => {
			const told = rowsOf(field).flatMap((row) =>
				row
					.split('|')
					.map((cell) => cell.trim())
					.filter((cell) => units.has(cell)),
			);
			const isInWords = rowsOf(field).some((row) => row.includes(`(${field.unit})`));
			return field.unit === undefined ? told.length > 0 : !told.includes(field.unit) && !isInWords;
		});
		expect(wrong.map(({ name, unit }) => `${name}: ${unit ?? 'none'}`)).toEqual([]);
	});
});
