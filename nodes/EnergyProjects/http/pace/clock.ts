/**
 * Milliseconds on a clock that nobody sets: a correction of the machine's time does not change the length of a pause.
 */
export const now = (): number => performance.now();
