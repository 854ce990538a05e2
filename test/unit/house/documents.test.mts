import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { nodes } from '../../integration/savedNames/descriptions.mts';

/** What the documents say about themselves and about the product is complete. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const find = (pattern: string) => globSync(pattern, { cwd: root });

it('the README lists every operation by its resource, and nothing else', () => {
	const rows = read('README.md').matchAll(/^\| (\w+) +\| ([\w ,]+?) +\|$/gm);
	const told = [...rows].map(([, resource, operations]) => `${resource}: ${operations}`);
	const real = resources.map(({ name, operations }) => {
		const names = operations.map((operation) => operation.name).sort();
		return `${name}: ${names.join(', ')}`;
	});
	expect(told.filter((row) => !row.startsWith('Resource:')).sort()).toEqual(real.sort());
});

/** What people can add under Filters and Options of a node, as the editor shows it. */
const addable = (properties: readonly INodeProperties[]) =>
	properties
		.filter(({ type }) => type === 'collection')
		.filter(({ name }) => ['filters', 'options'].includes(name))
		.flatMap(({ options = [] }) =>
			options.map((option) => (option as INodeProperties).displayName),
		);

it('the pages about the nodes name every filter and every option', () => {
	const labels = nodes.flatMap(({ description }) => addable(description.properties));
	expect(labels.length).toBeGreaterThan(10);
	const pages = read('docs/action-node.md') + read('docs/triggers.md');
	expect(labels.filter((label) => !pages.includes(label))).toEqual([]);
});

it('the README leads to every page for users, and to the pages for maintainers', () => {
	const pages = [...find('docs/*.md'), ...find('*.md'), 'examples/README.md'];
	expect(pages.length).toBeGreaterThan(10);
	const text = read('README.md');
	const missing = pages.filter((page) => page !== 'README.md' && !text.includes(`(${page})`));
	expect(missing).toEqual([]);
});

it('shows pictures in the README that npm finds too: from the root of the repository', () => {
	const pictures = [...read('README.md').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)];
	expect(pictures.length).toBeGreaterThan(0);
	const elsewhere = pictures.filter(([, path]) => !/^\.github\/images\/[\w-]+\.png$/.test(path));
	expect(elsewhere).toEqual([]);
});

it('every picture is used somewhere, and is one that `npm run screenshots` takes again', () => {
	const documents = [...find('*.md'), ...find('docs/**/*.md'), ...find('examples/*.md')];
	const text = documents.map(read).join('\n');
	const screenshots = read('test/e2e/screenshots.test.mts');
	const pictures = find('.github/images/*.png').map((file) => basename(file, '.png'));
	expect(pictures.length).toBeGreaterThan(5);
	expect(pictures.filter((name) => !text.includes(`/${name}.png)`))).toEqual([]);
	expect(pictures.filter((name) => !screenshots.includes(`'${name}'`))).toEqual([]);
});

it('the page about the examples names every example', () => {
	const examples = find('examples/*.json');
	expect(examples.length).toBeGreaterThan(5);
	const text = read('examples/README.md');
	expect(examples.filter((file) => !text.includes(`(${basename(file)})`))).toEqual([]);
});

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'RELEASING.md'])(
	'%s names no file or folder that does not exist',
	(document) => {
		// Paths from the root of the repository, and those of product code from nodes/EnergyProjects.
		const paths = [...read(document).matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path]) => path);
		expect(paths.length).toBeGreaterThan(2);
		const places = [root, join(root, 'nodes', 'EnergyProjects')];
		const made = /^(dist|\.local)\//;
		const missing = paths.filter(
			(path) => !made.test(path) && !places.some((folder) => existsSync(join(folder, path))),
		);
		expect(missing).toEqual([]);
	},
);
