import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readLimited } from '../../../nodes/EnergyProjects/lists/limitedList.ts';
import type { ListRequest } from '../../../nodes/EnergyProjects/lists/page.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { idsOf, movingList, withFewer } from './movingList.mts';
import type { Change } from './movingList.mts';

const oldestFirst: ListRequest = { record: projectRecord };

describe('a list up to a limit', () => {
	it.each([
		[1, 1],
		[50, 1],
		[100, 1],
		[101, 2],
		[250, 3],
		[1000, 3],
	])('of %i is read with %i requests', async (limit, requests) => {
		const { client, queries } = movingList({ count: 250 });
		const records = await readLimited(client, oldestFirst, limit);
		expect(records).toHaveLength(Math.min(limit, 250));
		expect(queries).toHaveLength(requests);
	});

	it('asks for a page no larger than the limit', async () => {
		const { client, queries } = movingList({ count: 250 });
		await readLimited(client, oldestFirst, 20);
		expect(queries).toEqual([{ limit: 20, page: 1 }]);
	});

	it('is read until enough records belong to the result', async () => {
		const { client } = movingList({ count: 250 });
		const keep = ({ id }: IDataObject) => String(id).endsWith('7');
		const records = await readLimited(client, oldestFirst, 15, keep);
		expect(idsOf(records)).toEqual(
			Array.from({ length: 15 }, (_, ten) => `id ${String(ten * 10 + 7).padStart(4, '0')}`),
		);
	});

	it('in which few records match is read in ever larger rounds, not page by page', async () => {
		const list = movingList({ count: 2950 });
		const rounds: number[] = [];
		const client: typeof list.client = {
			...list.client,
			maxParallelRequests: 100,
			async send(...request) {
				// Requests of the same round begin before any of them is answered.
				rounds.push(list.queries.length);
				await new Promise(setImmediate);
				return await list.client.send(...request);
			},
		};
		const isLast = ({ id }: IDataObject) => id === 'id 2950';
		expect(idsOf(await readLimited(client, oldestFirst, 5, isLast))).toEqual(['id 2950']);
		expect(list.queries).toHaveLength(30);
		expect(new Set(rounds).size).toBe(5);
	});

	it('in which many records match is not read to its end', async () => {
		const { client, queries } = movingList({ count: 2950 });
		const isEven = ({ id }: IDataObject) => /[02468]$/.test(String(id));
		expect(await readLimited(client, oldestFirst, 60, isEven)).toHaveLength(60);
		expect(queries.map(({ page }) => page)).toEqual([1, 2, 3]);
	});

	it('of which the service does not say the length is read to its end, and not behind it', async () => {
		const { client, queries } = movingList({ count: 450, metadata: () => undefined });
		const isLast = ({ id }: IDataObject) => id === 'id 0450';
		expect(idsOf(await readLimited(client, oldestFirst, 5, isLast))).toEqual(['id 0450']);
		expect(queries).toHaveLength(5);
	});

	it('is read in pages of one size even if a page in the middle has fewer', async () => {
		const { client, queries } = movingList({ count: 450 });
		const send: typeof client.send = async (...request) =>
			withFewer((await client.send(...request)) as { items: IDataObject[] }, queries.length === 2);
		expect(await readLimited({ ...client, send }, oldestFirst, 1_000)).toHaveLength(445);
		expect(queries.map(({ limit }) => limit)).toEqual([100, 100, 100, 100, 100]);
	});

	it('has records without an ID, too, even if they are nested too deeply to compare', async () => {
		const nested = () => {
			let json: IDataObject = {};
			for (let depth = 0; depth < 100_000; depth++) json = { json };
			return json;
		};
		const records = [{ name: 'a' }, { name: 'b' }, { name: 'a' }, nested(), nested()];
		const send = async () => ({ items: records, metadata: { total: '5' } });
		const client = { maxParallelRequests: 1, send, stop: () => undefined };
		const read = await readLimited(client, oldestFirst, 10);
		expect(read).toHaveLength(4);
		expect(read.every((record) => records.includes(record))).toBe(true);
	});

	it('has no record twice if records are created at its front', async () => {
		const changes: Change[][] = [[], [{ kind: 'insert', at: 0 }]];
		const { client } = movingList({ count: 250, insertAnywhere: true, changes });
		const ids = idsOf(await readLimited(client, oldestFirst, 200));
		expect(new Set(ids).size).toBe(200);
	});
});
