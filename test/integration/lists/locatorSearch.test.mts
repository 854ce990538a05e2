import { describe, expect, it } from 'vitest';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, idsOf } from '../harness/service/service.mts';

const { service, search } = useScenario();

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

	it('finds all there are at once, by name, human ID and city: the editor cannot scroll a short list for more', async () => {
		const address = { city: 'Plön' };
		const old = addProject(service(), { name: 'Haus Meier', humanId: 'P-777', address });
		for (let number = 0; number < 620; number++) addProject(service(), { name: `Haus ${number}` });
		const recent = addProject(service(), { name: 'Umbau Meier', ...inKiel });
		const found = async (text: string) =>
			(await search('searchProjects', text)).results.map(({ value }) => value);
		expect(await found('meier')).toEqual([recent.id, old.id]);
		for (const text of ['p-777', 'plön meier']) expect(await found(text)).toEqual([old.id]);
	});

	it.each<[string, object, string]>([
		['the city once', { name: 'Haus Schröder, Kiel' }, 'P-9 · Haus Schröder, Kiel'],
		['the city once, in any form', { name: 'Haus,  KIEL' }, 'P-9 · Haus,  KIEL'],
		['no city', { name: 'Haus', address: null }, 'P-9 · Haus'],
		['no name', { name: '' }, 'P-9 · Kiel'],
	])('shows %s', async (_, fields, shown) => {
		addProject(service(), { humanId: 'P-9', ...inKiel, ...fields });
		const { results } = await search('searchProjects');
		expect(results.map(({ name }) => name)).toEqual([shown]);
	});
});

describe('the list to choose a customer from', () => {
	it('is in the order of the names, page by page', async () => {
		for (let number = 0; number < 199; number++) {
			addCustomer(service(), { lastName: `Weber ${String(number * 5).padStart(3, '0')}` });
		}
		addCustomer(service(), { lastName: 'Aumann', humanId: 'C-900', ...inKiel });
		const first = await search('searchCustomers');
		const second = await search('searchCustomers', '', String(first.paginationToken));
		expect(first.results).toHaveLength(100);
		expect(first.results[0].name).toBe('C-900 · Aumann, Ada · Kiel');
		expect(second.results).toHaveLength(100);
		expect(second.paginationToken).toBeUndefined();
		const names = [...first.results, ...second.results].map(({ name }) => name.split(' · ')[1]);
		expect(names).toEqual([...names].sort());
	});

	it.each([
		[{ firstName: '' }, 'C-9 · Weber'],
		[{ isCompany: false, companyName: 'Nord GmbH' }, 'C-9 · Weber, Ada'],
	])('shows the person: %j', async (fields, shown) => {
		addCustomer(service(), { humanId: 'C-9', ...fields });
		expect((await search('searchCustomers')).results).toMatchObject([{ name: shown }]);
	});

	it('finds by name, human ID, city and company', async () => {
		addCustomer(service(), { firstName: 'Grace', ...inKiel });
		const { id } = addCustomer(service(), {
			...{ firstName: 'Grace', lastName: 'Hopper', isCompany: true },
			...{ companyName: 'Hausverwaltung Nord', humanId: 'C-777' },
			address: { city: 'Plön' },
		});
		for (const text of ['grace hop', 'c-777', 'plön', 'verwaltung']) {
			const { results } = await search('searchCustomers', text);
			const name = 'C-777 · Hausverwaltung Nord · Hopper, Grace · Plön';
			expect(results).toEqual([{ name, value: id }]);
		}
	});
});
