import type { IDataObject } from 'n8n-workflow';
import { toInstant } from '../../../values/parse/dates';
import { instantIn } from '../../../values/parse/instant';
import type { Item } from '../../item';
import { appliedByNode, dateIn } from './filterKinds';
import type { Filter, FilterValues, Keep } from './filters';

/** A time of a record that lists can be filtered by, and the words for it. */
interface RecordTime {
	/** The field of the record. */
	readonly field: 'createdAt' | 'updatedAt';
	readonly displayName: string;
	/** Continues "Only records". */
	readonly event: string;
	/** Names the time in a hint. */
	readonly time: string;
	/** Why a record whose time is unknown is kept. */
	readonly reason: string;
}

const times = {
	createdAfter: {
		field: 'createdAt',
		displayName: 'Created After',
		event: 'created',
		time: 'time of creation',
		reason: 'may be new',
	},
	updatedAfter: {
		field: 'updatedAt',
		displayName: 'Updated After',
		event: 'changed',
		time: 'time of the last change',
		reason: 'may have changed',
	},
} as const satisfies Record<string, RecordTime>;

type TimeFilterName = keyof typeof times;

/**
 * A filter by a time of the record; the time itself does not belong to the result. The service has no such filter, so
 * the node applies it. A record whose time is missing or cannot be read is kept, because it may be meant;
 * hintAtUnknownTimes tells the person so.
 */
function timeFilter(name: TimeFilterName): Filter<Keep> {
	const { field, displayName, event } = times[name];
	return {
		parameter: {
			displayName,
			name,
			type: 'dateTime',
			default: '',
			description: appliedByNode(
				`Only records ${event} after this time. A time without an offset is in the time zone of the workflow`,
			),
		},
		read(value, item) {
			const after = toInstant(dateIn(value), item.run.timeZone);
			return (record) => (instantIn(record[field]) ?? Infinity) > after;
		},
	};
}

/** The filters by a time that every list of projects and customers has. */
export const timeFilters = {
	createdAfter: timeFilter('createdAfter'),
	updatedAfter: timeFilter('updatedAfter'),
} as const satisfies Record<TimeFilterName, Filter<Keep>>;

/**
 * Shows a hint for each of these filters, with the number of records that it kept only because their time is unknown.
 *
 * @param values the filters that the item added
 * @param records those that are returned
 */
export function hintAtUnknownTimes(
	item: Item,
	noun: string,
	values: FilterValues<typeof timeFilters>,
	records: readonly IDataObject[],
): void {
	for (const name of Object.keys(times) as TimeFilterName[]) {
		if (values[name] === undefined) continue;
		const { field, displayName, time, reason } = times[name];
		const count = records.filter((record) => instantIn(record[field]) === undefined).length;
		if (count === 0) continue;
		const what = count === 1 ? `1 ${noun} has` : `${count} ${noun}s have`;
		const kept = count === 1 ? 'it, because it' : 'them, because they';
		item.run.hint(
			`${what} no ${time} that the node can read. The filter "${displayName}" kept ${kept} ${reason}.`,
			'warning',
		);
	}
}
