/** How many characters of a value an error shows. */
const LONGEST = 60;
const MOST_NAMES = 10;
const MOST_ENTRIES = 5;
const DEEPEST = 2;

/** The beginning of a value, for an error: enough to recognise it, and short even if the value has a megabyte. */
export const quoted = (value: unknown): string =>
	cut(typeof value === 'string' ? value : written(value, 0));

/** The first few of a list of names, for an error, and how many more there are. */
export function quotedList(names: readonly string[]): string {
	const more = names.length - MOST_NAMES;
	const first = names.slice(0, MOST_NAMES).map(quoted).join(', ');
	return more > 0 ? `${first} and ${more} more` : first;
}

const cut = (text: string) =>
	// Some characters, such as emojis, take two places in a string: never show half of one.
	text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')} …` : text;

/** Like JSON, but only as much as is shown: writing all of it can take long, or fail if it is nested too deep. */
function written(value: unknown, depth: number): string {
	if (typeof value === 'string') return `"${value.slice(0, LONGEST)}"`;
	if (typeof value === 'function') return 'a function';
	if (typeof value !== 'object' || value === null || value instanceof Date) return String(value);
	// A date object from an expression in n8n.
	if ('toISO' in value && typeof value.toISO === 'function') return String(value);
	if (depth === DEEPEST) return '…';
	if (Array.isArray(value)) {
		return `[${value
			.slice(0, MOST_ENTRIES)
			.map((entry) => written(entry, depth + 1))
			.join(',')}]`;
	}
	const parts = Object.keys(value)
		.slice(0, MOST_ENTRIES)
		.map((key) => `${written(key, depth)}:${written((value as never)[key], depth + 1)}`);
	return `{${parts.join(',')}}`;
}
