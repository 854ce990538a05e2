import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { anySpelling } from './spellings';

const SECRET_KEYS = ['apiKey', 'clientSecret', 'oauthTokenData'];
const SHORTEST_SECRET = 6;
/** In characters. A header, which is how a secret is sent, cannot be longer. */
const LONGEST_SECRET = 16_000;
/** A longer secret is looked for in pieces, as a pattern for all of it would take long or be refused. */
const PIECES = /[^]{1,500}(?:[^]{1,5}$)?\\*/gu;

/** Every secret text of a credential, so that none of them can appear in an error or a log. */
export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	const texts = SECRET_KEYS.flatMap((key) => textsIn(credential[key]));
	// A key is sent without the blanks pasted around it.
	return longestFirst(texts.flatMap((text) => [text, text.trim()]));
}

/**
 * Replaces the secrets, and whatever follows a Bearer, with asterisks. A service, or a proxy in front of it, may repeat
 * a secret in the way that JSON, an address, HTML or a header spells it: these spellings are replaced too.
 */
export function redact(text: string, secrets: readonly string[]): string {
	const pieces = longestFirst(secrets).flatMap(piecesOf);
	const clean = pieces.reduce((rest, piece) => rest.replace(anySpelling(piece), '***'), text);
	return (pieces.length > secrets.length ? clean.replace(/(?:\*{3})+/g, '***') : clean).replace(
		/\bBearer\s+[\w.~+/=-]+/gi,
		'Bearer ***',
	);
}

/** How long the longest secret is that is looked for, in characters. */
export const longestSecret = (secrets: readonly string[]): number =>
	Math.max(0, ...secrets.map(({ length }) => Math.min(length, LONGEST_SECRET)));

const piecesOf = (secret: string): readonly string[] =>
	secret.slice(0, LONGEST_SECRET).match(PIECES) ?? [];

/** Different texts that are long enough to be a secret; the longest first, in case one begins with another. */
const longestFirst = (texts: readonly string[]): string[] =>
	[...new Set(texts)]
		.filter((text) => text.length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length);

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	// Only the tokens are secret: errors may show the rest of the token data, such as "bearer" or a scope.
	return Object.entries(value)
		.filter(([key]) => key.endsWith('token'))
		.flatMap(([, token]) => textsIn(token));
}
