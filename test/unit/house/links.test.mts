import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { credentials, nodes } from '../../integration/savedNames/descriptions.mts';

/** Links in documents, and those from n8n's editor, lead to files and headings that exist. The network is not asked. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
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
	urls
		.map((url) =>
			url.startsWith(files)
				? problemOf(url.slice(files.length), place)
				: `${place}: ${url} leads elsewhere`,
		)
		.filter((problem) => problem !== undefined);

it.each(globSync(['*.md', '{docs,examples,.github}/**/*.{md,yml}'], { cwd: root }))(
	'%s',
	(document) => {
		// Code shows addresses that are no links.
		const text = read(document).replace(/```[^]*?```|`[^`\n]*`/g, '');
		const paths = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
			.map(([, path = '']) => path)
			.filter((path) => !/^[a-z]+:/.test(path))
			.map((path) => (path.startsWith('#') ? document + path : join(dirname(document), path)));
		const broken = paths
			.map((path) => problemOf(path, document))
			.filter((one) => one !== undefined);
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
