type Encoder = (text: string) => string;

/** What no writer has to escape, wherever the text stands. */
const PLAIN = /^[\w.-]*$/;

/**
 * The forms in which a text can stand in JSON, in an address, in HTML, or in base64 (also as a part of a longer text,
 * such as a name and a password), and the most usual of these inside another one.
 */
export function encodedForms(text: string): string[] {
	const forms = [text, ...encodedBy(ENCODERS, text)];
	const nested = forms.flatMap((form) => encodedBy(OUTER_ENCODERS, form));
	const base64 = base64Forms(text);
	return [
		...new Set([
			...[...forms, ...nested, ...base64],
			...base64.flatMap((form) => encodedBy(OUTER_ENCODERS, form)),
		]),
	];
}

const encodedBy = (encoders: readonly Encoder[], text: string): string[] =>
	PLAIN.test(text) ? [] : encoders.map((encode) => encode(text));

const hexOf = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

const json: Encoder = (text) => JSON.stringify(text).slice(1, -1);

const jsonWithSlashes: Encoder = (text) => json(text).replace(/\//g, '\\/');

/** As writers do whose JSON stands in ASCII or inside HTML: some characters by their number. */
const jsonWithNumbers = (characters: RegExp): Encoder[] =>
	inBothCases((text, spell) =>
		text
			.split(characters)
			.map((part, index) =>
				index % 2 === 0 ? json(part) : `\\u${spell(hexOf(part.charCodeAt(0), 4))}`,
			)
			.join(''),
	);

/** A percent sign before each byte of what is not kept. */
const percent = (escaped: RegExp, blank = '%20'): Encoder[] =>
	inBothCases((text, spell) =>
		text
			.replace(escaped, (character) =>
				Array.from(Buffer.from(character), (byte) => `%${spell(hexOf(byte, 2))}`).join(''),
			)
			.replaceAll('%20', blank),
	);

const html =
	(escapes: Readonly<Record<string, string>>): Encoder =>
	(text) =>
		text.replace(/[^\w.-]/gu, (character) => escapes[character] ?? character);

function inBothCases(
	encode: (text: string, spell: (hexadecimal: string) => string) => string,
): Encoder[] {
	return [
		(text) => encode(text, (hexadecimal) => hexadecimal),
		(text) => encode(text, (hexadecimal) => hexadecimal.toUpperCase()),
	];
}

const brackets = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const quoted = { ...brackets, '"': '&quot;' };

const ENCODERS: readonly Encoder[] = [
	json,
	jsonWithSlashes,
	...jsonWithNumbers(/([^\0-\x7f])/),
	...jsonWithNumbers(/([<>&])/),
	...jsonWithNumbers(/([<>&'"+`]|[^\0-\x7f])/),
	...percent(/[^\w.!~*'()-]/gu),
	...percent(/[^\w.~-]/gu),
	...percent(/[^\w.*-]/gu, '+'),
	...percent(/[^\w.!~*'();,/?:@&=+$#-]/gu),
	html(brackets),
	html(quoted),
	...['&#39;', '&#039;', '&#x27;', '&apos;'].map((quote) => html({ ...quoted, "'": quote })),
	html({ ...quoted, "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' }),
	html({ ...brackets, '"': '&#34;', "'": '&#39;', '+': '&#43;' }),
];

/** Around a form: JSON in JSON, an address in JSON, JSON on a page. */
const OUTER_ENCODERS: readonly Encoder[] = [
	json,
	jsonWithSlashes,
	html({ ...quoted, "'": '&#39;' }),
	...percent(/[^\w.!~*'()-]/gu),
];

/**
 * What stays the same in base64 whatever stands before and behind the text: three bytes make four characters, so
 * there are three ways to begin.
 */
function base64Forms(text: string): string[] {
	const bytes = Buffer.from(text);
	const inside = [0, 1, 2].map((before) => {
		const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
		const first = Math.ceil((before * 8) / 6);
		const end = Math.floor((shifted.length * 8) / 6);
		return shifted.toString('base64').slice(first, end);
	});
	return [bytes.toString('base64'), ...inside].flatMap((form) => [
		form,
		form.replaceAll('+', '-').replaceAll('/', '_'),
	]);
}
