import { sleep } from 'n8n-workflow';
import { now } from '../http/pace/clock';

/** n8n does everything in one thread: while a poll works, webhooks and all other executions wait. */
const LONGEST_SLICE_MS = 15;
/** How many steps are done between two checks of the clock. */
const STEPS = 16;

/** When the present slice began, on the clock of `now`. All polls share it, so that their slices do not add up. */
let resumedAt = 0;

/** Lets everything else in n8n go on if this thread has worked for the length of a slice. */
export async function pauseIfLong(): Promise<void> {
	if (now() - resumedAt < LONGEST_SLICE_MS) return;
	await sleep(0);
	resumedAt = now();
}

/** Does one step for each item, in slices. */
export async function inSlices<Item>(
	items: Iterable<Item>,
	step: (item: Item) => void,
): Promise<void> {
	let steps = 0;
	await pauseIfLong();
	for (const item of items) {
		step(item);
		if (++steps % STEPS === 0) await pauseIfLong();
	}
}

/** Maps each item, in slices. */
export async function mapInSlices<Item, Result>(
	items: Iterable<Item>,
	map: (item: Item) => Result,
): Promise<Result[]> {
	const results: Result[] = [];
	await inSlices(items, (item) => void results.push(map(item)));
	return results;
}
