import type { IDataObject } from 'n8n-workflow';
import { toInstant } from '../../../values/parse/dates';
import { instantIn } from '../../../values/parse/instant';
import { quoted } from '../../../values/quoted';
import type { Item } from '../../item';
import type { Filter } from './filters';

/** Longer than any way to write a time. */
const LONGEST = 100;

/**
 * A filter by the time of the last change. The service has none, so the node applies it. A record whose time is missing or
 * cannot be read is kept: it may have changed. hintAtUnknownTimes tells the person so.
 */
export const updatedAfterFilter: Filter<(record: IDataObject) => boolean> = {
	parameter: {
		displayName: 'Updated After',
		name: 'updatedAfter',
		type: 'dateTime',
		default: '',
		description:
			'Only records changed after this time. A time without an offset is in the time zone of the workflow. The service has no such filter, so the node reads the list and leaves out the others.',
	},
	read(value, item) {
		const isDate = typeof value !== 'object' || value instanceof Date || 'toISO' in (value ?? {});
		const isTooLong = typeof value === 'string' && value.length > LONGEST;
		if (!isDate || isTooLong) throw new Error(`"${quoted(value)}" is not a date`);
		const after = toInstant(value, item.run.timeZone);
		return (record) => (timeOf(record) ?? Infinity) > after;
	},
};

const timeOf = ({ updatedAt }: IDataObject) => instantIn(updatedAt);

/**
 * Shows a hint with the number of records that the filter kept only because their time is unknown.
 *
 * @param filter what the item set it to; undefined if it did not add it
 * @param records those that are returned
 */
export function hintAtUnknownTimes(
	item: Item,
	noun: string,
	filter: unknown,
	records: readonly IDataObject[],
): void {
	if (filter === undefined) return;
	const count = records.filter((record) => timeOf(record) === undefined).length;
	if (count === 0) return;
	const what = count === 1 ? `1 ${noun} has` : `${count} ${noun}s have`;
	item.run.hint(
		`${what} no time of the last change that the node can read. The filter "Updated After" kept ${count === 1 ? 'it, because it' : 'them, because they'} may have changed.`,
		'warning',
	);
}
