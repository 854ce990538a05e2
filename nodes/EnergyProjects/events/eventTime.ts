import { instantIn } from '../values/parse/instant';

/** A moment as both triggers write it: UTC, with milliseconds and Z. */
export const utcText = (instant: number): string => new Date(instant).toISOString();

/** A time as both triggers write it; what cannot be read stays as it was sent. */
export function inUtc(value: unknown): unknown {
	const instant = instantIn(value);
	return instant === undefined ? value : utcText(instant);
}
