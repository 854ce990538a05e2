import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { getAll as listDocuments } from '../../../nodes/EnergyProjects/actions/document/getAll.ts';
import type { Operation } from '../../../nodes/EnergyProjects/actions/operation.ts';
import { getAll as listProjects } from '../../../nodes/EnergyProjects/actions/project/getAll.ts';
import { createItem } from '../../../nodes/EnergyProjects/actions/item.ts';
import type { Run } from '../../../nodes/EnergyProjects/actions/run.ts';
import type { ApiRequest } from '../../../nodes/EnergyProjects/http/request.ts';
import { MAX_PAGE_SIZE } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import { pathOf } from '../../../sandbox/service/description.mts';
import { byId } from '../../shared.mts';
import { description, resolve } from './description.mts';
import type { Schema } from './description.mts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

/** The queries that an operation sends with these parameters. */
async function queriesOf(operation: Operation, parameters: IDataObject): Promise<IDataObject[]> {
	const queries: IDataObject[] = [];
	// A full page that says in every possible way that another one follows, and then that other one.
	const send = async (_: unknown, request: ApiRequest = {}) => {
		const isFirst = queries.push(request.query ?? {}) === 1;
		const items = isFirst ? Array.from({ length: MAX_PAGE_SIZE }, (_, id) => ({ id })) : [];
		const total = String(MAX_PAGE_SIZE + 1);
		return { items, metadata: { total, nextCursor: isFirst ? 'next' : null } };
	};
	const run = {
		timeZone: 'Europe/Berlin',
		context: {
			getNodeParameter: (name: string, _: number, fallback?: unknown) =>
				parameters[name] ?? fallback,
		},
		client: { maxParallelRequests: 1, send },
		hint: () => undefined,
	};
	await operation.execute(createItem(run as unknown as Run, 0));
	return queries;
}

function describedQuery(operationId: string): ReadonlyMap<string, Schema> {
	const parameters = description.paths[pathOf(operationId)]?.get?.parameters ?? [];
	return new Map(
		parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]),
	);
}

const allProjectFilters = {
	filters: {
		status: 'completed',
		customerId: { mode: 'id', value: ID },
		technicalFeasibilityAssesment: 'feasible',
		isLead: false,
		updatedAfter: '2026-01-01',
	},
	'sort.value': { sortBy: 'status', order: 'desc' },
};

describe('the list of projects', () => {
	const described = describedQuery('listProjects');

	it('is requested with all query parameters of the service and no others', async () => {
		const [query] = await queriesOf(listProjects, { ...allProjectFilters, limit: 5 });
		expect(Object.keys(query).sort()).toEqual([...described.keys()].sort());
	});

	it('is requested with no others if the whole list is read', async () => {
		const queries = await queriesOf(listProjects, { ...allProjectFilters, returnAll: true });
		const unknown = queries.flatMap(Object.keys).filter((name) => !described.has(name));
		expect(unknown).toEqual([]);
	});

	it.each(['human_id', 'name', 'updated_at'])('is never requested sorted by %s', async (sortBy) => {
		for (const amount of [{ limit: 5 }, { returnAll: true }]) {
			const sort = { 'sort.value': { sortBy, order: 'asc' } };
			const [query] = await queriesOf(listProjects, { ...sort, ...amount });
			expect(query).toMatchObject({ sortBy: 'created_at' });
		}
	});

	it('is not filtered if no filter was added', async () => {
		const [query] = await queriesOf(listProjects, { limit: 5 });
		expect(Object.keys(query).sort()).toEqual(['limit', 'order', 'page', 'sortBy']);
	});

	it('is filtered by a boolean that is off, unlike by one that was not added', async () => {
		const [query] = await queriesOf(listProjects, { limit: 5, filters: { isLead: false } });
		expect(query).toMatchObject({ isLead: false });
	});

	const enumerations = [...described].flatMap(([name, schema]) => {
		const values = resolve(schema).enum;
		return values === undefined ? [] : [{ name, values }];
	});

	it.each(enumerations)('offers the values of the service for $name', ({ name, values }) => {
		const ofTheNode = name === 'sortBy' ? ['human_id', 'name', 'updated_at'] : [];
		expect(offeredFor(listProjects, name)).toEqual([...values, ...ofTheNode].sort());
	});

	it('asks for pages within the limits of the service', async () => {
		const limit = described.get('limit');
		for (const asked of [1, 100, 5000]) {
			const [query] = await queriesOf(listProjects, { limit: asked });
			expect(query.limit).toBeGreaterThanOrEqual((limit && resolve(limit).minimum) ?? NaN);
			expect(query.limit).toBeLessThanOrEqual((limit && resolve(limit).maximum) ?? NaN);
		}
	});
});

describe('the list of documents', () => {
	it.each([{ returnAll: true }, { limit: MAX_PAGE_SIZE + 1 }])(
		'is requested, page after page, with all query parameters of the service and no others (%o)',
		async (amount) => {
			const filters = { projectId: byId(ID), roomId: byId(ID), mime: 'application/pdf' };
			const queries = await queriesOf(listDocuments, { filters, ...amount });
			const asked = new Set(queries.flatMap(Object.keys));
			expect([...asked].sort()).toEqual([...describedQuery('listDocuments').keys()].sort());
		},
	);
});

/** The values of an option list anywhere among an operation's parameters. */
function offeredFor(operation: Operation, name: string): unknown[] {
	const inside = (properties: readonly INodeProperties[]): unknown[] =>
		properties.flatMap((property) => {
			if (property.name === name) {
				return (property.options as INodePropertyOptions[]).map(({ value }) => value);
			}
			return (property.options ?? []).flatMap((option) =>
				'values' in option ? inside(option.values) : 'type' in option ? inside([option]) : [],
			);
		});
	return inside(operation.properties).sort();
}
