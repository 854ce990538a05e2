import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, UNKNOWN_ID } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, addRecord, idsOf } from '../harness/service/records.mts';
import { requestsWith } from '../harness/service/requests.mts';

const { service, run, search } = useScenario();

const inKiel = { address: { city: 'Kiel' } };

describe('the list to choose a project from', () => {
	it('shows human ID, name and city, the newest first, page by page', async () => {
		const projects = Array.from({ length: 230 }, (_, number) =>
			addProject(service(), { name: `Haus ${number}`, humanId: `P-${number}`, ...inKiel }),
		);
		const pages = [await search('searchProjects')];
		for (let { paginationToken } = pages[0]; paginationToken !== undefined; ) {
			const page = await search('searchProjects', '', String(paginationToken));
			pages.push(page);
			({ paginationToken } = page);
		}
		expect(pages.map(({ results }) => results.length)).toEqual([100, 100, 30]);
		expect(pages[0].results[0].name).toBe('P-229 · Haus 229 · Kiel');
		const values = pages.flatMap(({ results }) => results.map(({ value }) => value));
		expect(values).toEqual(idsOf(projects).reverse());
	});

	it('finds all there are at once: the editor cannot scroll a short list for more', async () => {
		const old = addProject(service(), { name: 'Haus Meier' });
		for (let number = 0; number < 620; number++) addProject(service(), { name: `Haus ${number}` });
		const recent = addProject(service(), { name: 'Umbau Meier' });
		const { results } = await search('searchProjects', 'meier');
		expect(results.map(({ value }) => value)).toEqual([recent.id, old.id]);
	});

	it.each([
		['name', 'weber'],
		['human ID', 'p-777'],
		['city', 'PLÖN'],
		['name and city', 'plön weber'],
	])('finds by %s, on whatever page it is', async (_, text) => {
		const { id } = addProject(service(), {
			name: 'Wärmepumpe Weber',
			humanId: 'P-777',
			address: { city: 'Plön' },
		});
		for (let number = 0; number < 230; number++) addProject(service(), { name: 'Haus', ...inKiel });
		const { results, paginationToken } = await search('searchProjects', text);
		expect(results).toEqual([{ name: 'P-777 · Wärmepumpe Weber · Plön', value: id }]);
		expect(paginationToken).toBeUndefined();
	});

	it.each<[string, object, string]>([
		['the city once', { name: 'Wärmepumpe Schröder, Kiel' }, 'P-9 · Wärmepumpe Schröder · Kiel'],
		['the city once, in any form', { name: 'Haus,  KIEL ' }, 'P-9 · Haus · Kiel'],
		[
			'the city once, with an umlaut in either form',
			{ name: 'Haus, Plön'.normalize('NFD'), address: { city: 'Plön'.normalize('NFC') } },
			'P-9 · Haus · Plön',
		],
		['the city once where that is the name', { name: 'Kiel' }, 'P-9 · Kiel'],
		['other ends of a name in full', { name: 'Haus, Kiel-Wik' }, 'P-9 · Haus, Kiel-Wik · Kiel'],
		['a city without a comma', { name: 'Haus Kiel' }, 'P-9 · Haus Kiel · Kiel'],
		['a city in the middle', { name: 'Haus, Kiel, Nord' }, 'P-9 · Haus, Kiel, Nord · Kiel'],
		['a name that is nothing else', { name: ', Kiel' }, 'P-9 · , Kiel · Kiel'],
		['no city', { name: 'Haus, Kiel', address: null }, 'P-9 · Haus, Kiel'],
		['an empty city', { name: 'Haus, ', address: { city: '' } }, 'P-9 · Haus, '],
		['no name', { name: '' }, 'P-9 · Kiel'],
	])('shows %s', async (_, fields, shown) => {
		addProject(service(), { humanId: 'P-9', ...inKiel, ...fields });
		const { results } = await search('searchProjects');
		expect(results.map(({ name }) => name)).toEqual([shown]);
	});

	it.each(['schröder, kiel', 'p-9 schröder', 'pumpe schröder · kiel', 'P-9 · Wärmepumpe'])(
		'finds by "%s": what the entry shows, and the name as it is written',
		async (text) => {
			const name = 'Wärmepumpe Schröder, Kiel';
			const { id } = addProject(service(), { humanId: 'P-9', name, ...inKiel });
			addProject(service(), { humanId: 'P-10', name: 'Haus' });
			const { results } = await search('searchProjects', text);
			expect(results.map(({ value }) => value)).toEqual([id]);
		},
	);

	it('finds nothing where there is nothing', async () => {
		addProject(service());
		expect(await search('searchProjects', 'nobody')).toEqual({ results: [] });
	});
});

describe('the list to choose a customer from', () => {
	it('is in the order of the names, page by page', async () => {
		for (let number = 0; number < 130; number++) {
			addCustomer(service(), { lastName: `Weber ${String(number * 7).padStart(3, '0')}` });
		}
		addCustomer(service(), { lastName: 'Aumann', humanId: 'C-900', ...inKiel });
		const first = await search('searchCustomers');
		const second = await search('searchCustomers', '', String(first.paginationToken));
		expect(first.results).toHaveLength(100);
		expect(first.results[0].name).toBe('C-900 · Aumann, Ada · Kiel');
		expect(second.results).toHaveLength(31);
		expect(second.paginationToken).toBeUndefined();
		const names = [...first.results, ...second.results].map(({ name }) => name.split(' · ')[1]);
		expect(names).toEqual([...names].sort());
	});

	it.each([
		['first and last name', 'grace hop'],
		['human ID', 'c-777'],
		['city', 'plön'],
		['company', 'verwaltung'],
	])('finds by %s', async (_, text) => {
		addCustomer(service(), inKiel);
		const { id } = addCustomer(service(), {
			firstName: 'Grace',
			lastName: 'Hopper',
			isCompany: true,
			companyName: 'Hausverwaltung Nord',
			humanId: 'C-777',
			address: { city: 'Plön' },
		});
		const { results } = await search('searchCustomers', text);
		expect(results).toEqual([
			{ name: 'C-777 · Hausverwaltung Nord · Hopper, Grace · Plön', value: id },
		]);
	});
});

describe('If Not Found', () => {
	const get = (resource: string, ifNotFound?: string) => ({
		resource,
		operation: 'get',
		[`${resource}Id`]: byId('={{ $json.id }}'),
		options: ifNotFound === undefined ? {} : { ifNotFound },
	});

	it.each(subjects)('a %s: an empty item instead of an error', async (resource) => {
		const { id } = addRecord[resource](service());
		const items = [{ id: UNKNOWN_ID }, { id }];
		const result = await run(get(resource, 'emptyItem'), { items });
		expect(result.json[0]).toEqual({});
		expect(result.json[1].id).toBe(id);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it.each([undefined, 'fail'])('is an error otherwise (%s)', async (ifNotFound) => {
		const { error } = await run(get('project', ifNotFound), { items: [{ id: UNKNOWN_ID }] });
		expect(error?.message).toBe(`Could not get project ${UNKNOWN_ID} (404): Project not found`);
	});

	it('does not hide other errors', async () => {
		service().faults.add({ status: 403, body: { message: 'Not yours' } });
		const { error } = await run(get('project', 'emptyItem'), { items: [{ id: UNKNOWN_ID }] });
		expect(error?.message).toBe(`Could not get project ${UNKNOWN_ID} (403): Not yours`);
	});
});

describe('Include Customer', () => {
	const options = { includeCustomer: true };
	const oldestFirst = { sort: { value: { sortBy: 'created_at', order: 'asc' } } };
	const customerReads = () =>
		service().requests.filter(({ path }) => path.startsWith(pathOf('listCustomers')));

	it('adds the customer’s record, and reads each customer once', async () => {
		const [ada, grace] = ['Ada', 'Grace'].map((firstName) =>
			addCustomer(service(), { firstName, email: null }),
		);
		for (const customerId of [ada.id, grace.id, ada.id, null, ada.id]) {
			addProject(service(), { customerId });
		}
		const { json } = await run({ operation: 'getAll', output: 'raw', ...oldestFirst, options });
		expect(json.map(({ customer }) => customer)).toEqual([ada, grace, ada, null, ada]);
		expect(customerReads()).toHaveLength(2);
	});

	it('reads a customer once for many items, simplified like the project', async () => {
		const { id: customerId } = addCustomer(service(), inKiel);
		const items = Array.from({ length: 8 }, () => ({
			id: addProject(service(), { customerId }).id,
		}));
		const { json } = await run(
			{ operation: 'get', projectId: byId('={{ $json.id }}'), options },
			{ items },
		);
		for (const { customer } of json) {
			expect(customer).toMatchObject({ id: customerId, city: 'Kiel' });
			expect(customer).not.toHaveProperty('address');
		}
		expect(json).toHaveLength(8);
		expect(customerReads()).toHaveLength(1);
	});

	it('reads the list once where there are many customers', async () => {
		const customers = Array.from({ length: 12 }, () => addCustomer(service()));
		for (const { id } of customers) addProject(service(), { customerId: id });
		const { json } = await run({ operation: 'getAll', output: 'raw', ...oldestFirst, options });
		expect(json.map(({ customer }) => customer)).toEqual(customers);
		expect(customerReads()).toEqual(requestsWith(service(), 'GET', pathOf('listCustomers')));
		expect(customerReads()).toHaveLength(1);
	});

	it('reads the list once for 200 items, each with a customer of its own', async () => {
		const customers = Array.from({ length: 200 }, () => addCustomer(service()));
		const items = customers.map(({ id: customerId }) => ({
			id: addProject(service(), { customerId }).id,
		}));
		const read = { operation: 'get', projectId: byId('={{ $json.id }}'), output: 'raw', options };
		const { json } = await run(read, { items });
		expect(json.map(({ customer }) => customer)).toEqual(customers);
		expect(requestsWith(service(), 'GET', pathOf('listCustomers'))).toHaveLength(1);
		expect(customerReads().length).toBeLessThan(8);
	});

	it('reads the list once for many items that list several projects each', async () => {
		const customers = Array.from({ length: 40 }, () => addCustomer(service()));
		for (const { id: customerId } of [...customers, ...customers]) {
			addProject(service(), { customerId });
		}
		const items = customers.map(({ id }) => ({ id }));
		const filters = { customerId: byId('={{ $json.id }}') };
		const { json } = await run({ operation: 'getAll', filters, output: 'raw', options }, { items });
		expect(json.map(({ customer }) => (customer as { id: string }).id)).toEqual(
			customers.flatMap(({ id }) => [id, id]),
		);
		expect(requestsWith(service(), 'GET', pathOf('listCustomers'))).toHaveLength(1);
		expect(customerReads().length).toBeLessThan(8);
	});

	it('is null where the customer is gone', async () => {
		const { id: customerId } = addCustomer(service());
		const project = addProject(service(), { customerId });
		service().store.customers.clear();
		const { json } = await run({ operation: 'get', projectId: byId(project.id), options });
		expect(json[0]).toMatchObject({ id: project.id, customerId, customer: null });
	});

	it('reads no customer where it was not asked for', async () => {
		const { id: customerId } = addCustomer(service());
		const { id } = addProject(service(), { customerId });
		const { json } = await run({ operation: 'get', projectId: byId(id) });
		expect(json[0]).not.toHaveProperty('customer');
		expect(customerReads()).toEqual([]);
	});
});
