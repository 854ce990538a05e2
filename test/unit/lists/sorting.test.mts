import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ProjectOrder } from '../../../nodes/EnergyProjects/lists/sorting.ts';
import { isServiceOrder, sortProjects } from '../../../nodes/EnergyProjects/lists/sorting.ts';

const oldestFirst = { sortBy: 'created_at', order: 'asc' } as const;
const newestFirst = { sortBy: 'created_at', order: 'desc' } as const;

it('projects are sorted by the moment of their creation, in whatever form the service sends it', async () => {
	const inOrder = [
		'2026-03-01T10:00:00Z',
		'2026-03-01T10:00:00.500Z',
		'2026-03-01T12:00:01+02:00',
		'2026-03-01T10:00:02.000Z',
	].map((createdAt) => ({ createdAt }));
	expect(await sortProjects([...inOrder].reverse(), oldestFirst)).toEqual(inOrder);
	expect(await sortProjects(inOrder, newestFirst)).toEqual([...inOrder].reverse());
});

describe('projects with equal values', () => {
	const project = fc.record({
		id: fc.uuid(),
		createdAt: fc.constantFrom('2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z', null),
		status: fc.constantFrom('inProgress', 'completed', 'archived'),
		customerId: fc.constantFrom('a', 'b', null),
	});
	const list = fc.uniqueArray(project, { selector: ({ id }) => id, maxLength: 12 });
	const sortBy = fc.constantFrom('created_at' as const, 'status' as const, 'customer_id' as const);

	it('come in the same order, whatever the order of reading', async () => {
		const shuffled = list.chain((read) =>
			fc.tuple(
				fc.constant(read),
				fc.shuffledSubarray(read, { minLength: read.length, maxLength: read.length }),
			),
		);
		await fc.assert(
			fc.asyncProperty(
				shuffled,
				sortBy,
				fc.constantFrom('asc', 'desc'),
				async ([one, other], by, order) => {
					const sort = { sortBy: by, order } as const;
					expect(await sortProjects(one, sort)).toEqual(await sortProjects(other, sort));
				},
			),
		);
	});

	it('come in the reverse order if sorted descending', async () => {
		await fc.assert(
			fc.asyncProperty(list, sortBy, async (projects, by) => {
				const ascending = await sortProjects(projects, { sortBy: by, order: 'asc' });
				const descending = await sortProjects(projects, { sortBy: by, order: 'desc' });
				expect(descending).toEqual([...ascending].reverse());
			}),
		);
	});

	it('come in the order of their creation', async () => {
		const at = (second: number) => `2026-03-01T10:00:0${second}Z`;
		const projects = [3, 1, 2].map((second) => ({
			id: `${9 - second}`,
			status: 'completed',
			createdAt: at(second),
		}));
		const sorted = await sortProjects(projects, { sortBy: 'status', order: 'asc' });
		expect(sorted.map(({ createdAt }) => createdAt)).toEqual([at(1), at(2), at(3)]);
	});

	it('keep their order if they have no ID, even if there are hundreds of them', async () => {
		const projects = Array.from({ length: 400 }, (_, place) => ({ place, status: 'completed' }));
		expect(await sortProjects(projects, { sortBy: 'status', order: 'asc' })).toEqual(projects);
	});
});

describe('projects are sorted as the service sorts them', () => {
	const createdAt = '2026-03-01T10:00:00Z';
	const sortedIds = async (projects: IDataObject[], sortBy: ProjectOrder['sortBy']) => {
		const [asc, desc] = await Promise.all(
			(['asc', 'desc'] as const).map(
				async (order) => await sortProjects(projects, { sortBy, order }),
			),
		);
		expect(desc).toEqual([...asc].reverse());
		return asc.map(({ id }) => id);
	};

	it('by status in the order of a project’s life, an unknown one first', async () => {
		const statuses = ['archived', 'inProgress', 'new', 'completed'];
		const projects = statuses.map((status) => ({ id: status, status, createdAt }));
		const expected = ['new', 'inProgress', 'completed', 'archived'];
		expect(await sortedIds(projects, 'status')).toEqual(expected);
	});

	it('by customer, those without one last', async () => {
		const customers = { p1: null, p2: 'b', p3: undefined, p4: 'a', p5: 'undefined' };
		const projects = Object.entries(customers).map(([id, customerId]) => ({
			id,
			customerId,
			createdAt,
		}));
		expect(await sortedIds(projects, 'customer_id')).toEqual(['p4', 'p2', 'p5', 'p1', 'p3']);
	});

	it('by the moment of their creation, whatever else they have', async () => {
		const projects = [
			{ id: 'a', status: 'inProgress', customerId: 'a', createdAt: '2026-03-01T10:00:02Z' },
			{ id: 'b', status: 'archived', customerId: 'b', createdAt: '2026-03-01T10:00:01Z' },
			{ id: 'c', status: 'completed', customerId: null, createdAt: 'soon' },
		];
		expect(await sortedIds(projects, 'created_at')).toEqual(['c', 'b', 'a']);
	});
});

it.each([
	['created_at', true],
	['status', true],
	['customer_id', true],
	['name', false],
	['updated_at', false],
])('the service sorts projects by %s: %s', (sortBy, isSorted) => {
	expect(isServiceOrder({ sortBy })).toBe(isSorted);
});
