import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../nodes/EnergyProjects/http/client.ts';
import type { ListNotice } from '../../../nodes/EnergyProjects/http/request.ts';
import { readFirstPart, readWholeArray } from '../../../nodes/EnergyProjects/lists/forms/array.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { idsOf } from './movingList.mts';

interface Part extends Partial<ListNotice> {
	readonly ids: readonly string[];
	/** Whether the service says nothing about the list. */
	readonly isSilent?: true;
}

/** A service that cuts its list; the first part has no link. */
function serviceWith(parts: Readonly<Record<string, Part>>) {
	const links: string[] = [];
	const requests: unknown[] = [];
	const client: ApiClient = {
		maxParallelRequests: 1,
		async send(_, { link = '', onListNotice, expect: form, noun, query } = {}) {
			links.push(link);
			requests.push({ form, noun, query });
			if (links.length > 2_000) throw new Error('The list is asked for without end');
			const { ids, isSilent, ...notice } = parts[link] ?? parts['*'];
			if (isSilent !== true) onListNotice?.({ isNextElsewhere: false, ...notice });
			return ids.map((id) => ({ id: id.replace('*', link) }));
		},
		stop: () => undefined,
	};
	return { client, links, requests };
}
const list = { record: customerRecord, query: { companyId: 'a company' } };

async function read(
	parts: Readonly<Record<string, Part>>,
	keep?: (record: IDataObject) => boolean,
) {
	const { client, links } = serviceWith(parts);
	const { records, complete } = await readWholeArray(client, list, { keep });
	return { ids: idsOf(records), complete, links };
}

describe('a list that comes as one array', () => {
	it.each<[string, Part, boolean]>([
		['is whole', { ids: ['a', 'b'] }, true],
		['is whole without any header', { ids: ['a', 'b'], isSilent: true }, true],
		['is whole if the service counts as many', { ids: ['a', 'b'], total: 2 }, true],
		['is whole if the service counts fewer', { ids: ['a', 'b'], total: 1 }, true],
		['is not whole if the service counts more', { ids: ['a', 'b'], total: 3 }, false],
		['is not whole if the rest is elsewhere', { ids: ['a', 'b'], isNextElsewhere: true }, false],
		[
			'is not whole if the rest is elsewhere, whatever the count',
			{ ids: ['a', 'b'], isNextElsewhere: true, next: '2', total: 2 },
			false,
		],
	])('%s', async (_, part, complete) => {
		expect(await read({ '': part })).toEqual({ ids: ['a', 'b'], complete, links: [''] });
	});

	it('is read to its last part, each record once', async () => {
		const parts = {
			'': { ids: ['a', 'b'], next: '2', total: 4 },
			'2': { ids: ['b', 'c'], next: '3' },
			'3': { ids: ['d'], total: 1 },
		};
		const whole = { ids: ['a', 'b', 'c', 'd'], complete: true, links: ['', '2', '3'] };
		expect(await read(parts)).toEqual(whole);
		const more = { ...parts, '2': { ...parts['2'], total: 5 } };
		expect(await read(more)).toEqual({ ...whole, complete: false });
	});

	it.each<[string, Record<string, Part>]>([
		['that was read already', { '': { ids: ['a'], next: '2' }, '2': { ids: ['b'], next: '2' } }],
		['with nothing new', { '': { ids: ['a'], next: '2' }, '2': { ids: ['a'], next: '3' } }],
	])('counts as incomplete if it leads to a part %s', async (_, parts) => {
		const { complete, links } = await read(parts);
		expect(complete).toBe(false);
		expect(links).toEqual(['', '2']);
	});

	it('goes back to an earlier part only once', async () => {
		const parts = {
			'': { ids: ['*'], next: '2' },
			'2': { ids: ['*'], next: '3' },
			'3': { ids: ['*'], next: '2' },
		};
		expect(await read(parts)).toEqual({
			ids: ['', '2', '3'],
			complete: false,
			links: ['', '2', '3'],
		});
	});

	it('is read in 1,000 linked parts at most', async () => {
		let number = 0;
		const endless = {
			get '*'(): Part {
				return { ids: [`id ${number}`], next: String(++number) };
			},
		};
		const { complete, links } = await read(endless);
		expect(complete).toBe(false);
		expect(links).toHaveLength(1_001);
	});

	it('is complete even if only some of its records are wanted', async () => {
		const parts = { '': { ids: ['a', 'b'], total: 2 } };
		expect(await read(parts, ({ id }) => id === 'b')).toMatchObject({ ids: ['b'], complete: true });
	});

	it('is one request if its first part is enough', async () => {
		const { client, links, requests } = serviceWith({ '': { ids: ['a'], next: '2' } });
		expect(await readFirstPart(client, list)).toEqual([{ id: 'a' }]);
		expect(links).toEqual(['']);
		expect(requests).toEqual([
			{ form: 'array', noun: 'customer', query: { companyId: 'a company' } },
		]);
	});
});
