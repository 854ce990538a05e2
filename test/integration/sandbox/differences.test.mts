import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { asObserved } from '../../../sandbox/service/differences.mts';
import type { Differences } from '../../../sandbox/service/differences.mts';
import { startService } from '../../../sandbox/service/start.mts';
import type { RunningService } from '../../../sandbox/service/start.mts';
import { waitFor, within } from '../../../sandbox/service/waitFor.mts';

type Part = Record<string, unknown>;

const ends: Array<() => unknown> = [];
afterEach(async () => {
	for (const end of ends.splice(0)) await end();
});

/** Starts a service; gives a way to ask it below the prefix of the API, as any client would. */
async function differing(differences?: Differences) {
	const service = await startService({ debounceMs: 5, ...(differences && { differences }) });
	ends.push(async () => await service.close());
	const ask = async (method: string, path: string, sent?: object) => {
		const answer = await fetch(`${service.baseUrl}/api/v1${path}`, {
			method,
			headers: {
				'x-api-key': service.company.apiKey,
				...(sent && { 'content-type': 'application/json' }),
			},
			...(sent && { body: JSON.stringify(sent) }),
		});
		const text = await answer.text();
		const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
		return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as Part & string };
	};
	const { id: companyId } = service.company;
	const project = { name: 'Haus Weber', companyId, address: null, source: 'api' };
	const customer = { firstName: 'Ada', lastName: 'Weber', companyId, address: null };
	const [{ id: projectId }] = service.store.list('project', companyId);
	return { service, ask, project, customer, projectId };
}

describe('what has moved', () => {
	const moved = {
		getAccount: 'GET /company',
		updateProject: 'PUT /projects/{projectId}',
		listCustomers: 'GET /clients',
		deleteCustomer: '',
	};

	it('is carried out in its new place, with all checks', async () => {
		const { ask, service, projectId } = await differing({ moved });
		expect((await ask('GET', '/company')).body).toMatchObject({ id: service.company.id });
		expect((await ask('GET', '/clients')).body).toHaveLength(40);
		expect((await ask('PUT', `/projects/${projectId}`, { name: 'New' })).body).toMatchObject({
			id: projectId,
			name: 'New',
		});
		expect((await ask('PUT', `/projects/${projectId}`, { name: 1, what: 2 })).status).toBe(400);
		expect((await fetch(`${service.baseUrl}/api/v1/company`)).status).toBe(401);
	});

	it('must be an operation of the description', async () => {
		await expect(
			startService({ differences: { moved: { getNothing: 'GET /x' } } }),
		).rejects.toThrow('getNothing');
	});
});

describe('the header of the signature', () => {
	const received = async (
		differences: Differences,
		send: (s: RunningService, url: string) => unknown,
	) => {
		const headers: Part[] = [];
		const server = createServer((request, response) => {
			headers.push(request.headers);
			response.end();
		}).listen(0, '127.0.0.1');
		ends.push(() => server.close());
		const { service } = await differing(differences);
		await send(service, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		return await waitFor(() => headers[0], within(30, 'Nothing was received'));
	};
	const signature = expect.stringMatching(/^t=\d+,v1=[\da-f]{64}$/) as unknown;
	const different = { signatureHeader: 'Energy-Signature' };

	it('has another name in deliveries', async () => {
		const headers = await received(different, ({ webhooks, store, company }, url) => {
			webhooks.register({ url, events: ['project.edited'], companyId: company.id });
			store.edit('project', store.list('project', company.id)[0].id, { name: 'New' });
		});
		expect(headers).toMatchObject({ 'energy-signature': signature });
		expect(headers).not.toHaveProperty('service-signature');
	});

	it('has another name in events that are sent by hand', async () => {
		const byHand = async ({ baseUrl }: RunningService, url: string) =>
			await fetch(`${baseUrl}/sandbox/send-event`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ event: 'project.edited', url, secret: 'secret' }),
			});
		const headers = await received(different, byHand);
		expect(headers).toMatchObject({ 'energy-signature': signature });
		expect(headers).not.toHaveProperty('service-signature');
		expect(await received({}, byHand)).toMatchObject({ 'service-signature': signature });
	});
});

describe('the form of rows of PostgreSQL', () => {
	const time = expect.stringMatching(
		/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000\+00:00$/,
	) as unknown;

	it('times, decimals, texts and emails', async () => {
		const { ask, project, customer } = await differing({ storedForm: 'postgres' });
		const numbers = { projectValue: 12_500, heatedLivingAreaM2: 120.5, numberOfResidents: 3 };
		const address = { city: ' Kiel ', latitude: 54.5 };
		const sent = { ...project, ...numbers, address, name: '  Haus\n', buildingAge: 'from2002' };
		const { status, body } = await ask('POST', '/projects', sent);
		expect(status).toBe(201);
		const stored = {
			name: 'Haus',
			projectValue: '12500.00',
			heatedLivingAreaM2: '120.50',
			numberOfResidents: 3,
			address: { city: 'Kiel', latitude: 54.5 },
			createdAt: time,
			updatedAt: time,
		};
		expect(body).toMatchObject(stored);
		const computed = { ...stored, buildingHeatLoadKw: '5.42' };
		expect((await ask('GET', `/projects/${String(body.id)}`)).body).toMatchObject(computed);
		const { body: list } = await ask('GET', '/projects?sortBy=created_at&order=desc&limit=1');
		expect(list).toMatchObject({ items: [computed], metadata: { page: 1, limit: 1, total: '41' } });
		const email = 'Ada.Weber@Mail.example';
		expect((await ask('POST', '/customers', { ...customer, email })).body).toMatchObject({
			email: 'ada.weber@mail.example',
			createdAt: time,
		});
		expect((await ask('PATCH', `/projects/${String(body.id)}`, { projectValue: 'x' })).status).toBe(
			400,
		);
	});

	it('heating circuits get new IDs with each write, in the reverse order', async () => {
		const { ask, projectId } = await differing({ storedForm: 'postgres' });
		const path = `/projects/${projectId}`;
		const ids = ({ body }: { body: Part }) => (body.heatingCircuits as Part[]).map(({ id }) => id);
		const heatingCircuits = [
			{ id: 'a', name: 'EG', index: 1 },
			{ id: 'b', name: 'OG', index: 2 },
		];
		const first = await ask('PATCH', path, { heatingCircuits });
		expect(first.body.heatingCircuits).toMatchObject([{ name: 'OG' }, { name: 'EG', index: 1 }]);
		expect(ids(first)).not.toContain('a');
		expect(ids(first)).not.toContain('b');
		expect(ids(await ask('GET', path))).toEqual(ids(first));
		expect(ids(await ask('PATCH', path, { projectValue: 1 }))).toEqual(ids(first));
		const second = await ask('PATCH', path, { heatingCircuits: first.body.heatingCircuits });
		expect(second.body.heatingCircuits).toMatchObject([{ name: 'EG' }, { name: 'OG' }]);
		expect(ids(first)).not.toContain(ids(second)[0]);
	});
});

it('all differences together do not make the service break its own description', async () => {
	const { ask, project, customer, projectId } = await differing(asObserved);
	expect((await ask('GET', '/company')).status).toBe(200);
	expect((await ask('GET', '/account')).body).toMatchObject({
		message: 'Cannot GET /api/v1/account',
	});
	for (const path of ['/projects', `/projects/${projectId}`, '/customers', '/documents']) {
		expect((await ask('GET', path)).status).toBe(200);
	}
	const made = await ask('POST', '/projects', {
		...project,
		averageConsumption: 1,
		avgHeatload: 2,
	});
	expect(made.status).toBe(201);
	expect(made.body).toMatchObject({ averageConsumption: '1.00', avgHeatload: null });
	expect((await ask('DELETE', `/projects/${String(made.body.id)}`)).status).toBe(200);
	expect((await ask('POST', '/customers', customer)).status).toBe(201);
});
