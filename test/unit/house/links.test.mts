import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { credentials, nodes } from '../../integration/savedNames/descriptions.mts';

/**
 * Links from n8n's editor, and full addresses elsewhere that lead into this repository. `npm run lint` checks relative
 * links, but treats full addresses as links to the internet.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	homepage: string;
};
const repository = homepage.replace(/#.*$/, '');
const files = `${repository}/blob/main/`;

/** Headings as GitHub makes anchors of them. */
const anchorsOf = (document: string) =>
	[...document.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-'),
	);

/** What is wrong with an address in the repository; undefined if it leads to a file, and to a heading in it. */
function problemOf(url: string): string | undefined {
	if (!url.startsWith(files)) return `${url} is not below ${files}`;
	const [path, anchor] = url.slice(files.length).split('#');
	if (!existsSync(join(root, path))) return `${url}: there is no such file`;
	if (anchor === undefined) return undefined;
	const isThere = anchorsOf(readFileSync(join(root, path), 'utf8')).includes(anchor);
	return isThere ? undefined : `${url}: there is no such heading`;
}

const problemsOf = (urls: readonly string[]) =>
	urls.map(problemOf).filter((problem) => problem !== undefined);

const linksIn = (text: string) =>
	[...text.matchAll(/https?:\/\/[^\s"'`)>\\]+/g)].map(([url]) => url);

it('the credentials link to their documentation', () => {
	const urls = credentials.map(({ documentationUrl = '' }) => documentationUrl);
	expect(urls).toHaveLength(3);
	expect(problemsOf(urls)).toEqual([]);
});

it('the nodes link to their documentation and to that of their credentials', () => {
	const codexes = globSync('nodes/**/*.node.json', { cwd: root });
	const urls = codexes.flatMap((file) => linksIn(readFileSync(join(root, file), 'utf8')));
	expect(urls).toHaveLength(2 * nodes.length);
	expect(problemsOf(urls)).toEqual([]);
});

it('texts in the editor link to nothing else', () => {
	const texts = JSON.stringify([
		...nodes.map(({ description }) => description),
		...credentials.map(({ properties }) => properties),
	]);
	// Except example addresses, and addresses that an expression builds.
	const elsewhere = linksIn(texts).filter((url) => !/example\.com|\$\{/.test(url));
	expect(problemsOf(elsewhere)).toEqual([]);
});

it('full addresses in documents and templates lead to files that exist', () => {
	const documents = globSync(['*.md', 'docs/**/*.md', '.github/**/*.{md,yml}'], { cwd: root });
	expect(documents.length).toBeGreaterThan(15);
	const urls = documents
		.flatMap((file) => linksIn(readFileSync(join(root, file), 'utf8')))
		.filter((url) => url.startsWith(files) && !url.endsWith('…'));
	expect(problemsOf(urls)).toEqual([]);
});
