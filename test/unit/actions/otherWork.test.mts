import type { IDataObject } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { customerNames } from '../../../nodes/EnergyProjects/lists/names.ts';
import { entryOf, searchWhole } from '../../../nodes/EnergyProjects/lists/search.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { watchOthers } from '../otherWork.mts';
import type { OtherWork } from '../otherWork.mts';
import { runOperation } from './fakeRun.mts';

afterEach(() => {
	vi.restoreAllMocks();
});

const COUNT = 2_000;
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Records of which each look at a field takes a moment. */
const slowRecords = (others: OtherWork): IDataObject[] =>
	Array.from({ length: COUNT }, (_, number) => {
		const record: IDataObject = {
			id: idOf(number),
			humanId: `X-${number}`,
			name: `Haus ${(number * 7) % COUNT}`,
			lastName: `Weber ${(number * 7) % COUNT}`,
			email: `person${number}@example.com`,
			status: 'inProgress',
			customerId: idOf(number % 9),
			createdAt: new Date(1.7e12 + number * 1000).toISOString(),
			updatedAt: new Date(1.7e12 + ((number * 7) % COUNT) * 1000).toISOString(),
		};
		return new Proxy(record, {
			get(target, name) {
				others.pass(0.02);
				return Reflect.get(target, name);
			},
		});
	});

const operationOf = (resource: string, value: string) => {
	const found = resources
		.find((candidate) => candidate.value === resource)
		?.operations.find((operation) => operation.value === value);
	if (found === undefined) throw new Error(`No operation ${value}`);
	return found;
};

const sort = (sortBy: string) => ({ 'sort.value': { sortBy } });
const all = { returnAll: true };
const unknown = { __rl: true, mode: 'humanId', value: 'X-7' };

describe(`while ${COUNT} records are worked on, something else gets its turn again and again`, () => {
	it.each<[string, string, string, IDataObject]>([
		['in a list', 'customer', 'getAll', all],
		['sorted by name', 'customer', 'getAll', { ...all, ...sort('name') }],
		['searched', 'customer', 'getAll', { ...all, filters: { search: 'weber' } }],
		['found by email', 'customer', 'getAll', { ...all, filters: { email: 'person7@example.com' } }],
		['in raw form', 'customer', 'getAll', { ...all, output: 'raw' }],
		[
			'sorted by the time of the last change',
			'project',
			'getAll',
			{ ...all, ...sort('updated_at') },
		],
		['sorted as the service does', 'project', 'getAll', { ...all, ...sort('status') }],
		['with their customers', 'project', 'getAll', { ...all, options: { includeCustomer: true } }],
		['by their human IDs', 'customer', 'get', { customerId: unknown }],
		[
			'matched by email',
			'customer',
			'upsert',
			{ matchOn: 'email', matchValue: 'person7@example.com' },
		],
	])('%s', async (_, resource, operation, parameters) => {
		const others = await watchOthers();
		const records = slowRecords(others);
		const run = runOperation(operationOf(resource, operation), [parameters], (request) => {
			if (/^(GET|PATCH) .*\/[^/]*-/.test(request)) return records[7];
			if (request === 'GET /customers') return records;
			return { items: records, metadata: { total: String(COUNT), limit: String(COUNT) } };
		});
		const { outputs } = await run;
		expect(others.longestWaitMs()).toBeLessThan(50);
		expect(others.turns()).toBeGreaterThan(0);
		expect(outputs[0].length).toBeGreaterThan(0);
	});

	it('in the searchable list of the editor', async () => {
		const others = await watchOthers();
		const toEntry = (json: IDataObject) => entryOf(customerRecord, json, customerNames(json));
		const { results } = await searchWhole(slowRecords(others), toEntry, 'weber', undefined);
		expect(others.longestWaitMs()).toBeLessThan(50);
		expect(results[0].name).toContain('Weber 0');
	});
});
