const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Matches a text that is one UUID and nothing else. */
export const UUID_ALONE = new RegExp(`^${UUID}$`, 'i');

/** The last UUID in a text, such as a link; undefined if there is none. */
export const lastUuidIn = (text: string): string | undefined =>
	text.match(new RegExp(UUID, 'gi'))?.pop();

/** An example of an ID, for messages and placeholders. */
export const UUID_EXAMPLE = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
