import type { IDataObject } from 'n8n-workflow';
import type { Item } from '../items/item';
import { checksOnly } from '../items/options';
import { comparableId } from '../service/ids';
import type { StandardRecord } from '../service/record';
import { isMissing } from '../values/objects';
import { CHECK_ONLY, SYNC_RESULT } from '../values/output';

/** Marks what comes out as not done. */
export const CHECKED = { [CHECK_ONLY]: true };

/**
 * What a write would do: its output, and the record as it would be, with which the next item is compared.
 *
 * @param before undefined for a new record
 */
export const checked = (
	{ fields, namedBy }: StandardRecord,
	syncResult: string,
	sent: IDataObject,
	before?: IDataObject,
) => ({
	after: {
		...Object.fromEntries(
			fields.flatMap(({ name, startsAs }) => (startsAs === undefined ? [] : [[name, startsAs]])),
		),
		...before,
		...sent,
	},
	output: {
		...named(['id', ...namedBy], before),
		...sent,
		[SYNC_RESULT]: syncResult,
		...CHECKED,
	},
});

/** What tells people which record it is, as far as it is known. */
const named = (names: readonly string[], record: IDataObject = {}): IDataObject =>
	Object.fromEntries(
		names.filter((name) => !isMissing(record[name])).map((name) => [name, record[name]]),
	);

/** The records as the items checked so far would leave them, by ID; null for those that would be deleted. */
const simulated = async (item: Item) =>
	await item.run.once('checked', async () => new Map<string | undefined, IDataObject | null>());

/** How an earlier item would leave a record; undefined if none would change it. */
export const simulatedRecord = async (item: Item, id: string) =>
	checksOnly(item) ? (await simulated(item)).get(comparableId(id)) : undefined;

/** Remembers how an item would leave a record. One that would only be created has no ID yet. */
export async function simulate(item: Item, id: unknown, record: IDataObject | null) {
	if (id !== undefined) (await simulated(item)).set(comparableId(id), record);
}
