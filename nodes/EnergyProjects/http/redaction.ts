import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

/** In characters. A shorter text is not replaced: it could be a part of ordinary words. */
export const SHORTEST_SECRET = 6;

/** Every secret text of a credential, so that none of them can appear in an error or a log. */
export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	const { apiKey, clientSecret, oauthTokenData } = credential;
	// Only the tokens are secret: errors may show the rest of the token data, such as a scope.
	const tokens = Object.entries((oauthTokenData ?? {}) as IDataObject)
		.filter(([name]) => /token$/i.test(name))
		.map(([, token]) => token);
	return (
		[apiKey, clientSecret, ...tokens]
			// An expression can make an API key a number.
			.filter((secret) => ['string', 'number'].includes(typeof secret))
			.map((secret) => String(secret).trim())
			.filter(({ length }) => length >= SHORTEST_SECRET)
	);
}

/** A secret as it is, and as JSON, an address and a form spell it. */
function spellingsOf(secret: string): string[] {
	const inJson = JSON.stringify(secret).slice(1, -1);
	const inForm = new URLSearchParams({ secret }).toString().slice('secret='.length);
	const inAddress = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd'));
	const small = [inForm, inAddress].map((text) =>
		text.replace(/%../g, (byte) => byte.toLowerCase()),
	);
	return [secret, inJson, inJson.replaceAll('/', '\\/'), inForm, inAddress, ...small];
}

/**
 * Replaces the secrets, in each of these spellings, and whatever follows a Bearer, with asterisks. Call it before a text
 * is cut: a part of a secret would not be recognised.
 */
export function redact(text: string, secrets: readonly string[]): string {
	return secrets
		.flatMap(spellingsOf)
		.sort((a, b) => b.length - a.length)
		.reduce((rest, spelling) => rest.replaceAll(spelling, '***'), text)
		.replace(/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer ***');
}
