import { describe, expect, it } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, apiKeyCredential, writes } from '../harness/service/service.mts';

const { service, run } = useScenario();

describe('creates whose answers are lost when the node stops', () => {
	it('are counted apart from those that were carried out', async () => {
		const lost = { method: 'POST', delayMs: 30, reset: true, afterHandling: true };
		const { store } = service();
		const insert = store.insert.bind(store);
		let count = 0;
		store.insert = (...parameters) => {
			if (++count === 16) service().faults.add(lost);
			return insert(...parameters);
		};
		const companyId = service().company.id;
		const names = {
			firstName: 'Ada',
			lastName: '={{ $json.name }}',
			additionalFields: { companyId },
		};
		const items = Array.from({ length: 60 }, (_, number) => ({ name: `W${number}` }));
		const { error } = await run({ resource: 'customer', operation: 'create', ...names }, { items });
		store.insert = insert;
		const [, done = '0'] = /(\d+) other items were carried out/.exec(error?.message ?? '') ?? [];
		const [, maybe = '0'] =
			/(\d+) other items? may have been carried out/.exec(error?.message ?? '') ?? [];
		expect(Number(maybe)).toBeGreaterThan(0);
		// And the one whose error it is.
		expect(Number(done) + Number(maybe) + 1).toBe(recordsOf(service(), 'customer').length);
	});
});

describe('one company, spelled in several ways by a credential', () => {
	it('gets one record for the same value to match', async () => {
		const { baseUrl, company } = service();
		const spellings = [
			{ url: baseUrl, key: company.apiKey },
			{ url: `${baseUrl}/`, key: ` ${company.apiKey}` },
			{ url: baseUrl.toUpperCase(), key: `${company.apiKey}\n` },
			{ url: `${baseUrl}/api/v1/`, key: company.apiKey },
		];
		const credentials = apiKeyCredential(service(), {
			baseUrl: '={{ $json.url }}',
			apiKey: '={{ $json.key }}',
		});
		const match = { matchOn: 'email', matchValue: 'same@mail.example' };
		const upsert = { resource: 'customer', operation: 'upsert', ...match };
		const { error } = await run(
			{ ...upsert, firstName: 'Ada', lastName: 'Weber' },
			{ credentials, items: spellings },
		);
		expect(error).toBeUndefined();
		expect(recordsOf(service(), 'customer')).toHaveLength(1);
	});
});

describe('an option by an expression that yields no choice', () => {
	it.each([
		['ifFound', 'Skip', 'If Found: "Skip" is not one of its values: Update, Leave as It Is'],
		['ifFound', null, 'If Found: "null" is not one of its values'],
		['emptyValues', 'maybe', 'Empty Values: "maybe" is not one of its values'],
		['checkOnly', null, 'Check Only is empty, so the changes would really be made'],
		['checkOnly', '', 'Check Only is empty'],
	])('%s %j: the item fails, and nothing is written', async (name, value, message) => {
		addCustomer(service(), { email: 'a@mail.example' });
		const upsert = { resource: 'customer', operation: 'upsert', matchValue: 'a@mail.example' };
		const parameters = { ...upsert, firstName: 'New', options: { [name]: '={{ $json.value }}' } };
		const { error } = await run(parameters, { items: [{ value }] });
		expect(error?.message).toContain(message);
		expect(writes(service())).toEqual([]);
	});

	it('the label of a choice is that choice', async () => {
		addCustomer(service(), { email: 'a@mail.example' });
		const upsert = { resource: 'customer', operation: 'upsert', matchValue: 'a@mail.example' };
		const options = { ifFound: '={{ "leave as it is" }}' };
		const { json } = await run({ ...upsert, firstName: 'New', options });
		expect(json).toMatchObject([{ firstName: 'Ada', syncResult: 'unchanged' }]);
	});
});

it('deletions of one record keep their order: by its Human ID, then by its ID', async () => {
	const { id, humanId } = addProject(service());
	const deletion = { operation: 'delete', projectId: byId('={{ $json.which }}') };
	const items = [{ which: String(humanId) }, { which: id }];
	const { json } = await run(deletion, { items, onError: 'continueRegularOutput' });
	expect(json).toMatchObject([{ deleted: true, id }, { error: expect.stringContaining('(404)') }]);
});
