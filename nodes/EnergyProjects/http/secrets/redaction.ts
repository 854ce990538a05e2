import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { encodedForms } from './encodedForms';

const SECRET_KEYS = ['apiKey', 'clientSecret', 'oauthTokenData'];
const SHORTEST_SECRET = 6;

/** Every secret text of a credential, so that none of them can appear in an error or a log. */
export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	const texts = SECRET_KEYS.flatMap((key) => textsIn(credential[key]));
	// A key is sent without the blanks pasted around it; the longest first, in case one begins with another.
	return longestFirst(texts.flatMap((text) => [text, text.trim()]));
}

/**
 * Replaces the secrets, and whatever follows a Bearer, by asterisks. A service, or a page in front of it, may repeat
 * a secret in the way JSON, an address, HTML or a header writes it: these forms are replaced too.
 */
export function redact(text: string, secrets: readonly string[]): string {
	return longestFirst(secrets.flatMap(encodedForms))
		.reduce((clean, secret) => clean.split(secret).join('***'), text)
		.replace(/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer ***');
}

/** Different texts that are long enough to be a secret. */
const longestFirst = (texts: readonly string[]): string[] =>
	[...new Set(texts)]
		.filter((text) => text.length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length);

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	// Of the token data only the tokens are secret; "bearer" or a scope may well stand in an error.
	return Object.entries(value)
		.filter(([key]) => key.endsWith('token'))
		.flatMap(([, token]) => textsIn(token));
}
