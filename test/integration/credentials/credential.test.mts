import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Company, Subject } from '../../../sandbox/service/records.mts';
import { byId } from '../../shared.mts';
import { TestCredentials } from '../harness/n8n/credentials.mts';
import { create, customerUpsert, projectUpsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { apiKeyCredential, oAuth2Credential } from '../harness/service/service.mts';
import { onRequest, useService, writes } from '../harness/service/service.mts';

// A credential whose fields are expressions: each item is served with its own.

const { service, run } = useScenario();
const other = useService({ seed: 'empty' });
const onError = 'continueRegularOutput';
const KEY = '={{ $json.key }}';
const companies = (): readonly Company[] => [service().company, service().otherCompany];
const keysOf = (count: number, keys: readonly string[]) =>
	Array.from({ length: count }, (_, number) => ({ key: keys[number % keys.length], number }));
const ofBoth = (count = 2) =>
	keysOf(count, [service().company.apiKey, service().otherCompany.apiKey]);
const byKey = () => ({ credentials: apiKeyCredential(service(), { apiKey: KEY }) });
const held = (subject: Subject) =>
	companies().map(({ id }) => service().store.list(subject, id) as IDataObject[]);

const countReads = () => vi.spyOn(TestCredentials.prototype, 'getDecrypted');

describe('an API key by an expression, and items of two companies', () => {
	beforeEach(() => {
		for (const { id } of companies())
			service().store.insert('project', id, { name: 'Old', source: 'api', address: null });
	});

	it('each new record goes to the company of its item, which is found out for each', async () => {
		const parameters = create('customer', { lastName: '={{ $json.number }}' });
		const { error } = await run(parameters, { items: ofBoth(4), ...byKey() });
		expect(error).toBeUndefined();
		const names = held('customer').map((own) => own.map(({ lastName }) => lastName).join());
		expect(names).toEqual(['0,2', '1,3']);
	});

	it('P-001 is looked up, read and updated where the item belongs', async () => {
		const updateFields = { name: '={{ "Haus " + $json.number }}' };
		const projectId = byId('P-001');
		const update = { operation: 'update', projectId, updateFields };
		expect((await run(update, { items: ofBoth(), ...byKey() })).error).toBeUndefined();
		expect(held('project')).toMatchObject([[{ name: 'Haus 0' }], [{ name: 'Haus 1' }]]);
		const get = await run({ operation: 'get', projectId }, { items: ofBoth(), ...byKey() });
		expect(get.json.map(({ name }) => name)).toEqual(['Haus 0', 'Haus 1']);
	});

	it('Create or Update finds what the company of the item has, and creates there what it lacks', async () => {
		const { id } = service().otherCompany;
		const fields = { firstName: 'Ada', lastName: 'Old', email: 'ada@mail.example', address: null };
		service().store.insert('customer', id, fields);
		const parameters = customerUpsert({
			...{ matchValue: 'ada@mail.example', firstName: 'Ada', lastName: '={{ $json.number }}' },
		});
		const { json } = await run(parameters, { items: ofBoth(), ...byKey() });
		expect(json.map(({ syncResult }) => syncResult)).toEqual(['created', 'updated']);
		expect(held('customer')).toMatchObject([[{ lastName: '0' }], [{ lastName: '1' }]]);
	});

	it('Get Many returns the list of each, also with what is read once for all items of one', async () => {
		for (const includeCustomer of [false, true]) {
			const parameters = { operation: 'getAll', returnAll: true, options: { includeCustomer } };
			const { items } = await run(parameters, { items: ofBoth(), ...byKey() });
			expect(items.map(({ json }) => json.id)).toEqual(held('project').map(([{ id }]) => id));
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		}
	});

	it('a key that is refused fails its own items and no other, and is not sent again', async () => {
		const gone = { key: 'gone', number: 0 };
		const items = [...ofBoth(4), gone, ...ofBoth(2), gone];
		const { json } = await run(create('customer'), { items, onError, ...byKey() });
		const refused = json.map(({ error }) => /\(401\)/.test(String(error)));
		expect(refused).toEqual(items.map(({ key }) => key === 'gone'));
		expect(held('customer').map(({ length }) => length)).toEqual([3, 3]);
		expect(service().requests.filter(({ status }) => status === 401)).toHaveLength(1);
	});

	it('each item is one reading of the credential, however many requests it needs', async () => {
		const reads = countReads();
		const get = { operation: 'get', projectId: byId('P-001'), options: { includeCustomer: true } };
		await run(get, { items: ofBoth(30), ...byKey() });
		expect(reads).toHaveBeenCalledTimes(30);
	});

	it('a value to match that one company does not keep ends the creates of that company alone', async () => {
		const [one, other] = companies();
		onRequest(service(), () => {
			const { method, body } = service().requests.at(-1) ?? {};
			if (method !== 'POST') return undefined;
			const sent = body as IDataObject;
			// The other company's first create is under way until that has shown.
			if (sent.companyId !== one.id) return { delayMs: 200 };
			sent.humanId = 'P-900';
			return undefined;
		});
		const items = [one, other, other].map(({ apiKey }, number) => ({ key: apiKey, number }));
		const matchValue = '={{ "N-" + $json.number }}';
		const parameters = projectUpsert({ matchOn: 'humanId', matchValue, name: 'Haus' });
		const { json } = await run(parameters, { items, onError, ...byKey() });
		expect(json.map(({ syncResult }) => syncResult)).toEqual([undefined, 'created', 'created']);
	});
});

it('a Base URL by an expression: each item reaches its own service', async () => {
	other().store.clear();
	const apiKey = service().company.apiKey;
	const items = [service(), other(), service()].map(({ baseUrl }, number) => ({ baseUrl, number }));
	const credentials = { energyProjectsApi: { baseUrl: '={{ $json.baseUrl }}', apiKey } };
	const additionalFields = { companyId: service().company.id };
	const parameters = create('customer', { lastName: '={{ $json.number }}', additionalFields });
	expect((await run(parameters, { items, credentials })).error).toBeUndefined();
	const names = [service(), other()].map(({ store }) =>
		[...store.customers.values()].map(({ lastName }) => lastName),
	);
	expect(names).toEqual([['0', '2'], ['1']]);
});

it('OAuth2: an item with another account than the first one is refused, and nothing of it is sent', async () => {
	const { energyProjectsOAuth2Api: oAuth2 } = await oAuth2Credential(service());
	const credentials = { energyProjectsOAuth2Api: { ...oAuth2, clientId: '={{ $json.client }}' } };
	const items = [oAuth2.clientId, 'another', oAuth2.clientId].map((client) => ({ client }));
	const additionalFields = { companyId: service().company.id };
	const parameters = { authentication: 'oAuth2', ...create('customer', { additionalFields }) };
	const { json } = await run(parameters, { items, onError, credentials });
	expect(json).toMatchObject([{ firstName: 'Ada' }, items[1], { firstName: 'Ada' }]);
	expect(json[1].error).toMatch(
		/^This item and the first one have different OAuth2 credentials\. Nothing was sent for this item\./,
	);
	expect(writes(service())).toHaveLength(2);
});

it('a way of logging in that does not exist is refused, and those that do are named', async () => {
	const items = [{ way: 'oauth2' }];
	const parameters = { ...create('customer'), authentication: '={{ $json.way }}' };
	const { json } = await run(parameters, { items, onError });
	const words = 'Authentication: "oauth2" is not one of its values: apiKey, oAuth2';
	expect(json.map(({ error }) => error)).toEqual([words]);
	expect(service().requests).toEqual([]);
});

it('an expression for the API key that finds nothing is named as the cause, and nothing of its item is sent', async () => {
	const ofItem = apiKeyCredential(service(), { apiKey: '={{ $json.key }}' });
	const items = [{ key: service().company.apiKey }, {}];
	const additionalFields = { companyId: service().company.id };
	const parameters = create('customer', { additionalFields });
	const { json } = await run(parameters, { items, onError, credentials: ofItem });
	expect(json[1].error).toMatch(/^The API Key in the credential is empty\. Nothing was sent/);
	expect(writes(service())).toHaveLength(1);
});
