import { growthExponent, median } from './statistics.mts';

/** What a number of a comparison is measured in. */
export type Unit = 's' | 'ms' | 'MB' | 'kB' | 'deliveries' | 'deliveries/s';

export interface Contender {
	readonly name: string;
	/**
	 * One measurement, in the unit of the comparison.
	 *
	 * @throws where something went wrong that no timing may hide: a lost item, a doubled record
	 */
	measure(): Promise<number>;
}

/** One contender's number divided by another's, and what it must reach. Without a goal it is only reported. */
export interface Ratio {
	readonly of: string;
	readonly against: string;
	readonly atMost?: number;
	readonly atLeast?: number;
}

/** The exponent with which the numbers grow with a size: 1 is linear. */
export interface Growth {
	readonly what: string;
	readonly sizes: ReadonlyArray<{ readonly contender: string; readonly size: number }>;
	readonly atMost: number;
}

/** What is measured side by side in one run. Only ratios and exponents are judged: the machine is in every number. */
export interface Comparison {
	readonly title: string;
	readonly unit: Unit;
	readonly contenders: readonly Contender[];
	readonly ratios?: readonly Ratio[];
	readonly growth?: readonly Growth[];
	/** How often each contender is measured, by the scale of the run; as often as the others unless given. */
	readonly rounds?: number;
	/** What the reader has to know, one paragraph each. Read after the measuring, so it may tell what was counted. */
	readonly notes?: readonly string[];
	setUp?(): Promise<void>;
	/** Also where the measuring fails. */
	tearDown?(): Promise<void>;
}

/** A judged figure: a ratio or an exponent. */
export interface Judgement {
	readonly what: string;
	readonly value: number;
	/** In words; undefined where the figure is only reported. */
	readonly goal?: string;
	readonly isMet: boolean;
}

export interface Measured {
	readonly title: string;
	readonly unit: Unit;
	readonly rounds: number;
	/** In the order of the comparison. */
	readonly contenders: ReadonlyArray<{
		readonly name: string;
		readonly median: number;
		readonly lowest: number;
		readonly highest: number;
	}>;
	readonly judgements: readonly Judgement[];
	readonly notes: readonly string[];
}

export interface MeasureOptions {
	readonly rounds: number;
	/** Gets a line for each measurement. */
	readonly log: (line: string) => void;
}

/**
 * Measures the contenders in turn, each round beginning with another one, so that a machine that becomes slower or
 * faster meanwhile does so for all of them.
 */
export async function measure(
	comparison: Comparison,
	{ rounds: usual, log }: MeasureOptions,
): Promise<Measured> {
	const { title, unit, contenders, rounds = usual } = comparison;
	const values = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
	try {
		await comparison.setUp?.();
		for (let round = 0; round < rounds; round++) {
			for (let turn = 0; turn < contenders.length; turn++) {
				const contender = contenders[(turn + round) % contenders.length];
				const value = await contender.measure();
				values.get(contender.name)?.push(value);
				log(`  round ${round + 1} of ${rounds}: ${contender.name} ${inUnit(value, unit)}`);
			}
		}
	} finally {
		await comparison.tearDown?.();
	}
	return {
		title,
		unit,
		rounds,
		contenders: [...values].map(([name, all]) => ({
			name,
			median: median(all),
			lowest: Math.min(...all),
			highest: Math.max(...all),
		})),
		judgements: [
			...(comparison.ratios ?? []).map((ratio) => judgeRatio(ratio, values)),
			...(comparison.growth ?? []).map((growth) => judgeGrowth(growth, values)),
		],
		notes: [...(comparison.notes ?? [])],
	};
}

/** The median of the ratios within each round: what disturbs a round mostly disturbs both. */
function judgeRatio(ratio: Ratio, values: ReadonlyMap<string, readonly number[]>): Judgement {
	const { of, against, atMost, atLeast } = ratio;
	const others = valuesOf(against, values);
	const value = median(valuesOf(of, values).map((own, round) => own / others[round]));
	return { what: `${of} / ${against}`, value, ...goalOf(value, atMost, atLeast) };
}

function judgeGrowth(
	{ what, sizes, atMost }: Growth,
	values: ReadonlyMap<string, readonly number[]>,
): Judgement {
	const points = sizes.map(({ contender, size }) => ({
		size,
		value: median(valuesOf(contender, values)),
	}));
	const value = growthExponent(points);
	return { what: `exponent of ${what}`, value, ...goalOf(value, atMost) };
}

function goalOf(value: number, atMost?: number, atLeast?: number) {
	const goals = [
		...(atMost === undefined ? [] : [`at most ${atMost}`]),
		...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
	];
	const isMet = value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity);
	return { isMet, ...(goals.length > 0 && { goal: goals.join(', ') }) };
}

function valuesOf(name: string, values: ReadonlyMap<string, readonly number[]>): readonly number[] {
	const found = values.get(name);
	if (found === undefined) throw new Error(`No contender is called "${name}"`);
	return found;
}

/** A number with its unit, with as many digits as mean something. */
export const inUnit = (value: number, unit: Unit): string => `${short(value)} ${unit}`;

/** Three digits, or all before the point. */
export const short = (value: number): string =>
	Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
