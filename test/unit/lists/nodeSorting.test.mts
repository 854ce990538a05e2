import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { customerNames, projectNames } from '../../../nodes/EnergyProjects/lists/names.ts';
import { sortByNodeKey } from '../../../nodes/EnergyProjects/lists/nodeSorting.ts';
import type { NodeSortKey } from '../../../nodes/EnergyProjects/lists/nodeSorting.ts';

const sorted = (
	records: readonly IDataObject[],
	sortBy: NodeSortKey,
	order: 'asc' | 'desc' = 'asc',
	namesOf = projectNames,
) => sortByNodeKey(records, { sortBy, order }, namesOf);

describe('a whole list', () => {
	it.each<[string, NodeSortKey, string, unknown[]]>([
		['human IDs by their numbers', 'human_id', 'humanId', ['C-1', 'P-9', 'P-010', 'P-11', 'P-100']],
		['human IDs that are numbers', 'human_id', 'humanId', [9, '10', 11]],
		['names as in a phone book', 'name', 'name', ['Ärzte', 'Bau', 'bau 2', 'Bau 10', 'Öl', 'Zoo']],
		[
			'names with an umlaut in either Unicode form',
			'name',
			'name',
			['Haus A\u0308 1', 'Haus \u00c4 2', 'Haus A\u0308 3'],
		],
		[
			'times as moments',
			'updated_at',
			'updatedAt',
			[
				'2026-03-01T09:00:00Z',
				'2026-03-01T12:00:00+02:00',
				'2026-03-01T10:00:00.500Z',
				'2026-03-01T10:00:01+00:00',
			],
		],
		[
			'times before 1970 as moments, such as one that was never set',
			'updated_at',
			'updatedAt',
			['0001-01-01T00:00:00Z', '1900-01-01T00:00:00Z', '1969-12-31T00:00:00Z'],
		],
	])('sorts %s', async (_, key, field, values) => {
		const records = values.map((value) => ({ [field]: value })) as IDataObject[];
		for (const read of [records, [...records].reverse()]) {
			expect(await sorted(read, key)).toEqual(records);
			expect(await sorted(read, key, 'desc')).toEqual([...records].reverse());
		}
	});

	it('sorts customers by the name of the company, or else by last and first name', async () => {
		const customers = [
			{ lastName: 'Adam', firstName: 'Zoe' },
			{ isCompany: true, companyName: 'Bau GmbH', lastName: 'Zorn' },
			{ lastName: 'Weber', firstName: 'Ada', companyName: 'Aal AG' },
			{ lastName: 'Weber', firstName: 'Bob' },
			{ isCompany: true, companyName: null, lastName: 'Ziel', firstName: 'Eva' },
		];
		expect(await sorted([...customers].reverse(), 'name', 'asc', customerNames)).toEqual(customers);
	});

	it('sorts by the first name of all, and by the next one only if that is the same', async () => {
		const company = (companyName: string, lastName: string) => ({
			isCompany: true,
			companyName,
			lastName,
		});
		const inOrder = [
			company('Nord', 'Zander'),
			company('Norda', 'Adler'),
			company('Norda', 'Beck'),
		];
		const order = { sortBy: 'name', order: 'asc' } as const;
		const sortedAgain = await sortByNodeKey([...inOrder].reverse(), order, customerNames);
		expect(sortedAgain).toEqual(inOrder);
	});

	it('does not depend on the language of the machine', async () => {
		// Swedish and Danish sort some of these after z.
		const records = ['Åkesson', 'Ärzte', 'Bau', 'Zoo'].map((name) => ({ name }));
		expect(await sorted(records, 'name')).toEqual(records);
	});
});

const keys = ['created_at', 'human_id', 'name', 'updated_at'] as const;
const fields = {
	created_at: 'createdAt',
	human_id: 'humanId',
	name: 'name',
	updated_at: 'updatedAt',
} as const;
const missing = [undefined, null, '', '  ', {}, []];

it.each(keys)('records without %s come last in both directions', async (key) => {
	const field = fields[key];
	const without = missing.map((value, id) => ({ id: `${id}`, [field]: value })) as IDataObject[];
	const values = key.endsWith('_at')
		? ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
		: ['a 1', 'a 2'];
	const with_ = values.map((value) => ({ id: 'x', [field]: value }));
	const read = [...without.slice(3), ...with_, ...without.slice(0, 3)];
	expect(await sorted(read, key)).toEqual([...with_, ...without]);
	expect(await sorted(read, key, 'desc')).toEqual([...[...with_].reverse(), ...without]);
});

it('times that cannot be read count as missing', async () => {
	const [bad, good] = ['yesterday', '2026-01-01T00:00:00Z'].map((updatedAt) => ({ updatedAt }));
	expect(await sorted([bad, good], 'updated_at', 'asc')).toEqual([good, bad]);
	expect(await sorted([bad, good], 'updated_at', 'desc')).toEqual([good, bad]);
});

describe('records with equal values', () => {
	const record = fc.record({
		id: fc.uuid(),
		name: fc.constantFrom('a', 'b', null),
		humanId: fc.constantFrom('P-1', 'P-01', null),
		createdAt: fc.constantFrom('2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z', null),
		updatedAt: fc.constantFrom('2026-03-01T12:00:00+02:00', '2026-03-01T10:00:00Z', 'x'),
	});
	const list = fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 12 });

	it('come in the same order, whatever the order of reading, and in both directions', async () => {
		const shuffled = list.chain((read) =>
			fc.tuple(
				fc.constant(read),
				fc.shuffledSubarray(read, { minLength: read.length, maxLength: read.length }),
			),
		);
		await fc.assert(
			fc.asyncProperty(shuffled, fc.constantFrom(...keys), async ([one, other], key) => {
				expect(await sorted(one, key)).toEqual(await sorted(other, key));
				expect(await sorted(one, key, 'desc')).toEqual(await sorted(other, key, 'desc'));
			}),
		);
	});

	it('come in the order of their creation, then of their IDs', async () => {
		const at = (second: number) => `2026-03-01T10:00:0${second}Z`;
		const records = [
			{ id: 'd', createdAt: at(1) },
			{ id: 'b', createdAt: at(2) },
			{ id: 'c', createdAt: at(2) },
			{ id: 'a', createdAt: at(3) },
		].map((own) => ({ ...own, name: 'Haus', humanId: 'P-1', updatedAt: at(9) }));
		for (const key of ['name', 'human_id', 'updated_at'] as const) {
			for (const order of ['asc', 'desc'] as const) {
				expect(await sorted([...records].reverse(), key, order)).toEqual(records);
			}
		}
	});
});

describe('hundreds of records that were created at the same time', () => {
	const alike = { name: 'Haus', humanId: 'P-1', createdAt: null, updatedAt: null };
	const numbers = Array.from({ length: 400 }, (_, number) => number);

	it.each(keys)('come in the order of their IDs, sorted by %s', async (key) => {
		const records = numbers.map((number) => ({ id: String(number).padStart(3, '0'), ...alike }));
		// Neither in order nor in the opposite one: 7 has no divisor in common with 400.
		const read = numbers.map((number) => records[(number * 7) % 400]);
		expect(await sorted(read, key)).toEqual(records);
	});

	it.each(keys)('keep their order if they have no ID, sorted by %s', async (key) => {
		const records = numbers.map((number) => ({ place: number, ...alike }));
		expect(await sorted(records, key)).toEqual(records);
	});
});

it('names of a megabyte, with any number of accents, are sorted too', async () => {
	const records = ['x'.repeat(1e6), `a${'\u0301\u0316'.repeat(5e5)}`, '1'.repeat(1e6)].map(
		(name) => ({ name }),
	);
	expect((await sorted(records, 'name')).map(({ name }) => String(name)[0])).toEqual([
		'1',
		'a',
		'x',
	]);
});
