import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { byId } from '../../shared.mts';
import { runNode } from '../harness/n8n/engine.mts';
import { numbered, useListServices } from '../harness/service/listService.mts';
import { says } from '../../documents.mts';

// A list that may lack records is a failure, unless the item wants what was read.

const start = useListServices();
const goOn = { ifIncomplete: 'goOn' };
const customers = numbered(2, { firstName: 'Ada', lastName: 'Weber' });
const [known] = customers;
const UNKNOWN = numbered(9)[8].id;
const projects = numbered(3).map((project, number) => ({
	...project,
	customerId: [known.id, UNKNOWN, null][number],
}));

/** How many records more the service counts than it sends. */
type Lacking = Partial<Record<'projects' | 'documents' | 'customers', number>>;
const someCustomers: Lacking = { customers: 1498 };

/** Runs the node against a service whose lists lack something. */
async function runWith(
	lacking: Lacking,
	parameters: object,
	items: IDataObject[] = [{}],
	onError?: INode['onError'],
) {
	const paged = (records: readonly object[], missing = 0) => ({
		items: records,
		metadata: { total: String(records.length + missing) },
	});
	const { credentials, requests } = await start(({ method, path, query }, response) => {
		if (method !== 'GET') return { ...projects[0], id: UNKNOWN };
		const isFirst = query.get('page') === '1';
		if (path === pathOf('listProjects')) return paged(isFirst ? projects : [], lacking.projects);
		if (path === pathOf('listDocuments')) return paged(isFirst ? projects : [], lacking.documents);
		if (path !== pathOf('listCustomers')) return projects.find(({ id }) => path.endsWith(id));
		response.setHeader('x-total-count', customers.length + (lacking.customers ?? 0));
		return customers;
	});
	const given = { resource: 'project', operation: 'getAll', ...parameters } as INodeParameters;
	const result = await runNode({ parameters: given, credentials, items, onError });
	return { ...result, writes: requests.filter(({ method }) => method !== 'GET') };
}

/** What a workflow decides by, if the node continues. */
async function kindWith(lacking: Lacking, parameters: object) {
	const { json } = await runWith(lacking, parameters, [{}], 'continueRegularOutput');
	return json.map(({ details }) => details);
}

describe.each<[resource: string, lacking: Lacking, count: number]>([
	['project', { projects: 7 }, 3],
	['document', { documents: 7 }, 3],
	['customer', someCustomers, 2],
])('Return All of %ss that lack some', (resource, lacking, count) => {
	const all = { resource, returnAll: true };

	it('fails and says how to get what was read', async () => {
		const { error, json } = await runWith(lacking, all);
		const words = `The list of ${resource}s may be incomplete: records were added or deleted`;
		expect(error?.message).toMatch(new RegExp(`^${words}`));
		expect(error?.description).toContain('set the option "If Incomplete"');
		expect(json).toEqual([]);
		expect(await kindWith(lacking, all)).toEqual([{ kind: 'temporary' }]);
	});

	it('returns what was read if that is chosen, with a hint', async () => {
		says('docs/action-node.md', 'With Return What Was Read, a hint says that records may be');
		const { json, hints } = await runWith(lacking, { ...all, options: goOn });
		expect(json).toHaveLength(count);
		expect(hints).toMatchObject([{ type: 'warning', location: 'outputPane' }]);
		expect(hints[0].message).toContain('Some records may be missing');
	});

	it('is each item’s own choice', async () => {
		const options = { ifIncomplete: '={{ $json.choice }}' };
		const items = [{ choice: 'goOn' }, { choice: 'fail' }];
		const { error } = await runWith(lacking, { ...all, options }, items);
		expect(error?.context).toMatchObject({ itemIndex: 1 });
	});

	it('does not matter for a limit that is reached, and does for one that is not', async () => {
		const { json, hints } = await runWith(lacking, { resource, limit: count });
		expect([json.length, hints]).toEqual([count, []]);
		const { error } = await runWith(lacking, { resource, limit: count + 1 });
		expect(error?.message).toContain('may be incomplete');
	});
});

describe('Include Customer, where the list of customers lacks some', () => {
	const includeCustomer = true;
	const get = (at: number) => ({ operation: 'get', projectId: byId(projects[at].id) });

	it.each([
		['Get Many', { returnAll: true }],
		['Get Many with a limit', { limit: 2 }],
		['Get', get(1)],
	])('fails for a customer that is not in it: %s', async (_, parameters) => {
		const options = { includeCustomer };
		const { error, json } = await runWith(someCustomers, { ...parameters, options });
		expect(error?.message).toContain('The list of customers may be incomplete');
		expect(error?.description).toContain('turn off "Include Customer"');
		expect(json).toEqual([]);
	});

	it.each([0, 2])('does not fail for a project that does not need it: %d', async (at) => {
		const options = { includeCustomer };
		expect((await runWith(someCustomers, { ...get(at), options })).error).toBeUndefined();
	});

	it('returns the others where that is chosen, and leaves the key out with a hint', async () => {
		const options = { includeCustomer, ...goOn };
		const { json, hints } = await runWith(someCustomers, { returnAll: true, options });
		expect(json).toMatchObject([{ customer: null }, {}, { customer: { id: known.id } }]);
		expect(json[1]).not.toHaveProperty('customer');
		expect(hints).toMatchObject([{ type: 'warning' }]);
	});
});

it('Search for projects looks for customers too, so their list has to be whole as well', async () => {
	const search = { returnAll: true, filters: { search: 'Haus' } };
	const { error } = await runWith(someCustomers, search);
	expect(error?.message).toContain('The list of customers may be incomplete');
	const { json, hints } = await runWith(someCustomers, { ...search, options: goOn });
	expect(json).toHaveLength(3);
	expect(hints).toHaveLength(1);
});

it('Create or Update still updates what is there, and creates nothing', async () => {
	const upsert = { operation: 'upsert', matchOn: 'name', additionalFields: { isLead: true } };
	const found = await runWith({ projects: 7 }, { ...upsert, matchValue: 'Haus 2' });
	expect(found.error).toBeUndefined();
	expect(found.writes).toHaveLength(1);
	for (const options of [{}, goOn]) {
		const fresh = await runWith({ projects: 7 }, { ...upsert, matchValue: 'Haus 900', options });
		expect(fresh.error?.message).toContain('The node cannot tell whether there is a project');
		expect(fresh.writes).toEqual([]);
	}
	const kind = await kindWith({ projects: 7 }, { ...upsert, matchValue: 'Haus 900' });
	expect(kind).toEqual([{ kind: 'temporary' }]);
});
