import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../service/endpoints';
import { readAll } from './wholeList';
import type { Run } from '../actions/run';
import { INCOMPLETE_HINT } from '../actions/parameters/output';

/**
 * All projects that fit the filters, oldest first, with a hint where the list moved too much to be sure of it.
 *
 * @param query filters of the service
 * @param keep filter of the node's own
 */
export async function readWholeList(
	run: Run,
	itemIndex: number,
	query: IDataObject,
	keep?: (project: IDataObject) => boolean,
): Promise<IDataObject[]> {
	const nature = {
		sorted: {
			newestLast: { sortBy: 'created_at', order: 'asc' },
			newestFirst: { sortBy: 'created_at', order: 'desc' },
		},
		// A filter by a field that can be edited lets edits move projects in and out of the middle of the list.
		editsMoveRecords: Object.keys(query).length > 0,
	};
	const list = { endpoint: endpoints.project.getAll, query, itemIndex };
	const { records, complete } = await readAll(run.client, list, nature, keep);
	if (!complete) run.hint(INCOMPLETE_HINT, 'warning');
	return records;
}
