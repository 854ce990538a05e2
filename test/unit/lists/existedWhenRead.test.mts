import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { existedWhenRead } from '../../../nodes/EnergyProjects/lists/existedWhenRead.ts';
import { documentRecord } from '../../../nodes/EnergyProjects/service/records/document.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';

const second = (number: number) => new Date(number * 1000).toISOString();
const pageOf = (records: IDataObject[]) => ({ number: 1, size: 100, records });
const newest = { id: 'newest', createdAt: second(30) };
const older = { id: 'older', createdAt: second(20) };
const nameless = { name: 'without an ID', createdAt: second(10) };
const existed = existedWhenRead(projectRecord, pageOf([newest, older, nameless]));

describe('a record was in the list when its first page was read', () => {
	it.each<[string, IDataObject]>([
		['if that page shows it as the newest', newest],
		['if that page shows it, whatever its time of creation is now', { id: 'older' }],
		['if it was created before the newest of that page', { id: 'x', createdAt: second(29) }],
		['if it has no ID, but is older than the newest', { createdAt: second(29) }],
	])('%s', (_, record) => {
		expect(existed(record)).toBe(true);
	});
});

describe('a record may have joined the list since its first page was read', () => {
	it.each<[string, IDataObject]>([
		['if it is newer than all of that page', { id: 'x', createdAt: second(31) }],
		['if it was created at the same time as the newest', { id: 'x', createdAt: second(30) }],
		['if it is newer and has no ID', { createdAt: second(31) }],
		['if its time of creation cannot be read', { id: 'x', createdAt: 'yesterday' }],
		['if it has no time of creation', { id: 'x' }],
	])('%s', (_, record) => {
		expect(existed(record)).toBe(false);
	});

	it('if that page was empty', () => {
		const nothing = existedWhenRead(projectRecord, pageOf([]));
		expect(nothing({ id: 'x', createdAt: second(1) })).toBe(false);
	});

	it('if that page has a time that cannot be read, unless that page shows the record', () => {
		const unreadable = { id: 'a', createdAt: 'soon' };
		const hadBeen = existedWhenRead(projectRecord, pageOf([unreadable, older]));
		expect(hadBeen({ id: 'x', createdAt: second(1) })).toBe(false);
		expect(hadBeen(unreadable)).toBe(true);
	});

	it('if the service cannot sort the list by age, unless that page shows the record', () => {
		const inItsOwnOrder = existedWhenRead(documentRecord, pageOf([newest, older]));
		expect(inItsOwnOrder({ id: 'x', createdAt: second(1) })).toBe(false);
		expect(inItsOwnOrder(older)).toBe(true);
	});
});
