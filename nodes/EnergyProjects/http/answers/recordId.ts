type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a part of an answer is an object with keys. */
export const isKeyed = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The ID of a record that the service sent: a text, or a number as its text. Service document, section Resources: every
 * record has one. So anything without an ID is not a record.
 */
export function recordIdIn(value: unknown): string | undefined {
	const id = isKeyed(value) ? value.id : undefined;
	if (typeof id === 'number' && Number.isFinite(id)) return String(id);
	return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}

/** Whether two IDs mean the same record: in a UUID, letter case does not count. A missing ID means none. */
export const isSameId = (one: string | undefined, other: string | undefined): boolean =>
	one !== undefined && one.trim().toLowerCase() === other?.trim().toLowerCase();
