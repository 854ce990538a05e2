import { describe, expect, it, vi } from 'vitest';
import { apiPrefix, pathOf } from '../../../sandbox/service/description.mts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { listBody } from '../../shared.mts';
import type { PollBenchOptions } from '../harness/n8n/pollBench.mts';
import { usePolls } from '../harness/polls.mts';
import { addCustomer } from '../harness/service/records.mts';
import { apiKeyCredential } from '../harness/service/service.mts';

const { service, projects, trigger: triggerOf } = usePolls();

const trigger = (parameters: object = {}, more: Partial<PollBenchOptions> = {}) =>
	triggerOf({ options: { maxRetries: 0 }, ...parameters }, more);

const remove = (records: readonly ApiRecord[]) => {
	for (const { id } of records) service().store.delete('project', id);
};

/** Hides records in the lists of the service, and returns a function that shows them again. */
const hide = (isHidden: (record: ApiRecord) => boolean) => {
	const { store } = service();
	const list = store.list.bind(store);
	const spy = vi
		.spyOn(store, 'list')
		.mockImplementation((subject, companyId) =>
			list(subject, companyId).filter((record) => !isHidden(record)),
		);
	return () => spy.mockRestore();
};

const ofProject = new RegExp(`^${pathOf('getProject', '[0-9a-f-]+')}`);
const empty = { items: [], metadata: { page: 1, limit: 100, total: '0' } };

describe('a fault of the service never looks like a deletion', () => {
	it.each<[string, Fault]>([
		['a 500 on page 7 of 10', { path: /\/projects\?.*page=7\b/, status: 500 }],
		['a page of HTML', { path: pathOf('listProjects'), status: 200, body: '<p>Welcome' }],
		['a broken connection', { path: /page=3\b/, cut: true }],
	])('%s: the poll fails, and the next one reports the change', async (_, fault) => {
		const all = projects(1000);
		const polls = trigger();
		await polls.activate();
		service().faults.add(fault);
		service().store.edit('project', all[500].id, { name: 'other' });
		await expect(polls.poll()).rejects.toThrow(/^Could not list projects/);
		service().faults.clear();
		expect((await polls.poll()).events).toEqual([`project.edited ${all[500].id}`]);
	});

	it('an empty list, while the records can still be read one by one', async () => {
		projects(30);
		const polls = trigger();
		await polls.activate();
		service().faults.add({ path: `${pathOf('listProjects')}?`, status: 200, body: empty });
		for (let time = 0; time < 3; time++) expect((await polls.poll()).outputs).toBeUndefined();
		service().faults.clear();
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('a list without a record that can still be read', async () => {
		const [one] = projects(10);
		const polls = trigger();
		await polls.activate();
		const show = hide(({ id }) => id === one.id);
		expect((await polls.poll()).outputs).toBeUndefined();
		show();
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it.each<[string, Fault]>([
		['a 404 that is not JSON', { path: ofProject, status: 404, body: '<p>Not here' }],
		['a 500', { path: ofProject, status: 500 }],
		['a 403', { path: ofProject, status: 403 }],
	])(
		'%s for a deleted record: it is reported when the service confirms the deletion',
		async (_, fault) => {
			const [one] = projects(10);
			const polls = trigger();
			await polls.activate();
			remove([one]);
			service().faults.add(fault);
			expect((await polls.poll()).outputs).toBeUndefined();
			service().faults.clear();
			expect((await polls.poll()).events).toEqual([`project.deleted ${one.id}`]);
		},
	);

	it('a 410 for a deleted record confirms the deletion, as a 404 does', async () => {
		const [one] = projects(10);
		const polls = trigger();
		await polls.activate();
		remove([one]);
		service().faults.add({ path: ofProject, status: 410, body: { message: 'Gone' } });
		expect((await polls.poll()).events).toEqual([`project.deleted ${one.id}`]);
	});

	it('more than 20 and more than a tenth missing: the next poll has to miss them too', async () => {
		const all = projects(100);
		const polls = trigger();
		await polls.activate();
		remove(all.slice(0, 21));
		expect((await polls.poll()).outputs).toBeUndefined();
		remove(all.slice(21, 22));
		expect((await polls.poll()).events).toHaveLength(22);
		remove(all.slice(22, 42));
		expect((await polls.poll()).events).toHaveLength(20);
	});

	it('a big deletion is reported although more is deleted between any two polls', async () => {
		const all = projects(200);
		const polls = trigger();
		await polls.activate();
		remove(all.slice(0, 25));
		const found: number[] = [];
		for (let time = 0; time < 4; time++) {
			found.push((await polls.poll()).events.length);
			remove(all.slice(25 + time, 26 + time));
		}
		expect(found).toEqual([0, 26, 1, 1]);
	});

	it('many records that only the list hides are asked for ever more rarely, and noted once', async () => {
		const all = projects(300);
		const polls = trigger();
		await polls.activate();
		const hidden = new Set(all.slice(0, 100).map(({ id }) => id));
		const show = hide(({ id }) => hidden.has(id));
		const asked: number[] = [];
		for (let time = 0; time < 8; time++) {
			service().requests.splice(0);
			expect((await polls.poll()).outputs).toBeUndefined();
			asked.push(service().requests.filter(({ path }) => ofProject.test(path)).length);
		}
		show();
		expect(asked).toEqual([0, 100, 20, 20, 20, 20, 20, 0]);
		expect(polls.log).toEqual([expect.stringContaining('does not find 100 projects in the list')]);
	});

	it('the last record missing: the next poll has to miss it too', async () => {
		const [one] = projects(1);
		const polls = trigger();
		await polls.activate();
		remove([one]);
		expect((await polls.poll()).outputs).toBeUndefined();
		expect((await polls.poll()).events).toEqual([`project.deleted ${one.id}`]);
	});
});

describe('another company or service', () => {
	const withKey = (apiKey: string) => apiKeyCredential(service(), { apiKey });

	it("another company's key: a new baseline, no events, one warning", async () => {
		projects(5);
		const { otherCompany, store, company } = service();
		const theirs = store.insert('project', otherCompany.id, {
			...{ name: 'Haus', source: 'api', address: null },
		});
		const polls = trigger();
		await polls.activate();
		polls.options.credentials = withKey(otherCompany.apiKey);
		expect((await polls.activate()).outputs).toBeUndefined();
		expect((await polls.poll()).outputs).toBeUndefined();
		expect(polls.log).toEqual([expect.stringContaining('another service or company')]);
		store.edit('project', theirs.id, { name: 'other' });
		expect((await polls.poll()).events).toEqual([`project.edited ${theirs.id}`]);
		polls.options.credentials = withKey(company.apiKey);
		expect((await polls.activate()).outputs).toBeUndefined();
	});

	it('is recognized by the account if it has no records', async () => {
		projects(5);
		const polls = trigger();
		await polls.activate();
		polls.options.credentials = withKey(service().otherCompany.apiKey);
		expect((await polls.activate()).outputs).toBeUndefined();
		expect((await polls.poll()).outputs).toBeUndefined();
		expect(polls.log).toHaveLength(1);
	});

	it('a key that changes during a poll: the poll fails, and no record counts as deleted', async () => {
		projects(3);
		for (let count = 0; count < 5; count++) addCustomer(service());
		const polls = trigger();
		await polls.activate();
		const theirs = { id: 'c1d7a5b2-0000-4000-8000-000000000001', companyId: 'another' };
		const path = pathOf('listCustomers');
		service().faults.add({ path, times: 1, status: 200, body: listBody(path, [theirs]) });
		await expect(polls.poll()).rejects.toThrow(/several companies/);
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('an account without an ID: the poll fails, and nothing known is lost', async () => {
		const [one] = projects(1);
		const polls = trigger();
		await polls.activate();
		service().store.edit('project', one.id, { name: 'other' });
		service().faults.add({ path: `${pathOf('listProjects')}?`, status: 200, body: empty });
		const path = pathOf('listCustomers');
		service().faults.add({ path, status: 200, body: listBody(path, []) });
		service().faults.add({ path: pathOf('getAccount'), status: 200, body: {} });
		await expect(polls.poll()).rejects.toThrow(/did not say which company/);
		service().faults.clear();
		expect((await polls.poll()).events).toEqual([`project.edited ${one.id}`]);
	});

	it('a different address of the same service: the node goes on', async () => {
		projects(5);
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		const { baseUrl } = service();
		polls.options.credentials = apiKeyCredential(service(), { baseUrl: `${baseUrl}${apiPrefix}/` });
		expect((await polls.activate()).events).toEqual([`project.created ${one.id}`]);
	});
});

describe('a service that is down', () => {
	const down = () => service().faults.add({ status: 503, body: { message: 'Down for repair' } });

	it('lets a workflow with a state start; later polls fail and start the error workflow', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		down();
		expect((await polls.restart()).outputs).toBeUndefined();
		expect(polls.log).toEqual([expect.stringContaining('Down for repair')]);
		await expect(polls.poll()).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'Could not list projects (503): Down for repair',
			httpCode: '503',
		});
		service().faults.clear();
		expect((await polls.poll()).events).toEqual([`project.created ${one.id}`]);
	});

	it('fails the first publishing at once', async () => {
		down();
		await expect(trigger().activate()).rejects.toThrow('Could not list projects (503)');
	});

	it('with durable schedules, every poll fails and starts the error workflow', async () => {
		const polls = trigger({}, { isDurable: true });
		await polls.poll();
		down();
		await expect(polls.poll()).rejects.toThrow('Could not list projects (503)');
	});

	it('with a durable schedule that leaves a poll as much time as none, later polls fail too', async () => {
		const polls = trigger({}, { isDurable: true, budgetMs: 300_000 });
		await polls.poll();
		down();
		const failures: unknown[] = [];
		for (let time = 0; time < 5; time++) await polls.poll().catch((error) => failures.push(error));
		expect(failures).toHaveLength(3);
	});

	it('shows no secret', async () => {
		const { apiKey } = service().company;
		service().faults.add({ status: 403, body: { message: `Key ${apiKey} may not` } });
		await expect(trigger().activate()).rejects.toThrow('Key *** may not');
	});
});

describe('too little time', () => {
	/** There are ten pages. A poll has time to read some of them. */
	const slow = () => service().faults.add({ path: `${pathOf('listProjects')}?`, delayMs: 250 });
	const options = { maxParallelRequests: 1 };

	it('reports what was read but no deletions, and writes that to the log', async () => {
		const all = projects(1000);
		const events = ['project.edited', 'project.deleted'];
		const polls = trigger({ events, options });
		await polls.activate();
		for (const { id } of all) service().store.edit('project', id, { name: 'other' });
		remove([all[0]]);
		slow();
		polls.options.budgetMs = 2_000;
		const { events: some } = await polls.activate();
		expect(some.length).toBeGreaterThanOrEqual(100);
		expect(some.length).toBeLessThan(999);
		expect(some.join()).not.toContain('deleted');
		expect(polls.log).toEqual([expect.stringContaining('could not read all projects')]);
		service().faults.clear();
		polls.options.budgetMs = 60_000;
		expect(some.length + (await polls.activate()).events.length).toBe(1000);
	});

	it('reports a new record even if little of the list was read', async () => {
		projects(1000);
		const polls = trigger({ events: ['project.created', 'project.edited'], options });
		await polls.activate();
		const [one] = projects(1);
		slow();
		polls.options.budgetMs = 2_000;
		expect((await polls.activate()).events).toEqual([`project.created ${one.id}`]);
	});

	it('a first poll that cannot read the whole list fails, as long as it cannot', async () => {
		projects(1000);
		const polls = trigger({ events: ['project.created'], options }, { budgetMs: 2_000 });
		slow();
		for (let time = 0; time < 2; time++) {
			await expect(polls.activate()).rejects.toMatchObject({
				message: expect.stringContaining('Could not read all projects') as unknown,
				description: expect.stringContaining('Max Parallel Requests') as unknown,
			});
		}
		service().faults.clear();
		polls.options.budgetMs = 60_000;
		expect((await polls.activate()).outputs).toBeUndefined();
		const [one] = projects(1);
		expect((await polls.poll()).events).toEqual([`project.created ${one.id}`]);
	});

	it('a kind of event that is chosen later fails too, as long as the whole list cannot be read', async () => {
		const all = projects(1000);
		const polls = trigger({ events: ['project.created'], options });
		await polls.activate();
		polls.options.parameters = { events: ['project.created', 'project.deleted'], options };
		slow();
		polls.options.budgetMs = 2_000;
		await expect(polls.activate()).rejects.toThrow('Could not read all projects');
		service().faults.clear();
		polls.options.budgetMs = 60_000;
		expect((await polls.activate()).outputs).toBeUndefined();
		remove([all[0]]);
		expect((await polls.poll()).events).toEqual([`project.deleted ${all[0].id}`]);
	});

	it('fails if nothing was read', async () => {
		projects(3);
		const polls = trigger({}, { budgetMs: 1_500 });
		await polls.activate();
		service().faults.add({ delayMs: 60_000 });
		await expect(polls.poll()).rejects.toThrow(/did not answer within|in the time n8n allows/);
	});
});

it('a poll that is due while another is running waits for it, and reports nothing', async () => {
	const polls = trigger();
	await polls.activate();
	addCustomer(service());
	service().faults.add({ delayMs: 200, times: 1 });
	const [first, second] = await Promise.all([polls.poll(), polls.poll()]);
	expect([first, second].map(({ events }) => events.length)).toEqual([1, 0]);
	expect((await polls.poll()).outputs).toBeUndefined();
});
