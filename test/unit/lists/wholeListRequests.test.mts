import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../nodes/EnergyProjects/http/client.ts';
import type { ListRequest } from '../../../nodes/EnergyProjects/lists/page.ts';
import { readWhole } from '../../../nodes/EnergyProjects/lists/wholeList.ts';
import { documentRecord } from '../../../nodes/EnergyProjects/service/records/document.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { idsOf, movingList } from './movingList.mts';
import type { Change, MovingListOptions } from './movingList.mts';

const byAge: ListRequest = { record: projectRecord };
const filtered: ListRequest = { record: projectRecord, query: { status: 'completed' } };
const unsorted: ListRequest = { record: documentRecord };

/** The pages that are asked for, such as `desc 1`, the first in descending order; with their size if it is not 100. */
const asked = (queries: readonly IDataObject[]) =>
	queries.map(({ page, limit, order }) =>
		[order, page, limit === 100 ? undefined : `of ${String(limit)}`].filter(Boolean).join(' '),
	);

/** What becomes of an answer: its records and what it says about the list; `number` counts the answers from 1. */
type Alter = (answer: { items: IDataObject[]; metadata?: IDataObject }, number: number) => object;

async function read(
	list: ListRequest,
	options: MovingListOptions,
	alter: Alter = (answer) => answer,
) {
	const { client, queries, throughout } = movingList({ mostRequests: 500, ...options });
	const send: ApiClient['send'] = async (...request) => {
		const number = queries.length + 1;
		return alter((await client.send(...request)) as Parameters<Alter>[0], number);
	};
	const { records, complete } = await readWhole({ ...client, send }, list);
	const ids = idsOf(records);
	const missing = throughout().filter((id) => !ids.includes(id));
	return { asked: asked(queries), ids, missing, complete };
}

/** How many requests are under way as each of them begins. */
async function runningAtOnce(list: ListRequest, options: MovingListOptions): Promise<number[]> {
	const { client } = movingList(options);
	let running = 0;
	const atOnce: number[] = [];
	const send: ApiClient['send'] = async (...request) => {
		atOnce.push(++running);
		const answer = await client.send(...request);
		running--;
		return answer;
	};
	await readWhole({ ...client, send }, list);
	return atOnce;
}

/** Changes right before one request, counted from 1. */
const before = (request: number, ...changes: Change[]): Change[][] => [
	...Array.from({ length: request - 1 }, () => []),
	changes,
];
const times = (count: number, change: Change) => Array.from({ length: count }, () => change);
const created: Change = { kind: 'insert', at: 0.999 };
const deleted: Change = { kind: 'delete', at: 0.5 };
const newestDeleted: Change = { kind: 'delete', at: 0.999 };
const look = 'desc 1 of 1';

describe('a whole list that stays as it is', () => {
	it.each([
		[100, ['desc 1', 'desc 2']],
		[150, ['desc 1', 'asc 1']],
		[200, ['desc 1', 'asc 1', 'asc 2']],
		[250, ['desc 1', 'asc 1', 'asc 2']],
	])('of %i is read once if it is sorted by age', async (count, requests) => {
		const result = await read(byAge, { count });
		expect(result).toMatchObject({ asked: requests, missing: [], complete: true });
	});

	it('is compared with its front if the times of creation cannot be read', async () => {
		const withoutTimes: Alter = ({ items, metadata }) => ({
			items: items.map(({ id }) => ({ id })),
			metadata,
		});
		const result = await read(byAge, { count: 250 }, withoutTimes);
		expect(result.asked).toEqual(['desc 1', 'asc 1', 'asc 2', look]);
		expect(result).toMatchObject({ missing: [], complete: true });
	});

	it('is read a second time, in parallel again, if an edit can move its records', async () => {
		const projects = await read(filtered, { count: 250 });
		expect(projects.complete).toBe(true);
		const again = ['asc 1', 'asc 2', 'asc 3'];
		expect(projects.asked).toEqual(['desc 1', 'asc 1', 'asc 2', look, ...again]);
		const documents = await read(unsorted, { count: 250 });
		expect(documents.complete).toBe(true);
		expect(documents.asked).toEqual(['1', '2', '3', '1 of 1', '1', '2', '3']);
		expect(await runningAtOnce(unsorted, { count: 250 })).toEqual([1, 1, 2, 1, 1, 2, 3]);
	});
});

describe('a whole list that moved', () => {
	const sweep = ['asc 3', 'asc 2', 'asc 1'];

	it.each<[string, Change[][]]>([
		['is deleted while the pages are read', before(2, deleted)],
		['is deleted right after that', before(4, deleted)],
		['is deleted right after that, and was the newest', before(4, newestDeleted)],
	])('is read from its end to its front if one record %s', async (_, changes) => {
		const result = await read(filtered, { count: 250, changes });
		expect(result).toMatchObject({ missing: [], complete: true });
		expect(result.asked.slice(3)).toEqual([look, ...sweep]);
	});

	it('is swept once if no edit can move its records', async () => {
		const result = await read(byAge, { count: 250, changes: before(3, created, deleted) });
		expect(result).toMatchObject({ missing: [], complete: true });
		expect(result.asked.slice(3)).toEqual([look, ...sweep]);
	});

	it.each([
		['while its pages are read', before(3, created, { kind: 'delete', at: 0.1 })],
		['right after that', before(4, created, deleted)],
	])('is swept until nothing new comes if one record replaces another %s', async (_, changes) => {
		const result = await read(filtered, { count: 250, changes });
		expect(result).toMatchObject({ missing: [], complete: true });
		expect(result.asked.slice(3)).toEqual([look, ...sweep, ...sweep.toReversed()]);
	});

	it('is swept one page at a time', async () => {
		const changes = before(3, created, { kind: 'delete', at: 0.1 });
		expect(await runningAtOnce(filtered, { count: 250, changes })).toEqual([
			...[1, 1, 2, 1],
			...[1, 1, 1],
			...[1, 1, 1],
		]);
	});

	it('is swept as well if it looks the same, but its front is missing', async () => {
		const result = await read(filtered, { count: 250 }, ({ items, metadata }, number) => ({
			items: number === 4 ? [] : items,
			metadata,
		}));
		expect(result.asked.slice(3)).toEqual([look, ...sweep]);
		expect(result).toMatchObject({ missing: [], complete: true });
	});

	it('is read to its new end if it has grown', async () => {
		const whileRead = before(2, ...times(160, created));
		const documents = await read(unsorted, { count: 150, changes: whileRead });
		expect(documents).toMatchObject({ missing: [], complete: true });
		expect(documents.asked).toEqual(['1', '2', '3', '4', '1 of 1', '4', '3', '2', '1']);

		const afterwards = before(4, ...times(100, created));
		const projects = await read(filtered, { count: 250, changes: afterwards });
		const grown = ['asc 4', ...sweep];
		expect(projects.asked.slice(3)).toEqual([look, ...grown, ...grown.toReversed()]);
	});

	it('is read to its new end if it grows during a sweep', async () => {
		const changes = [...before(4, deleted), [], [], times(160, created)];
		const result = await read(filtered, { count: 250, changes });
		expect(result).toMatchObject({ missing: [], complete: true });
		const grown = ['asc 5', 'asc 4', ...sweep];
		expect(result.asked.slice(3)).toEqual([look, ...sweep, ...grown.toReversed(), ...grown]);
	});

	it('is read from its new end if it has shrunk', async () => {
		const changes = [...before(8, deleted), times(300, deleted)];
		const result = await read(filtered, { count: 650, changes });
		expect(result).toMatchObject({ missing: [], complete: true });
		const shrunk = ['asc 4', ...sweep];
		expect(result.asked.slice(7)).toEqual([look, 'asc 7', ...shrunk, ...shrunk.toReversed()]);
	});

	it('may be empty in the end', async () => {
		const changes = before(4, ...times(250, deleted));
		const result = await read(filtered, { count: 250, changes });
		expect(result.asked.slice(3)).toEqual([look, 'asc 1']);
		expect(result.complete).toBe(true);
	});

	it('is swept backwards and forwards in turn, four times at most', async () => {
		const moves = (_: unknown, turn: number): Change[] => [
			{ kind: turn % 2 === 0 ? 'leave' : 'enter', at: 0.5 },
		];
		const changes = Array.from({ length: 200 }, moves);
		const result = await read(filtered, { count: 250, changes });
		const again = [...sweep, ...sweep.toReversed()];
		expect(result.asked.slice(3)).toEqual([look, ...again, ...again]);
		expect(result.complete).toBe(false);
	});
});

describe('a whole list counts as possibly incomplete', () => {
	const saying =
		(isSaid: (number: number) => boolean): Alter =>
		({ items, metadata }, number) => ({ items, metadata: isSaid(number) ? metadata : {} });

	it.each([undefined, '3'])('if it is empty with a total of %s', async (total) => {
		const result = await read(byAge, { count: 0, metadata: () => ({ total }) });
		expect(result).toMatchObject({ asked: ['desc 1'], complete: false });
	});

	it('if one page contradicts its total, whatever the others say', async () => {
		const result = await read(byAge, { count: 250 }, ({ items, metadata }, number) => ({
			items,
			metadata: number === 2 ? { ...metadata, total: '50' } : metadata,
		}));
		expect(result).toMatchObject({ missing: [], complete: false });
		expect(result.asked).toEqual(['desc 1', 'asc 1', 'asc 2', 'asc 3']);
	});

	it('if its first page has more records than it counts', async () => {
		const metadata = () => ({ total: '50' });
		const result = await read(byAge, { count: 150, metadata });
		expect(result).toMatchObject({ missing: [], complete: false });
		expect(result.asked).toEqual(['desc 1', 'asc 1', 'asc 2']);
	});

	it('if one record comes twice in place of another', async () => {
		const result = await read(byAge, { count: 250 }, ({ items, metadata }) => ({
			items: items.map((item) => (item.id === 'id 0101' ? { ...item, id: 'id 0100' } : item)),
			metadata,
		}));
		expect(result).toMatchObject({ missing: ['id 0101'], complete: false });
	});

	it('if only the first page has a total, but not if the total comes now and then', async () => {
		const first = await read(
			byAge,
			{ count: 250 },
			saying((number) => number === 1),
		);
		expect(first).toMatchObject({ missing: [], complete: false });
		const nowAndThen = await read(
			byAge,
			{ count: 250 },
			saying((number) => number % 4 === 1),
		);
		expect(nowAndThen).toMatchObject({ missing: [], complete: true });
		expect(nowAndThen.asked.slice(3)).toEqual([look, 'asc 3', 'asc 2', 'asc 1']);
	});

	it('if its end is more than 100 pages behind the one that it counted', async () => {
		const counting = (count: number): MovingListOptions => ({
			count,
			largestPage: 1,
			metadata: (told) => ({ ...told, total: Math.min(count, Number(told.page) + 1) }),
			mostRequests: 1_000,
		});
		const near = await read(unsorted, counting(102));
		expect(near).toMatchObject({ missing: [] });
		expect(near.asked.length).toBeGreaterThan(500);
		const far = await read(unsorted, counting(103));
		expect(far).toMatchObject({ missing: [], complete: false });
		expect(far.asked).toHaveLength(104);
	});
});

describe('a short first page that seems to be the whole list', () => {
	it('is checked with the next page', async () => {
		const result = await read(byAge, { count: 20 });
		expect(result).toMatchObject({ asked: ['desc 1', 'desc 2 of 20'], complete: true });
	});

	it('is not believed if the total has changed by then', async () => {
		const result = await read(byAge, { count: 20, changes: before(2, deleted) });
		expect(result).toMatchObject({ missing: [], complete: true });
		expect(result.asked.slice(0, 3)).toEqual(['desc 1', 'desc 2 of 20', 'asc 1 of 20']);
	});
});

describe('a whole list is read in parallel', () => {
	it('and nothing is asked for behind its end, in whatever order the pages arrive', async () => {
		const { client, queries } = movingList({ count: 350, mostRequests: 50 });
		const send: ApiClient['send'] = async (...request) => {
			const answer = await client.send(...request);
			const page = Number(request[1]?.query?.page);
			for (let turn = page; turn < 9; turn++) await new Promise(setImmediate);
			return answer;
		};
		const { complete } = await readWhole({ ...client, send }, unsorted);
		expect(complete).toBe(true);
		expect(asked(queries)).toEqual(['1', '2', '3', '4', '1 of 1', '1', '2', '3', '4']);
	});

	it('and has no more records than the service has, however many it claims', async () => {
		const metadata = () => ({ total: '900000000000000' });
		const result = await read(unsorted, { count: 250, metadata });
		expect(result.ids).toHaveLength(250);
		expect(result).toMatchObject({ missing: [], complete: false });
	});
});
