// Judges polling/poll.ts and polling/source.ts.
import { describe, expect, it } from 'vitest';
import { apiPrefix, pathOf } from '../../../sandbox/service/description.mts';
import { listBody } from '../../shared.mts';
import { usePolls } from '../harness/polls.mts';
import { addCustomer, apiKeyCredential, onRequest } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, projects, trigger } = usePolls();

describe('another company or service', () => {
	const withKey = (apiKey: string) => apiKeyCredential(service(), { apiKey });

	it("another company's key: a new baseline, no events even with Emit Existing, one warning", async () => {
		says('docs/triggers.md', 'another company or address of the service, the trigger starts over');
		projects(5);
		const { otherCompany, store, company } = service();
		const fields = { name: 'Haus', source: 'api', address: null };
		const theirs = store.insert('project', otherCompany.id, fields);
		const polls = trigger({ options: { emitExisting: true } });
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

	it('the key of an empty company, saved during a poll: the poll goes on with the one it began with', async () => {
		const [gone] = projects(3);
		addCustomer(service());
		const credentials = withKey(service().company.apiKey);
		const polls = trigger({}, { credentials });
		await polls.activate();
		service().store.delete('project', gone.id);
		const useKey = ({ apiKey }: { readonly apiKey: string }) => {
			credentials.energyProjectsApi.apiKey = apiKey;
		};
		onRequest(service(), (number) => {
			if (number === 1) useKey(service().otherCompany);
		});
		expect((await polls.poll()).events).toEqual([`project.deleted ${gone.id}`]);
		expect((await polls.poll()).events).toEqual([]);
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

describe('a service that refuses', () => {
	const down = () => service().faults.add({ status: 422, body: { message: 'Down for repair' } });

	it('lets a workflow with a state start; later polls fail and start the error workflow', async () => {
		const polls = trigger();
		await polls.activate();
		const [one] = projects(1);
		down();
		expect((await polls.restart()).outputs).toBeUndefined();
		expect(polls.log).toEqual([expect.stringContaining('Down for repair')]);
		await expect(polls.poll()).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'Could not list projects (422): Down for repair',
			httpCode: '422',
		});
		service().faults.clear();
		expect((await polls.poll()).events).toEqual([`project.created ${one.id}`]);
	});

	it('fails the first publishing and every poll of a durable schedule at once, without a secret', async () => {
		const { apiKey } = service().company;
		service().faults.add({ status: 403, body: { message: `Key ${apiKey} may not` } });
		await expect(trigger().activate()).rejects.toThrow('Key *** may not');
		await expect(trigger({}, { isDurable: true }).poll()).rejects.toThrow('Key *** may not');
	});
});

it.each([
	[{ authentication: 'oauth2' }, 'Authentication: "oauth2" is not one of its values: apiKey'],
	[{ events: '={{ [] }}' }, 'No event is chosen in "Trigger On"'],
	[{ onlyIfChanged: 'project.updatedAt' }, 'it must be one of project.humanId, project.name'],
])(
	'a setting with a value that does not exist fails the poll, and nothing is read: %j',
	async (given, text) => {
		await expect(trigger(given).activate()).rejects.toThrow(text);
		expect(service().requests).toEqual([]);
	},
);

it('a poll that takes longer than n8n allows fails, and says what to do about it', async () => {
	const all = projects(350);
	const polls = trigger();
	await polls.activate();
	for (const { id } of all) service().store.edit('project', id, { name: 'other' });
	service().faults.add({ path: /page=3\b/, delayMs: 60_000 });
	polls.options.budgetMs = 1_500;
	await expect(polls.activate()).rejects.toMatchObject({
		message: 'The service did not send its records in the time n8n allows for a poll',
		description: expect.stringContaining('Poll when the service is less busy') as unknown,
	});
	service().faults.clear();
	polls.options.budgetMs = 60_000;
	// Nothing was reported of what it had read.
	expect((await polls.activate()).events).toHaveLength(350);
});
