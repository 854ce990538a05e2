const LONGEST = 60;

/** A value as an error message quotes it: short, whatever was given. */
export function shown(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null) return 'an object';
	const text = String(value);
	return text.length > LONGEST ? `"${text.slice(0, LONGEST)} …"` : `"${text}"`;
}
