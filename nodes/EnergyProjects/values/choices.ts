/**
 * The values of a parameter with several choices. An expression can yield a text in place of a list, with commas
 * between the values, or nothing.
 */
export function choicesOf(value: unknown): string[] {
	const texts = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
	return texts.map((text) => text.trim()).filter((text) => text !== '');
}
