import type { IDataObject } from 'n8n-workflow';
import { fieldNamed } from '../../../service/field';
import type { RecordType } from '../../../service/record';
import { toCalendarDate } from '../../../values/parse/dates';
import { comparableText } from '../../../values/text';
import type { Item } from '../../item';
import { appliedByNode, dateIn } from './filterKinds';
import type { Filter, Keep } from './filters';

/** YYYY-MM-DD: later days are greater texts. */
const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Two filters by a calendar day, the first and the last that count, and what they ask for together. */
export interface DayFilters {
	readonly from: Filter<string>;
	readonly to: Filter<string>;
	/**
	 * Which records both filters keep; undefined if neither was added.
	 *
	 * @throws NodeOperationError if the first day comes after the last
	 */
	between(item: Item, from?: string, to?: string): Keep | undefined;
}

/**
 * The filters by a field that holds a calendar day. The service has none, so the node applies them. Both days count. A
 * record without the date is left out.
 *
 * @param name of the field; the filters are called the same, with "From" and "To"
 */
export function dayFilters({ noun, fields }: RecordType, name: string): DayFilters {
	const { label } = fieldNamed(fields, name);
	const filter = (edge: 'From' | 'To', side: string): Filter<string> => ({
		parameter: {
			displayName: `${label} ${edge}`,
			name: `${name}${edge}`,
			type: 'dateTime',
			default: '',
			description: appliedByNode(
				`Only ${noun}s whose ${label.toLowerCase()} is this day or ${side}. A ${noun} without this date is left out. A date without a time means that day. A time with a time zone is converted to the time zone of the workflow, and its day is used`,
			),
		},
		read: (value, item) => toCalendarDate(dateIn(value), item.run.timeZone),
	});
	return {
		from: filter('From', 'later'),
		to: filter('To', 'earlier'),
		between(item, from, to) {
			if (from === undefined && to === undefined) return undefined;
			if (from !== undefined && to !== undefined && from > to) {
				throw item.error(
					`The filter "${label} From" (${from}) is later than "${label} To" (${to}), so no ${noun} can match both`,
					'Correct one of the two days or its expression, or remove one of the filters.',
				);
			}
			return (record) => isBetween(dayOf(record, name), from, to);
		},
	};
}

const dayOf = (record: IDataObject, name: string): string | undefined =>
	DAY.exec(comparableText(record[name]))?.[0];

const isBetween = (day: string | undefined, from = '', to = '9999-12-31'): boolean =>
	day !== undefined && from <= day && day <= to;
