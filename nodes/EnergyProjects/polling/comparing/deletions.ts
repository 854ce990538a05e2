import { mapParallel } from '../../http/pace/parallel';
import { betweenSlices, forEachInSlices } from '../../values/slices';
import type { Missing, MissingRecords } from '../state/entryText';

/** Up to this number of newly missing records, or this share of the known ones, the node believes the list at once. */
const FEW = 20;
const SMALL_SHARE = 0.1;
/** How many records the service is asked for at the same time. */
const MOST_PARALLEL = 20;
/** How many records the service is asked for again in one poll. */
const MOST_AGAIN = 20;

const MINUTE_MS = 60_000;
const LONGEST_MS = 24 * 60 * MINUTE_MS;

/** What is missing from a list, and who can say more. */
export interface MissingQuestion {
	readonly keys: readonly string[];
	/** What the poll before returned as `missing`. */
	readonly before: MissingRecords;
	/** How many records were known before. */
	readonly knownCount: number;
	/** How many records are in the list. */
	readonly listedCount: number;
	readonly nowMs: number;
	/** Whether the service says that the record does not exist; false if it cannot say. Never throws. */
	readonly isGone: (key: string) => Promise<boolean>;
	/** Whether there is still time to ask for missing records. */
	readonly isInTime: () => boolean;
}

/** Deleted records, and what the next poll needs to know. */
export interface Deletions {
	/** Keys of the records that were deleted. */
	readonly gone: readonly string[];
	readonly missing: MissingRecords;
	/** How many records the service was asked about for the first time, and did not say that they do not exist. */
	readonly unconfirmed: number;
}

/**
 * Finds out which of the missing records were deleted. If the list is empty or many records are newly missing at once,
 * that is more often a fault of the service. So each of these records has to be missing in the next poll too. And since
 * no list is proof enough, the service has to say of each record that it does not exist. If it does not, the node asks
 * again at growing intervals: a list may hide records for good.
 */
export async function confirmDeletions(question: MissingQuestion): Promise<Deletions> {
	const { keys, before, nowMs, isGone, isInTime } = question;
	const asking = keysToAsk(question);
	await betweenSlices();
	const answers = await mapParallel(asking, MOST_PARALLEL, async (key) => {
		const isDeleted = isInTime() && (await isGone(key));
		// If time ran out before the answer came, the question counts as not asked.
		return isDeleted || isInTime() ? isDeleted : undefined;
	});
	await betweenSlices();
	const gone = asking.filter((_, index) => answers[index] === true);
	const refused = new Set(asking.filter((_, index) => answers[index] === false));
	const missing = new Map<string, Missing>();
	const deleted = new Set(gone);
	await forEachInSlices(keys, (key) => {
		if (deleted.has(key)) return;
		const former = before.get(key) ?? { asked: 0, nextAt: 0 };
		missing.set(key, refused.has(key) ? askedAgain(former, nowMs) : former);
	});
	const unconfirmed = [...refused].filter((key) => (before.get(key)?.asked ?? 0) === 0).length;
	return { gone, missing, unconfirmed };
}

function keysToAsk({ keys, before, knownCount, listedCount, nowMs }: MissingQuestion): string[] {
	const newly = keys.filter((key) => !before.has(key));
	const isMany = newly.length > FEW && newly.length > knownCount * SMALL_SHARE;
	const isDoubtful = listedCount === 0 || isMany;
	const again = keys.filter((key) => isDue(before.get(key), nowMs));
	const isFirst = (key: string) => before.get(key)?.asked === 0;
	const nextAt = (key: string) => before.get(key)?.nextAt ?? 0;
	const oldest = again.filter((key) => !isFirst(key)).sort((a, b) => nextAt(a) - nextAt(b));
	return [...(isDoubtful ? [] : newly), ...again.filter(isFirst), ...oldest.slice(0, MOST_AGAIN)];
}

/** If the clock was set back, the time to ask may be far ahead. */
const isDue = (record: Missing | undefined, nowMs: number): boolean =>
	record !== undefined && (record.nextAt <= nowMs || record.nextAt > nowMs + LONGEST_MS);

/** First with the next poll, then after 5 minutes, then each time after four times as long, up to a day. */
function askedAgain({ asked }: Missing, nowMs: number): Missing {
	const intervalMs = asked === 0 ? 0 : Math.min(5 * MINUTE_MS * 4 ** (asked - 1), LONGEST_MS);
	return { asked: Math.min(asked + 1, 9), nextAt: nowMs + intervalMs };
}
