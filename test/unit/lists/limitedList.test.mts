import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readLimited } from '../../../nodes/EnergyProjects/lists/limitedList.ts';
import type { ListRequest } from '../../../nodes/EnergyProjects/lists/page.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { idsOf, movingList } from './movingList.mts';
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

	it('has no record twice if records are created at its front', async () => {
		const changes: Change[][] = [[], [{ kind: 'insert', at: 0 }]];
		const { client } = movingList({ count: 250, insertAnywhere: true, changes });
		const ids = idsOf(await readLimited(client, oldestFirst, 200));
		expect(new Set(ids).size).toBe(200);
	});
});
