import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	customerNames,
	projectNames,
	projectNamesWithoutCity,
} from '../../../nodes/EnergyProjects/lists/names.ts';
import type { NamesOf } from '../../../nodes/EnergyProjects/lists/names.ts';
import { entryOf, searchPages, searchWhole } from '../../../nodes/EnergyProjects/lists/search.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { movingList, withFewer } from './movingList.mts';
import type { MovingListOptions } from './movingList.mts';

/** Searches a list in pages, newest record first; each record is named by its ID. */
function editorOn(options: MovingListOptions) {
	const { client, queries } = movingList(options);
	const list = { record: projectRecord, query: { sortBy: 'created_at', order: 'desc' } };
	return {
		async search(filter = '', token?: string) {
			const before = queries.length;
			const toEntry = (json: IDataObject) => entryOf(projectRecord, json, [json.id]);
			const { results, paginationToken } = await searchPages(client, list, toEntry, filter, token);
			const asked = queries.slice(before).map(({ page }) => page);
			return { names: results.map(({ name }) => name), token: paginationToken, asked };
		},
		limits: () => [...new Set(queries.map(({ limit }) => limit))],
	};
}
const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);
const idNumber = (number: number) => `id ${String(number).padStart(4, '0')}`;

describe('a search in a list that comes in pages', () => {
	it('brings one page at a time if nothing was entered', async () => {
		const editor = editorOn({ count: 230 });
		const first = await editor.search();
		expect(first).toMatchObject({ token: '2/100', asked: [1] });
		expect(first.names).toEqual(numbers(131, 230).map(idNumber).reverse());
		const second = await editor.search('', '2/100');
		expect(second).toMatchObject({ token: '3/100', asked: [2] });
		expect(second.names).toHaveLength(100);
		const third = await editor.search('', '3/100');
		expect(third).toMatchObject({ token: undefined, asked: [3] });
		expect(third.names).toEqual(numbers(1, 30).map(idNumber).reverse());
	});

	it('reads one page, then five at a time, and none behind the end of the list', async () => {
		const { names, token, asked } = await editorOn({ count: 1_350 }).search(idNumber(7));
		expect(names).toEqual([idNumber(7)]);
		expect(token).toBeUndefined();
		expect(asked).toEqual(numbers(1, 14));
	});

	it('ends as soon as there is enough to scroll', async () => {
		const editor = editorOn({ count: 2_000 });
		const { names, token, asked } = await editor.search('id 13');
		expect(asked).toEqual(numbers(1, 11));
		expect(names).toHaveLength(120);
		expect(token).toBe('12/100');
		expect((await editorOn({ count: 319, largestPage: 19 }).search()).asked).toEqual([
			1, 2, 3, 4, 5, 6,
		]);
		expect((await editorOn({ count: 320, largestPage: 20 }).search()).asked).toEqual([1]);
	});

	it('reads 50 pages at most, and goes on from there', async () => {
		const editor = editorOn({ count: 6_000 });
		const first = await editor.search(idNumber(7));
		expect(first).toMatchObject({ names: [], token: '51/100' });
		expect(first.asked).toEqual(numbers(1, 50));
		const second = await editor.search(idNumber(7), '51/100');
		expect(second).toMatchObject({ names: [idNumber(7)], token: undefined });
		// Page 60 is full, so only the next one shows that the list has ended.
		expect(second.asked).toEqual(numbers(51, 61));
	});

	it('asks for pages of the size that the service sends', async () => {
		const editor = editorOn({ count: 150, largestPage: 50, countsByAsked: true });
		expect(await editor.search()).toMatchObject({ token: '2/50' });
		const { names, token } = await editor.search('', '2/50');
		expect(names[0]).toBe(idNumber(100));
		expect(token).toBe('3/50');
		expect(editor.limits()).toEqual([100, 50]);
	});

	it.each<[string, MovingListOptions['metadata']]>([
		['is missing', () => undefined],
		['is 0', (told) => ({ ...told, total: '0' })],
	])('reads on if the total %s', async (_, metadata) => {
		const { names, token } = await editorOn({ count: 430, metadata }).search(idNumber(7));
		expect(names).toEqual([idNumber(7)]);
		expect(token).toBeUndefined();
	});

	it('reads one page at a time where the total does not promise more', async () => {
		const metadata: MovingListOptions['metadata'] = (told) => ({ ...told, total: '150' });
		const { names, asked } = await editorOn({ count: 430, metadata }).search(idNumber(7));
		expect(names).toEqual([idNumber(7)]);
		expect(asked).toEqual([1, 2, 3, 4, 5]);
	});

	it('asks for pages of one size even if a later page has fewer', async () => {
		const { client, queries } = movingList({ count: 450 });
		const send: typeof client.send = async (...request) =>
			withFewer((await client.send(...request)) as { items: IDataObject[] }, true);
		const list = { record: projectRecord };
		const toEntry = (json: IDataObject) => entryOf(projectRecord, json, [json.id]);
		const part = await searchPages({ ...client, send }, list, toEntry, '', '2/100');
		expect(part.paginationToken).toBe('3/100');
		expect(queries).toHaveLength(1);
	});

	it('reads as many pages at once as are left, and no more', async () => {
		const moving = movingList({ count: 1_350 });
		const rounds: number[] = [];
		const send: typeof moving.client.send = async (...request) => {
			// Requests of the same round begin before any of them is answered.
			rounds.push(moving.queries.length);
			await new Promise(setImmediate);
			return await moving.client.send(...request);
		};
		const list = { record: projectRecord };
		const toEntry = (json: IDataObject) => entryOf(projectRecord, json, [json.id]);
		await searchPages({ ...moving.client, send }, list, toEntry, 'nothing', undefined);
		expect(rounds).toEqual([0, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 11, 11, 11]);
	});

	it('ends if every page is the same, since the service ignores the number', async () => {
		const { client, queries } = movingList({ count: 100, mostRequests: 50 });
		const same = {
			...client,
			send: async () => await client.send({} as never, { query: { page: 1, limit: 100 } }),
		};
		const toEntry = (json: IDataObject) => entryOf(projectRecord, json, [json.id]);
		const metadata = await searchPages(
			same,
			{ record: projectRecord },
			toEntry,
			'nothing',
			undefined,
		);
		expect(metadata).toEqual({ results: [] });
		expect(queries.length).toBeLessThan(10);
	});
});

describe('a search in a list that comes as one array', () => {
	const records = numbers(1, 250).map((number) => ({
		// Without digits, or a search for a number would find them.
		...{
			id: number.toString(2).replaceAll('0', 'x').replaceAll('1', 'y'),
			firstName: 'Ada',
			lastName: `Weber ${(number * 7) % 250}`,
		},
	}));
	const toEntry = (json: IDataObject) => entryOf(customerRecord, json, customerNames(json));

	it('brings 100 entries at a time, in the order of their names', async () => {
		const names: string[] = [];
		const lengths: number[] = [];
		for (let token: unknown; ; ) {
			const { results, paginationToken } = await searchWhole(records, toEntry, '', token);
			names.push(...results.map(({ name }) => name));
			lengths.push(results.length);
			if (paginationToken === undefined) break;
			token = paginationToken;
		}
		expect(lengths).toEqual([100, 100, 50]);
		expect(names).toEqual(numbers(0, 249).map((number) => `Weber ${number}, Ada`));
	});

	it('has no next part if the list ends with this one', async () => {
		const few = records.slice(0, 100);
		expect(Object.keys(await searchWhole(few, toEntry, '', undefined))).toEqual(['results']);
	});

	it.each([
		['weber 17', ['Weber 17, Ada', 'Weber 117, Ada', 'Weber 170, Ada']],
		['  ada   17 weber ', ['Weber 17, Ada', 'Weber 117, Ada', 'Weber 170, Ada']],
		['weber grace', []],
	])('finds every word of %j', async (filter, expected) => {
		const { results } = await searchWhole(records, toEntry, filter, undefined);
		expect(results.slice(0, 3).map(({ name }) => name)).toEqual(expected);
	});
});

describe('an entry of the list', () => {
	const shown = (json: IDataObject, namesOf: NamesOf = projectNamesWithoutCity) =>
		entryOf(projectRecord, { id: 'an ID', ...json }, namesOf(json)).shown;
	const inKiel = { humanId: 'P-9', address: { city: 'Kiel' } };

	it.each<[string, IDataObject, string]>([
		['human ID, name and city', { ...inKiel, name: 'Haus' }, 'P-9 · Haus · Kiel'],
		['the city once', { ...inKiel, name: 'Haus Nord, Kiel' }, 'P-9 · Haus Nord · Kiel'],
		['the city once, in any form', { ...inKiel, name: 'Haus ,  KIEL ' }, 'P-9 · Haus · Kiel'],
		['the city once if that is the name', { ...inKiel, name: 'Kiel' }, 'P-9 · Kiel'],
		['only the last city', { ...inKiel, name: 'Kiel, Kiel' }, 'P-9 · Kiel'],
		['other ends in full', { ...inKiel, name: 'Haus, Nord' }, 'P-9 · Haus, Nord · Kiel'],
		['a city without a comma', { ...inKiel, name: 'Haus Kiel' }, 'P-9 · Haus Kiel · Kiel'],
		['a name that is nothing else', { ...inKiel, name: ', Kiel' }, 'P-9 · , Kiel · Kiel'],
		['no city', { humanId: 'P-9', name: 'Haus, Kiel' }, 'P-9 · Haus, Kiel'],
		['an empty city', { ...inKiel, name: 'Haus, ', address: { city: '' } }, 'P-9 · Haus, '],
		['no name', { ...inKiel, name: null }, 'P-9 · Kiel'],
		['a number for a name', { ...inKiel, name: 7 }, 'P-9 · Kiel'],
		['a text for an address', { name: 'Haus', address: 'Kiel' }, 'Haus'],
		['the ID if there is nothing else', { humanId: '' }, 'an ID'],
	])('shows %s', (_, json, name) => {
		expect(shown(json)).toEqual({ name, value: 'an ID' });
	});

	it.each<[IDataObject, string]>([
		[{ firstName: 'Ada', lastName: 'Weber' }, 'Weber, Ada'],
		[{ firstName: '', lastName: 'Weber' }, 'Weber'],
		[{ firstName: 'Ada', lastName: null }, 'Ada'],
		[
			{ firstName: 'Ada', lastName: 'Weber', isCompany: true, companyName: 'Nord GmbH' },
			'Nord GmbH · Weber, Ada',
		],
		[{ firstName: 'Ada', lastName: 'Weber', isCompany: 'true', companyName: 'Nord' }, 'Weber, Ada'],
		[{ isCompany: true, companyName: 'Nord GmbH' }, 'Nord GmbH'],
	])('shows the names of a customer: %j', (json, name) => {
		expect(shown(json, customerNames).name).toBe(name);
	});

	it('is found by all that it shows, by the whole name and by the ID', () => {
		const json = { id: 'AN-ID', ...inKiel, name: 'Haus Nord, Kiel' };
		const { searched } = entryOf(projectRecord, json, projectNamesWithoutCity(json));
		for (const text of ['p-9 · haus nord · kiel', 'haus nord, kiel', 'an-id']) {
			expect(searched).toContain(text);
		}
		expect(searched).not.toMatch(/undefined|null|stryker/);
		const bare = entryOf(projectRecord, { id: 'x', name: null }, projectNames({ name: null }));
		expect(bare.searched.trim().split(/\s+/)).toEqual(['x', 'x']);
	});

	it('does not repeat the city if one of several names is the city', () => {
		const json = { lastName: 'Weber', isCompany: true, companyName: 'Kiel' };
		const inCity = { ...json, address: { city: 'Kiel' } };
		expect(entryOf(customerRecord, inCity, customerNames(inCity)).shown.name).toBe('Kiel · Weber');
	});

	it('is not found by what is no text', () => {
		const json = { id: 'x', name: { de: 'Haus' }, address: { city: ['Kiel'] } };
		const { searched } = entryOf(projectRecord, json as IDataObject, projectNames(json));
		expect(searched).toBe('x x');
	});

	it('is sorted by its names', () => {
		const json = { lastName: 'Weber', isCompany: true, companyName: 'Nord' };
		expect(entryOf(customerRecord, json, customerNames(json)).sortedBy).toBe('Nord Weber');
		expect(entryOf(customerRecord, {}, [null, 'Weber', '']).sortedBy).toBe('Weber');
	});
});
