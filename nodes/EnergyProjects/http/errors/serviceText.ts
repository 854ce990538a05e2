import { redact } from '../secrets/redaction';

const LONGEST_TEXT = 500;

/**
 * The service's own words in an error body. The form of error bodies is not documented, so this reads every usual one:
 * `message` (text or list), `error`, `error.message`, `errors[]`, `detail`, `title`, plain text.
 *
 * @param secrets what must not appear in it
 * @returns the text, or an empty string if the body says nothing that a person can read
 */
export function serviceText(body: unknown, secrets: readonly string[] = []): string {
	// Redacted before it is cut: part of a secret could not be recognised.
	const text = redact(textOf(body, 0).replace(/\s+/g, ' ').trim(), secrets);
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
}

function textOf(value: unknown, depth: number): string {
	if (depth > 4) return '';
	if (typeof value === 'string') return fromString(value, depth);
	if (Array.isArray(value)) {
		const texts = value.map((entry) => textOf(entry, depth + 1)).filter((text) => text !== '');
		return [...new Set(texts)].join('; ');
	}
	if (typeof value !== 'object' || value === null) return '';
	return fromObject(value as Record<string, unknown>, depth);
}

function fromObject(body: Record<string, unknown>, depth: number): string {
	const own =
		['message', 'detail', 'title', 'error_description', 'description', 'error', 'msg']
			.map((key) => textOf(body[key], depth + 1))
			.find((text) => text !== '') ?? '';
	const details = ['errors', 'details']
		.map((key) => detailsOf(body[key], depth + 1))
		.find((text) => text !== '');
	if (details !== undefined && details !== own) return own === '' ? details : `${own}: ${details}`;
	const field = ['field', 'path', 'property', 'instancePath'].map((key) => body[key]);
	const named = field.find((name) => typeof name === 'string' && name !== '');
	return own !== '' && typeof named === 'string' && !own.includes(named) ? `${named} ${own}` : own;
}

/** Lists of problems, and the form `{ "email": ["is invalid"] }`. */
function detailsOf(value: unknown, depth: number): string {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return textOf(value, depth);
	}
	const isByField = Object.values(value).every((problem) => Array.isArray(problem));
	const own = isByField ? '' : fromObject(value as Record<string, unknown>, depth);
	if (own !== '') return own;
	return Object.entries(value)
		.map(([field, problem]) => [field, textOf(problem, depth + 1)])
		.filter(([, problem]) => problem !== '')
		.map(([field, problem]) => `${field}: ${problem}`)
		.join('; ');
}

function fromString(text: string, depth: number): string {
	const trimmed = text.trim();
	if (/^[[{]/.test(trimmed)) {
		try {
			return textOf(JSON.parse(trimmed), depth + 1);
		} catch {
			return trimmed;
		}
	}
	// The error page of a proxy: only its title tells a person anything.
	if (/^<(!doctype|html|\?xml)/i.test(trimmed)) return /<title>([^<]*)/i.exec(trimmed)?.[1] ?? '';
	return trimmed;
}
