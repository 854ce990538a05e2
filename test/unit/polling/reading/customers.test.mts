import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { recordKeyOf } from '../../../../nodes/EnergyProjects/polling/entries/entry.ts';
import { readCustomers } from '../../../../nodes/EnergyProjects/polling/reading/customers.ts';
import type {
	ListReading,
	Source,
} from '../../../../nodes/EnergyProjects/polling/reading/source.ts';
import { customer, numbers } from '../comparing/pollingNode.mts';
import { idNumber } from '../world.mts';

const keyOf = (number: number) => recordKeyOf({ id: idNumber(number) }) ?? '';
const keys = (count: number) => numbers(count).map(keyOf);
const ALL = numbers(30).map((number) => customer(number));

interface Given {
	readonly records?: readonly IDataObject[];
	readonly hasRead?: boolean;
	readonly shown?: Partial<ListReading>;
	/** IDs of customers that cannot be read one by one; the list cannot be read either. */
	readonly failing?: readonly string[];
}

/** Reads customers, and says what was asked for. */
async function read(
	wanted: readonly string[],
	{ records = ALL, hasRead = false, ...given }: Given = {},
) {
	const asked: string[] = [];
	const { failing = [], shown } = given;
	const source = {
		hasRead: ({ noun }) => hasRead && noun === 'customer',
		async readAll({ noun }) {
			asked.push(`all ${noun}s`);
			if (failing.length > 0) throw new Error('refused');
			return { records, scope: 'all', isComplete: true, ...shown };
		},
		async readOne({ noun }, id) {
			asked.push(`${noun} ${id}`);
			if (failing.includes(id)) throw new Error('refused');
			return records.find((record) => record.id === id);
		},
	} as Partial<Source> as Source;
	const { byKey, problem } = await readCustomers(wanted, source);
	return { found: [...byKey.values()], byKey, problem, asked };
}

describe('the customers of reported projects', () => {
	it('are read one by one if they are few', async () => {
		const { byKey, problem, asked } = await read(keys(2));
		expect([...byKey]).toEqual([
			[keyOf(1), customer(1)],
			[keyOf(2), customer(2)],
		]);
		expect(problem).toBeUndefined();
		expect(asked).toEqual([`customer ${idNumber(1)}`, `customer ${idNumber(2)}`]);
	});

	it('are read with the whole list if they are more than 20', async () => {
		expect((await read(keys(20))).asked).toHaveLength(20);
		const { byKey, asked } = await read(keys(21));
		expect(asked).toEqual(['all customers']);
		expect(keys(21).every((key) => byKey.has(key))).toBe(true);
	});

	it('are taken from the list if the poll has read it already', async () => {
		const { byKey, asked } = await read(keys(1), { hasRead: true });
		expect(asked).toEqual(['all customers']);
		expect(byKey.get(keyOf(1))).toEqual(customer(1));
	});

	it('are not read if no project has any', async () => {
		for (const hasRead of [false, true]) {
			expect(await read([], { hasRead })).toMatchObject({
				asked: [],
				found: [],
				problem: undefined,
			});
		}
	});

	it('are left out if the service says that they do not exist, which is no problem', async () => {
		const { byKey, problem } = await read(keys(2), { records: [customer(2)] });
		expect([...byKey.keys()]).toEqual([keyOf(2)]);
		expect(problem).toBeUndefined();
	});

	it('are left out one by one if they cannot be read, with the first reason', async () => {
		const { found, problem } = await read(keys(3), { failing: [idNumber(1), idNumber(2)] });
		expect(found).toEqual([customer(3)]);
		expect(problem).toBe('refused');
	});

	it('are left out together if the list cannot be read, with the reason', async () => {
		const { found, problem } = await read(keys(21), { failing: ['all'] });
		expect(found).toEqual([]);
		expect(problem).toBe('refused');
	});

	it('are those of the list that came in time, and the others are a problem', async () => {
		const shown = { records: ALL.slice(0, 5), scope: 'part', isComplete: false } as const;
		const { found, problem } = await read(keys(21), { shown });
		expect(found).toHaveLength(5);
		expect(problem).toBe('time ran out');
	});

	it('are no problem if a list is possibly incomplete', async () => {
		expect((await read(keys(21), { shown: { isComplete: false } })).problem).toBeUndefined();
	});

	it('do not include one without an ID', async () => {
		const records = [{ firstName: 'Ada' }, customer(1)];
		expect((await read(keys(21), { records })).found).toEqual([customer(1)]);
	});
});
