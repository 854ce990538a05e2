import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLimited } from '../../../nodes/EnergyProjects/lists/limitedList.ts';
import type { ListRequest } from '../../../nodes/EnergyProjects/lists/page.ts';
import { readWhole } from '../../../nodes/EnergyProjects/lists/wholeList.ts';
import { documentRecord } from '../../../nodes/EnergyProjects/service/records/document.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { idsOf, movingList } from './movingList.mts';
import type { Change, MovingListOptions } from './movingList.mts';

const lists: ReadonlyArray<[string, ListRequest]> = [
	['sorted by age', { record: projectRecord }],
	['filtered', { record: projectRecord, query: { status: 'completed' } }],
	['unsorted', { record: documentRecord }],
];

type Metadata = NonNullable<MovingListOptions['metadata']>;

/** What a service says about the size of its pages. */
const sizes: ReadonlyArray<[string, Pick<MovingListOptions, 'tells'> & { takesOut?: true }]> = [
	['states the size it sends', { tells: 'largest' }],
	['states the size that was asked for', { tells: 'asked' }],
	['states no size', { takesOut: true }],
];
const withoutLimit: Metadata = ({ page, total }) => ({ page, total });

const rightTotals: ReadonlyArray<[string, Metadata]> = [
	['as a numeric string', (told) => told],
	['as a number', (told) => ({ ...told, total: Number(told.total) })],
];
const wrongTotals: ReadonlyArray<[string, Metadata]> = [
	['that is missing', ({ page, limit }) => ({ page, limit })],
	['that is not a number', (told) => ({ ...told, total: 'many' })],
	['of null', (told) => ({ ...told, total: null })],
	['too small by one', (told) => ({ ...told, total: String(Math.max(0, Number(told.total) - 1)) })],
	['of a third of the records', (told) => ({ ...told, total: Math.floor(Number(told.total) / 3) })],
	['of 0', (told) => ({ ...told, total: '0' })],
	['too large by one', (told) => ({ ...told, total: Number(told.total) + 1 })],
	['far too large', (told) => ({ ...told, total: '900000000000000' })],
];

const everySize = sizes.flatMap(([words, { takesOut, ...size }]) =>
	[false, true].map((countsByAsked) => ({
		words: `${words} and counts pages by the size ${countsByAsked ? 'asked for' : 'it sends'}`,
		options: { ...size, countsByAsked },
		over: (metadata: Metadata): Metadata =>
			takesOut === undefined
				? metadata
				: (told, shown) => {
						const rest = metadata(told, shown);
						return rest && withoutLimit(rest, shown);
					},
	})),
);
const cases = (totals: typeof rightTotals) =>
	everySize.flatMap(({ words, options, over }) =>
		totals.map(([total, metadata]) => ({
			service: `${words}, with a total ${total}`,
			options: { ...options, metadata: over(metadata) },
		})),
	);

async function readMoving(options: MovingListOptions, list: ListRequest) {
	const moving = movingList({ mostRequests: 500, ...options });
	const { records, complete } = await readWhole(moving.client, list);
	const ids = idsOf(records);
	const missing = moving.throughout().filter((id) => !ids.includes(id));
	return { ids, missing, complete, queries: moving.queries, looksWhole: moving.looksWhole() };
}

describe('a service that sends 50 records if asked for 100', () => {
	describe.each(cases(rightTotals))('$service', ({ options }) => {
		it.each(lists)('gives the whole list (%s)', async (_, list) => {
			for (const count of [0, 1, 49, 50, 51, 100, 120, 250]) {
				const result = await readMoving({ count, largestPage: 50, ...options }, list);
				expect(result.ids).toHaveLength(count);
				expect(result).toMatchObject({ missing: [], complete: true });
			}
		});
	});

	describe.each([...cases(rightTotals), ...cases(wrongTotals)])('$service', ({ options }) => {
		it.each([20, 50, 70, 100, 150, 240, 1000])('gives %i records if they exist', async (limit) => {
			for (const [, list] of lists) {
				const moving = { count: 250, largestPage: 50, ...options };
				const { client, present, looksWhole } = movingList(moving);
				const ids = idsOf(await readLimited(client, list, limit));
				if (looksWhole()) continue;
				expect(ids).toEqual(present().slice(0, limit));
			}
		});
	});
});

describe('a service that counts incorrectly or not at all', () => {
	it.each(cases(wrongTotals))(
		'$service: everything is read, but counts as possibly incomplete',
		async (one) => {
			for (const [, list] of lists) {
				for (const largestPage of [50, 100]) {
					for (const count of [51, 100, 150, 200, 250, 300]) {
						const options = { count, largestPage, ...one.options };
						const result = await readMoving(options, list);
						if (result.looksWhole) continue;
						expect(new Set(result.ids).size).toBe(result.ids.length);
						expect(result).toMatchObject({ missing: [], complete: false });
					}
				}
			}
		},
	);

	it('gives everything even if it counts the records of the page', async () => {
		const metadata: Metadata = (told, shown) => ({ ...told, total: String(shown) });
		for (const [, list] of lists) {
			const result = await readMoving({ count: 250, metadata }, list);
			expect(result).toMatchObject({ missing: [], complete: false });
			const { client } = movingList({ count: 250, metadata });
			expect(await readLimited(client, list, 150)).toHaveLength(150);
		}
	});

	it('is not asked for pages far behind the end', async () => {
		const metadata: Metadata = (told) => ({ ...told, total: '900000000000000' });
		for (const [, list] of lists) {
			const { queries } = await readMoving({ count: 250, metadata }, list);
			expect(queries.length).toBeLessThan(12);
		}
	});
});

describe('a correct service', () => {
	it.each([
		[0, 1, 1],
		[1, 1, 1],
		[99, 1, 1],
		[101, 2, 5],
		[250, 3, 7],
		[430, 5, 11],
	])('is asked for a list of %i no more often than necessary', async (count, sorted, unsorted) => {
		const requests = lists.map(async ([, list]) => (await readMoving({ count }, list)).queries);
		const [byAge, filtered, plain] = (await Promise.all(requests)).map(({ length }) => length);
		expect(byAge).toBe(sorted);
		expect([filtered, plain].every((number) => number <= unsorted)).toBe(true);
	});
});

describe('any service, while records come, go and change', () => {
	const changes = (...kinds: Array<Change['kind']>) =>
		fc.array(
			fc.array(
				fc.record({
					kind: fc.constantFrom(...kinds),
					at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
				}),
				{ maxLength: 3 },
			),
			{ maxLength: 25 },
		);
	const services = (moves: ReturnType<typeof changes>, ...totals: Array<typeof rightTotals>) =>
		fc.record({
			count: fc.nat({ max: 40 }),
			largestPage: fc.integer({ min: 1, max: 7 }),
			changes: moves,
			service: fc.constantFrom(...totals.flatMap(cases)),
		});

	it('gives no record twice, and none is missed if the list is counted correctly', async () => {
		await fc.assert(
			fc.asyncProperty(
				services(changes('insert', 'delete', 'edit'), rightTotals),
				async ({ service, ...options }) => {
					const result = await readMoving({ ...options, ...service.options }, lists[0][1]);
					expect(new Set(result.ids).size).toBe(result.ids.length);
					expect(result).toMatchObject({ missing: [], complete: true });
				},
			),
			{ numRuns: 1000 },
		);
	});

	it.each(lists)(
		'gives no record twice, and if one may be missed, the result says so (%s)',
		async (_, list) => {
			// In a list that is sorted by age and not filtered, no record comes into the middle.
			const isFirm = list === lists[0][1];
			const growing = isFirm ? (['insert'] as const) : (['insert', 'enter'] as const);
			for (const moves of [changes('delete', 'leave', 'edit'), changes(...growing, 'edit')]) {
				await fc.assert(
					fc.asyncProperty(
						services(moves, rightTotals, wrongTotals),
						async ({ service, ...options }) => {
							const result = await readMoving(
								{ ...options, ...service.options, insertAnywhere: !isFirm },
								list,
							);
							const { ids, missing, complete } = result;
							expect(new Set(ids).size).toBe(ids.length);
							fc.pre(!result.looksWhole);
							if (complete) expect(missing).toEqual([]);
						},
					),
					{ numRuns: 1000 },
				);
			}
		},
	);

	it.each(lists)('whose list stays as it is gives everything (%s)', async (_, list) => {
		await fc.assert(
			fc.asyncProperty(
				services(fc.constant([]), rightTotals, wrongTotals),
				async ({ service, ...options }) => {
					const result = await readMoving({ ...options, ...service.options }, list);
					const { ids, missing } = result;
					fc.pre(!result.looksWhole);
					expect(new Set(ids).size).toBe(ids.length);
					expect(missing).toEqual([]);
				},
			),
			{ numRuns: 1000 },
		);
	});

	it('gives as many as exist up to a limit', async () => {
		await fc.assert(
			fc.asyncProperty(
				services(fc.constant([]), rightTotals, wrongTotals),
				fc.integer({ min: 1, max: 50 }),
				async ({ service, ...options }, limit) => {
					const moving = movingList({ ...options, ...service.options });
					const ids = idsOf(await readLimited(moving.client, lists[2][1], limit));
					fc.pre(!moving.looksWhole());
					expect(ids).toEqual(moving.present().slice(0, limit));
				},
			),
			{ numRuns: 1000 },
		);
	});
});
