import { API_PREFIX } from '../service/endpoints';
import type { Endpoint } from '../service/endpoints';

/** Longer than any ID; a service may well refuse a longer address with words that help nobody. */
const LONGEST_ID = 400;
const LONGEST_SHOWN = 60;

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

// Looking back, so that each row of slashes is tried once only.
const withoutSlashes = (text: string) => text.replace(/(?<!\/)\/+$/, '');

/** Whether requests can be sent to it at all. */
export function isUsableBaseUrl(baseUrl: string): boolean {
	return /^https?:\/\/[^\s/?#][^\s?#]*$/i.test(normalBaseUrl(baseUrl));
}

function encodeId(id: string | undefined): string {
	const text = (id ?? '').trim();
	// Dots alone are path steps even when encoded, and an empty id would address the whole list.
	if (['', '.', '..'].includes(text) || text.length > LONGEST_ID) throw notAnId(text);
	try {
		return encodeURIComponent(text);
	} catch {
		throw notAnId(text);
	}
}

const notAnId = (text: string) => new Error(`"${cut(text)}" is not an ID`);

const cut = (text: string) =>
	text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)} …` : text;
