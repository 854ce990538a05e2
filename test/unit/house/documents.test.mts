import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { nodes, credentials } from '../../integration/savedNames/descriptions.mts';
import * as budgets from '../../../nodes/EnergyProjects/polling/poll.ts';
import { SHARES } from '../../../nodes/EnergyProjects/polling/source.ts';
import { carriedOfCustomer, eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { page, says } from '../../documents.mts';

// What the documents say about themselves and about the product is complete and true.
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

/** Links in documents, and those from n8n's editor, lead to files and headings that exist. The network is not asked. */
const { homepage } = JSON.parse(read('package.json')) as { homepage: string };
const files = `${homepage.replace(/#.*$/, '')}/blob/main/`;

/** Headings as GitHub makes anchors of them. */
const anchorsOf = (document: string) =>
	[...document.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-'),
	);

/** What is wrong with a path from the root of the repository; undefined if it leads to a file, and to a heading in it. */
function problemOf(path: string, place: string): string | undefined {
	const [file = '', anchor] = decodeURI(path).split('#');
	if (!existsSync(join(root, file))) return `${place}: there is no ${file}`;
	if (anchor === undefined || anchorsOf(read(file)).includes(anchor)) return undefined;
	return `${place}: ${file} has no heading ${anchor}`;
}

const addressesIn = (text: string) =>
	[...text.matchAll(/https?:\/\/[^\s"'`)>\\]+/g)].map(([url]) => url);
/** What is wrong with addresses that have to lead into the repository. */
const problemsOf = (urls: readonly string[], place: string) =>
	urls.flatMap((url) => {
		if (!url.startsWith(files)) return `${place}: ${url} leads elsewhere`;
		return problemOf(url.slice(files.length), place) ?? [];
	});

it.each(globSync(['*.md', '{docs,examples,.github}/**/*.{md,yml}'], { cwd: root }))(
	'%s',
	(document) => {
		// Code shows addresses that are no links.
		const text = read(document).replace(/```[^]*?```|`[^`\n]*`/g, '');
		const paths = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
			.map(([, path = '']) => path)
			.filter((path) => !/^[a-z]+:/.test(path))
			.map((path) => (path.startsWith('#') ? document + path : join(dirname(document), path)));
		const broken = paths.flatMap((path) => problemOf(path, document) ?? []);
		const full = addressesIn(text).filter((url) => url.startsWith(files) && !url.endsWith('…'));
		expect([...broken, ...problemsOf(full, document)]).toEqual([]);
	},
);

it('the editor links to documents only, and each node and credential does', () => {
	const codexes = globSync('nodes/**/*.node.json', { cwd: root }).map(read);
	expect(codexes.map((codex) => addressesIn(codex).length)).toEqual(nodes.map(() => 2));
	const documentation = credentials.map(({ documentationUrl = '' }) => documentationUrl);
	const texts = JSON.stringify([nodes.map(({ description }) => description), credentials]);
	// Except example addresses, and addresses that an expression builds.
	const others = addressesIn(texts).filter((url) => !/example\.com|\$\{/.test(url));
	const urls = [...documentation, ...addressesIn(codexes.join('\n')), ...others];
	expect(problemsOf(urls, 'the editor')).toEqual([]);
	// n8n appends a query to these, after the anchor.
	expect(addressesIn(codexes.join('\n')).filter((url) => url.includes('#'))).toEqual([]);
});

// Sentences of the documents that no other test shows. Any other test names the sentence that it shows, by `says`.

const TRIGGERS = 'docs/triggers.md';
const minutes = (milliseconds: number) => String((SHARES.all * milliseconds) / 60_000);
const seconds = (milliseconds: number) => String(Math.floor((SHARES.all * milliseconds) / 1_000));

it('how long a poll may take: of the time that n8n gives it, a part', () => {
	const longest = `A poll may take ${minutes(budgets.UNLIMITED_BUDGET_MS)} minutes`;
	const short = seconds(budgets.ACTIVATION_BUDGET_MS);
	const first = `the first one after publishing or a restart ${short} seconds`;
	says('docs/troubleshooting.md', `${longest}, ${first}`);
	// n8n 2.41 gives it four fifths of N8N_SCHEDULER_POLL_TIMEOUT, which is 45 by default.
	const durable = `A poll may then take only ${seconds(45_000 * 0.8)} seconds`;
	says('docs/running-n8n.md', `${durable}. To allow ${minutes(300_000 * 0.8)} minutes, set`);
});

it('messages that the page about trouble quotes are those of the nodes', () => {
	const code = find('nodes/**/*.ts').map(read).join('\n');
	const quotes = [...page('docs/troubleshooting.md').matchAll(/\*\*"(.+?)"/g)];
	expect(quotes.length).toBeGreaterThan(5);
	const parts = quotes.flatMap(([, quote]) => quote.split('…').map((part) => part.trim()));
	expect(parts.filter((part) => !code.includes(part))).toEqual([]);
});

it('what the items tell of a project and a customer', () => {
	const namesOf = (kind: string) => eventKinds.find(({ value }) => value === kind)?.carries ?? [];
	const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
	says(TRIGGERS, `- \`project\`: ${list(namesOf('project.edited'))}, times`);
	const ofCustomer: readonly string[] = carriedOfCustomer;
	const more = list(namesOf('customer.edited').filter((name) => !ofCustomer.includes(name)));
	const always = list(carriedOfCustomer);
	says(TRIGGERS, `- \`customer\`: ${always}; in its own events also ${more} and times`);
});
