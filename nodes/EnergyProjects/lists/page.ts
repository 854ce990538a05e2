import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import type { ListedRecord } from '../service/record';

/** A list of the service, as one item asks for it. */
export interface ListRequest {
	readonly record: ListedRecord;
	/** Filters, and the sort the person asked for. */
	readonly query?: IDataObject;
	readonly itemIndex?: number;
}

/** One page. Service document, section List metadata: the total is a numeric string. */
export interface Page {
	readonly records: IDataObject[];
	/** Records in the whole list; undefined where the answer does not tell. */
	readonly total?: number;
	/** Records on a full page. */
	readonly size: number;
}

/** Reads page `number` (from 1) of a list. */
export async function readPage(
	client: ApiClient,
	{ record, query, itemIndex }: ListRequest,
	number: number,
	more: IDataObject = {},
): Promise<Page> {
	const asked = { ...query, limit: MAX_PAGE_SIZE, ...more, page: number };
	const answer = (await client.send(record.endpoints.getAll, {
		query: asked,
		expect: 'page',
		itemIndex,
	})) as { items: IDataObject[]; metadata?: { total?: unknown; limit?: unknown } };
	return {
		records: answer.items,
		total: countIn(answer.metadata?.total),
		// A service that cuts pages smaller than asked says so; counting on would skip records.
		size: Math.min(asked.limit, countIn(answer.metadata?.limit) || asked.limit),
	};
}

/** Reads a list that comes as one array. */
export async function readArray(
	client: ApiClient,
	{ record, itemIndex }: ListRequest,
): Promise<IDataObject[]> {
	const answer = await client.send(record.endpoints.getAll, { expect: 'array', itemIndex });
	return answer as IDataObject[];
}

/** Number of pages that hold `total` records. */
export const pageCount = (total: number, size: number) => Math.ceil(total / size);

function countIn(value: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	return /^\d+$/.test(text) ? Number(text) : undefined;
}
