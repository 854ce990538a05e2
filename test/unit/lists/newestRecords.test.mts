import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readerOf, isOneAnswer } from '../../../nodes/EnergyProjects/lists/forms/readers.ts';
import { readNewest } from '../../../nodes/EnergyProjects/lists/newestRecords.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { documentRecord } from '../../../nodes/EnergyProjects/service/records/document.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { idsOf, movingList, withFewer } from './movingList.mts';
import type { MovingListOptions } from './movingList.mts';

/** @param known the numbers of the newest known records, from the oldest on */
async function read(options: MovingListOptions, known: (number: number) => boolean) {
	const { client, queries } = movingList({ mostRequests: 100, ...options });
	const handedOver: IDataObject[] = [];
	const isKnown = ({ id }: IDataObject) => known(Number(String(id).slice(3)));
	const list = { record: projectRecord };
	const records = await readNewest(client, list, isKnown, (one) => handedOver.push(one));
	expect(new Set(idsOf(handedOver))).toEqual(new Set(idsOf(records)));
	const [first] = queries;
	expect(first).toMatchObject({ sortBy: 'created_at', order: 'desc', page: 1, limit: 100 });
	const asked = queries.map(({ page, limit }) => `${String(page)} of ${String(limit)}`);
	return { ids: idsOf(records), asked };
}

describe('the newest records of a list', () => {
	it('are on the first page if all of it is known', async () => {
		const { ids, asked } = await read({ count: 300 }, () => true);
		expect(asked).toEqual(['1 of 100']);
		expect(ids).toHaveLength(100);
		expect(ids[0]).toBe('id 0300');
	});

	it('reach to the first page on which every record is known', async () => {
		const { ids, asked } = await read({ count: 500 }, (number) => number <= 300);
		expect(asked).toEqual(['1 of 100', '2 of 100', '3 of 100']);
		expect(ids).toHaveLength(300);
	});

	it('reach over known ones to an unknown one on the same page', async () => {
		const { asked } = await read({ count: 500 }, (number) => number !== 401 && number !== 399);
		expect(asked).toEqual(['1 of 100', '2 of 100', '3 of 100']);
	});

	it('are the whole list if nothing is known', async () => {
		const { ids, asked } = await read({ count: 250 }, () => false);
		expect(asked).toEqual(['1 of 100', '2 of 100', '3 of 100']);
		expect(ids).toHaveLength(250);
	});

	it('are none in an empty list', async () => {
		expect(await read({ count: 0 }, () => false)).toEqual({ ids: [], asked: ['1 of 100'] });
	});

	it('are asked for in pages of the size that the service sends', async () => {
		const options = { count: 120, largestPage: 50, countsByAsked: true };
		const { ids, asked } = await read(options, () => false);
		expect(asked).toEqual(['1 of 100', '2 of 50', '3 of 50']);
		expect(ids).toHaveLength(120);
	});

	it('are asked for in pages of that size even if a later page has fewer', async () => {
		const { client, queries } = movingList({ count: 450, mostRequests: 20 });
		const send: typeof client.send = async (...request) =>
			withFewer((await client.send(...request)) as { items: IDataObject[] }, queries.length === 2);
		const list = { record: projectRecord };
		expect(await readNewest({ ...client, send }, list, () => false)).toHaveLength(445);
		expect(queries.map(({ limit }) => limit)).toEqual([100, 100, 100, 100, 100]);
	});

	it('are not asked for without end if every page is the same', async () => {
		const { client } = movingList({ count: 100, mostRequests: 20 });
		const send = async () => await client.send({} as never, { query: { page: 1, limit: 100 } });
		const records = await readNewest({ ...client, send }, { record: projectRecord }, () => false);
		expect(records).toHaveLength(100);
	});
});

describe('how a list is read', () => {
	it('follows from its form: a limit saves requests only if there are pages', () => {
		expect([projectRecord, documentRecord, customerRecord].map(isOneAnswer)).toEqual([
			false,
			false,
			true,
		]);
		expect(readerOf(customerRecord).limited).toBeUndefined();
	});

	it('brings a page of the newest records as a sample', async () => {
		const { client, queries } = movingList({ count: 300 });
		const sample = await readerOf(projectRecord).sample(client, { record: projectRecord });
		expect(idsOf(sample)[0]).toBe('id 0300');
		expect(sample).toHaveLength(100);
		expect(queries).toHaveLength(1);
	});

	it('brings the first page as a sample if the service cannot sort by age', async () => {
		const { client, queries } = movingList({ count: 300 });
		const sample = await readerOf(documentRecord).sample(client, { record: documentRecord });
		expect(sample).toHaveLength(100);
		expect(queries).toEqual([{ limit: 100, page: 1 }]);
	});

	it('brings the whole array for a search', async () => {
		const send = async () => [{ id: 'b' }, { id: 'a' }];
		const client = { maxParallelRequests: 1, send, stop: () => undefined };
		const toEntry = ({ id }: IDataObject) => {
			const text = String(id);
			return { shown: { name: text, value: text }, searched: text, sortedBy: text };
		};
		const list = { record: customerRecord };
		const { results } = await readerOf(customerRecord).search(client, list, toEntry, '', undefined);
		expect(results.map(({ name }) => name)).toEqual(['a', 'b']);
	});
});
