import { listKey } from '../lists/pages';
import type { Keep, ListRequest } from '../lists/pages';
import { readWhole } from '../lists/wholeList';
import type { WholeList } from '../lists/wholeList';
import type { Item } from './item';

/** All records of a list, and whether that is certain. */
export const readWholeList = async (
	item: Item,
	list: ListRequest,
	keep?: Keep,
): Promise<WholeList> => await readWhole(item.run.client, { ...list, itemIndex: item.index }, keep);

/** The whole list as it is when the first item asks for it. However many items need it, it is read once. */
export const readWholeListOnce = async (item: Item, list: ListRequest): Promise<WholeList> =>
	await item.run.once(listKey(list), async () => await readWholeList(item, list));
