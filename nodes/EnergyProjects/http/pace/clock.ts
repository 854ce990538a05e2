/**
 * Milliseconds on a clock that nobody sets: a correction of the machine's time neither stretches a pause nor ends it.
 */
export const now = (): number => performance.now();
