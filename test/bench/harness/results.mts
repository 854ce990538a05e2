import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import type { Options } from 'prettier';
import { root } from '../../../sandbox/n8n/paths.mts';
import { chartOf } from './chart.mts';
import { isOurs } from './names.mts';
import { pageOf } from './page.mts';
import type { Section } from './page.mts';

const FOLDER = join(root, 'docs', 'maintainers');
const RESULTS = join(FOLDER, 'benchmark.json');
const PAGE = join(FOLDER, 'benchmark.md');
const CHART = join(FOLDER, 'benchmark.svg');

/** Everything that was measured, in the order of `names`: what is new replaces what was measured before. */
export function withNew(
	before: readonly Section[],
	renewed: readonly Section[],
	names: readonly string[],
): Section[] {
	const latest = new Map([...before, ...renewed].map((section) => [section.name, section]));
	return names.flatMap((name) => latest.get(name) ?? []);
}

/**
 * Keeps what was measured, and draws the page and the chart from it.
 *
 * @param names of all comparisons, in the order of the page
 * @returns the files that were written
 */
export async function saveResults(
	renewed: readonly Section[],
	names: readonly string[],
): Promise<string> {
	const before = JSON.parse(readFileSync(RESULTS, 'utf8')) as Section[];
	const sections = withNew(before, renewed, names);
	const style: Options = { parser: 'json', useTabs: true, printWidth: 100 };
	writeFileSync(RESULTS, await format(JSON.stringify(sections), style));
	writeFileSync(PAGE, pageOf(sections, 'benchmark.svg'));
	writeFileSync(CHART, await chartOf(sections, isOurs));
	return [RESULTS, PAGE, CHART].join(', ');
}
