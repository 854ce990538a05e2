import { instantIn } from '../values/parse/instant';

/** A time in the form of both triggers: UTC, with milliseconds and Z. */
export const utcText = (instant: number): string => new Date(instant).toISOString();

/** A time in the form of both triggers. What cannot be read stays as it was sent. */
export function inUtc(value: unknown): unknown {
	const instant = instantIn(value);
	return instant === undefined ? value : utcText(instant);
}
