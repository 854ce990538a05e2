import { PASTED_API_PREFIX } from '../service/endpoints';
import type { Endpoint } from '../service/endpoints';
import { serverAddress } from './serverAddress';

/** Longer than any ID. A service may refuse longer addresses with an error that helps nobody. */
const LONGEST_ID = 400;
/** Characters of a wrong ID that an error shows. */
const LONGEST_SHOWN = 60;

/**
 * The address of an endpoint. Parts of the path are encoded, so that an ID can never lead to another path.
 *
 * @param baseUrl the service's `{base_url}`, as a person enters it
 * @throws Error with a text for people if an ID cannot be part of a path
 */
export function addressOf(
	baseUrl: unknown,
	endpoint: Endpoint,
	parts: Readonly<Record<string, string>> = {},
): string {
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeId(parts[name]));
	return `${normalBaseUrl(baseUrl)}${path}`;
}

/** The base URL in the form that requests need. */
export const normalBaseUrl = (baseUrl: unknown): string =>
	serverAddress(baseUrl, [PASTED_API_PREFIX]);

/** Whether requests can be sent to a base URL, after it is brought into that form. */
export function isUsableBaseUrl(baseUrl: unknown): boolean {
	const address = normalBaseUrl(baseUrl);
	return /^https?:\/\/[^\s/?#\\][^\s?#\\]*$/i.test(address) && isUrl(address);
}

function isUrl(text: string): boolean {
	try {
		return new URL(text).hostname !== '';
	} catch {
		return false;
	}
}

/**
 * Whether an ID can be part of a path. Dots alone mean "this folder" or "the folder above", even if encoded; an empty
 * ID would address the whole list; half of a surrogate pair cannot be encoded; and no ID is that long.
 */
export function isPathPart(id: string): boolean {
	const text = id.trim();
	if (['', '.', '..'].includes(text) || text.length > LONGEST_ID) return false;
	return !/\p{Surrogate}/u.test(text);
}

function encodeId(id: string | undefined): string {
	const text = (id ?? '').trim();
	if (isPathPart(text)) return encodeURIComponent(text);
	const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)} …` : text;
	throw new Error(`"${shown}" is not an ID`);
}
