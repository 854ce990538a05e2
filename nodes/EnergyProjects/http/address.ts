import { PASTED_API_PREFIX } from '../service/endpoints';
import type { Endpoint } from '../service/endpoints';

/** Longer than any ID. A service may refuse longer addresses with an error that helps nobody. */
const LONGEST_ID = 400;

/** The base URL in the form that requests need. */
export const normalBaseUrl = (baseUrl: unknown): string =>
	serverAddress(baseUrl, [PASTED_API_PREFIX]);

/** Whether requests can be sent to a base URL, after it is brought into that form. */
export function isUsableBaseUrl(baseUrl: unknown): boolean {
	const address = normalBaseUrl(baseUrl);
	try {
		return /^https?:\/\/[^\s/?#\\][^\s?#\\]*$/i.test(address) && new URL(address).hostname !== '';
	} catch {
		return false;
	}
}

/** Names a base URL, however it is spelled. */
export const addressIdentity = (baseUrl: unknown): string =>
	isUsableBaseUrl(baseUrl) ? new URL(normalBaseUrl(baseUrl)).href : String(baseUrl);

/**
 * Whether an ID can be part of a path. Dots alone mean "this folder" or "the folder above", even if encoded; an empty
 * ID would address the whole list; half of a surrogate pair cannot be encoded; and no ID is that long.
 */
function isPathPart(id: string): boolean {
	const text = id.trim();
	return !/^\.{0,2}$|\p{Surrogate}/u.test(text) && text.length <= LONGEST_ID;
}

/**
 * The address of an endpoint; undefined if an ID cannot be part of a path. Parts of the path are encoded, so that an ID
 * can never lead to another path.
 */
export function addressOf(
	baseUrl: unknown,
	{ path }: Endpoint,
	parts: Readonly<Record<string, string>> = {},
): string | undefined {
	if (!Object.values(parts).every(isPathPart)) return undefined;
	const encoded = path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(parts[name].trim()),
	);
	return `${normalBaseUrl(baseUrl)}${encoded}`;
}

/**
 * The address of a server in the form that requests need: without blanks around it, without the slashes and the path
 * that people may paste with it, and with `https://` if it has no scheme.
 *
 * The OAuth2 credential hands this function to n8n as text, in expressions, so that it reads an address in the same way
 * as the nodes. So it may use nothing but its arguments, and must not contain two closing
 * braces in a row.
 *
 * @param entered what a person entered; anything but text counts as empty
 * @param pastedPaths patterns of paths that do not belong to the address, each with a slash at the beginning; if the
 * address ends with one, it is removed
 * @returns the address, empty if nothing was entered; it need not be usable
 */
export function serverAddress(entered: unknown, pastedPaths: readonly string[]): string {
	// Not with a pattern: it would start over at each slash, which takes too long in a text full of them.
	const withoutSlashes = (text: string) => {
		let end = text.length;
		while (text.charAt(end - 1) === '/') end -= 1;
		return text.slice(0, end);
	};
	const address = withoutSlashes(typeof entered === 'string' ? entered.trim() : '');
	const pasted = address.search(`(?:${pastedPaths.join('|')})$`);
	const server = withoutSlashes(pasted === -1 ? address : address.slice(0, pasted));
	// A colon before a digit belongs to a port, as in "localhost:7070".
	const isComplete = server === '' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(server);
	return isComplete ? server : `https://${server}`;
}
