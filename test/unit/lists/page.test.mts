import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../nodes/EnergyProjects/http/client.ts';
import type { ApiRequest } from '../../../nodes/EnergyProjects/http/request.ts';
import {
	isMiscounted,
	mayHaveNextPage,
	readPage,
} from '../../../nodes/EnergyProjects/lists/page.ts';
import type { Page } from '../../../nodes/EnergyProjects/lists/page.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';

/** A page for which 100 records were asked. */
const page = (
	number: number,
	count: number,
	told: Pick<Page, 'total' | 'statedSize'> = {},
): Page => ({
	number,
	size: 100,
	records: Array.from({ length: count }, (_, index) => ({ id: `${number}-${index}` })),
	...told,
});

describe('after a page of 100 records at most, the node', () => {
	it.each<[string, Page]>([
		['a full one', page(1, 100, { total: 250 })],
		['a full one, whatever the total', page(2, 100, { total: 200 })],
		['a full one without a total', page(2, 100)],
		['a full one that counts itself', page(1, 100, { total: 100 })],
		['a short first one without a total', page(1, 51)],
		['a short first one of more', page(1, 51, { total: 52 })],
		['a short first one that counts too few', page(1, 51, { total: 50 })],
		['a short one of more', page(2, 51, { total: 152 })],
		['one that is as long as the service says', page(2, 50, { statedSize: 50 })],
		['one that is longer than asked for', page(1, 150)],
		['one that is longer than asked for, of more', page(1, 150, { total: 151 })],
		['one that is longer than asked for and counts too few', page(1, 150, { total: 149 })],
	])('reads on after %s', (_, read) => {
		expect(mayHaveNextPage(read)).toBe(true);
	});

	it.each<[string, Page]>([
		['an empty first one', page(1, 0)],
		['an empty first one, whatever the total', page(1, 0, { total: 250 })],
		['an empty one', page(3, 0, { total: 250, statedSize: 50 })],
		['a short first one that is all', page(1, 51, { total: 51 })],
		['a short one without a total', page(2, 51)],
		['a short one that is the last', page(2, 51, { total: 151 })],
		['a short one that is behind the total', page(2, 51, { total: 51 })],
		['one that is shorter than the service says', page(2, 49, { statedSize: 50 })],
		['a short one of a service that states 0 as the size', page(2, 51, { statedSize: 0 })],
		['one that is longer than asked for, and all', page(1, 150, { total: 150 })],
	])('does not read on after %s', (_, read) => {
		expect(mayHaveNextPage(read)).toBe(false);
	});
});

describe('a short first page that counts as many records as it has', () => {
	it.each([10, 15, 16, 20, 25, 32, 50, 64, 95])('may be cut if it has %i', (count) => {
		expect(mayHaveNextPage(page(1, count, { total: count }))).toBe(true);
	});

	it.each([1, 5, 8, 9, 11, 17, 33, 63, 99])('is the whole list if it has %i', (count) => {
		expect(mayHaveNextPage(page(1, count, { total: count }))).toBe(false);
	});

	it.each([
		['may be cut if the service states the size asked for', 100, true],
		['may be cut if the service states a larger size', 500, true],
		['may be cut if the service states 0 as the size', 0, true],
		['may be cut if it is as long as the service says', 20, true],
		['is the whole list if it is shorter than the service says', 99, false],
	])('%s', (_, statedSize, isCut) => {
		expect(mayHaveNextPage(page(1, 20, { total: 20, statedSize }))).toBe(isCut);
	});

	it('proves nothing if it is not the first', () => {
		expect(mayHaveNextPage(page(2, 20, { total: 20 }))).toBe(false);
	});
});

describe('a page contradicts its own total', () => {
	it.each<[string, Page]>([
		['if it shows more records than there are', page(2, 51, { total: 150 })],
		['if it is full, but shows more records than there are', page(2, 100, { total: 199 })],
		['if it is short, although more are to come', page(2, 51, { total: 152 })],
		['if it is empty, although more are to come', page(2, 0, { total: 101 })],
	])('%s', (_, read) => {
		expect(isMiscounted(read)).toBe(true);
	});

	it.each<[string, Page]>([
		['unless it is the last', page(2, 51, { total: 151 })],
		['unless it is full and the last', page(2, 100, { total: 200 })],
		['unless it is full and more are to come', page(2, 100, { total: 250 })],
		['unless it is empty behind the last', page(5, 0, { total: 151 })],
		['unless there is no total', page(2, 51)],
	])('%s', (_, read) => {
		expect(isMiscounted(read)).toBe(false);
	});
});

describe('a page is read', () => {
	async function read(metadata: unknown, more?: Record<string, number | string>) {
		const requests: Array<ApiRequest | undefined> = [];
		const client: ApiClient = {
			maxParallelRequests: 1,
			async send(_, request) {
				requests.push(request);
				return { items: [{ id: 'a' }], metadata };
			},
			stop: () => undefined,
		};
		const query = { status: 'completed', sortBy: 'status' };
		const list = { record: projectRecord, path: { projectId: 'p' }, query, itemIndex: 3 };
		return { page: await readPage(client, list, 2, more), requests };
	}

	it('with the filters of the list, 100 records at a time', async () => {
		const { page: second, requests } = await read({ total: '101' });
		const query = { status: 'completed', sortBy: 'status', limit: 100, page: 2 };
		const said = { expect: 'page', noun: 'project', itemIndex: 3 };
		expect(requests).toEqual([{ path: { projectId: 'p' }, query, ...said }]);
		expect(second).toEqual({ number: 2, size: 100, records: [{ id: 'a' }], total: 101 });
	});

	it('with a size and an order of its own', async () => {
		const { page: second, requests } = await read({}, { limit: 20, sortBy: 'created_at' });
		const query = { status: 'completed', sortBy: 'created_at', limit: 20, page: 2 };
		expect(requests[0]?.query).toEqual(query);
		expect(second.size).toBe(20);
	});

	it.each([
		['250', 250],
		[' 250\n', 250],
		[250, 250],
		['0', 0],
		['999999999999999', 999999999999999],
		['1000000000000000', undefined],
		['about 250', undefined],
		['250 or so', undefined],
		['', undefined],
		[-1, undefined],
		[1.5, undefined],
		[null, undefined],
		[true, undefined],
		[[250], undefined],
	])('and a total of %j is taken as %j', async (total, taken) => {
		const { page: second } = await read({ total, limit: total });
		expect(second.total).toBe(taken);
		expect(second.statedSize).toBe(taken);
	});

	it.each([[undefined], [null]])('and may come without metadata: %j', async (metadata) => {
		const { page: second } = await read(metadata);
		expect(second.total).toBeUndefined();
		expect(second.records).toEqual([{ id: 'a' }]);
	});
});
