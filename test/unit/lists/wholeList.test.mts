import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ListRequest } from '../../../nodes/EnergyProjects/lists/pages.ts';
import { sortRecords } from '../../../nodes/EnergyProjects/lists/sorting.ts';
import { readWhole } from '../../../nodes/EnergyProjects/lists/wholeList.ts';
import { documentResource } from '../../../nodes/EnergyProjects/service/records/document.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { idsOf, movingList } from './movingList.mts';
import type { Change, MovingListOptions } from './movingList.mts';
import { says } from '../../documents.mts';

const oldestFirst: ListRequest = { resource: projectResource };
const filtered: ListRequest = { resource: projectResource, query: { status: 'completed' } };
/** A list in numbered pages that the service cannot sort; not tied to the records that come in one at present. */
const unsorted: ListRequest = { resource: { ...documentResource, list: { form: 'pages' } } };

async function readMoving(
	options: MovingListOptions,
	list: ListRequest,
	keep?: (record: IDataObject) => boolean,
) {
	const moving = movingList(options);
	const { records, complete } = await readWhole(moving.client, list, keep);
	const ids = idsOf(records);
	const missing = moving.throughout().filter((id) => !ids.includes(id));
	return { ids, missing, complete, queries: moving.queries };
}

const changesOf = (atOnce: number, ...kinds: Array<Change['kind']>) =>
	fc.array(
		fc.array(
			fc.record({
				kind: fc.constantFrom(...kinds),
				at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
			}),
			{ maxLength: atOnce },
		),
		{ maxLength: 25 },
	);
const lists = (changes: ReturnType<typeof changesOf>) =>
	fc.record({
		count: fc.nat({ max: 40 }),
		largestPage: fc.integer({ min: 1, max: 7 }),
		insertAnywhere: fc.boolean(),
		changes,
	});

it('a whole list that stays as it is has only the records that belong to the result', async () => {
	const keep = ({ id }: IDataObject) => String(id).endsWith('7');
	for (const list of [oldestFirst, unsorted]) {
		const { ids, complete } = await readMoving({ count: 250 }, list, keep);
		expect(ids).toHaveLength(25);
		expect(complete).toBe(true);
	}
});

describe('a whole list that moves while it is read', () => {
	it('has no record twice and none missing, whatever is created, edited and deleted', async () => {
		says('README.md', 'A whole list is complete, or the item fails');
		await fc.assert(
			fc.asyncProperty(lists(changesOf(4, 'insert', 'delete', 'edit')), async (options) => {
				const result = await readMoving({ ...options, insertAnywhere: false }, oldestFirst);
				expect(new Set(result.ids).size).toBe(result.ids.length);
				expect(result.missing).toEqual([]);
				expect(result.complete).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});

	it.each([
		['filtered', filtered],
		['unsorted', unsorted],
	])('and is %s has no record twice', async (_, list) => {
		const changes = changesOf(4, 'insert', 'delete', 'edit', 'leave', 'enter');
		await fc.assert(
			fc.asyncProperty(lists(changes), async (options) => {
				const { ids } = await readMoving(options, list);
				expect(new Set(ids).size).toBe(ids.length);
			}),
			{ numRuns: 500 },
		);
	});

	it.each([
		['filtered', 'shrinks', filtered, changesOf(4, 'delete', 'leave', 'edit')],
		['filtered', 'grows', filtered, changesOf(4, 'insert', 'enter', 'edit')],
		['unsorted', 'shrinks', unsorted, changesOf(4, 'delete', 'leave', 'edit')],
		['unsorted', 'grows', unsorted, changesOf(4, 'insert', 'enter', 'edit')],
	])('and is %s and %s misses nothing, or says that it may', async (_, __, list, changes) => {
		await fc.assert(
			fc.asyncProperty(lists(changes), async (options) => {
				const { complete, missing } = await readMoving(options, list);
				if (complete) expect(missing).toEqual([]);
			}),
			{ numRuns: 500 },
		);
	});

	it.each([
		['filtered', filtered],
		['unsorted', unsorted],
	])(
		'and is %s misses nothing, or says that it may, if one record after the other comes or goes',
		async (_, list) => {
			await fc.assert(
				fc.asyncProperty(
					lists(changesOf(1, 'insert', 'delete', 'leave', 'enter')),
					async (options) => {
						const { complete, missing } = await readMoving(options, list);
						if (complete) expect(missing).toEqual([]);
					},
				),
				{ numRuns: 1000 },
			);
		},
	);

	it('misses nothing if as many are deleted as are created between two pages, so that no total tells', async () => {
		const kinds = ['delete', 'delete', 'insert', 'insert'] as const;
		const changes = [[], [], kinds.map((kind) => ({ kind, at: 0 }))];
		const { missing, complete } = await readMoving(
			{ count: 21, largestPage: 10, changes },
			oldestFirst,
		);
		expect([missing, complete]).toEqual([[], true]);
	});
});

describe('a service that always sends the same page', () => {
	const samePage = (total?: string) => {
		const metadata = () => (total === undefined ? undefined : { total });
		const moving = movingList({ count: 100, metadata, mostRequests: 50 });
		const send: typeof moving.client.send = (endpoint, request) =>
			moving.client.send(endpoint, { ...request, query: { ...request?.query, page: 1 } });
		return { ...moving.client, send };
	};

	it.each([undefined, '250'])(
		'is not asked without end for a whole list, with the total %s',
		async (total) => {
			for (const list of [oldestFirst, unsorted]) {
				const { records, complete } = await readWhole(samePage(total), list);
				expect(records).toHaveLength(100);
				expect(complete).toBe(false);
			}
		},
	);
});

it.each([
	['status', 'status', ['onHold', 'archived', undefined, 'inProgress']],
	['customer_id', 'customerId', [null, 'b', undefined, 'a']],
] as const)(
	'sorted by %s, a value that is missing or not known comes last',
	(sortBy, name, all) => {
		const projects = all.map((value, id) => ({ id: String(id), [name]: value }));
		const sorted = sortRecords(projectResource, projects, { sortBy, order: 'asc' });
		expect(idsOf(sorted)).toEqual(['3', '1', '0', '2']);
	},
);
