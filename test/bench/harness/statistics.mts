/** The middle one; the mean of the two in the middle where there is an even number. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The slope of the line that fits best through the logarithms of both, by least squares: 1 where the value is
 * proportional to the size.
 */
export function growthExponent(
	points: ReadonlyArray<{ readonly size: number; readonly value: number }>,
): number {
	const xs = points.map(({ size }) => Math.log(size));
	const ys = points.map(({ value }) => Math.log(value));
	const meanX = mean(xs);
	const meanY = mean(ys);
	const over = xs.reduce((sum, x, index) => sum + (x - meanX) * (ys[index] - meanY), 0);
	return over / xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
}

const mean = (values: readonly number[]) =>
	values.reduce((sum, value) => sum + value, 0) / values.length;
