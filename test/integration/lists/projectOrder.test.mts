import { describe, expect, it } from 'vitest';
import { useScenario } from '../harness/scenario.mts';
import { addProject, idsOf } from '../harness/service/records.mts';

const { service, run } = useScenario();

const list = async (more: object) => await run({ operation: 'getAll', ...more });

describe('the order of projects', () => {
	const both = async (more: object = {}) => {
		const all = await list({ returnAll: true, ...more });
		const some = await list({ limit: 200, ...more });
		expect(idsOf(some.json)).toEqual(idsOf(all.json));
		return idsOf(all.json);
	};

	it.each<[string, object]>([
		['without a sort', {}],
		[
			'with an order and nothing to sort by',
			{ sort: { value: { sortBy: '={{ $json.nothing }}', order: 'asc' } } },
		],
		['with a rule that came out empty', { sort: { value: { sortBy: '', order: '' } } }],
	])('%s is the newest first, with and without Return All', async (_, sort) => {
		const projects = Array.from({ length: 130 }, () => addProject(service()));
		expect(await both(sort)).toEqual(idsOf(projects).reverse());
		for (const { path } of service().requests) expect(path).toContain('sortBy=created_at&order=');
	});

	it('of the same moment is the same with and without Return All', async () => {
		const createdAt = '2026-03-01T10:00:00.000Z';
		for (let number = 0; number < 130; number++) addProject(service(), { createdAt });
		await both();
		await both({ sort: { value: { sortBy: 'created_at', order: 'asc' } } });
	});

	it('by a key without a direction is ascending', async () => {
		const projects = Array.from({ length: 5 }, () => addProject(service()));
		const sort = { value: { sortBy: 'created_at', order: '={{ $json.nothing }}' } };
		expect(await both({ sort })).toEqual(idsOf(projects));
	});

	it.each([
		['Sort By', { sortBy: 'name of the house', order: 'asc' }],
		['Order', { sortBy: 'status', order: 'upwards' }],
	])('with a %s that does not exist is an error', async (label, value) => {
		const asExpressions = Object.fromEntries(
			Object.entries(value).map(([name, text]) => [name, `={{ ${JSON.stringify(text)} }}`]),
		);
		const { error } = await list({ sort: { value: asExpressions } });
		expect(error?.message).toContain(`${label}: "`);
		expect(service().requests).toEqual([]);
	});
});
