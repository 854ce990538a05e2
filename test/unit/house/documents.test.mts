import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';

/** What the documents promise of themselves, and what they say of the fields. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the README', () => {
	it('has at most 250 lines', () => {
		expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(250);
	});

	it('shows pictures that npm finds too: below the root of the repository, and by a relative path', () => {
		const pictures = [...read('README.md').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(
			([, path]) => path,
		);
		expect(pictures.length).toBeGreaterThan(0);
		expect(pictures.filter((path) => !/^\.github\/images\/[\w-]+\.png$/.test(path))).toEqual([]);
	});

	it('names every example', () => {
		const examples = globSync('examples/*.json', { cwd: root });
		expect(examples.length).toBeGreaterThan(5);
		const text = read('README.md');
		expect(examples.filter((file) => !text.includes(basename(file)))).toEqual([]);
	});
});

it('the index leads to every page of docs', () => {
	const pages = globSync('docs/*.md', { cwd: root }).map((file) => file.slice('docs/'.length));
	const index = read('docs/README.md');
	const missing = pages.filter((page) => page !== 'README.md' && !index.includes(`(${page})`));
	expect(missing).toEqual([]);
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

	it('has the units of the fields, and no other', () => {
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
