import { PASTED_API_PREFIX } from '../service/endpoints';
import type { Endpoint } from '../service/endpoints';
import { serverAddress } from './serverAddress';

/** Longer than any ID; a service may well refuse a longer address with words that help nobody. */
const LONGEST_ID = 400;
const LONGEST_SHOWN = 60;

/**
 * The address of an endpoint. Parts of the path are encoded, so that an id can never reach another path.
 *
 * @param baseUrl the service's `{base_url}`, as a person enters it
 * @throws Error with a text for people where an id cannot be part of a path
 */
export function addressOf(
	baseUrl: unknown,
	endpoint: Endpoint,
	parts: Readonly<Record<string, string>> = {},
): string {
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeId(parts[name]));
	return `${normalBaseUrl(baseUrl)}${path}`;
}

/** The base URL as requests need it. */
export const normalBaseUrl = (baseUrl: unknown): string =>
	serverAddress(baseUrl, [PASTED_API_PREFIX]);

/** Whether requests can be sent to a base URL, once it is as they need it. */
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
 * Whether an id can be part of a path. Dots alone are path steps even when encoded, an empty id would address the
 * whole list, half a character cannot be encoded, and nothing that long is an id.
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
