// n8n is a single process: while a node computes, no webhook is answered and no other workflow goes on. So work on very many
// entries is done in slices, between which n8n does whatever else has come up.
import { sleep } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';

/** The longest slice, in milliseconds. All work in this process shares it. */
const SLICE_MS = 15;

let beganAt = 0;
let pause: Promise<void> | undefined;

/** Lets n8n do something else if the present slice is used up. All that wait then share the next one. */
export async function betweenSlices(): Promise<void> {
	while (performance.now() - beganAt >= SLICE_MS) {
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
		if (performance.now() - beganAt >= SLICE_MS) await betweenSlices();
		work(entry);
	}
}

/** Records by a value in the form in which it is compared, in slices; a record without it is left out. */
export async function groupedBy(
	records: readonly IDataObject[],
	keyOf: (record: IDataObject) => string,
): Promise<Map<string, IDataObject[]>> {
	const groups = new Map<string, IDataObject[]>();
	await forEachInSlices(records, (record) => {
		const key = keyOf(record);
		if (key === '') return;
		const group = groups.get(key);
		// In place: many records can have one key, such as a placeholder.
		if (group === undefined) groups.set(key, [record]);
		else group.push(record);
	});
	return groups;
}
