import { inUnit } from './comparison.mts';
import type { Measured } from './comparison.mts';
import { judgementCells } from './page.mts';

/** A table in Markdown, as Prettier formats it. */
export function markdownTable(
	head: readonly string[],
	rows: ReadonlyArray<readonly string[]>,
): string {
	const all = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
	const widths = head.map((_, column) => Math.max(3, ...all.map((cells) => cells[column].length)));
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
	return [line(all[0]), rule, ...all.slice(1).map(line)].join('\n');
}

/** What was measured, for the terminal. */
export function terminalTable({ contenders, judgements, notes, unit }: Measured): string {
	return [
		markdownTable(
			['', 'median', 'lowest', 'highest'],
			contenders.map(({ name, median, lowest, highest }) => [
				name,
				...[median, lowest, highest].map((value) => inUnit(value, unit)),
			]),
		),
		...(judgements.length > 0
			? [
					markdownTable(
						['', 'measured', 'goal', ''],
						judgements.map((judgement) => [judgement.what, ...judgementCells(judgement)]),
					),
				]
			: []),
		...notes,
	].join('\n\n');
}
