import type { IDataObject } from 'n8n-workflow';
import { toInstant } from '../../../values/parse/dates';
import { instantIn } from '../../../values/parse/instant';
import { quoted } from '../../../values/quoted';
import type { Filter } from './filters';

/** Longer than any way to write a time. */
const LONGEST = 100;

/** A filter by the time of the last change. The service has none, so the node applies it. */
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
		return (record) => (instantIn(record.updatedAt) ?? -Infinity) > after;
	},
};
