import type { IDataObject } from 'n8n-workflow';
import { isObject } from './objects';
import { quoted, typedText, visible } from './text';
import { tryToParseDateTime } from 'n8n-workflow';

type Moment = ReturnType<typeof tryToParseDateTime>;

const GERMAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?:,? (\d{1,2})(:\d{2}(?::\d{2})?)(?: uhr)?)?$/;

/** ISO 8601. Other forms would be read in the time zone of the machine, or as they are in the United States. */
const READABLE =
	/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}(?::?\d{2}){0,2}(?:[.,]\d+)? ?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Day numbers of Excel, from 1954 to 2119: smaller numbers can be years, and larger ones something else. */
const EXCEL_DAYS = { first: 20_000, last: 80_000 };
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 60 * 60_000;
/** The first time in milliseconds, in 2001: it has 13 digits. Of fewer digits nobody can tell whether they are a time. */
const FIRST_MS = 1e12;

/**
 * The moment in a value that a person typed or mapped, in `timeZone`. Without an offset it is a local time there. The
 * German form 31.12.2026 is read too, with or without a time, and with a year of two digits. So are the day numbers of
 * Excel, which files bring as numbers, and milliseconds since 1970. Forms with slashes are not: nobody can tell the day
 * from the month. As a text, a day number needs a fraction: five digits alone are as likely a postal code. Twelve digits are as
 * likely 202703141430 as milliseconds, or a phone number. Of an hour that exists twice, the earlier one is meant.
 *
 * @param timeZone an IANA name such as Europe/Berlin
 * @throws Error with a text for people if the value is not a date, if its year can hardly be meant, or if there is no such
 * time zone
 */
function momentIn(value: unknown, timeZone: string): Moment {
	refuseUnclear(value);
	refuseUnknownZone(timeZone);
	const moment = momentIfAny(value, timeZone);
	if (moment === undefined && READABLE.test(isoForm(typedText(value))))
		throw new Error(`"${quoted(value)}" is a day or time that does not exist.`);
	if (moment === undefined)
		throw new Error(
			`"${quoted(value)}" is not a date. Use the form 2026-12-31 or 31.12.2026, with or without a time, or a day number of Excel.`,
		);
	const { year } = moment;
	if (year < 1900 || year > 2200)
		throw new Error(`"${quoted(value)}" is in the year ${year}. Enter a date from 1900 to 2200.`);
	return moment;
}

/** @throws Error with its readings if a value is digits that can be something other than a time */
function refuseUnclear(value: unknown): void {
	const text = typeof value === 'number' ? String(value) : typedText(value);
	const number = Number(text);
	if (typeof value === 'string' && /^\d{5}$/.test(text) && isExcelDay(number))
		throw new Error(
			`"${text}" can be read in two ways: as a day number of Excel, or as something else, such as a postal code. If it is the day ${excelDay(number).slice(0, 10)}, write it in this form, or as a number instead of a text, with .toNumber() in the expression.`,
		);
	if (/^\d{12}$/.test(text))
		throw new Error(
			`"${text}" can be read in several ways: as milliseconds since 1970 (the day ${new Date(number).toISOString().slice(0, 10)}), as a day and time without separators, or as something else, such as a phone number. Write it in the form 2026-12-31, with or without a time.`,
		);
}

/** n8n accepts any text as a time zone, and then no date has a value: a filter would find nothing, or everything. */
function refuseUnknownZone(timeZone: string): void {
	if (tryToParseDateTime(new Date(0)).setZone(timeZone).isValid) return;
	throw new Error(
		`The time zone of the workflow, "${quoted(timeZone)}", does not exist. Choose one, such as Europe/Berlin, in the workflow's Settings > Timezone. If "Default" is chosen there, correct GENERIC_TIMEZONE, the setting of the whole n8n.`,
	);
}

function momentIfAny(value: unknown, timeZone: string): Moment | undefined {
	try {
		if (value instanceof Date || isObject(value))
			return tryToParseDateTime(value).setZone(timeZone);
		const number = numberOf(value);
		if (number >= FIRST_MS) return tryToParseDateTime(new Date(number)).setZone(timeZone);
		const text = isExcelDay(number) ? excelDay(number) : isoForm(typedText(value));
		if (!READABLE.test(text)) return undefined;
		const moment = tryToParseDateTime(text, timeZone);
		// n8n moves a day that does not exist to the next month.
		if (moment.toISODate() !== text.slice(0, 10)) return undefined;
		// A local time exists twice when clocks are set back: the earlier one comes first.
		return hasZone(text) ? moment.setZone(timeZone) : moment.getPossibleOffsets()[0];
	} catch {
		return undefined;
	}
}

/** The German form of a date in that of ISO 8601, and an hour with two digits; any other text in capitals. */
function isoForm(text: string): string {
	const [, day, month, year, hour, clock] = GERMAN.exec(text) ?? [];
	if (year === undefined) return text.replace(/ (?=\d:)/, 'T0').toUpperCase();
	const century = Number(year) < 70 ? '20' : '19';
	const fullYear = year.length === 4 ? year : `${century}${year}`;
	const date = [fullYear, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
	return hour === undefined ? date : `${date}T${hour.padStart(2, '0')}${clock}`;
}

/** The number in a value, also as text; NaN if it is not one. */
const numberOf = (value: unknown): number => {
	if (typeof value === 'number') return value;
	const text = typedText(value);
	return /^\d{5,14}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN;
};

const isExcelDay = (number: number): boolean =>
	number >= EXCEL_DAYS.first && number <= EXCEL_DAYS.last;

/** A day number of Excel as a local time: its fraction is the time of the day. */
const excelDay = (number: number): string =>
	new Date(EXCEL_EPOCH_MS + Math.round((number * DAY_MS) / 1000) * 1000).toISOString().slice(0, -1);

/**
 * The calendar date, as YYYY-MM-DD; see momentIn. A moment is the day on which it falls in `timeZone`. But midnight UTC,
 * written as such, is how programs write a day, and is that day everywhere.
 */
export function toCalendarDate(value: unknown, timeZone: string): string {
	const inUtcTime = isWrittenInUtc(value) ? momentIn(value, 'UTC') : undefined;
	const isDay = inUtcTime !== undefined && inUtcTime.toMillis() % DAY_MS === 0;
	return (isDay ? inUtcTime : momentIn(value, timeZone)).toISODate() ?? '';
}

const isWrittenInUtc = (value: unknown): boolean =>
	value instanceof Date ||
	(isObject(value) && value.offset === 0) ||
	numberOf(value) >= FIRST_MS ||
	/\d(?:z|[+-]00(?::?00)?)$/.test(typedText(value).replace(/ /g, ''));

const WITH_OFFSET = /[T ]\d{2}.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** Whether a value says itself in which zone it is: a date of n8n's (Luxon), or a text with an offset. */
const hasZone = (value: unknown): boolean =>
	(isObject(value) && value.isValid === true) || WITH_OFFSET.test(typedText(value));

/** The same as a moment, in milliseconds since 1970. What is the same moment everywhere needs no time zone. */
export const toInstant = (value: unknown, timeZone: string): number =>
	momentIn(value, isWrittenInUtc(value) || hasZone(value) ? 'UTC' : timeZone).toMillis();

/** ISO 8601: a day and a time, with or without an offset. */
const DATE_TIME =
	/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * The moment of a time that the service sent: nothing else reads one. Service document: ISO 8601 date-times, in payloads with
 * an offset. Without an offset it is UTC. What people enter is read by `toInstant`, in the workflow's time zone.
 *
 * @returns milliseconds since 1970; undefined if the time cannot be read
 */
export function instantIn(value: unknown): number | undefined {
	const parts = DATE_TIME.exec(visible(value));
	if (parts === null) return undefined;
	const [, day, clock, offset = 'Z'] = parts;
	const hours = offset.slice(0, 3);
	const minutes = offset.slice(3).replace(':', '') || '00';
	const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${hours}:${minutes}`;
	const instant = Date.parse(`${day}T${clock}${zone}`);
	return Number.isNaN(instant) ? undefined : instant;
}

/** When a record was created, in milliseconds since 1970; undefined if it does not say so. */
export const createdAtOf = ({ createdAt }: IDataObject): number | undefined => instantIn(createdAt);

/** When a record was last changed, in milliseconds since 1970; undefined if it does not say so. */
export const changedAtOf = ({ updatedAt }: IDataObject): number | undefined => instantIn(updatedAt);

/**
 * Whether one time is later than another, both in milliseconds since 1970. Events and sheets may have lost the parts of a
 * second: if one of the two has none, both are compared without.
 */
export function isLater(one: number, other: number): boolean {
	const areWhole = one % 1_000 === 0 || other % 1_000 === 0;
	return areWhole ? Math.floor(one / 1_000) > Math.floor(other / 1_000) : one > other;
}

/** A time of the service as the nodes hand it out: UTC, with milliseconds and Z. What cannot be read stays as it was sent. */
export function inUtc(value: unknown): unknown {
	const instant = instantIn(value);
	return instant === undefined ? value : new Date(instant).toISOString();
}
