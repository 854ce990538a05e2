import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** What no header can carry: such a request would fail with an error that helps nobody. */
const NOT_IN_A_HEADER = /[^\t -~\u0080-\u00ff]/;
/** Shorter than any key, in characters. */
const SHORTEST_KEY = 2;

const COPY_KEY = "Copy the whole key again from the service's application and enter it as API Key.";

/** The API key as it is sent: without blanks around it. */
const keyOf = ({ apiKey }: ICredentialDataDecryptedObject): string =>
	typeof apiKey === 'string' ? apiKey.trim() : '';

/** The header that carries the API key. Service document, section Authentication, "API key". */
export const apiKeyHeader = (credential: ICredentialDataDecryptedObject) => ({
	'x-api-key': keyOf(credential),
});

/** Why no service can accept an API key, and what to do; undefined if a service may accept it. */
export function problemOfApiKey(credential: ICredentialDataDecryptedObject): string | undefined {
	const key = keyOf(credential);
	if (key === '') return `The API Key is empty. ${COPY_KEY}`;
	if (key.length < SHORTEST_KEY) return `The API Key has only one character. ${COPY_KEY}`;
	if (!NOT_IN_A_HEADER.test(key)) return undefined;
	return `The API Key contains characters that no key has, such as dots in place of the real ones. ${COPY_KEY}`;
}
