import type { IDataObject } from 'n8n-workflow';
import type { WritableRecord } from '../../../service/record';
import { quoted } from '../../../values/quoted';
import { comparableName } from '../../../values/text';
import type { Item } from '../../item';
import { namedRecords } from '../../namedRecords';
import { readWholeListOnce } from '../../records';
import { LocatorError } from './locator';

/** The records of a list by their human IDs, as they were when the list was read. */
interface HumanIds {
	readonly byHumanId: ReadonlyMap<string, readonly IDataObject[]>;
	/** Whether it is certain that no other record has one of them. */
	readonly isComplete: boolean;
}

/**
 * The ID of the record with this human ID, out of the list, which is read once per execution however many items look
 * into it. So a human ID means the same record for all items, also where one of them gives it to another record.
 *
 * @returns undefined where it is certain that there is none
 * @throws LocatorError where several have it, or another one may have it that the list did not show
 */
export async function idByHumanId(
	item: Item,
	record: WritableRecord,
	humanId: string,
): Promise<string | undefined> {
	const { byHumanId, isComplete } = await item.run.once(
		`${record.noun}s by human ID`,
		async () => await readHumanIds(item, record),
	);
	const found = byHumanId.get(comparableName(humanId)) ?? [];
	if (found.length > 1) throw ambiguous(record, humanId, found);
	if (!isComplete) throw unsure(record, humanId);
	if (found.length === 0) return undefined;
	const [{ id }] = found;
	if (typeof id === 'string' && id !== '') return id;
	throw new LocatorError(
		`The service sent the ${record.noun} with the human ID "${quoted(humanId)}" without an ID`,
		'Nothing was changed. Tell the operator of the service.',
	);
}

async function readHumanIds(item: Item, record: WritableRecord): Promise<HumanIds> {
	const { records, complete } = await readWholeListOnce(item, record);
	const byHumanId = new Map<string, IDataObject[]>();
	for (const json of records) {
		const key = comparableName(json.humanId);
		if (key === '') continue;
		const same = byHumanId.get(key);
		// Only what is looked at: a record with all its fields takes ten times the memory.
		const kept = Object.fromEntries(['id', ...record.namedBy].map((name) => [name, json[name]]));
		if (same === undefined) byHumanId.set(key, [kept]);
		else same.push(kept);
	}
	return { byHumanId, isComplete: complete };
}

/** Of a human ID that no record has. */
export const unknownHumanId = ({ noun }: WritableRecord, humanId: string) =>
	new LocatorError(
		`No ${noun} has the human ID "${quoted(humanId)}"`,
		`Check it in the service; letter case counts. Or choose the ${noun} from the list.`,
	);

const unsure = ({ noun }: WritableRecord, humanId: string) =>
	new LocatorError(
		`It is not certain which ${noun} has the human ID "${quoted(humanId)}": the list of ${noun}s may have been read incompletely`,
		'Nothing was changed, so that no other record is touched than the one you mean. Run the item again at a quieter time, or give the ID.',
	);

function ambiguous(
	{ noun, namedBy }: WritableRecord,
	humanId: string,
	found: readonly IDataObject[],
) {
	const names = namedBy.filter((name) => name !== 'humanId');
	return new LocatorError(
		`${found.length} ${noun}s have the human ID "${quoted(humanId)}": ${namedRecords(found, names)}`,
		'Nothing was changed. Give the ID in place of the human ID, or clean up the duplicates in the service.',
	);
}
