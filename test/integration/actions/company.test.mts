import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import type { Subject } from '../../../sandbox/service/records.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, bodiesOf, requestsWith, writes } from '../harness/service/service.mts';
import { create, upsert } from '../harness/samples/sampleWrites.mts';
import { says } from '../../documents.mts';

const account = pathOf('getAccount');
const projects = pathOf('listProjects');
/** A create for which the item may name the company. */
const parametersOf = (resource: Subject) =>
	create(resource, { additionalFields: { companyId: '={{ $json.companyId }}' } });

describe.each(subjects)('the company of a new %s', (resource) => {
	const { service, run } = useScenario();
	const parameters = parametersOf(resource);
	const many = Array.from({ length: 30 }, () => ({}));
	const asked = () => requestsWith(service(), 'GET').map(({ path }) => path.split('?')[0]);
	const companies = () =>
		bodiesOf(service()).map((body) => (body as { companyId?: unknown }).companyId);

	it('is that of a project: the list is asked once for one project, however many items there are', async () => {
		addProject(service());
		// If nothing needs it, nothing asks for it.
		service().faults.add({ path: account, status: 500 });
		expect((await run(parameters, { items: many })).error).toBeUndefined();
		expect(companies()).toEqual(many.map(() => service().company.id));
		expect(asked()).toEqual([projects]);
		const [{ path }] = requestsWith(service(), 'GET');
		expect(new URL(path, service().baseUrl).searchParams.get('limit')).toBe('1');
	});

	it('is the account if there is no project, which is asked once', async () => {
		says('docs/action-node.md', 'of your projects or, if there are none, of your account');
		expect((await run(create('customer'), { items: many })).error).toBeUndefined();
		expect(companies()).toEqual(many.map(() => service().company.id));
		expect(asked()).toEqual([projects, account]);
	});

	it('of Create or Update is found in the same way, and missed in the same way', async () => {
		service().faults.add({ path: account, status: 403 });
		const { error } = await run(upsert(resource));
		expect(error?.message).toContain('Company ID (companyId) is empty');
		expect(writes(service())).toEqual([]);
		addProject(service());
		expect((await run(upsert(resource))).json).toMatchObject([{ syncResult: 'created' }]);
	});
});

describe.each<[string, number, Fault]>([
	['404 in JSON', 1, { status: 404, body: { statusCode: 404, message: 'Not Found' } }],
	['500, also when it is repeated', 4, { status: 500 }],
])('without a project, and with an account that cannot be read (%s)', (_, requests, fault) => {
	const { service, run } = useScenario();

	it('the items that name no company fail and say where to fill it in; the others are created', async () => {
		service().faults.add({ path: account, ...fault });
		const companyId = service().company.id;
		// In capitals, as SQL Server writes an ID.
		const items = [{}, { companyId }, {}, { companyId: companyId.toUpperCase() }];
		const { json } = await run(parametersOf('project'), {
			...{ items, onError: 'continueRegularOutput' },
		});
		const fails =
			/Company ID \(companyId\) is empty.*"Company ID" under "Additional Fields".*"Map Automatically".*companyId/;
		const kind = fault.status === 500 ? 'temporary' : 'value';
		const failed = { error: expect.stringMatching(fails) as unknown, details: { kind } };
		expect(json).toMatchObject([failed, { name: 'Haus Weber' }, failed, { name: 'Haus Weber' }]);
		expect(bodiesOf(service())).toMatchObject([{ companyId }, { companyId }]);
		expect(requestsWith(service(), 'GET', account)).toHaveLength(requests);
	});
});
