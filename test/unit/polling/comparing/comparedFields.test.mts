import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	compareRecords,
	filledFields,
} from '../../../../nodes/EnergyProjects/polling/comparing/compareRecords.ts';
import { entryMaker } from '../../../../nodes/EnergyProjects/polling/entries/entry.ts';
import { isSameLayout, layoutOf } from '../../../../nodes/EnergyProjects/polling/entries/layout.ts';
import type { RecordType } from '../../../../nodes/EnergyProjects/service/record.ts';
import { customerRecord } from '../../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';

/** The fields that differ between two versions of a record. */
async function changed(
	before: IDataObject,
	after: IDataObject,
	type: RecordType = projectRecord,
): Promise<readonly string[]> {
	const layout = layoutOf(type);
	const nothing = { layout, entries: new Map(), toRepeat: new Map() };
	const known = await compareRecords(type, nothing, [{ id: 'a', ...before }], true);
	const former = { ...nothing, entries: known.entries };
	const { changes } = await compareRecords(type, former, [{ id: 'a', ...after }], true);
	return changes.flatMap(({ changedFields = [] }) => changedFields);
}

/** A value inside so many arrays. */
const nested = (value: unknown, levels: number): unknown =>
	levels === 0 ? value : [nested(value, levels - 1)];
const circuits = (...entries: unknown[]) => ({ heatingCircuits: entries }) as IDataObject;

describe('the compared fields', () => {
	it('are those that can be written, but not the company', () => {
		expect(layoutOf(customerRecord)).toEqual({
			fields: [
				...['firstName', 'lastName', 'email', 'invoiceEmail', 'phoneNumber'],
				...['isCompany', 'companyName', 'address'],
			],
			values: ['false', 'true'],
		});
		const { fields, values } = layoutOf(projectRecord);
		expect(fields).not.toContain('companyId');
		expect(fields).toEqual(expect.arrayContaining(['name', 'status', 'heatingCircuits']));
		expect(values.slice(0, 2)).toEqual(['false', 'true']);
		expect(values).toEqual(expect.arrayContaining(['inProgress', 'terracedHouse', 'gas']));
		expect(new Set(values).size).toBe(values.length);
	});

	it('are told from those of another version', () => {
		const layout = layoutOf(customerRecord);
		expect(isSameLayout(layout, layoutOf(customerRecord))).toBe(true);
		expect(isSameLayout(layout, { ...layout, fields: layout.fields.slice(1) })).toBe(false);
		expect(isSameLayout(layout, { ...layout, values: ['true', 'false'] })).toBe(false);
	});

	it('show every edit of an enumeration, even if it has more values than one character can name', async () => {
		const values = Array.from({ length: 70 }, (_, index) => `value ${index}`);
		const many: RecordType = {
			...customerRecord,
			fields: customerRecord.fields.map((field) =>
				field.name === 'phoneNumber'
					? {
							...field,
							type: 'enumeration',
							values: values.map((value) => ({ name: value, value })),
						}
					: field,
			),
		};
		expect(layoutOf(many).values).toHaveLength(63);
		for (const [index, phoneNumber] of values.entries()) {
			const other = { phoneNumber: values[(index + 1) % values.length] };
			expect(await changed({ phoneNumber }, other, many)).toEqual(['phoneNumber']);
			expect(await changed({ phoneNumber }, { phoneNumber }, many)).toEqual([]);
		}
	});

	it('that are filled in are known without another version of the record', () => {
		const layout = layoutOf(customerRecord);
		const entry = entryMaker(
			customerRecord,
			layout,
		)({ id: 'a', lastName: 'Weber', isCompany: false });
		expect(filledFields(entry, layout)).toEqual(['lastName', 'isCompany']);
	});
});

describe('a value that the service never documented', () => {
	it.each<[string, IDataObject, IDataObject, string[]]>([
		['a text in a list', circuits('a'), circuits('b'), ['heatingCircuits']],
		['texts in a different order', circuits('a', 'b'), circuits('b', 'a'), []],
		['a list in a list', circuits(['a']), circuits(['b']), ['heatingCircuits']],
		['an object in it', circuits([{ a: 1 }]), circuits([{ a: 2 }]), ['heatingCircuits']],
		['null in it', circuits([null]), circuits([null, 1]), ['heatingCircuits']],
		['an empty list', circuits(), { heatingCircuits: null }, []],
		['a number for a date', { installationDate: 1 }, { installationDate: 2 }, ['installationDate']],
		['a long number for a text', { name: 12345678901 }, { name: 12345678902 }, ['name']],
		['a long text', { name: '2026-09-01 a' }, { name: '2026-09-01 b' }, ['name']],
	])('is compared all the same: %s', async (_, before, after, expected) => {
		expect(await changed(before, after)).toEqual(expected);
		expect(await changed(after, after)).toEqual([]);
	});

	it('is compared down to ten levels, and does no harm below', async () => {
		const at = (value: string, levels: number) => circuits(nested(value, levels));
		expect(await changed(at('a', 10), at('b', 10))).toEqual(['heatingCircuits']);
		expect(await changed(at('a', 11), at('b', 11))).toEqual([]);
		expect(await changed(at('a', 3_000), at('a', 3_000))).toEqual([]);
	});
});
