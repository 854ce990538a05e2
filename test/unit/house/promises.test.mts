import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Each promise names tests that exist. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const PAGE = 'docs/promises.md';
/** What is filled in when the tests run: the page has "…" in its place. */
const FILLED_IN = /\$\{[^}]*\}|\$[\w.]+|%[.\d]*[a-z]/g;

/** A test as the page names it: the title of a test, or the command of a drill. */
interface Proof {
	text: string;
	file: string;
}

/** The rows of the table, cell by cell, without its head. */
const rowsOf = (text: string) =>
	text
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.slice(2)
		.map((line) =>
			line
				.slice(1, -1)
				.split(/(?<!\\)\|/)
				.map((cell) => cell.trim()),
		);

const proofsIn = (cell: string): Proof[] =>
	[...cell.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)].map(([, text, path]) => ({
		text: text.replace(/^`(.*)`$/, '$1'),
		file: normalize(join('docs', path)).replaceAll('\\', '/'),
	}));

/** The titles in a file of tests, as the page writes them. */
function titlesIn(source: string): string[] {
	const titles: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && ['it', 'describe'].includes(nameOf(node.expression))) {
			const [title] = node.arguments;
			if (title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
				titles.push(asOnPage(ts.isStringLiteralLike(title) ? title.text : inside(title)));
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('tests.mts', source, ts.ScriptTarget.Latest, true));
	return titles;
}

const inside = (template: ts.Expression) => template.getText().slice(1, -1);
const asOnPage = (title: string) => title.replace(FILLED_IN, '…');

/** What a call begins with: `it` of `it.each(rows)(title, run)`. Tests that are skipped for good prove nothing. */
function nameOf(callee: ts.Expression): string {
	if (ts.isIdentifier(callee)) return callee.text;
	if (ts.isPropertyAccessExpression(callee)) {
		return ['skip', 'todo'].includes(callee.name.text) ? '' : nameOf(callee.expression);
	}
	return ts.isCallExpression(callee) ? nameOf(callee.expression) : '';
}

/** What is wrong with a test that is named; undefined if it is there. */
function problemOf({ text, file }: Proof): string | undefined {
	if (!/^test\/(unit|integration|e2e|drill)\/.*\.test\.mts$/.test(file))
		return `${file} is no test`;
	if (!existsSync(join(root, file))) return `${file} does not exist`;
	const [, drill] = /^npm run drill -- (\w+)$/.exec(text) ?? [];
	if (drill !== undefined) {
		return file === `test/drill/${drill}.test.mts` ? undefined : `${text} does not run ${file}`;
	}
	const titles = titlesIn(readFileSync(join(root, file), 'utf8'));
	return titles.includes(text) ? undefined : `${file} has no test "${text}"`;
}

const page = readFileSync(join(root, PAGE), 'utf8');
const rows = rowsOf(page);

describe('the page about the promises', () => {
	it('has for each promise its proof, the last figure, and what is not promised', () => {
		expect(rows.length).toBeGreaterThan(8);
		const incomplete = rows.filter((cells) => cells.length !== 4 || cells.includes(''));
		expect(incomplete).toEqual([]);
	});

	it.each(rows)('%s: the tests that it names exist', (_, proof) => {
		const proofs = proofsIn(proof);
		expect(proofs.length).toBeGreaterThan(0);
		expect(proofs.map(problemOf).filter((problem) => problem !== undefined)).toEqual([]);
	});

	it('takes one screen at most', () => {
		expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(45);
	});

	it('is where the README leads', () => {
		expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`(${PAGE})`);
	});
});

describe('a promise is noticed that names', () => {
	const own = '../test/unit/house/promises.test.mts';
	it.each([
		[
			'a file that is gone',
			'[takes one screen at most](../test/unit/house/gone.test.mts)',
			'does not exist',
		],
		['a title that is gone', `[takes two screens](${own})`, 'has no test "takes two screens"'],
		['what is no test', '[takes one screen at most](../docs/promises.md)', 'is no test'],
		[
			'a drill by a wrong name',
			'[`npm run drill -- kill`](../test/drill/kills.test.mts)',
			'does not run',
		],
		['only the beginning of a title', `[takes one screen](${own})`, 'has no test'],
	])('%s', (_, cell, problem) => {
		expect(proofsIn(cell).map(problemOf)).toEqual([expect.stringContaining(problem)]);
	});

	it('but not one that names a test by its title', () => {
		const cell = `[takes one screen at most](${own}), [a promise is noticed that names](${own})`;
		expect(proofsIn(cell).map(problemOf)).toEqual([undefined, undefined]);
		expect(titlesIn('it.each(rows)(`${ONE} of $two.three and %.2i %%`, run)')).toEqual([
			'… of … and … %%',
		]);
		expect(titlesIn("it.skip('is skipped', run)")).toEqual([]);
	});
});
