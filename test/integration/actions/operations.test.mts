import { describe, expect, it } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { idsOf } from '../harness/service/records.mts';

const { service, run } = useScenario({ seed: 'demo' });
const listAll = async (resource: string, filters: object) =>
	(await run({ resource, operation: 'getAll', returnAll: true, filters })).json;
const lastBody = () => service().requests[service().requests.length - 1].body;

// What projects and customers have in common is tested in projectsAndCustomers.test.mts.
describe('the operations, on n8n’s engine against the service', () => {
	it('reads the account of the credential', async () => {
		const { json } = await run({ resource: 'account', operation: 'get' });
		expect(json).toEqual([service().company.account]);
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
});
