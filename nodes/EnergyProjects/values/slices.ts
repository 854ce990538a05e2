// n8n is a single process: while a node computes, no webhook is answered and no other workflow goes on. So work on many
// entries is done in slices. Between two of them, n8n does whatever else has come up.
import { sleep } from 'n8n-workflow';

/** The longest slice, in milliseconds. All work in this process shares it, since all of it holds up the same n8n. */
const SLICE_MS = 15;
/** Entries that are sorted in one go: few enough for a slice, even if their texts are long. */
const SORTED_AT_ONCE = 128;

/** A time in which this thread works without a break. */
interface Turn {
	readonly beganAt: number;
}

let turn: Turn | undefined;

/** The present turn. It ends by itself as soon as n8n gets to do something else. */
function presentTurn(): Turn {
	if (turn !== undefined) return turn;
	const begun = { beganAt: performance.now() };
	turn = begun;
	void sleep(0).then(() => end(begun));
	return begun;
}

function end(ended: Turn): void {
	if (turn === ended) turn = undefined;
}

/** Whether the present slice is used up. */
const isUsedUp = () => performance.now() - presentTurn().beganAt >= SLICE_MS;

/** Lets n8n do something else if the present slice is used up. Costs next to nothing if it is not. */
export async function betweenSlices(): Promise<void> {
	while (isUsedUp()) {
		const before = presentTurn();
		await sleep(0);
		end(before);
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

type Compare<Entry> = (a: Entry, b: Entry) => number;

/** Like `toSorted`, in slices: sorts short stretches, then merges them. Equal entries keep their order. */
export async function sortInSlices<Entry>(
	entries: readonly Entry[],
	compare: Compare<Entry>,
): Promise<Entry[]> {
	const starts = Array.from(
		{ length: Math.ceil(entries.length / SORTED_AT_ONCE) },
		(_, index) => index * SORTED_AT_ONCE,
	);
	let sorted = await mapInSlices(starts, (start) =>
		entries.slice(start, start + SORTED_AT_ONCE).sort(compare),
	);
	while (sorted.length > 1) {
		const merged: Entry[][] = [];
		for (let index = 0; index < sorted.length; index += 2) {
			merged.push(await merge(sorted[index], sorted[index + 1] ?? [], compare));
		}
		sorted = merged;
	}
	return sorted[0] ?? [];
}

async function merge<Entry>(
	first: Entry[],
	second: Entry[],
	compare: Compare<Entry>,
): Promise<Entry[]> {
	if (second.length === 0) return first;
	// Many lists come in order already, or in the opposite one.
	if (compare(first[first.length - 1], second[0]) <= 0) return first.concat(second);
	if (compare(first[0], second[second.length - 1]) > 0) return second.concat(first);
	const merged: Entry[] = [];
	let [a, b] = [0, 0];
	while (a < first.length && b < second.length) {
		if (isUsedUp()) await betweenSlices();
		merged.push(compare(first[a], second[b]) <= 0 ? first[a++] : second[b++]);
	}
	return merged.concat(first.slice(a), second.slice(b));
}
