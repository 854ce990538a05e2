// The service's document says that the answer is the array of all customers. So the whole list is one answer. A service
// may cut it all the same, and say so in its headers: a Link to the next part, or a count of all records. Then the node
// follows the links, on the same host only. The list is not complete if a link leads elsewhere, to a part that was read
// already or to nothing new, or if a header counts more records than came.
import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../../http/client';
import type { ListNotice } from '../../http/request';
import { createCollection } from '../collection';
import type { ListRequest } from '../page';
import type { WholeList, WholeListOptions } from '../wholeList';

/** More parts than any list has: so many that a service which always links to another one is not asked for ever. */
const MOST_PARTS = 1_000;

/** A whole list that comes as one array, or cut into several that are linked. No ID comes twice. */
export async function readWholeArray(
	client: ApiClient,
	list: ListRequest,
	{ keep }: WholeListOptions = {},
): Promise<WholeList> {
	const found = createCollection(keep);
	const result = (complete: boolean) => ({ records: found.records(), complete });
	const links = new Set<string>();
	let counted = 0;
	for (let link: string | undefined; ; links.add(link)) {
		const { records, total = 0, next, isNextElsewhere } = await readPart(client, list, link);
		const hasNew = await found.add(records);
		counted = Math.max(counted, total);
		if (isNextElsewhere) return result(false);
		if (next === undefined) return result(found.seenCount() >= counted);
		if (!hasNew || links.has(next) || links.size === MOST_PARTS) return result(false);
		link = next;
	}
}

/** As many records as one answer holds. */
export const readFirstPart = async (
	client: ApiClient,
	list: ListRequest,
): Promise<readonly IDataObject[]> => (await readPart(client, list)).records;

/** @param link leads to the part; without one, the first part is read */
async function readPart(
	client: ApiClient,
	{ record, ...request }: ListRequest,
	link?: string,
): Promise<ListNotice & { readonly records: IDataObject[] }> {
	let notice: ListNotice = { isNextElsewhere: false };
	const answer = await client.send(record.endpoints.getAll, {
		...request,
		link,
		expect: 'array',
		noun: record.noun,
		onListNotice: (given) => (notice = given),
	});
	return { ...notice, records: answer as IDataObject[] };
}
