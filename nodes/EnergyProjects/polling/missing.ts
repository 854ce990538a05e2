import { mapParallel } from '../http/parallel';
import { MOST_AT_ONCE } from '../http/throttle';
import type { ListedRecord } from '../service/record';
import { keptIn } from './entries';
import type { Entry } from './entries';
import type { Source } from './source';

/** How many the service is asked for in one poll: of those that are newly missing, and of those that it still returned. */
const MOST_NEWLY_MISSING = 200;
const MOST_AGAIN = 10;

/** A source that can also tell whether its records still belong to the company of this poll. */
export interface ConfirmedSource extends Source {
	/** False if nobody can tell. @throws Error if they belong to another one */
	isOurs(): Promise<boolean>;
}

/**
 * Asks the service for missing records: no list is proof enough that a record was deleted. An answer that fails says
 * nothing, so the next poll asks again. Each record has its turn, since a list may hide records for good, and some may never be answered for.
 *
 * @param entries of all records; those that are gone are removed, those that were asked for come last
 * @param missing those that the service returned before, in the order in which to ask for them; changed in the same way
 * @returns what is known of those that are gone, how many others the list hides that were not among the missing, for
 * how many no clear answer came, and whether it is sure that these are the records of the same company
 */
export async function askForMissing(
	type: ListedRecord,
	entries: Map<string, Entry>,
	absent: ReadonlySet<string>,
	missing: Set<string>,
	source: ConfirmedSource,
) {
	const newly = [...absent].filter((id) => !missing.has(id)).slice(0, MOST_NEWLY_MISSING);
	const asking = [...newly, ...[...missing].slice(0, MOST_AGAIN)];
	const answers = await mapParallel(asking, MOST_AT_ONCE, async (id) =>
		source.isInTime() ? [{ id, isDeleted: await source.isDeleted(type, id) }] : [],
	);
	const unanswered = answers.flat().filter(({ isDeleted }) => isDeleted === undefined).length;
	const gone = new Map<string, ReturnType<typeof keptIn>>();
	let hidden = 0;
	const isAnyGone = answers.flat().some(({ isDeleted }) => isDeleted === true);
	const isSure = !isAnyGone || (await source.isOurs());
	for (const { id, isDeleted: said } of answers.flat()) {
		const isDeleted = said === true && !isSure ? undefined : said;
		const entry = entries.get(id) ?? '';
		const isAgain = missing.delete(id);
		entries.delete(id);
		if (isDeleted === true) gone.set(id, keptIn(entry));
		else entries.set(id, entry);
		if (isDeleted === false || (isAgain && isDeleted === undefined)) missing.add(id);
		if (isDeleted === false && !isAgain) hidden++;
	}
	return { gone, hidden, unanswered, isSure };
}
