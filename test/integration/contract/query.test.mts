// Judges lists/pages.ts and reading/filters.ts.
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { byId } from '../../shared.mts';
import { description } from '../../unit/contract/description.mts';
import { useScenario } from '../harness/scenario.mts';

/** The query parameters of the lists are those of the service. It refuses others, which fails any test. */
const { service, run } = useScenario();
const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

/** The names in the query of the first request of a list. */
async function asked(resource: string, parameters: object): Promise<string[]> {
	await run({ resource, operation: 'getAll', ...parameters });
	const [{ path }] = service().requests;
	return [...new URL(path, 'http://localhost').searchParams.keys()].sort();
}

const queryOf = (id: string) =>
	(description.paths[pathOf(id)]?.get?.parameters ?? []).filter((one) => one.in === 'query');
const described = (id: string) => Array.from(queryOf(id), ({ name }) => name).sort();

describe.each([{ limit: 5 }, { returnAll: true }])('a list (%o) is requested', (amount) => {
	it('with all query parameters for projects', async () => {
		const filters = {
			status: ['completed'],
			customerId: byId(ID),
			technicalFeasibilityAssesment: 'feasible',
			isLead: 'leads',
		};
		const sort = { value: { sortBy: 'status', order: 'desc' } };
		expect(await asked('project', { filters, sort, ...amount })).toEqual(described('listProjects'));
	});

	it('with all query parameters for documents', async () => {
		const filters = { projectId: byId(ID), roomId: ID };
		expect(await asked('document', { filters, ...amount })).toEqual(described('listDocuments'));
	});

	it('newest first, and without a filter, if none was added', async () => {
		const names = await asked('project', amount);
		const required = queryOf('listProjects').filter((one) => one.required === true);
		const always = required.map(({ name }) => name);
		expect(names).toEqual([...always, 'limit', 'order', 'page', 'sortBy'].sort());
		expect(service().requests[0]?.path).toContain('sortBy=created_at&order=desc');
	});
});
