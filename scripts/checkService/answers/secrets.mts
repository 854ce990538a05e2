const HIDDEN = '***';

/** Takes a text and gives it back without the key. */
export type Hide = (text: string) => string;

/**
 * Hides a key in any text, also in the forms in which a service or a library may write it.
 *
 * @param key as it was given; an empty one hides nothing
 */
export function hideKey(key: string): Hide {
	const bytes = Buffer.from(key);
	const forms = [
		key,
		encodeURIComponent(key),
		JSON.stringify(key).slice(1, -1),
		bytes.toString('base64').replace(/=+$/, ''),
		bytes.toString('base64url'),
		bytes.toString('hex'),
	];
	// The longest first: one form can be a part of another.
	const sought = [...new Set(forms)]
		.filter((form) => form !== '')
		.sort((a, b) => b.length - a.length);
	return (text) => sought.reduce((left, form) => left.replaceAll(form, HIDDEN), text);
}

/** The same for everything in a JSON value, names of fields too: an answer can spell a key with escapes. */
export function hideInside(hide: Hide, value: unknown): unknown {
	if (typeof value === 'string') return hide(value);
	if (Array.isArray(value)) return value.map((entry) => hideInside(hide, entry));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [hide(name), hideInside(hide, entry)]),
	);
}
