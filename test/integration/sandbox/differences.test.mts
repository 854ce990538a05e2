import { afterEach, describe, expect, it } from 'vitest';
import { asObserved } from '../../../sandbox/service/differences.mts';
import type { Differences } from '../../../sandbox/service/differences.mts';
import { startService } from '../../../sandbox/service/start.mts';
import { waitFor, within } from '../../../sandbox/service/waitFor.mts';
import { useListServices } from '../harness/service/listService.mts';

type Part = Record<string, unknown>;

const listenAnywhere = useListServices();
const ends: Array<() => unknown> = [];
afterEach(async () => {
	for (const end of ends.splice(0)) await end();
});

/** Starts a service; gives a way to ask it below the prefix of the API, as any client would. */
async function differing(differences?: Differences) {
	const service = await startService({ debounceMs: 5, ...(differences && { differences }) });
	ends.push(async () => await service.close());
	const ask = async (method: string, path: string, sent?: object) => {
		const type = sent && { 'content-type': 'application/json' };
		const answer = await fetch(`${service.baseUrl}/api/v1${path}`, {
			method,
			headers: { 'x-api-key': service.company.apiKey, ...type },
			...(sent && { body: JSON.stringify(sent) }),
		});
		return { status: answer.status, body: (await answer.json()) as Part };
	};
	const { id: companyId } = service.company;
	const project = { name: 'Haus Weber', companyId, address: null, source: 'api' };
	const customer = { firstName: 'Ada', lastName: 'Weber', companyId, address: null };
	const [{ id: projectId }] = service.store.list('project', companyId);
	return { service, ask, project, customer, projectId };
}

const moved = {
	getAccount: 'GET /company',
	updateProject: 'PUT /projects/{projectId}',
	listCustomers: 'GET /clients',
	deleteCustomer: '',
};

it('what has moved is carried out in its new place, with all checks', async () => {
	const { ask, service, projectId } = await differing({ moved });
	expect((await ask('GET', '/company')).body).toMatchObject({ id: service.company.id });
	expect((await ask('GET', '/clients')).body).toHaveLength(40);
	const { body } = await ask('PUT', `/projects/${projectId}`, { name: 'New' });
	expect(body).toMatchObject({ id: projectId, name: 'New' });
	expect((await ask('PUT', `/projects/${projectId}`, { name: 1, what: 2 })).status).toBe(400);
	expect((await fetch(`${service.baseUrl}/api/v1/company`)).status).toBe(401);
});

it('the header of the signature has another name', async () => {
	const headers: Part[] = [];
	const { credentials } = await listenAnywhere(
		(_, { req }) => void headers.push({ ...req.headers }),
	);
	const { service, projectId } = await differing({ signatureHeader: 'Energy-Signature' });
	const url = credentials.energyProjectsApi.baseUrl;
	const companyId = service.company.id;
	service.webhooks.register({ url, events: ['project.edited'], companyId });
	service.store.edit('project', projectId, { name: 'New' });
	const received = await waitFor(() => headers[0], within(30, 'Nothing was received'));
	expect(received).toMatchObject({
		'energy-signature': expect.stringMatching(/^t=\d+,v1=[\da-f]{64}$/) as unknown,
	});
	expect(received).not.toHaveProperty('service-signature');
});

describe('the form of rows of PostgreSQL', () => {
	const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}000\+00:00$/) as unknown;

	it('times, decimals, texts and emails', async () => {
		const { ask, project, customer } = await differing({ storedForm: 'postgres' });
		const numbers = { projectValue: 12_500, heatedLivingAreaM2: 120.5, numberOfResidents: 3 };
		const address = { city: ' Kiel ', latitude: 54.5 };
		const { body } = await ask('POST', '/projects', { ...project, ...numbers, address });
		const stored = {
			...{ projectValue: '12500.00', heatedLivingAreaM2: '120.50', numberOfResidents: 3 },
			...{ address: { city: 'Kiel', latitude: 54.5 }, createdAt: time, updatedAt: time },
		};
		expect(body).toMatchObject(stored);
		expect((await ask('GET', `/projects/${String(body.id)}`)).body).toMatchObject(stored);
		const written = await ask('POST', '/customers', { ...customer, email: 'Ada@Mail.example' });
		expect(written.body).toMatchObject({ email: 'ada@mail.example', createdAt: time });
	});

	it('heating circuits get new IDs with each write, in the reverse order', async () => {
		const { ask, projectId } = await differing({ storedForm: 'postgres' });
		const path = `/projects/${projectId}`;
		const heatingCircuits = ['EG', 'OG'].map((name) => ({ id: name, name }));
		const { body } = await ask('PATCH', path, { heatingCircuits });
		const circuits = body.heatingCircuits as Part[];
		expect(circuits).toMatchObject([{ name: 'OG' }, { name: 'EG' }]);
		for (const { id, name } of circuits) expect(id).not.toBe(name);
		const other = await ask('PATCH', path, { projectValue: 1 });
		expect(other.body.heatingCircuits).toEqual(circuits);
	});
});

it('all differences together do not make the service break its own description', async () => {
	const { ask, project, customer, projectId } = await differing(asObserved);
	expect((await ask('GET', '/company')).status).toBe(200);
	const message = 'Cannot GET /api/v1/account';
	expect((await ask('GET', '/account')).body).toMatchObject({ message });
	for (const path of ['/projects', `/projects/${projectId}`, '/customers', '/documents']) {
		expect((await ask('GET', path)).status).toBe(200);
	}
	const numbers = { averageConsumption: 1, avgHeatload: 2 };
	const made = await ask('POST', '/projects', { ...project, ...numbers });
	expect(made.status).toBe(201);
	expect(made.body).toMatchObject({ averageConsumption: '1.00', avgHeatload: null });
	expect((await ask('DELETE', `/projects/${String(made.body.id)}`)).status).toBe(200);
	expect((await ask('POST', '/customers', customer)).status).toBe(201);
});
