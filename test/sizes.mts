/**
 * How much a test tries out.
 *
 * @param everyTime with every change: enough to find the faults that were planted to see
 * @param drilled with `npm run drill -- largeSizes`
 */
export const size = (everyTime: number, drilled: number): number =>
	process.env.DRILL_SIZES === undefined ? everyTime : drilled;
