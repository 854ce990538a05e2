/** The digits of a number, in small letters or in capitals. */
const hex = (value: number, length = 0) =>
	value
		.toString(16)
		.padStart(length, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

// The sign that begins an escape may be escaped itself: JSON in JSON, JSON on a page, an address in JSON.
const PERCENT = '%(?:25)*';
const BACKSLASH = `(?:\\\\|${PERCENT}${hex(0x5c)})`;
const SEMICOLON = `(?:;|${PERCENT}${hex(0x3b)})`;
const AMPERSAND = `(?:&|${PERCENT}26)(?:amp${SEMICOLON})*`;
const HASH = `(?:#|${PERCENT}23)`;
/** Backslashes count from the first one only, so that a long row of them is read once. */
const FROM_THE_FIRST = `(?<!${BACKSLASH})`;
/** A backslash of the secret itself, which HTML may write as a number. */
const OWN_BACKSLASH = `(?:${BACKSLASH}|${AMPERSAND}${HASH}(?:0*92|[xX]0*${hex(0x5c)})${SEMICOLON})`;

/** Characters and what may replace each of them. */
type Signs = Readonly<Record<string, string>>;
const HTML_NAMES: Signs = { '&': 'amp|', '<': 'lt|', '>': 'gt|', '"': 'quot|', "'": 'apos|' };
const PLUS = `\\+|${PERCENT}2${hex(0xb)}`;
/** The letters of JSON, and the plus that forms write for a blank. */
const TEXT_SIGNS: Signs = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', ' ': PLUS };
/** In addresses. */
const BASE64_SIGNS: Signs = { '+': '-', '/': '_' };

/**
 * A pattern that fits a text in every spelling that JSON, an address, a form, HTML, or base64 has for it, and in one of
 * these inside another.
 */
export const anySpelling = (text: string): RegExp =>
	new RegExp([spelled(text, TEXT_SIGNS), ...inBase64(text)].join('|'), 'g');

/** Character by character: each in any of its spellings, with as many backslashes before it as there are. */
const spelled = (text: string, signs: Signs): string =>
	text.replace(/\\+|[^\w-]/gu, (unit, at: number) => {
		if (unit.startsWith('\\'))
			return `${at === 0 ? `(?<!${OWN_BACKSLASH})` : ''}${OWN_BACKSLASH}{${unit.length},}`;
		const first = at === 0 ? FROM_THE_FIRST : '';
		const escapes = text[at - 1] === '\\' ? '' : `${BACKSLASH}*`;
		return `${first}${escapes}${spellingsOf(unit, signs[unit])}`;
	});

function spellingsOf(character: string, sign: string | undefined): string {
	const codes = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
	const number = character.codePointAt(0) ?? 0;
	const spellings = [
		codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join(''),
		codes.map((code) => `u${hex(code, 4)}`).join(`${BACKSLASH}+`),
		Array.from(Buffer.from(character), (byte) => `${PERCENT}${hex(byte, 2)}`).join(''),
		`${AMPERSAND}(?:${HTML_NAMES[character] ?? ''}${HASH}(?:0*${number}|[xX]0*${hex(number)}))${SEMICOLON}`,
	];
	return `(?:${[...spellings, ...(sign === undefined ? [] : [sign])].join('|')})`;
}

/**
 * What stays the same in base64 no matter what comes before and after the text: three bytes make four characters, so
 * there are three ways to begin.
 */
function inBase64(text: string): string[] {
	const bytes = Buffer.from(text);
	return [0, 1, 2].map((before) => {
		const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const end = Math.floor(((before + bytes.length) * 8) / 6);
		const inside = base64.slice(Math.ceil((before * 8) / 6), end);
		return `${spelled(inside, BASE64_SIGNS)}(?:${spelled(base64.slice(end), BASE64_SIGNS)})?`;
	});
}
