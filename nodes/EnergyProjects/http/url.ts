import { API_PREFIX } from '../service/endpoints';
import type { Endpoint } from '../service/endpoints';

/**
 * The address of an endpoint. Parts of the path are encoded, so that an id can never reach another path.
 *
 * @param baseUrl the service's `{base_url}`; trailing slashes and the prefix do no harm
 * @throws Error with a text for people where an id cannot be part of a path
 */
export function addressOf(
	baseUrl: string,
	endpoint: Endpoint,
	parts: Readonly<Record<string, string>> = {},
): string {
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeId(parts[name]));
	return `${normalBaseUrl(baseUrl)}${path}`;
}

/** The base URL without trailing slashes and without the prefix that people tend to paste along. */
export function normalBaseUrl(baseUrl: string): string {
	const address = withoutSlashes(baseUrl.trim());
	return address.endsWith(API_PREFIX)
		? withoutSlashes(address.slice(0, -API_PREFIX.length))
		: address;
}

const withoutSlashes = (text: string) => text.replace(/\/+$/, '');

/** Whether requests can be sent to it at all. */
export function isUsableBaseUrl(baseUrl: string): boolean {
	return /^https?:\/\/[^\s/?#]+[^\s?#]*$/i.test(normalBaseUrl(baseUrl));
}

/**
 * Whether an id can be part of a path. Dots alone are path steps even when encoded, an empty id would address the
 * whole list, and half a character cannot be encoded.
 */
export function isPathPart(id: string): boolean {
	const text = id.trim();
	return !['', '.', '..'].includes(text) && !/\p{Surrogate}/u.test(text);
}

function encodeId(id: string | undefined): string {
	const text = (id ?? '').trim();
	if (!isPathPart(text)) throw new Error(`"${text}" is not an ID`);
	return encodeURIComponent(text);
}
