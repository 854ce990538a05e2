// n8n is a single process: while a node computes, no webhook is answered and no other workflow goes on. So work on many
// entries is done in slices, between which n8n does whatever else has come up.
import { sleep } from 'n8n-workflow';

/** The longest slice, in milliseconds. All work in this process shares it. */
const SLICE_MS = 15;

let beganAt = 0;
let pause: Promise<void> | undefined;

const isUsedUp = () => performance.now() - beganAt >= SLICE_MS;

/** Lets n8n do something else if the present slice is used up. All that wait then share the next one. */
export async function betweenSlices(): Promise<void> {
	while (isUsedUp()) {
		pause ??= sleep(0).then(() => {
			beganAt = performance.now();
			pause = undefined;
		});
		await pause;
	}
}

/** Calls `work` with each entry, in slices. */
export async function forEachInSlices<Entry>(
	entries: Iterable<Entry>,
	work: (entry: Entry) => void,
): Promise<void> {
	for (const entry of entries) {
		if (isUsedUp()) await betweenSlices();
		work(entry);
	}
}

/** Like `map`, in slices. */
export async function mapInSlices<Entry, Result>(
	entries: Iterable<Entry>,
	convert: (entry: Entry, index: number) => Result,
): Promise<Result[]> {
	const results: Result[] = [];
	await forEachInSlices(entries, (entry) => results.push(convert(entry, results.length)));
	return results;
}

/** Like `filter`, in slices. */
export async function filterInSlices<Entry>(
	entries: readonly Entry[],
	isWanted: (entry: Entry) => boolean,
): Promise<Entry[]> {
	const wanted: Entry[] = [];
	await forEachInSlices(entries, (entry) => {
		if (isWanted(entry)) wanted.push(entry);
	});
	return wanted;
}
