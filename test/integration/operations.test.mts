import { describe, expect, it } from 'vitest';
import { pathOf } from '../../sandbox/service/description.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../shared.mts';
import { addProject, idsOf, requestsWith, useScenario } from './harness/scenario.mts';

const { service, run } = useScenario({ seed: 'demo' });
const listAll = async (resource: string, filters: object) =>
	(await run({ resource, operation: 'getAll', returnAll: true, filters })).json;
const lastBody = () => service().requests[service().requests.length - 1].body;

describe('every operation, on n8n’s engine against the service', () => {
	it('reads the account of the credential', async () => {
		const { json } = await run({ resource: 'account', operation: 'get' });
		expect(json).toEqual([service().company.account]);
	});

	it('creates a project for the credential’s company, marked as coming from the API', async () => {
		const { json } = await run({ operation: 'create', name: 'Haus Weber' }, { items: [{}, {}] });
		expect(json.map(({ name }) => name)).toEqual(['Haus Weber', 'Haus Weber']);
		expect(lastBody()).toEqual({
			name: 'Haus Weber',
			companyId: service().company.id,
			address: null,
			source: 'api',
		});
		expect(requestsWith(service(), 'GET', pathOf('getAccount'))).toHaveLength(1);
	});

	it('creates a project with every kind of field, as typed', async () => {
		const { json, error } = await run({
			operation: 'create',
			name: 'Haus Weber',
			address: { value: { addressLine1: 'Weg 1', addressLine2: '', city: 'Kiel', latitude: '' } },
			additionalFields: {
				customerId: { ...byId(recordsOf(service(), 'customer')[0].id), mode: 'list' },
				isLead: false,
				numberOfFloors: 0,
				projectValue: '12.5',
				avgHeatload: '',
				installationDate: '2026-03-31T22:30:00.000Z',
				buildingType: 'terracedHouse',
				technicalFeasibilityAssesment: 'feasible',
				heatingCircuits: {
					circuit: [
						{ name: 'Heizkörper', flowTemperature: 55, returnTemperature: '', index: 0, id: '' },
					],
				},
			},
		});
		expect(error).toBeUndefined();
		expect(json[0].name).toBe('Haus Weber');
		expect(lastBody()).toMatchObject({
			address: { addressLine1: 'Weg 1', city: 'Kiel' },
			isLead: false,
			numberOfFloors: 0,
			projectValue: 12.5,
			// Half past midnight of the first of April in Berlin.
			installationDate: '2026-04-01',
			heatingCircuits: [{ name: 'Heizkörper', flowTemperature: 55, index: 0 }],
		});
		expect(lastBody()).not.toHaveProperty('avgHeatload');
	});

	it('reads a project: simplified, raw, and selected fields', async () => {
		const [project] = recordsOf(service(), 'project');
		const parameters = { operation: 'get', projectId: byId(project.id) };
		const read = async (more: object) => (await run({ ...parameters, ...more })).json[0];

		const { id, humanId, name, status, address, buildingHeatLoadKw, heatPumpSizing } = project;
		const { city } = address as { city: string };
		const simplified = await read({});
		expect(simplified).toMatchObject({ id, humanId, name, status, city, buildingHeatLoadKw });
		// A table: one value in each column, and fewer columns than there are fields.
		const isNested = (value: unknown) => typeof value === 'object' && value !== null;
		expect(Object.values(simplified).filter(isNested)).toEqual([]);
		expect(Object.keys(simplified).length).toBeLessThan(Object.keys(project).length);
		expect(await read({ output: 'raw' })).toEqual(project);
		expect(
			await read({ output: 'selectedFields', outputFields: ['name', 'heatPumpSizing'] }),
		).toEqual({ id, name, heatPumpSizing });
	});

	it('takes the ID out of a pasted link', async () => {
		const [project] = recordsOf(service(), 'project');
		const link = `https://app.example/companies/${service().company.id}/projects/${project.id}/rooms?tab=1`;
		const { json } = await run({
			operation: 'get',
			projectId: { ...byId(link), mode: 'url' },
		});
		expect(json[0].id).toBe(project.id);
	});

	it('lists projects with every documented filter and sorting', async () => {
		const { json } = await run({
			operation: 'getAll',
			limit: 3,
			filters: { status: 'inProgress', technicalFeasibilityAssesment: 'feasible', isLead: false },
			sort: { value: { sortBy: 'created_at', order: 'desc' } },
			output: 'raw',
		});
		expect(json).toHaveLength(3);
		for (const project of json) {
			expect(project).toMatchObject({
				status: 'inProgress',
				technicalFeasibilityAssesment: 'feasible',
				isLead: false,
			});
		}
		const created = json.map(({ createdAt }) => String(createdAt));
		expect(created).toEqual([...created].sort().reverse());
	});

	it('updates only what was set, and clears what was chosen', async () => {
		const [project] = recordsOf(service(), 'project');
		const { json } = await run({
			operation: 'update',
			projectId: byId(project.id),
			updateFields: { status: 'completed', isLead: false },
			fieldsToClear: ['projectValue'],
			output: 'raw',
		});
		expect(lastBody()).toEqual({ status: 'completed', isLead: false, projectValue: null });
		expect(json[0]).toMatchObject({ id: project.id, status: 'completed', projectValue: null });
	});

	it('fails before any request where there is nothing to update', async () => {
		const { error } = await run({ operation: 'update', projectId: byId(UNKNOWN_ID) });
		expect(error?.message).toContain('nothing to update');
		expect(service().requests).toEqual([]);
	});

	it('deletes a project and says what the service said', async () => {
		const { id } = addProject(service());
		const { json } = await run({ operation: 'delete', projectId: byId(id) });
		expect(json).toEqual([{ deleted: true, id, message: 'Project deleted successfully' }]);
		expect(service().store.projects.has(id)).toBe(false);
	});

	it('creates, reads, updates and deletes a customer', async () => {
		const customer = async (parameters: object) =>
			(await run({ resource: 'customer', ...parameters })).json[0];
		const created = await customer({
			operation: 'create',
			firstName: 'Ada',
			lastName: 'Lovelace',
			additionalFields: { email: ' ada@mail.example ', isCompany: true, phoneNumber: '' },
		});
		expect(lastBody()).toEqual({
			companyId: service().company.id,
			firstName: 'Ada',
			lastName: 'Lovelace',
			email: 'ada@mail.example',
			isCompany: true,
			phoneNumber: '',
			address: null,
		});
		const customerId = byId(String(created.id));
		expect(await customer({ operation: 'get', customerId })).toMatchObject({
			firstName: 'Ada',
			city: null,
		});
		expect(
			await customer({ operation: 'update', customerId, fieldsToClear: ['email'] }),
		).toMatchObject({
			email: null,
		});
		expect(await customer({ operation: 'delete', customerId })).toMatchObject({ deleted: true });
	});

	it('lists customers, filtered by the node itself', async () => {
		const list = async (filters: object) => await listAll('customer', filters);
		expect(await list({})).toHaveLength(recordsOf(service(), 'customer').length);
		expect(await list({ search: 'anna müll' })).toHaveLength(1);
		expect(await list({ email: ' ANNA.MUELLER0@mail.example' })).toHaveLength(1);
		const companies = recordsOf(service(), 'customer').filter(
			({ isCompany }) => isCompany === true,
		);
		expect(idsOf(await list({ isCompany: true })).sort()).toEqual(idsOf(companies).sort());
		expect(await list({ updatedAfter: '2999-01-01' })).toEqual([]);
	});

	it('lists documents of a project, of a room, and of a media type', async () => {
		const [project] = recordsOf(service(), 'project');
		const list = async (filters: object) => await listAll('document', filters);
		const own = [...service().store.documents.values()].filter(
			({ companyId }) => companyId === service().company.id,
		);
		expect(await list({})).toHaveLength(own.length);
		const [offer] = await list({ projectId: byId(project.id) });
		expect(offer).toMatchObject({ name: 'Angebot.pdf', projectId: project.id, roomId: null });
		const images = await list({ mime: 'image/*' });
		expect(idsOf(images)).toEqual(idsOf(own.filter(({ mime }) => mime === 'image/jpeg')));
		expect(await list({ roomId: byId(String(images[0].roomId)) })).toEqual([images[0]]);
	});

	it('links every output item to the item it came from', async () => {
		const { items } = await run({ operation: 'getAll', limit: 2 }, { items: [{}, {}] });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
		]);
	});

	it('reads parameters for each item, so expressions differ from item to item', async () => {
		const [first, second] = recordsOf(service(), 'project');
		const { json } = await run(
			{ operation: 'get', projectId: byId('={{ $json.id }}') },
			{ items: [{ id: second.id }, { id: first.id }] },
		);
		expect(json.map(({ id }) => id)).toEqual([second.id, first.id]);
	});
});
