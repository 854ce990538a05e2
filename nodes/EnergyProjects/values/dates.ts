import { isObject } from './objects';
import { quoted, shortText } from './text';
import { tryToParseDateTime } from 'n8n-workflow';

type Moment = ReturnType<typeof tryToParseDateTime>;

const GERMAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? +(\d{1,2})(:\d{2}(?::\d{2})?)(?: Uhr)?)?$/;

/** ISO 8601. Other forms would be read in the time zone of the machine, or as they are in the United States. */
const READABLE =
	/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}(?::?\d{2}){0,2}(?:[.,]\d+)? ?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * The moment in a value that a person typed or mapped, in `timeZone`. Without an offset it is a local time there. The
 * German form 31.12.2026 is read too, with or without a time. Forms with slashes are not: nobody can tell the day from the
 * month.
 *
 * @param timeZone an IANA name such as Europe/Berlin
 * @throws Error with a text for people if the value is not a date
 */
function momentIn(value: unknown, timeZone: string): Moment {
	const moment = momentIfAny(value, timeZone);
	if (moment !== undefined) return moment;
	throw new Error(
		`"${quoted(value)}" is not a date. Use the form 2026-12-31 or 31.12.2026, with or without a time.`,
	);
}

function momentIfAny(value: unknown, timeZone: string): Moment | undefined {
	try {
		if (value instanceof Date || isObject(value))
			return tryToParseDateTime(value).setZone(timeZone);
		if (typeof value === 'number' && value >= 1e11) {
			return tryToParseDateTime(new Date(value)).setZone(timeZone);
		}
		const text = isoForm(shortText(value));
		if (!READABLE.test(text)) return undefined;
		const moment = tryToParseDateTime(text, timeZone);
		// n8n moves a day that does not exist to the next month.
		if (moment.toISODate() !== text.slice(0, 10)) return undefined;
		return moment.setZone(timeZone);
	} catch {
		return undefined;
	}
}

/** The German form of a date in that of ISO 8601, and an hour with two digits; any other text as it is. */
function isoForm(text: string): string {
	const [, day, month, year, hour, clock] = GERMAN.exec(text) ?? [];
	if (year === undefined) return text.replace(/ (?=\d:)/, 'T0');
	const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
	return hour === undefined ? date : `${date}T${hour.padStart(2, '0')}${clock}`;
}

/** The calendar date, as YYYY-MM-DD; see momentIn. */
export const toCalendarDate = (value: unknown, timeZone: string): string =>
	momentIn(value, timeZone).toISODate() ?? '';

/** The same as a moment, in milliseconds since 1970. */
export const toInstant = (value: unknown, timeZone: string): number =>
	momentIn(value, timeZone).toMillis();

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
