import type { IDataObject } from 'n8n-workflow';
import type { ReadableRecord } from '../../../service/record';
import { isCaseUnclear, meantByHumanId } from '../../../values/humanId';
import { quoted } from '../../../values/quoted';
import { forEachInSlices } from '../../../values/slices';
import { comparableText } from '../../../values/text';
import type { Item } from '../../item';
import { namedRecords } from '../../namedRecords';
import { readWholeListOnce } from '../../records';
import { fittingMode, LocatorError } from './locator';

/** The records of a list by their human IDs in lower case, as they were when the list was read. */
interface HumanIds {
	readonly byHumanId: ReadonlyMap<string, readonly IDataObject[]>;
	/** Whether it is certain that no further record has one of them. */
	readonly isComplete: boolean;
}

/**
 * The ID of the record with this human ID. It comes from the list, which is read once per execution. So a human ID means
 * the same record for all items, even if one of the items gives it to another record.
 *
 * @returns undefined if it is certain that there is none
 * @throws LocatorError if several records have it, or if the list may be incomplete
 */
export async function idByHumanId(
	item: Item,
	record: ReadableRecord,
	humanId: string,
): Promise<string | undefined> {
	const { byHumanId, isComplete } = await item.run.once(
		`${record.noun}s by human ID`,
		async () => await readHumanIds(item, record),
	);
	const found = meantByHumanId(humanId, byHumanId.get(comparableText(humanId)) ?? []);
	if (found.length > 1) throw ambiguous(record, humanId, found);
	if (!isComplete) throw unsure(record, humanId);
	if (found.length === 0) return undefined;
	// Every record of a list has an ID, or reading the list fails.
	return String(found[0].id);
}

async function readHumanIds(item: Item, record: ReadableRecord): Promise<HumanIds> {
	const { records, complete } = await readWholeListOnce(item, record);
	const byHumanId = new Map<string, IDataObject[]>();
	await forEachInSlices(records, (json) => {
		const key = comparableText(json.humanId);
		if (key === '') return;
		const same = byHumanId.get(key);
		// Only what is needed: a record with all its fields takes ten times the memory.
		const kept = Object.fromEntries(['id', ...record.namedBy].map((name) => [name, json[name]]));
		if (same === undefined) byHumanId.set(key, [kept]);
		else same.push(kept);
	});
	return { byHumanId, isComplete: complete };
}

/** The error about a human ID that no record has. */
export const unknownHumanId = ({ noun }: ReadableRecord, humanId: string) =>
	new LocatorError(
		`No ${noun} has the human ID "${quoted(humanId)}"`,
		fittingMode(humanId) ??
			`Check it in the service (upper and lower case do not matter), or choose the ${noun} from the list.`,
	);

const unsure = ({ noun }: ReadableRecord, humanId: string) =>
	new LocatorError(
		`The node cannot tell which ${noun} has the human ID "${quoted(humanId)}": the list of ${noun}s that it read may be incomplete`,
		'Nothing was changed, so the wrong record is not touched. Run the item again when the service is less busy, or enter the ID.',
	);

function ambiguous(
	{ noun, namedBy }: ReadableRecord,
	humanId: string,
	found: readonly IDataObject[],
) {
	if (isCaseUnclear(humanId, found)) {
		return new LocatorError(
			`${found.length} ${noun}s have the human ID "${quoted(humanId)}" in different upper and lower case: ${namedRecords(found, namedBy)}`,
			`Nothing was changed. Enter the human ID with exactly the same upper and lower case as the ${noun} you mean, or enter its ID.`,
		);
	}
	const names = namedBy.filter((name) => name !== 'humanId');
	return new LocatorError(
		`${found.length} ${noun}s have the human ID "${quoted(humanId)}": ${namedRecords(found, names)}`,
		'Nothing was changed. Enter the ID instead of the human ID, or clean up the duplicates in the service.',
	);
}
