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

type Read = Awaited<ReturnType<typeof readMoving>>;
const missesNothingOrSaysSo = ({ complete, missing }: Read) => {
	if (complete) expect(missing).toEqual([]);
};

describe('a whole list that moves while it is read', () => {
	/** Draws lists that move so, reads each, and checks what was read. */
	const whatever = async (
		changes: ReturnType<typeof changesOf>,
		list: ListRequest,
		check: (read: Read) => void,
		numRuns = 500,
	) =>
		await fc.assert(
			fc.asyncProperty(lists(changes), async (drawn) => {
				const options = list === oldestFirst ? { ...drawn, insertAnywhere: false } : drawn;
				const read = await readMoving(options, list);
				expect(new Set(read.ids).size).toBe(read.ids.length);
				check(read);
			}),
			{ numRuns },
		);

	it('has no record twice and none missing, whatever is created, edited and deleted', async () => {
		says('README.md', 'A whole list is complete, or the item fails');
		await whatever(changesOf(4, 'insert', 'delete', 'edit'), oldestFirst, (read) => {
			expect(read).toMatchObject({ missing: [], complete: true });
		});
	});

	describe.each(Object.entries({ filtered, unsorted }))('and is %s', (_, list) => {
		it('has no record twice, whatever happens', async () => {
			const changes = changesOf(4, 'insert', 'delete', 'edit', 'leave', 'enter');
			await whatever(changes, list, () => undefined);
		});

		it.each([
			['shrinks', changesOf(4, 'delete', 'leave', 'edit')],
			['grows', changesOf(4, 'insert', 'enter', 'edit')],
		])('and %s misses nothing, or says that it may', async (__, changes) => {
			await whatever(changes, list, missesNothingOrSaysSo);
		});

		it('misses nothing, or says that it may, if one record after the other comes or goes', async () => {
			const changes = changesOf(1, 'insert', 'delete', 'leave', 'enter');
			await whatever(changes, list, missesNothingOrSaysSo, 1000);
		});
	});

	it('misses nothing if as many are deleted as are created between two pages, so that no total tells', async () => {
		const kinds = ['delete', 'delete', 'insert', 'insert'] as const;
		const changes = [[], [], kinds.map((kind) => ({ kind, at: 0 }))];
		const options = { count: 21, largestPage: 10, changes };
		const { missing, complete } = await readMoving(options, oldestFirst);
		expect([missing, complete]).toEqual([[], true]);
	});
});

const samePage = (total?: string) => {
	const metadata = () => (total === undefined ? undefined : { total });
	const moving = movingList({ count: 100, metadata, mostRequests: 50 });
	const send: typeof moving.client.send = (endpoint, request) =>
		moving.client.send(endpoint, { ...request, query: { ...request?.query, page: 1 } });
	return { ...moving.client, send };
};

it.each([undefined, '250'])(
	'a service that always sends the same page is not asked without end, with the total %s',
	async (total) => {
		for (const list of [oldestFirst, unsorted]) {
			const { records, complete } = await readWhole(samePage(total), list);
			expect(records).toHaveLength(100);
			expect(complete).toBe(false);
		}
	},
);

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
