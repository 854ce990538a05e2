// What an ID of the service is, and when two are the same. Service document, section Resources: every record has one.

/** A UUID as a pattern, in lower case. */
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Matches a text that is one UUID and nothing else. */
export const UUID_ALONE = new RegExp(`^${UUID}$`, 'i');

/** An example of an ID, for messages and placeholders. */
export const UUID_EXAMPLE = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

interface WithIds {
	readonly id?: unknown;
	readonly companyId?: unknown;
}

/**
 * The ID of a record that the service sent, as the service spells it; undefined if there is none: anything without an ID is
 * not a record.
 */
export const recordIdIn = (record: unknown): string | undefined =>
	textOfId((record as WithIds | null | undefined)?.id);

/** The same in the form in which it is compared. */
export const recordKeyOf = (record: unknown): string | undefined =>
	comparableId(recordIdIn(record));

/** The ID of the company that a record belongs to, in the form in which it is compared; undefined if it names none. */
export const companyKeyOf = (record: unknown): string | undefined =>
	comparableId((record as WithIds | null | undefined)?.companyId);

/** A text, or a number as its text. */
function textOfId(id: unknown): string | undefined {
	if (typeof id === 'number' && Number.isFinite(id)) return String(id);
	return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}

/** An ID in the form in which it is compared: in a UUID, letter case does not count. Undefined if there is none. */
export function comparableId(id: unknown): string | undefined {
	const text = textOfId(id)?.trim();
	return text !== undefined && UUID_ALONE.test(text) ? text.toLowerCase() : text;
}

/** Whether two IDs mean the same record. A missing ID means none. */
export const isSameId = (one: unknown, other: unknown): boolean =>
	comparableId(one) !== undefined && comparableId(one) === comparableId(other);
