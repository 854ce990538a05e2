import { shortText } from '../shortText';

/** ISO 8601: a day and a time, with or without an offset. */
const DATE_TIME =
	/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * The moment of a time that the service sent. Service document: ISO 8601 date-times, in payloads with an offset. A time
 * without an offset is read as UTC, so that the result does not depend on the machine that n8n runs on.
 *
 * @returns milliseconds since 1970; undefined if the time cannot be read
 */
export function instantIn(value: unknown): number | undefined {
	const parts = DATE_TIME.exec(shortText(value));
	if (parts === null) return undefined;
	const [, day, clock, offset = 'Z'] = parts;
	const hours = offset.slice(0, 3);
	const minutes = offset.slice(3).replace(':', '') || '00';
	const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${hours}:${minutes}`;
	const instant = Date.parse(`${day}T${clock}${zone}`);
	return Number.isNaN(instant) ? undefined : instant;
}
