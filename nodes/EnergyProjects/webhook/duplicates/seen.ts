import { DIGEST_LENGTH } from '../../events/contentDigest';

const MOST_REMEMBERED = 500;
/** For how long a delivery is remembered. */
export const REMEMBERED_SECONDS = 24 * 60 * 60;

/**
 * The deliveries to one node that were taken: by digest, the time in seconds since 1970. They are in the order of their
 * times, even if the clock was set back in between.
 */
export type Seen = ReadonlyMap<string, number>;

/** Adds a delivery that was taken now. It comes last, and gets no earlier time than the others. */
export function withTaken(seen: Seen, digest: string, now: number): Seen {
	const taken = new Map(seen);
	taken.delete(digest);
	const latest = Math.max(now, ...taken.values());
	return limited(taken.set(digest, latest), now);
}

/** Merges two lists. If both have a delivery, the time of the first list counts. */
export function merged(first: Seen, second: Seen, now: number): Seen {
	const all = new Map([...second, ...first]);
	// Sorting takes time, and an empty list cannot change the order. In a burst the second list is mostly empty.
	return limited(second.size > 0 ? new Map([...all].sort(([, a], [, b]) => a - b)) : all, now);
}

/**
 * Removes the oldest deliveries if there are too many, and those that are too old. A wrong clock may have given a time far
 * in the future. It becomes the latest time that is possible now, or the delivery would be remembered for years.
 *
 * @param seen in order, the oldest first; is changed
 */
function limited(seen: Map<string, number>, now: number): Seen {
	const latest = now + REMEMBERED_SECONDS;
	for (const [digest, at] of seen) if (at > latest) seen.set(digest, latest);
	for (const [digest, at] of seen) {
		if (seen.size <= MOST_REMEMBERED && at + REMEMBERED_SECONDS > now) break;
		seen.delete(digest);
	}
	return seen;
}

/** The form in which the list is saved: each digest with its time in base 36. Short, since n8n loads it with each delivery. */
export const toSavedText = (seen: Seen): string =>
	[...seen].map(([digest, at]) => `${digest}${at.toString(36)}`).join(' ');

/**
 * Reads a saved list. Skips what is not an entry, since anybody can change static data.
 *
 * @param known deliveries to leave out: in a burst nearly all of them are known, and reading them again takes time
 */
export function fromSavedText(text: unknown, known: Seen = new Map()): Seen {
	if (typeof text !== 'string') return new Map();
	// JavaScript keeps a whole text in memory as long as a part of it is used. A copy does not.
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
