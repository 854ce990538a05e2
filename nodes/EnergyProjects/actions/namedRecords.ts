import type { IDataObject } from 'n8n-workflow';
import { quoted } from '../values/quoted';

/** An error about several records names at most this many. */
const MOST_NAMED = 10;

/**
 * Lists several records for an error, each with its ID.
 *
 * @param namedBy the fields that show people which record is meant
 */
export function namedRecords(records: readonly IDataObject[], namedBy: readonly string[]): string {
	const list = records.slice(0, MOST_NAMED).map((json) => {
		const names = namedBy.map((name) => json[name]).filter(Boolean);
		return `${names.map(quoted).join(' ')} (${quoted(json.id)})`.trim();
	});
	const more = records.length > list.length ? ` and ${records.length - list.length} more` : '';
	return `${list.join('; ')}${more}`;
}
