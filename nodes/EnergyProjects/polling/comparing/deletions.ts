import { contentDigest } from '../../events/contentDigest';
import { mapParallel } from '../../http/pace/parallel';

/** So many missing records, or fewer, are believed at once. */
const FEW = 20;
/** The part of the known records that may be missing and is believed at once. */
const SMALL_PART = 0.1;
const AT_ONCE = 20;

/** What is to be found out about records that are known and were not in the list. */
export interface MissingRecords {
	readonly keys: readonly string[];
	/** Records that were known before. */
	readonly known: number;
	/** Records in the list. */
	readonly listed: number;
	/** What the poll before left in `doubted`. */
	readonly doubtedBefore?: string;
	/** Whether the service says that the record is gone; false where it says nothing. Never throws. */
	readonly isGone: (key: string) => Promise<boolean>;
	/** Whether there was time to ask for each of them. */
	readonly isInTime: () => boolean;
}

/**
 * Which of the missing records were deleted. An empty list, or one that lacks many at once, is more often a fault of
 * the service than a deletion: there the next poll has to find the same. And no list is proof enough: the service has
 * to say of each record that it is gone.
 */
export async function confirmDeletions({
	keys,
	known,
	listed,
	doubtedBefore,
	isGone,
	isInTime,
}: MissingRecords): Promise<{ gone: readonly string[]; doubted?: string }> {
	if (keys.length === 0) return { gone: [] };
	const isDoubtful = listed === 0 || (keys.length > FEW && keys.length > known * SMALL_PART);
	if (isDoubtful && digestOfKeys(keys) !== doubtedBefore)
		return { gone: [], doubted: digestOfKeys(keys) };
	const answers = await mapParallel(keys, AT_ONCE, isGone);
	const gone = keys.filter((_, index) => answers[index]);
	const left = keys.filter((_, index) => !answers[index]);
	// What there was no time to ask for was found twice all the same.
	const isLeftOver = isDoubtful && left.length > 0 && !isInTime();
	return { gone, ...(isLeftOver && { doubted: digestOfKeys(left) }) };
}

const digestOfKeys = (keys: readonly string[]) => contentDigest([...keys].sort().join());
