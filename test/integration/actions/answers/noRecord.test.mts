import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../../sandbox/service/description.mts';
import { subjects } from '../../../../sandbox/service/records.mts';
import { byHumanId, byId, listBody, UNKNOWN_ID } from '../../../shared.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, addProject, addRecord } from '../../harness/service/records.mts';
import { requestsWith, writes } from '../../harness/service/requests.mts';

const { service, run, search } = useScenario();

const long = 'x'.repeat(100_000);
const manyFields = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field${n}`, n]));

/** Answers to a read that are no record, and what the error says about them. */
const noRecords: Array<[string, unknown, string]> = [
	[
		'a wrapped record',
		{ data: { id: UNKNOWN_ID, name: 'Haus' } },
		'not a record with an ID, but an object with "data"',
	],
	[
		'an error of the service',
		{ success: false, error: 'Not allowed in your plan' },
		'not a record with an ID, but an object with "success", "error": Not allowed in your plan',
	],
	['an empty object', {}, 'not a record with an ID, but an object without fields'],
	[
		'a record without its ID',
		{ id: null, name: 'Haus' },
		'not a record with an ID, but an object with "id", "name" ("id" holds no ID)',
	],
	[
		'a page',
		{ items: [], metadata: { total: '0' } },
		'not a record with an ID, but an object with "items", "metadata"',
	],
	['a list', [{ id: UNKNOWN_ID }], 'not a record with an ID, but a list'],
	[
		'a text of 100,000 characters',
		{ message: long },
		`not a record with an ID, but an object with "message": ${long.slice(0, 500)} …`,
	],
	[
		'a name of 100,000 characters',
		{ [long]: 1 },
		`not a record with an ID, but an object with "${long.slice(0, 60)} …"`,
	],
	['5,000 fields', manyFields, '"field8", "field9" and 4990 more'],
];

describe.each(noRecords)('a 200 with %s is no record', (_, body, text) => {
	const expectNoRecord = (message: string | undefined, operation: string) => {
		expect(message).toContain(`Could not ${operation}: the answer was `);
		expect(message?.endsWith(text)).toBe(true);
		expect(message?.length).toBeLessThan(1_000);
	};

	it.each(
		subjects.flatMap((resource) =>
			['simplified', 'raw', 'selectedFields'].map((output) => [resource, output] as const),
		),
	)('Get of a %s (%s)', async (resource, output) => {
		const { id } = addRecord[resource](service());
		service().faults.add({ status: 200, body });
		const get = { resource, operation: 'get', [`${resource}Id`]: byId(id), output };
		const { error, json } = await run(get);
		expectNoRecord(error?.message, `get ${resource} ${id}`);
		expect(error?.description).toContain('Check the Base URL in the credential');
		expect(json).toEqual([]);
	});

	it('Get of the account', async () => {
		service().faults.add({ status: 200, body });
		const { error } = await run({ resource: 'account', operation: 'get' });
		expectNoRecord(error?.message, 'read the account');
		expect(error?.description).toContain('the path /api/v1/account is assumed');
	});

	it('nor the company of a new record: nothing is created', async () => {
		service().faults.add({ status: 200, body, path: pathOf('getAccount') });
		const { error } = await run({ operation: 'create', name: 'Haus Weber' });
		expectNoRecord(error?.message, 'read the account');
		expect(writes(service())).toEqual([]);
	});

	it('nor the customer to include', async () => {
		const { id: customerId } = addCustomer(service());
		const { id } = addProject(service(), { customerId });
		service().faults.add({ status: 200, body, path: pathOf('getCustomer', customerId) });
		const options = { includeCustomer: true };
		const { error } = await run({ operation: 'get', projectId: byId(id), options });
		expectNoRecord(error?.message, `get customer ${customerId}`);
	});

	it.each([
		['Skip Unchanged', { updateFields: { isLead: true }, options: { skipUnchanged: true } }],
		['a partial address', { updateFields: { address: { value: { city: 'Kiel' } } } }],
	])('nor what an update with %s starts from: nothing is written', async (_, parameters) => {
		const { id } = addProject(service());
		service().faults.add({ method: 'GET', status: 200, body });
		const update = { operation: 'update', projectId: byId(id), ...parameters };
		const { error } = await run(update);
		expectNoRecord(error?.message, `get project ${id}`);
		expect(writes(service())).toEqual([]);
	});

	it('nor what Create or Update by ID finds: nothing is written', async () => {
		const { id } = addProject(service());
		service().faults.add({ method: 'GET', status: 200, body });
		const upsert = { operation: 'upsert', matchOn: 'id', matchValue: id };
		const { error } = await run({ ...upsert, additionalFields: { isLead: true } });
		expectNoRecord(error?.message, `get project ${id}`);
		expect(writes(service())).toEqual([]);
	});
});

describe('the answer to a Get is another record', () => {
	it.each<[string, unknown, string]>([
		['another UUID', UNKNOWN_ID, UNKNOWN_ID],
		['a number', 5, '5'],
	])('with %s as its ID: the item fails', async (_, otherId, shown) => {
		const { id } = addProject(service());
		service().faults.add({ status: 200, body: { id: otherId, name: 'Haus' } });
		const { error } = await run({ operation: 'get', projectId: byId(id) });
		expect(error?.message).toBe(
			`Could not get project ${id}: the answer was another record, with the ID "${shown}"`,
		);
	});

	it('but not if its ID differs in letter case only', async () => {
		const { id } = addProject(service());
		service().faults.add({ status: 200, body: { id: id.toUpperCase(), name: 'Haus' } });
		const { json } = await run({ operation: 'get', projectId: byId(id) });
		expect(json[0]).toMatchObject({ id: id.toUpperCase(), name: 'Haus' });
	});
});

describe('an entry of a list that is no record', () => {
	const lists = { project: 'listProjects', customer: 'listCustomers' } as const;
	const wrong: Array<[string, unknown, string]> = [
		['wrapped', { project: { id: UNKNOWN_ID, name: 'Haus' } }, 'an object with "project"'],
		['an empty object', {}, 'an object without fields'],
		['without an ID', { name: 'Haus' }, 'an object with "name"'],
		['with a blank ID', { id: ' ' }, 'an object with "id" ("id" holds no ID)'],
		['with a list as its ID', { id: [] }, 'an object with "id" ("id" holds no ID)'],
	];
	const cases = subjects.flatMap((resource) =>
		wrong.map(([name, entry, shape]) => [name, resource, entry, shape] as const),
	);

	describe.each(cases)('%s (%s)', (_, resource, entry, shape) => {
		const text = `Could not list ${resource}s: entry 2 of the list is ${shape}, not a ${resource} with an ID`;
		const plant = () => {
			const path = pathOf(lists[resource]);
			const records = [{ ...addRecord[resource](service()) }, entry as IDataObject];
			service().faults.add({ status: 200, body: listBody(path, records), path });
		};

		it.each<[string, object]>([
			['Get Many', { operation: 'getAll', returnAll: true }],
			['Get Many with a limit', { operation: 'getAll', limit: 10, output: 'raw' }],
			['Get by human ID', { operation: 'get', [`${resource}Id`]: byHumanId('P-1') }],
			['Delete by human ID', { operation: 'delete', [`${resource}Id`]: byHumanId('P-1') }],
		])('%s fails', async (_operation, parameters) => {
			plant();
			const { error } = await run({ resource, ...parameters });
			expect(error?.message).toBe(text);
			expect(error?.description).toContain('Check the Base URL in the credential');
			expect(error?.context?.itemIndex).toBe(0);
			expect(writes(service())).toEqual([]);
		});

		it('Create or Update writes nothing', async () => {
			plant();
			const names = { name: 'Haus', firstName: 'Ada', lastName: 'Weber' };
			const matching = { matchOn: 'humanId', matchValue: 'X-9' };
			const { error } = await run({ resource, operation: 'upsert', ...matching, ...names });
			expect(error?.message).toBe(text);
			expect(writes(service())).toEqual([]);
		});

		it('the searchable list of the editor says so', async () => {
			plant();
			const method = resource === 'project' ? 'searchProjects' : 'searchCustomers';
			await expect(search(method)).rejects.toThrow(text);
		});
	});

	it('a number as the ID is one: the entry is shown', async () => {
		const path = pathOf('listProjects');
		service().faults.add({ status: 200, body: listBody(path, [{ id: 5, name: 'Haus' }]), path });
		const { json } = await run({ operation: 'getAll' });
		expect(json).toMatchObject([{ id: 5, name: 'Haus' }]);
		expect(requestsWith(service(), 'GET', path).length).toBeGreaterThan(0);
	});
});

it('the list of a service that answers with an error: its own text and what came', async () => {
	const body = { success: false, error: 'Not allowed in your plan' };
	service().faults.add({ status: 200, body });
	const projects = await run({ operation: 'getAll' });
	expect(projects.error?.message).toBe(
		'Could not list projects: the answer was not the expected page, but an object with "success", "error": Not allowed in your plan',
	);
	const customers = await run({ resource: 'customer', operation: 'getAll' });
	expect(customers.error?.message).toBe(
		'Could not list customers: the answer was not the expected array, but an object with "success", "error": Not allowed in your plan',
	);
});

it('an error never shows the API key that an answer repeats, be it the name of a field', async () => {
	const { apiKey } = service().company;
	const { id } = addProject(service());
	const body = { [`${'x'.repeat(50)}${apiKey}`]: 1, message: `Key ${apiKey}` };
	service().faults.add({ status: 200, body });
	const { error } = await run({ operation: 'get', projectId: byId(id) });
	expect(error?.message).toContain('xxx***');
	expect(JSON.stringify([error, error?.message])).not.toContain(apiKey.slice(0, 10));
});
