import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';
import type { ApiClient } from '../../http/client';
import type { ListedRecord, ListForm } from '../../service/record';
import { readLimited } from '../limitedList';
import { readNewest } from '../newestRecords';
import type { ListRequest } from '../page';
import { searchPages, searchWhole } from '../search';
import type { ToEntry } from '../search';
import { readWhole } from '../wholeList';
import type { WholeList, WholeListOptions } from '../wholeList';
import { readFirstPart, readWholeArray } from './array';

/** How lists of one form are read. */
export interface ListReader {
	/** All records, and whether that is certain. */
	whole(client: ApiClient, list: ListRequest, options?: WholeListOptions): Promise<WholeList>;
	/**
	 * The first `limit` records that `keep` wants. A form has none if one answer holds the whole list, so that a limit
	 * saves no request.
	 */
	limited?(
		client: ApiClient,
		list: ListRequest,
		limit: number,
		keep?: WholeListOptions['keep'],
	): Promise<IDataObject[]>;
	/** As many records as one answer holds; the newest, if the service can sort the list by age. */
	sample(client: ApiClient, list: ListRequest): Promise<readonly IDataObject[]>;
	/** What the searchable list of a locator shows. */
	search(
		client: ApiClient,
		list: ListRequest,
		toEntry: ToEntry,
		filter: string,
		paginationToken: unknown,
	): Promise<INodeListSearchResult>;
}

/** To add a form, add a reader. */
const readers: Readonly<Record<ListForm, ListReader>> = {
	array: {
		whole: readWholeArray,
		sample: readFirstPart,
		search: async (client, list, ...search) =>
			await searchWhole((await readWholeArray(client, list)).records, ...search),
	},
	pages: {
		whole: readWhole,
		limited: readLimited,
		sample: async (client, list) => await readNewest(client, list, () => true),
		search: searchPages,
	},
};

/** How the list of a record is read. */
export const readerOf = ({ list }: ListedRecord): ListReader => readers[list.form];

/** Whether the service sends the whole list of a record in one answer. */
export const isOneAnswer = (record: ListedRecord): boolean =>
	readerOf(record).limited === undefined;
