import { isObject } from '../objects';
import { shortText } from '../shortText';
import { quoted } from '../quoted';

/** The last moment a date object can hold, in milliseconds since 1970. */
const LATEST = 8.64e15;

/** A time of day, perhaps with an offset. */
const CLOCK = /^([01]\d|2[0-3])(:[0-5]\d(:[0-5]\d([.,]\d+)?)?)?\s*(Z|[+-]\d{2}(:?[0-5]\d)?)?$/i;

/**
 * A calendar date out of whatever was typed or mapped in.
 *
 * A date without a time, or with a local time, is that day. A moment (with Z or an offset, or a date object of
 * n8n's expressions) is the day it falls on in `timeZone`. The German form 31.12.2026 is read as well; forms
 * with slashes are not, since day and month cannot be told apart.
 *
 * @param timeZone an IANA name such as Europe/Berlin
 * @returns YYYY-MM-DD
 * @throws Error with a text for people where it is no date
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
 * A moment out of whatever was typed or mapped in; without an offset it is local to `timeZone`.
 *
 * @returns milliseconds since 1970
 * @throws Error with a text for people where it is no date
 */
export function toInstant(value: unknown, timeZone: string): number {
	const text = textOfDate(value);
	const time = /^\d{4}-\d{2}-\d{2}[T ](.+)$/.exec(text)?.[1];
	const day = toCalendarDate(time === undefined ? text : text.slice(0, 10), timeZone);
	if (time !== undefined && hasOffset(time)) return instantOf(text);
	const asIfUtc = instantOf(`${day}T${time ?? '00:00'}Z`);
	// The offset at the guess can differ from the one at the result around a change of clocks: correct twice.
	const guess = asIfUtc - offsetOf(timeZone, asIfUtc);
	return asIfUtc - offsetOf(timeZone, guess);
}

/** @throws Error where it is too long or of a type that is no date */
function textOfDate(value: unknown): string {
	const text = shortText(
		isObject(value) || value instanceof Date ? textOfObject(value) : textOfMilliseconds(value),
	);
	if (text === '') throw notADate(value);
	return text;
}

/** n8n's expressions yield Luxon objects: they carry their own offset. */
function textOfObject(value: object): unknown {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	const toISO: unknown = 'toISO' in value ? value.toISO : undefined;
	return typeof toISO === 'function' ? toISO.call(value) : '';
}

const textOfMilliseconds = (value: unknown): unknown =>
	typeof value === 'number' && Math.abs(value) >= 1e11 && Math.abs(value) <= LATEST
		? new Date(value).toISOString()
		: value;

/** Of a time that is one: nothing else in it has these characters. */
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
	// A day that there is not falls into another month.
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
