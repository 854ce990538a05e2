// Judges lists/company.ts and polling/source.ts.
import { expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { usePolls } from '../harness/polls.mts';
import { addCustomer, apiKeyCredential } from '../harness/service/service.mts';

const { service, projects, trigger } = usePolls();

const remove = (...records: ApiRecord[]) => {
	for (const { id } of records) {
		const isProject = service().store.projects.has(id);
		service().store.delete(isProject ? 'project' : 'customer', id);
	}
};

const hideAccount = (fault: Fault = { status: 403 }) =>
	service().faults.add({ path: pathOf('getAccount'), ...fault });

it('an empty company whose account cannot be read can be polled, and its first project is new', async () => {
	hideAccount();
	const polls = trigger();
	expect((await polls.activate()).outputs).toBeUndefined();
	expect((await polls.poll()).outputs).toBeUndefined();
	const [project] = projects(1);
	expect((await polls.poll()).events).toEqual([`project.created ${project.id}`]);
	expect(polls.log).toEqual([]);
});

it('deletions wait if nothing shows the company any more, and come with the next project', async () => {
	hideAccount({ status: 404, body: { statusCode: 404, message: 'Not Found' } });
	const [last] = projects(1);
	const customer = addCustomer(service());
	const polls = trigger();
	await polls.activate();
	remove(last, customer);
	for (let time = 0; time < 2; time++) expect((await polls.poll()).outputs).toBeUndefined();
	expect(polls.log).toEqual([expect.stringContaining('reports deletions later')]);
	const [next] = projects(1);
	expect((await polls.poll()).events.sort()).toEqual([
		`customer.deleted ${customer.id}`,
		`project.created ${next.id}`,
		`project.deleted ${last.id}`,
	]);
	expect((await polls.poll()).outputs).toBeUndefined();
});

it('another company without records never looks like deletions', async () => {
	hideAccount();
	const before = projects(2);
	addCustomer(service());
	const { store, company, otherCompany } = service();
	const polls = trigger();
	await polls.activate();
	polls.options.credentials = apiKeyCredential(service(), { apiKey: otherCompany.apiKey });
	expect((await polls.activate()).outputs).toBeUndefined();
	expect((await polls.poll()).outputs).toBeUndefined();
	const fields = { name: 'Haus', source: 'api', address: null };
	store.insert('project', otherCompany.id, fields);
	expect((await polls.poll()).outputs).toBeUndefined();
	polls.options.credentials = apiKeyCredential(service(), { apiKey: company.apiKey });
	expect((await polls.activate()).outputs).toBeUndefined();
	store.edit('project', before[0].id, { name: 'other' });
	expect((await polls.poll()).events).toEqual([`project.edited ${before[0].id}`]);
});

it.each<[string, object, () => unknown]>([
	['a project whose events are not chosen', { events: ['customer.deleted'] }, () => projects(1)],
	['another customer', {}, () => addCustomer(service())],
	[
		'another customer, although projects cannot be listed',
		{ events: ['customer.deleted'] },
		() => [
			addCustomer(service()),
			service().faults.add({ path: pathOf('listProjects'), status: 403 }),
		],
	],
])('deletions of customers: %s shows the company', async (_, parameters, add) => {
	hideAccount();
	add();
	const customer = addCustomer(service());
	const polls = trigger(parameters);
	await polls.activate();
	remove(customer);
	expect((await polls.poll()).events).toEqual([`customer.deleted ${customer.id}`]);
});

it('a list of customers that cannot be read: the error says how to go on with projects', async () => {
	projects(1);
	service().faults.add({ path: pathOf('listCustomers'), status: 404, body: { message: 'No' } });
	const failure = {
		message: expect.stringContaining('list customers'),
		description: expect.stringContaining('remove those of customers under "Trigger On"'),
	};
	await expect(trigger().activate()).rejects.toMatchObject(failure);
	const noOther = expect.not.stringContaining('Trigger On');
	const customers = trigger({ events: ['customer.edited'] });
	await expect(customers.activate()).rejects.toMatchObject({ description: noOther });
	service().faults.clear();
	service().faults.add({ path: pathOf('listCustomers'), status: 401, body: { message: 'No' } });
	await expect(trigger().activate()).rejects.toMatchObject({ description: noOther });
	const alone = trigger({ events: ['project.created', 'project.edited'] });
	await alone.activate();
	const [next] = projects(1);
	expect((await alone.poll()).events).toEqual([`project.created ${next.id}`]);
});
