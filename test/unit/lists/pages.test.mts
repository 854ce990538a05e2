import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../nodes/EnergyProjects/http/client.ts';
import { readLimited, readNewest } from '../../../nodes/EnergyProjects/lists/pages.ts';
import type { ListRequest } from '../../../nodes/EnergyProjects/lists/pages.ts';
import { readWhole } from '../../../nodes/EnergyProjects/lists/wholeList.ts';
import { documentResource } from '../../../nodes/EnergyProjects/service/records/document.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { idsOf, movingList } from './movingList.mts';
import type { Change, MovingListOptions } from './movingList.mts';

const byAge: ListRequest = { resource: projectResource };
const filtered: ListRequest = { resource: projectResource, query: { status: 'completed' } };
const unsorted: ListRequest = { resource: documentResource };

/** The pages that are asked for, such as `desc 1`, the first in descending order; with their size if it is not 100. */
const asked = (queries: readonly IDataObject[]) =>
	queries.map(({ page, limit, order }) =>
		[order, page, limit === 100 ? undefined : `of ${String(limit)}`].filter(Boolean).join(' '),
	);

type Alter = (answer: { items: IDataObject[]; metadata?: IDataObject }, number: number) => object;

/** A client of a moving list whose answers are altered, and that counts the requests under way. */
function clientOn(options: MovingListOptions, alter: Alter = (answer) => answer) {
	const moving = movingList({ mostRequests: 500, ...options });
	let underWay = 0;
	const atOnce: number[] = [];
	const send: ApiClient['send'] = async (...request) => {
		atOnce.push(++underWay);
		const number = moving.queries.length + 1;
		const answer = (await moving.client.send(...request)) as Parameters<Alter>[0];
		await new Promise(setImmediate);
		underWay--;
		return alter(answer, number);
	};
	return { ...moving, client: { ...moving.client, send }, atOnce };
}

async function whole(list: ListRequest, options: MovingListOptions, alter?: Alter) {
	const { client, queries, throughout } = clientOn(options, alter);
	const { records, complete } = await readWhole(client, list);
	const ids = idsOf(records);
	const missing = throughout().filter((id) => !ids.includes(id));
	return { asked: asked(queries), ids, missing, complete };
}

/** Changes right before one request, counted from 1. */
const before = (request: number, ...changes: Change[]): Change[][] => [
	...Array.from({ length: request - 1 }, () => []),
	changes,
];
const created: Change = { kind: 'insert', at: 0.999 };
const deleted: Change = { kind: 'delete', at: 0.5 };
/** Of three pages, from the last one that was read before. */
const sweep = ['asc 2', 'asc 3', 'asc 1'];

describe('a whole list that stays as it is', () => {
	const twice = ['desc 1', 'asc 1', 'asc 2', 'asc 1', 'asc 2', 'asc 3'];
	it.each([
		['once if it is sorted by age', 0, byAge, ['desc 1']],
		['once if it is sorted by age', 100, byAge, ['desc 1', 'asc 1']],
		['once if it is sorted by age', 200, byAge, ['desc 1', 'asc 1']],
		['once if it is sorted by age', 250, byAge, ['desc 1', 'asc 1', 'asc 2']],
		['a second time if an edit can move its records', 250, filtered, twice],
		['a second time if it cannot be sorted', 250, unsorted, ['1', '2', '3', '1', '2', '3']],
	])('is read %s: of %i', async (_, count, list, requests) => {
		const result = await whole(list, { count });
		expect(result).toMatchObject({ asked: requests, missing: [], complete: true });
		expect(result.ids).toEqual([...result.ids].sort());
	});

	it('is read ahead, twenty pages at once', async () => {
		const { client, atOnce } = clientOn({ count: 5_000 });
		expect((await readWhole(client, byAge)).complete).toBe(true);
		expect(atOnce[0]).toBe(1);
		expect(Math.max(...atOnce)).toBe(20);
		expect(atOnce).toHaveLength(50);
	});
});

it('a whole list that moved is swept once, from its end to its front, if no edit can move its records', async () => {
	for (const changes of [before(2, deleted), before(3, created, deleted)]) {
		const result = await whole(byAge, { count: 250, changes });
		expect(result).toMatchObject({ missing: [], complete: true });
		expect(result.asked.slice(-3)).toEqual(sweep);
	}
});

describe('a whole list counts as possibly incomplete', () => {
	it.each([
		[byAge, 101, '100'],
		[byAge, 250, '100'],
		[filtered, 250, '100'],
	])('if it is longer than its total (%#)', async (list, count, total) => {
		const result = await whole(list, { count, metadata: () => ({ total }) });
		expect(result.complete).toBe(false);
	});

	it.each([undefined, '3', 'many'])('if it is empty with a total of %s', async (total) => {
		const result = await whole(byAge, { count: 0, metadata: () => ({ total }) });
		expect(result).toMatchObject({ asked: ['desc 1'], complete: false });
	});

	it('if one record comes twice in place of another', async () => {
		const result = await whole(byAge, { count: 250 }, ({ items, metadata }) => ({
			items: items.map((item) => (item.id === 'id 0101' ? { ...item, id: 'id 0100' } : item)),
			metadata,
		}));
		expect(result).toMatchObject({ missing: ['id 0101'], complete: false });
	});
});

describe('a part of a list', () => {
	const part = async (
		limit: number,
		options: MovingListOptions,
		keep?: (json: IDataObject) => boolean,
	) => {
		const { client, queries, atOnce } = clientOn(options);
		const { records, isSure } = await readLimited(client, byAge, limit, keep);
		return { count: records.length, isSure, asked: asked(queries), atOnce: Math.max(...atOnce) };
	};

	it.each([
		[7, { count: 30 }, 7, ['1 of 7']],
		[250, { count: 500 }, 250, ['1', '2', '3']],
		[250, { count: 220 }, 220, ['1', '2', '3']],
		[60, { count: 500, largestPage: 25 }, 60, ['1 of 60', '2 of 25', '3 of 25']],
	])('of %i (%j) reads no more pages than it takes', async (limit, options, count, pages) => {
		expect(await part(limit, options)).toMatchObject({ count, asked: pages });
	});

	it('reads ahead if records are left out, and ends as soon as there are enough', async () => {
		const seven = ({ id }: IDataObject) => String(id).endsWith('7');
		const result = await part(50, { count: 5_000 }, seven);
		expect(result).toMatchObject({ count: 50, atOnce: 20 });
		expect(result.asked.length).toBeLessThan(30);
	});

	it.each<[string, number, Partial<MovingListOptions>, boolean]>([
		['a record was deleted meanwhile', 50, { changes: before(2, deleted) }, false],
		['the service does not count', 50, { metadata: () => undefined }, false],
		['the service counts more', 50, { metadata: () => ({ total: '251' }) }, false],
		['all came', 50, {}, true],
		['there are enough all the same', 3, { changes: before(2, deleted) }, true],
	])('in which records are left out is sure or not: %s', async (_, limit, options, isSure) => {
		const seven = ({ id }: IDataObject) => String(id).endsWith('7');
		expect((await part(limit, { count: 250, ...options }, seven)).isSure).toBe(isSure);
	});

	it.each<[total: string | undefined, isSure: boolean]>([
		[undefined, true],
		['220', true],
		[' 221 ', false],
		...['221 or more', 'over 221'].map((words): [string, boolean] => [words, true]),
	])('with all that came and a total of %s is sure: %s', async (total, isSure) => {
		const metadata = () => ({ total });
		expect((await part(250, { count: 220, metadata })).isSure).toBe(isSure);
	});

	it('of the newest ends with a page that is known', async () => {
		const { client, queries } = clientOn({ count: 450 });
		const records = await readNewest(client, byAge, ({ id }) => String(id) < 'id 0300');
		expect(idsOf(records).sort()[0]).toBe('id 0151');
		expect(asked(queries)).toEqual(['desc 1', 'desc 2', 'desc 3']);
	});
});
