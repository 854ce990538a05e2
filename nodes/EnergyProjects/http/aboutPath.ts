import { API_PREFIX } from '../service/endpoints';
import { isObject } from '../values/objects';
import { withPlainCharacters } from '../values/text';

/** What frameworks and gateways say of an address that does not exist. */
const NO_ADDRESS =
	/\b(?:route|endpoint|ur[il])s?\b|\bpage not found\b|\bcannot (?:get|post|patch|put|delete) \//i;
/** A name in quotation marks, which can be any words. An apostrophe inside a word is no such mark. */
const QUOTED_NAME = /(?<=^|[\s(])(['"]).{1,300}?\1(?![\p{L}\p{N}])/gsu;
/** What the status is called, or nothing: no sentence of the service's own. */
const NAME_OF_STATUS =
	/^(?:(?:http|error) )?(?:404|410)?[\s:.-]*(?:not[\s_-]?found|gone|no message available)?\.?$/i;
const TEXT_KEY = /^(?:message|msg|errors?|error_msg|detail|title|description|exception)$/i;

const LONGEST_READ = 20_000;
const MOST_ENTRIES = 50;
const DEEPEST = 4;

/**
 * Whether the body of a 404 says that the address does not exist, and so nothing about a record. Many frameworks answer
 * both in the same form. The paths of most operations are only assumed, so a wrong one must never look like a record
 * that was deleted: what can be read in both ways is about the address.
 *
 * @param url the address that was asked
 */
export function isAboutPath(body: unknown, url: string): boolean {
	const asked = url.slice(url.lastIndexOf(API_PREFIX) + 1).toLowerCase();
	const spellings = [asked, decoded(asked)];
	const texts = textsIn(body, 0).map((text) => text.slice(0, LONGEST_READ).trim().toLowerCase());
	const isAbout = (text: string) =>
		NO_ADDRESS.test(withPlainCharacters(text).replace(QUOTED_NAME, '')) ||
		spellings.some((one) => text.includes(one));
	if (texts.some(isAbout)) return true;
	// Many frameworks write the path into every error, also beside a sentence about a record.
	if (!isObject(body) || !texts.every((text) => NAME_OF_STATUS.test(text))) return false;
	return [body.path, body.route].some((path) => {
		const [own] = typeof path === 'string' ? path.toLowerCase().split('?') : [''];
		// A gateway may have removed the beginning of the path.
		return own.startsWith('/') && spellings.some((one) => own.endsWith(one) || one.endsWith(own));
	});
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

function textsIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return [value];
	if (depth >= DEEPEST) return [];
	if (Array.isArray(value))
		return value.slice(0, MOST_ENTRIES).flatMap((entry) => textsIn(entry, depth + 1));
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([key, text]) =>
		TEXT_KEY.test(key) ? textsIn(text, depth + 1) : [],
	);
}
