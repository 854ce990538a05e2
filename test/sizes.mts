/**
 * How much a test tries out.
 *
 * @param everyTime with every change: enough to find the faults that were planted to see
 * @param drilled with `DRILL_SIZES=1 npm test`
 * @param forEachMutant with `npm run mutants`, which runs the test hundreds of times
 */
export function size(everyTime: number, drilled: number, forEachMutant = everyTime): number {
	if (process.env.DRILL_SIZES !== undefined) return drilled;
	return process.env.MUTANT_SIZES === undefined ? everyTime : forEachMutant;
}
