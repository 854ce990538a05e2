/** What is measured side by side in one run: our nodes, those of an earlier state, and what people do without them. */
export interface Comparison {
	/** What each measurement gives a number for: a name, and a unit. */
	readonly figures: ReadonlyArray<readonly [name: string, unit: string]>;
	readonly rounds: number;
	/** Settings of n8n beside those of the sandbox. */
	readonly env?: NodeJS.ProcessEnv;
	setUp?(): void;
	/**
	 * One measurement of our nodes.
	 *
	 * @param packageName the package that they come from
	 * @throws if something went wrong that no timing may hide: a lost item, a doubled record
	 */
	ours(packageName: string): Promise<readonly number[]>;
	/** The same for what people would do without them, by name. */
	readonly others?: Readonly<Record<string, () => Promise<readonly number[]>>>;
}

/** A line of the table: the medians of ours and the others, with the medians of the ratios within each round. */
type Row = readonly string[];

/**
 * Measures in turn, each round beginning with another contender, so that a machine that becomes slower or faster
 * meanwhile does so for all of them.
 *
 * @param packages the one under test, and the one it is measured beside, if there is one
 */
export async function measure(
	{ figures, rounds, setUp, ours, others = {} }: Comparison,
	packages: readonly string[],
	log: (line: string) => void,
): Promise<Row[]> {
	const contenders = [
		...packages.map((name) => ({ name, once: async () => await ours(name) })),
		...Object.entries(others).map(([name, once]) => ({ name, once })),
	];
	const values = contenders.map((): Array<readonly number[]> => []);
	setUp?.();
	for (let round = 0; round < rounds; round++) {
		for (let turn = 0; turn < contenders.length; turn++) {
			const index = (turn + round) % contenders.length;
			const measured = await contenders[index].once();
			values[index].push(measured);
			const all = figures.map(([, unit], figure) => inUnit(measured[figure], unit)).join(', ');
			log(`  ${figures[0][0]}, ${round + 1} of ${rounds}, ${contenders[index].name}: ${all}`);
		}
	}
	return figures.flatMap(([figure, unit], index) => {
		const [now, ...beside] = values.map((all) => all.map((each) => each[index]));
		const against = beside.map((all) => {
			const ratio = median(now.map((value, round) => value / all[round]));
			// There is none to nothing.
			return [inUnit(median(all), unit), median(all) === 0 ? '–' : short(ratio)];
		});
		const before = packages.length > 1 ? against.slice(0, 1).flat() : [];
		const names = Object.keys(others);
		const alternatives = against
			.slice(packages.length - 1)
			.map(([value, ratio], other) => [`${value} (${names[other]})`, ratio]);
		return (alternatives.length > 0 ? alternatives : [['–', '–']]).map((alternative, place) => [
			...[figure, inUnit(median(now), unit), ...alternative],
			// How it was before is told once.
			...(place === 0 ? before : before.map(() => '–')),
		]);
	});
}

/** The middle one; the mean of the two in the middle of an even number. */
function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const [lower, upper] = [(sorted.length - 1) / 2, sorted.length / 2].map(Math.floor);
	return (sorted[lower] + sorted[upper]) / 2;
}

const inUnit = (value: number, unit: string): string => `${short(value)} ${unit}`;

/** Three digits, or all before the point. */
const short = (value: number): string =>
	Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

/** The rows in Markdown, as Prettier formats them. */
export function tableOf(rows: readonly Row[], hasBefore: boolean): string {
	const all = ['Figure', 'Ours', 'Alternative', 'Ratio', 'Before', 'Ratio'];
	const columns = all.slice(0, hasBefore ? 6 : 4);
	const widths = columns.map((name, column) =>
		Math.max(3, name.length, ...rows.map((cells) => cells[column].length)),
	);
	const line = (cells: Row) => `| ${cells.map((one, at) => one.padEnd(widths[at])).join(' | ')} |`;
	return [columns, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}
