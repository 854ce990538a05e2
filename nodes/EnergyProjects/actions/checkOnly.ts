import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { comparableId } from '../service/ids';
import type { StandardRecord } from '../service/record';
import { isMissing } from '../values/objects';
import { SYNC_RESULT } from '../values/output';
import type { Item } from './item';

export const checkOnlyOption: INodeProperties = {
	displayName: 'Check Only',
	name: 'checkOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to only say what would be done. Everything is read and checked as usual, but nothing is changed. Each item then has "checkOnly": true.',
};

/**
 * Whether an item only asks what would be done.
 *
 * @throws NodeOperationError if the switch was added and comes out empty, also from a model: it would really be done
 */
export function checksOnly(item: Item): boolean {
	const { name, displayName } = checkOnlyOption;
	if (item.hasOption(name) && isMissing(item.option(name)))
		throw item.error(
			`${displayName} is empty, so the changes would really be made`,
			'Correct its expression.',
		);
	return item.isOptionOn(checkOnlyOption);
}

/** Marks what comes out as not done. */
export const CHECKED = { [checkOnlyOption.name]: true };

/**
 * What a write would do: its output, and the record as it would be, with which the next item is compared.
 *
 * @param current undefined for a new record
 */
export const checked = (
	{ fields }: StandardRecord,
	syncResult: string,
	sent: IDataObject,
	current?: IDataObject,
) => ({
	known: {
		...Object.fromEntries(
			fields.flatMap(({ name, startsAs }) => (startsAs === undefined ? [] : [[name, startsAs]])),
		),
		...current,
		...sent,
	},
	output: {
		...(current?.id !== undefined && { id: current.id }),
		...sent,
		[SYNC_RESULT]: syncResult,
		...CHECKED,
	},
});

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
