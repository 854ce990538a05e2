import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { EnergyProjects } from '../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, idsOf } from '../harness/service/records.mts';
import { requestsWith } from '../harness/service/requests.mts';

const { service, run } = useScenario();

const list = async (resource: string, more: object) =>
	await run({ resource, operation: 'getAll', output: 'raw', ...more });
const by = (sortBy: string, order = 'asc') => ({ sort: { value: { sortBy, order } } });

describe('projects sorted by what the service cannot sort by', () => {
	const keys = ['human_id', 'name', 'updated_at'];
	const addMany = () => {
		const projects = Array.from({ length: 130 }, (_, number) =>
			addProject(service(), {
				name: `Haus ${(number * 37) % 130}`,
				humanId: `P-${(number * 53) % 130}`,
			}),
		);
		const values = (field: string) => projects.map((project) => String(project[field]));
		const numberOf = (text: string) => Number(text.replace(/\D/g, ''));
		return {
			human_id: () => values('humanId').sort((a, b) => numberOf(a) - numberOf(b)),
			name: () => values('name').sort((a, b) => numberOf(a) - numberOf(b)),
			updated_at: () => values('updatedAt').sort(),
		};
	};
	const field: Record<string, string> = {
		human_id: 'humanId',
		name: 'name',
		updated_at: 'updatedAt',
	};

	it.each(keys)('%s: in that order, and Limit takes the first of all of them', async (key) => {
		const expected = addMany()[key as 'name']();
		const shown = async (more: object) =>
			(await list('project', more)).json.map((project) => project[field[key]]);
		expect(await shown({ returnAll: true, ...by(key) })).toEqual(expected);
		expect(await shown({ limit: 7, ...by(key) })).toEqual(expected.slice(0, 7));
		expect(await shown({ limit: 7, ...by(key, 'desc') })).toEqual(
			[...expected].reverse().slice(0, 7),
		);
	});

	it.each(keys)('%s: the service is never asked to sort by it', async (key) => {
		addMany();
		await list('project', { limit: 7, ...by(key) });
		const asked = service().requests.map(({ path }) =>
			new URL(path, 'http://localhost').searchParams.get('sortBy'),
		);
		expect(new Set(asked)).toEqual(new Set(['created_at']));
	});

	it('stand behind each other by what the service filters, too', async () => {
		const projects = ['B', 'A', 'C'].map((name) =>
			addProject(service(), { name, status: 'completed' }),
		);
		addProject(service(), { name: 'AA' });
		const { json } = await list('project', { filters: { status: 'completed' }, ...by('name') });
		expect(idsOf(json)).toEqual(idsOf([projects[1], projects[0], projects[2]]));
	});
});

describe('customers', () => {
	it('are sorted by name: companies by theirs, persons by their last name', async () => {
		const zoo = addCustomer(service(), { lastName: 'Zoo' });
		const company = addCustomer(service(), {
			lastName: 'Zorn',
			isCompany: true,
			companyName: 'Öl und Gas',
		});
		const adler = addCustomer(service(), { lastName: 'Adler' });
		const expected = idsOf([adler, company, zoo]);
		expect(idsOf((await list('customer', by('name'))).json)).toEqual(expected);
		const last = await list('customer', { limit: 1, ...by('name', 'desc') });
		expect(idsOf(last.json)).toEqual(idsOf([zoo]));
	});

	it('are sorted by human ID, creation and last change', async () => {
		const customers = ['C-10', 'C-9', 'C-100'].map((humanId) =>
			addCustomer(service(), { humanId }),
		);
		service().store.edit('customer', customers[0].id, { firstName: 'Eva' });
		const [ten, nine, hundred] = idsOf(customers);
		const order = async (key: string, direction?: string) =>
			idsOf((await list('customer', by(key, direction))).json);
		expect(await order('human_id')).toEqual([nine, ten, hundred]);
		expect(await order('created_at', 'desc')).toEqual([hundred, nine, ten]);
		expect(await order('updated_at', 'desc')).toEqual([ten, hundred, nine]);
	});

	it('come as the service sends them where nothing was chosen', async () => {
		const customers = ['C-10', 'C-9'].map((humanId) => addCustomer(service(), { humanId }));
		for (const sort of [{}, by('={{ $json.nothing }}'), by('')]) {
			expect(idsOf((await list('customer', sort)).json)).toEqual(idsOf(customers));
		}
	});

	it('cannot be sorted by anything else', async () => {
		const { error } = await list('customer', by('={{ "email" }}'));
		expect(error?.message).toBe(
			'Sort By: "email" is not one of created_at, human_id, name, updated_at',
		);
		expect(service().requests).toEqual([]);
	});
});

describe('a search for projects', () => {
	const search = async (text: string, more: object = {}) =>
		idsOf((await list('project', { filters: { search: text }, ...more })).json);

	it.each([
		['name', 'WEBER'],
		['human ID', 'p-777'],
		['city', 'plön'],
		['city in another Unicode form', 'Plön'.normalize('NFD')],
		['name with more than one blank', 'pumpe   weber'],
	])('finds by %s', async (_, text) => {
		const { id } = addProject(service(), {
			name: 'Wärmepumpe Weber',
			humanId: 'P-777',
			address: { city: 'Plön', postalCode: '24306' },
		});
		addProject(service(), { name: 'Haus', humanId: null, address: null });
		expect(await search(text)).toEqual([id]);
	});

	it.each(['nobody', '24306', '__proto__', 'x'.repeat(100_000)])(
		'finds nothing by %.20s',
		async (text) => {
			addProject(service(), { address: { city: 'Plön', postalCode: '24306' } });
			expect(await search(text)).toEqual([]);
		},
	);

	it('looks through all of them before Limit cuts, the newest first', async () => {
		const found = Array.from({ length: 260 }, (_, number) =>
			addProject(service(), { name: number % 20 === 3 ? `Weber ${number}` : 'Haus' }),
		).filter(({ name }) => String(name).startsWith('Weber'));
		const newestFirst = idsOf(found).reverse();
		expect(await search('weber', { limit: 5 })).toEqual(newestFirst.slice(0, 5));
		expect(await search('weber', { returnAll: true })).toEqual(newestFirst);
		const asked = requestsWith(service(), 'GET', pathOf('listProjects'));
		expect(asked.some(({ path }) => path.includes('search'))).toBe(false);
	});

	it('goes together with other filters and a sort', async () => {
		const after = '2026-06-01T00:00:00Z';
		const [old, one, other] = [
			['Weber 1', '2026-05-01T00:00:00Z'],
			['Weber 9', '2026-07-01T00:00:00Z'],
			['Weber 10', '2026-07-01T00:00:00Z'],
		].map(([name, updatedAt]) => addProject(service(), { name, updatedAt }));
		addProject(service(), { name: 'Haus' });
		const filters = { search: 'weber', updatedAfter: after };
		const { json } = await list('project', { filters, ...by('name', 'desc') });
		expect(idsOf(json)).toEqual(idsOf([other, one]));
		expect(idsOf(json)).not.toContain(old.id);
	});
});

describe('the parameters of Get Many', () => {
	const shownFor = (resource: string): INodeProperties[] =>
		new EnergyProjects().description.properties.filter(
			({ displayOptions: { show = {} } = {} }) =>
				show.resource?.includes(resource) && show.operation?.includes('getAll'),
		);

	it.each(['project', 'customer'])(
		'of %ss end with the sort and, below it, the options',
		(resource) => {
			const names = shownFor(resource).map(({ name }) => name);
			expect(names.slice(-2)).toEqual(['sort', 'options']);
		},
	);

	it.each(['project', 'customer'])('of %ss say what the node applies itself', (resource) => {
		const find = (name: string) => shownFor(resource).find((property) => property.name === name);
		const texts = JSON.stringify([find('filters'), find('sort')]);
		for (const key of ['human_id', 'name', 'updated_at']) {
			expect(texts).toMatch(new RegExp(`"value":"${key}","description":"[^"]*the node reads`));
		}
		expect(texts).toMatch(/"name":"search"[^}]*the node applies it/);
	});
});
