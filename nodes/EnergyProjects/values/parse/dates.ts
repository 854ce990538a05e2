import { isObject } from '../objects';
import { shortText } from '../shortText';
import { quoted } from '../quoted';

/** The last moment a date object can hold, in milliseconds since 1970. */
const LATEST = 8.64e15;

/** A time of day, with or without an offset. */
const CLOCK = /^([01]\d|2[0-3])(:[0-5]\d(:[0-5]\d([.,]\d+)?)?)?\s*(Z|[+-]\d{2}(:?[0-5]\d)?)?$/i;

/**
 * The calendar date in a value that a person typed or mapped.
 *
 * A date without a time, or with a local time, is that day. A moment (with Z or an offset, or a date object from an
 * expression) is the day it falls on in `timeZone`. The German form 31.12.2026 is read too. Forms with slashes are not:
 * nobody can tell the day from the month.
 *
 * @param timeZone an IANA name such as Europe/Berlin
 * @returns YYYY-MM-DD
 * @throws Error with a text for people if the value is not a date
 */
export function toCalendarDate(value: unknown, timeZone: string): string {
	const text = textOfDate(value);
	const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
	if (german) return calendarDate(Number(german[3]), Number(german[2]), Number(german[1]), text);
	const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](.+))?$/.exec(text);
	if (!iso) throw notADate(text);
	const day = calendarDate(Number(iso[1]), Number(iso[2]), Number(iso[3]), text);
	const time = iso[4];
	if (time === undefined) return day;
	if (!CLOCK.test(time)) throw notADate(text);
	if (!hasOffset(time)) return day;
	return dayIn(timeZone, instantOf(text));
}

/**
 * The moment in a value that a person typed or mapped. Without an offset it is a local time in `timeZone`.
 *
 * @returns milliseconds since 1970
 * @throws Error with a text for people if the value is not a date
 */
export function toInstant(value: unknown, timeZone: string): number {
	const text = textOfDate(value);
	const time = /^\d{4}-\d{2}-\d{2}[T ](.+)$/.exec(text)?.[1];
	const day = toCalendarDate(time === undefined ? text : text.slice(0, 10), timeZone);
	if (time !== undefined && hasOffset(time)) return instantOf(text);
	const asIfUtc = instantOf(`${day}T${time ?? '00:00'}Z`);
	// Around a change of clocks the offset at the first guess can differ from that at the result, so correct it twice.
	const guess = asIfUtc - offsetOf(timeZone, asIfUtc);
	return asIfUtc - offsetOf(timeZone, guess);
}

/** @throws Error if the value is too long, or of a type that cannot be a date */
function textOfDate(value: unknown): string {
	const text = shortText(
		isObject(value) || value instanceof Date ? textOfObject(value) : textOfMilliseconds(value),
	);
	if (text === '') throw notADate(value);
	return text;
}

/** Expressions in n8n return Luxon objects, which have their own offset. */
function textOfObject(value: object): unknown {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	const toISO: unknown = 'toISO' in value ? value.toISO : undefined;
	return typeof toISO === 'function' ? toISO.call(value) : '';
}

const textOfMilliseconds = (value: unknown): unknown =>
	typeof value === 'number' && Math.abs(value) >= 1e11 && Math.abs(value) <= LATEST
		? new Date(value).toISOString()
		: value;

/** For a valid time of day only: there these characters occur in the offset alone. */
const hasOffset = (time: string) => /[z+-]/i.test(time);

function instantOf(text: string): number {
	const normal = text
		.replace(/^(\S{10})\s/, '$1T')
		.replace(/\s/g, '')
		.replace(',', '.')
		.replace(/T(\d{2})(?=Z|[+-])/i, 'T$1:00')
		.replace(/([+-]\d{2})$/, '$1:00')
		.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
	const instant = Date.parse(normal);
	if (Number.isNaN(instant)) throw notADate(text);
	return instant;
}

function calendarDate(year: number, month: number, day: number, text: string): string {
	const date = new Date(Date.UTC(year, month - 1, day));
	// A day that does not exist, such as 30 February, falls into another month.
	const isSame = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1;
	if (!isSame) throw notADate(text);
	return date.toISOString().slice(0, 10);
}

function partsIn(timeZone: string, instant: number): Record<string, string> {
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
	});
	return Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, part.value]));
}

function dayIn(timeZone: string, instant: number): string {
	const { year, month, day } = partsIn(timeZone, instant);
	return `${year}-${month}-${day}`;
}

function offsetOf(timeZone: string, instant: number): number {
	const { year, month, day, hour, minute, second } = partsIn(timeZone, instant);
	const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
	return local - Math.floor(instant / 1000) * 1000;
}

const notADate = (value: unknown) =>
	new Error(`"${quoted(value)}" is not a date. Use the form 2026-12-31, with or without a time.`);
