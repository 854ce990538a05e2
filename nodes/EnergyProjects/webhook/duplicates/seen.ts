import { DIGEST_LENGTH } from '../../events/contentDigest';

const MOST_REMEMBERED = 500;
export const REMEMBERED_SECONDS = 24 * 60 * 60;

/**
 * The deliveries of one node that were taken: digests, and when that was, in seconds since 1970. The one taken last
 * comes last, and has the latest time, also where the clock was set back meanwhile.
 */
export type Seen = ReadonlyMap<string, number>;

/** Also takes a delivery among those that were taken, as the last one. */
export function withTaken(seen: Seen, digest: string, now: number): Seen {
	const taken = new Map(seen);
	taken.delete(digest);
	const latest = Math.max(now, ...taken.values());
	return limited(taken.set(digest, latest), now);
}

/** What two lists know together. */
export function together(one: Seen, other: Seen, now: number): Seen {
	const all = new Map([...other, ...one]);
	// In a burst the other has nothing more, and one is in order.
	return limited(other.size > 0 ? new Map([...all].sort(([, a], [, b]) => a - b)) : all, now);
}

/**
 * Takes out what is too old or too much. A time far ahead is one of a clock that was wrong: it has to end, too.
 *
 * @param seen in order, the oldest first
 */
function limited(seen: Map<string, number>, now: number): Seen {
	const farthest = now + REMEMBERED_SECONDS;
	for (const [digest, at] of seen) if (at > farthest) seen.set(digest, farthest);
	for (const [digest, at] of seen) {
		if (seen.size <= MOST_REMEMBERED && at + REMEMBERED_SECONDS > now) break;
		seen.delete(digest);
	}
	return seen;
}

/** n8n writes the document with every delivery, so it is one short text: digests, and times in base 36. */
export const savedText = (seen: Seen): string =>
	[...seen].map(([digest, at]) => `${digest}${at.toString(36)}`).join(' ');

/**
 * Reads such a text; of anything else, what can be read of it.
 *
 * @param known what is left out: most of it, in a burst
 */
export function seenIn(text: unknown, known: Seen = new Map()): Seen {
	if (typeof text !== 'string') return new Map();
	// A part of a text keeps the whole text in memory; a copy does not.
	const copy = (part: string) => Buffer.from(part).toString();
	return new Map(
		text
			.split(' ')
			.filter((entry) => !known.has(entry.slice(0, DIGEST_LENGTH)))
			.filter((entry) => /^[\w-]{16}[\da-z]{1,10}$/.test(entry))
			.map((entry) => [
				copy(entry.slice(0, DIGEST_LENGTH)),
				parseInt(entry.slice(DIGEST_LENGTH), 36),
			]),
	);
}
