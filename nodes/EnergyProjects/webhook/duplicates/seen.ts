import { DIGEST_LENGTH } from '../../events/contentDigest';
import { DIGEST_FORM, isOtherBody } from './deliveryDigest';

const MOST_REMEMBERED = 500;
/** For how long a delivery is remembered. */
export const REMEMBERED_SECONDS = 24 * 60 * 60;

/**
 * The deliveries to one node that were taken: by digest, the time in seconds since 1970. They are in the order of their
 * times, even if the clock was set back in between.
 */
export type Seen = ReadonlyMap<string, number>;

/**
 * Adds a delivery that was taken now. It comes last, and gets no earlier time than the others. Forgets those with another
 * body about the same change, and gets a later time than they had: if one of them comes again, it may be a new event that
 * changed the record back.
 */
export function withTaken(seen: Seen, digest: string, now: number): Seen {
	const taken = new Map(seen);
	const times = [now, ...taken.values()];
	for (const [other, at] of seen) {
		if (!isOtherBody(digest, other)) continue;
		taken.delete(other);
		times.push(at + 1);
	}
	taken.delete(digest);
	return limited(taken.set(digest, Math.max(...times)), now);
}

/**
 * Merges two lists. If both have a delivery, the time of the first list counts. Of different bodies about the same change
 * the one that was taken last stays, and none if nobody can tell which one that was.
 */
export function merged(first: Seen, second: Seen, now: number): Seen {
	// Sorting takes time, and an empty list cannot change the order. In a burst the second list is mostly empty.
	if (second.size === 0) return limited(new Map(first), now);
	const all = new Map([...[...second, ...first]].sort(([, a], [, b]) => a - b));
	for (const [one, oneAt] of first) {
		for (const [other, otherAt] of second) {
			if (!isOtherBody(one, other)) continue;
			if (oneAt <= otherAt) all.delete(one);
			if (oneAt >= otherAt) all.delete(other);
		}
	}
	return limited(all, now);
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

const ENTRY = new RegExp(`^(${DIGEST_FORM})[\\da-z]{1,10}$`);

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
			.filter((entry) => ENTRY.test(entry))
			.map((entry) => [
				copy(entry.slice(0, DIGEST_LENGTH)),
				parseInt(entry.slice(DIGEST_LENGTH), 36),
			]),
	);
}
