const SIZE = 1_000_000;
const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

const fill = (text: string) => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE);

function nested(depth: number, around: (inner: unknown) => unknown): unknown {
	let value: unknown = 1;
	for (let level = 0; level < depth; level++) value = around(value);
	return value;
}

const many = <T,>(count: number, entry: (index: number) => T) =>
	Array.from({ length: count }, (_, index) => entry(index));

/** What a stranger can enter in a form to keep the process busy: each a megabyte of JSON. */
export const worstInputs: Readonly<Record<string, unknown>> = {
	'an email address of dots': `a@${fill('.')}@`,
	'an email address of @': fill('@a.'),
	'digits and a letter': `${fill('1')}x`,
	'digits and points': fill('1.'),
	exponents: `1${fill('e1')}`,
	blanks: fill(' '),
	'blanks within a text': `a${fill(' \t\n')}b`,
	'a date with endless fractions': `2026-12-31T10:00:00.${fill('0')}x`,
	'a date with endless blanks': `2026-12-31T10:00:00${fill(' ')}x`,
	'a date with endless offsets': `2026-12-31T10${fill('+01')}`,
	'beginnings of IDs': fill(ID.slice(0, -1)),
	IDs: fill(ID),
	'brackets that open': fill('[{'),
	'objects that open': fill('{"a":'),
	accents: `a${fill('\u0301\u0327')}`,
	'accents on letters': fill('e\u0301'),
	'letters that get longer in lower case': fill('İ'),
	'halves of characters': fill('\ud800'),
	commas: fill(','),
	'commas and blanks': fill(' , '),
	slashes: `https://a${fill('/')}x`,
	'a link without an ID': `https://example.com/${fill('a-')}`,
	backslashes: fill('\\'),
	'percent signs': fill('%2'),
	bearers: fill('Bearer '),
	'a bearer and blanks': `Bearer${fill(' ')}`,
	'an object 10,000 deep': nested(10_000, (a) => ({ a })),
	'a list 10,000 deep': nested(10_000, (a) => [a]),
	'a locator 10,000 deep': nested(10_000, (value) => ({ __rl: true, mode: 'url', value })),
	'empty objects': many(333_333, () => ({})),
	'empty texts': many(333_333, () => ''),
	numbers: many(500_000, () => 1),
	'entries that each have their own ID': many(80_000, (index) => ({ id: String(index) })),
	'entries with the same ID': many(80_000, () => ({ id: 'a' })),
	'entries with unknown names': many(80_000, (index) => ({ [`x${index}`]: 1 })),
	'an object with unknown names': Object.fromEntries(many(80_000, (index) => [`x${index}`, 1])),
	'an object with one long name': { [fill('x')]: 1 },
	'an address of long texts': {
		city: fill('a\u0301'),
		countryCode: fill('D'),
		latitude: fill('1'),
	},
	'a list of one long text': [fill('x')],
};
