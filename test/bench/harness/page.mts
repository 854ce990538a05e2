import { arch, cpus, release, totalmem, type } from 'node:os';
import { inUnit, short } from './comparison.mts';
import type { Judgement, Measured } from './comparison.mts';
import { markdownTable } from './table.mts';

/** What the numbers depend on. */
export interface Circumstances {
	readonly date: string;
	readonly package: string;
	readonly n8n: string;
	readonly node: string;
	readonly machine: string;
}

/** A named part of the command, what it measured, and when and on what. */
export interface Section {
	readonly name: string;
	readonly circumstances: Circumstances;
	readonly measured: readonly Measured[];
}

/** This machine, in words. */
export const machine = () =>
	`${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${type()} ${release()} ${arch()}`;

/** The page under docs/, in Markdown. @param chart the picture, relative to the page */
export function pageOf(sections: readonly Section[], chart: string): string {
	return (
		[
			'# Benchmark',
			'Written by `npm run bench`, which repeats all of it. `npm run bench -- lists --write` renews one part; without `--write` it measures it and writes nothing.',
			'What belongs to one heading is measured side by side in one run: in the same n8n, against the same local service on the same machine, contenders in turn, each round starting with a different one. Numbers are medians of the rounds. A ratio is the median of the ratios within each round. Only ratios are judged, since other machines give other numbers.',
			'## In short',
			'Below 1 means that this package needs less. For deliveries per second, above 1 means that it handles more.',
			overview(sections),
			`![Medians of all contenders](${chart})`,
			...sections.flatMap(({ name, circumstances, measured }) => [
				`## ${name}`,
				inWords(circumstances),
				...measured.flatMap(sectionOf),
			]),
			'',
		]
			.join('\n\n')
			.trimEnd() + '\n'
	);
}

const inWords = ({ date, package: version, n8n, node, machine: on }: Circumstances): string =>
	`Measured on ${date}: this package ${version}, n8n ${n8n}, Node.js ${node}, ${on}.`;

/** One row for each figure. */
function overview(sections: readonly Section[]): string {
	const rows = sections.flatMap(({ measured }) =>
		measured.flatMap(({ title, judgements }) =>
			judgements.map((judgement) => [title, judgement.what, ...judgementCells(judgement)]),
		),
	);
	return markdownTable(['what', 'figure', 'measured', 'goal', ''], rows);
}

function sectionOf(measured: Measured): string[] {
	const { title, unit, rounds, contenders, judgements, notes } = measured;
	return [
		`### ${title}`,
		markdownTable(
			[`${rounds} rounds`, 'median', 'lowest', 'highest'].map((head, index) =>
				index === 0 && rounds === 1 ? '1 round' : head,
			),
			contenders.map(({ name, median, lowest, highest }) => [
				name,
				...[median, lowest, highest].map((value) => inUnit(value, unit)),
			]),
		),
		...(judgements.length > 0
			? [
					markdownTable(
						['figure', 'measured', 'goal', ''],
						judgements.map((judgement) => [judgement.what, ...judgementCells(judgement)]),
					),
				]
			: []),
		...notes,
	];
}

export const judgementCells = ({ value, goal, isMet }: Judgement): string[] => [
	short(value),
	goal ?? 'reported',
	goal === undefined ? '' : isMet ? 'met' : '**missed**',
];
