import { contentDigest } from '../../events/contentDigest';
import { mapParallel } from '../../http/pace/parallel';

/** Up to this number of missing records, or up to this share of the known ones, are believed at once. */
const FEW = 20;
const SMALL_SHARE = 0.1;
/** How many records the service is asked for at the same time. */
const MOST_PARALLEL = 20;

/** Known records that are missing from the list. */
export interface MissingRecords {
	readonly keys: readonly string[];
	/** How many records were known before. */
	readonly knownCount: number;
	/** How many records are in the list. */
	readonly listedCount: number;
	/** What the poll before returned as `doubted`. */
	readonly doubtedBefore?: string;
	/** Whether the service says that the record does not exist; false if it cannot say. Never throws. */
	readonly isGone: (key: string) => Promise<boolean>;
	/** Whether there is still time to ask for missing records. */
	readonly isInTime: () => boolean;
}

/** Deleted records, and what the next poll needs to know. */
export interface Deletions {
	/** Keys of the records that were deleted. */
	readonly gone: readonly string[];
	/** A digest of the keys that the next poll has to find missing again. */
	readonly doubted?: string;
}

/**
 * Finds out which of the missing records were deleted. If the list is empty or many records are missing at once, that
 * is more often a fault of the service, so the next poll has to find the same. And since no list is proof enough, the
 * service has to say of each record that it does not exist.
 */
export async function confirmDeletions(missing: MissingRecords): Promise<Deletions> {
	const { keys, knownCount, listedCount, doubtedBefore, isGone, isInTime } = missing;
	if (keys.length === 0) return { gone: [] };
	const isMany = keys.length > FEW && keys.length > knownCount * SMALL_SHARE;
	const isDoubtful = listedCount === 0 || isMany;
	if (isDoubtful && digestOfKeys(keys) !== doubtedBefore) {
		return { gone: [], doubted: digestOfKeys(keys) };
	}
	const answers = await mapParallel(keys, MOST_PARALLEL, isGone);
	const gone = keys.filter((_, index) => answers[index]);
	const remaining = keys.filter((_, index) => !answers[index]);
	// If there was no time to ask for all of them, the next poll asks at once: these were missing in two polls already.
	const isUnfinished = isDoubtful && remaining.length > 0 && !isInTime();
	return { gone, ...(isUnfinished && { doubted: digestOfKeys(remaining) }) };
}

const digestOfKeys = (keys: readonly string[]) => contentDigest([...keys].sort().join());
