import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../../sandbox/service/description.mts';
import { subjects } from '../../../../sandbox/service/records.mts';
import type { ApiRecord } from '../../../../sandbox/service/records.mts';
import { recordsOf } from '../../../shared.mts';
import { differences } from '../../harness/samples/differences.mts';
import { collections, customerUpsert, projectUpsert } from '../../harness/samples/sampleWrites.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, addProject } from '../../harness/service/records.mts';
import { requestsWith, writes } from '../../harness/service/requests.mts';

const { service, run } = useScenario();
const syncCustomers = {
	...customerUpsert({ matchOn: 'email', matchValue: '={{ $json.email }}' }),
	firstName: '={{ $json.firstName }}',
	lastName: 'Weber',
};
const customers = () => recordsOf(service(), 'customer');

describe('no record matches: it is created', () => {
	it('a customer gets the email it was looked for by', async () => {
		const { json } = await run(
			customerUpsert({
				matchOn: 'email',
				matchValue: ' ada@mail.example ',
				firstName: 'Ada',
				lastName: 'Weber',
				additionalFields: { isCompany: false },
			}),
		);
		expect(json[0]).toMatchObject({ syncResult: 'created', email: 'ada@mail.example' });
		expect(writes(service())).toEqual([
			{
				method: 'POST',
				body: {
					companyId: service().company.id,
					email: 'ada@mail.example',
					firstName: 'Ada',
					lastName: 'Weber',
					isCompany: false,
					address: null,
				},
			},
		]);
	});

	it.each([
		['humanId', 'P-901', { name: 'Haus Weber' }],
		['name', 'Haus Weber', {}],
	])('a project gets the %s it was looked for by', async (matchOn, matchValue, given) => {
		const { json } = await run(projectUpsert({ matchOn, matchValue, ...given }));
		expect(json[0]).toMatchObject({ syncResult: 'created', [matchOn]: matchValue });
		expect(recordsOf(service(), 'project')).toMatchObject([
			{ [matchOn]: matchValue, source: 'api' },
		]);
	});

	it.each([
		['customer', 'humanId', 'C-999'],
		['customer', 'id', '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34'],
		['project', 'id', '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34'],
	])('but not a %s by %s, which the service gives itself', async (resource, matchOn, value) => {
		const names = { name: 'Haus Weber', firstName: 'Ada', lastName: 'Weber' };
		const upsert = { resource, operation: 'upsert', matchOn, matchValue: value, ...names };
		const { error } = await run(upsert);
		expect(error?.message).toContain(`No ${resource} has the ${matchOn} "${value}"`);
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(writes(service())).toEqual([]);
	});

	it.each([
		['customer', 'email', 'ada@mail.example', { firstName: 'Ada' }, 'Last Name (lastName)'],
		['customer', 'email', 'ada@mail.example', { lastName: 'Weber' }, 'First Name (firstName)'],
		['project', 'humanId', 'P-901', {}, 'Name (name)'],
	])('a new %s by %s %s with %j lacks %s', async (resource, matchOn, matchValue, given, name) => {
		const { error } = await run({ resource, operation: 'upsert', matchOn, matchValue, ...given });
		expect(error?.message).toContain(`${name} is empty, but a new ${resource} must have it`);
		expect(writes(service())).toEqual([]);
	});

	it('keeps the email it was looked for by, whatever the mapped item calls email', async () => {
		const upsert = customerUpsert({
			dataMode: 'autoMapInputData',
			matchOn: 'email',
			matchValue: 'ada@mail.example',
		});
		const item = { firstName: 'Ada', lastName: 'Weber', email: 'office@mail.example' };
		await run(upsert, { items: [item, item] });
		// Otherwise the second item, and every later run, would not find what the first one created.
		expect(customers()).toHaveLength(1);
	});
});

describe('one record matches: it is updated', () => {
	it.each<[string, string, (ada: ApiRecord) => string]>([
		['email', 'email', () => 'ada@mail.example'],
		['email in other letters, between blanks', 'email', () => ' ADA@Mail.Example\t'],
		['human ID', 'humanId', ({ humanId }) => ` ${String(humanId)} `],
		['ID', 'id', ({ id }) => id],
	])('a customer by %s', async (_, matchOn, valueOf) => {
		const ada = addCustomer(service(), { email: 'Ada@mail.example' });
		addCustomer(service(), { email: 'grace@mail.example' });
		const matchValue = valueOf(ada);
		const { json } = await run(
			customerUpsert({ matchOn, matchValue, additionalFields: { phoneNumber: '1' } }),
		);
		expect(json[0]).toMatchObject({ id: ada.id, syncResult: 'updated', phoneNumber: '1' });
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { phoneNumber: '1' } }]);
	});

	it.each(['humanId', 'name', 'id'])('a project by %s', async (matchOn) => {
		const project = addProject(service(), { name: 'Haus Weber', humanId: 'P-007' });
		addProject(service(), { name: 'Haus Koch' });
		const matchValue = `  ${String(project[matchOn])} `;
		const { json } = await run(
			projectUpsert({ matchOn, matchValue, additionalFields: { isLead: true } }),
		);
		expect(json[0]).toMatchObject({ id: project.id, syncResult: 'updated', isLead: true });
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { isLead: true } }]);
	});

	it('by ID each item reads its own record only, and letter case does not tell them apart', async () => {
		const { id: ada } = addCustomer(service(), { email: 'ada@mail.example' });
		const { id: grace } = addCustomer(service(), { email: 'grace@mail.example' });
		const sync = customerUpsert({
			matchOn: 'id',
			matchValue: '={{ $json.id }}',
			additionalFields: { phoneNumber: '1' },
		});
		const items = [{ id: ada }, { id: grace }, { id: ada.toUpperCase() }];
		const { json } = await run(sync, { items });
		expect(json.map(({ id, syncResult }) => [id, syncResult])).toEqual([
			...[
				[ada, 'updated'],
				[grace, 'updated'],
				[ada, 'unchanged'],
			],
		]);
		expect(requestsWith(service(), 'GET')).toHaveLength(2);
		expect(requestsWith(service(), 'GET', collections.customer)).toEqual([]);
	});

	it('with only what differs', async () => {
		addProject(service(), {
			name: 'Haus Weber',
			projectValue: 100,
			installationDate: '2026-04-01',
			address: { addressLine1: 'Weg 1', city: 'Kiel', countryCode: 'DE' },
			heatingCircuits: [{ id: 'a', name: 'Floor', flowTemperature: 35 }],
		});
		const { json } = await run(
			projectUpsert({
				matchOn: 'name',
				matchValue: 'Haus Weber',
				name: 'Haus Weber',
				address: { value: { city: 'Plön' } },
				additionalFields: {
					projectValue: 120,
					installationDate: '2026-03-31T22:30:00Z',
					heatingCircuits: { circuit: [{ name: 'Floor', flowTemperature: 35 }] },
				},
			}),
		);
		expect(json[0].syncResult).toBe('updated');
		// An address goes out whole: whether the service merges or replaces it is not documented.
		const address = { addressLine1: 'Weg 1', city: 'Plön', countryCode: 'DE' };
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { projectValue: 120, address } }]);
	});

	it('and clears what was chosen, once', async () => {
		addCustomer(service(), { email: 'ada@mail.example', phoneNumber: '1', companyName: null });
		const upsert = customerUpsert({
			matchOn: 'email',
			matchValue: 'ada@mail.example',
			fieldsToClear: ['phoneNumber', 'companyName'],
		});
		expect((await run(upsert)).json[0]).toMatchObject({ syncResult: 'updated', phoneNumber: null });
		expect((await run(upsert)).json[0]).toMatchObject({ syncResult: 'unchanged' });
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { phoneNumber: null } }]);
	});
});

it('nothing differs: nothing is sent', async () => {
	const items = [{ email: 'ada@mail.example', firstName: 'Ada' }];
	const first = await run(syncCustomers, { items });
	service().requests.splice(0);
	const second = await run(syncCustomers, { items });
	const { syncResult, ...record } = second.json[0];
	expect(syncResult).toBe('unchanged');
	expect({ ...record, syncResult: 'created' }).toEqual(first.json[0]);
	expect(writes(service())).toEqual([]);
});

describe('several records match', () => {
	it('the error lists them, and nothing is changed', async () => {
		const [one, two] = ['Ada', 'Grace'].map((firstName) =>
			addCustomer(service(), { firstName, email: 'office@mail.example' }),
		);
		const { error } = await run(
			customerUpsert({
				matchOn: 'email',
				matchValue: 'Office@mail.example',
				additionalFields: { phoneNumber: '1' },
			}),
		);
		expect(error?.message).toContain('2 customers have the email "Office@mail.example"');
		for (const { id, humanId, firstName } of [one, two]) {
			expect(error?.message).toContain(`${String(humanId)} ${String(firstName)} Weber (${id})`);
		}
		expect(error?.description).toContain('Nothing was changed');
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(writes(service())).toEqual([]);
	});

	it('two projects of the same name', async () => {
		addProject(service(), { name: 'Haus Weber' });
		addProject(service(), { name: 'Haus Weber' });
		const { error } = await run(projectUpsert({ matchOn: 'name', matchValue: 'Haus Weber' }));
		expect(error?.message).toContain('2 projects have the name "Haus Weber"');
		expect(writes(service())).toEqual([]);
	});
});

describe.each(subjects)('many items that create or update %ss', (resource) => {
	const { matchOn } = differences[resource];
	const [first, second] = differences[resource].values;
	const text = { project: 'humanId', customer: 'firstName' }[resource];
	const sync = {
		...{ resource, operation: 'upsert', matchOn, matchValue: '={{ $json.value }}' },
		...(resource === 'customer' && { lastName: 'Weber', firstName: '={{ $json.text }}' }),
		...(resource === 'project' && { additionalFields: { humanId: '={{ $json.text }}' } }),
		output: 'raw',
	};

	it('read the list once, however many they are', async () => {
		const items = Array.from({ length: 30 }, (_, number) => ({
			...{ value: `${number}${first}`, text: `T-${number}` },
		}));
		const { json } = await run(sync, { items });
		expect(json.map(({ syncResult }) => syncResult)).toEqual(items.map(() => 'created'));
		expect(json.map((record) => record[matchOn])).toEqual(items.map(({ value }) => value));
		expect(requestsWith(service(), 'GET', collections[resource])).toHaveLength(1);
		expect(requestsWith(service(), 'GET', pathOf('getAccount'))).toHaveLength(1);
	});

	it('with the same new value: one create, then one update, in their order', async () => {
		const items = [
			{ value: first, text: 'One' },
			{ value: ` ${first} `, text: 'Two' },
			{ value: first, text: 'Two' },
			{ value: second, text: 'Other' },
		];
		const { json } = await run(sync, { items });
		expect(json.map(({ syncResult }) => syncResult)).toEqual([
			...['created', 'updated', 'unchanged', 'created'],
		]);
		expect(
			writes(service())
				.map(({ method }) => method)
				.sort(),
		).toEqual(['PATCH', 'POST', 'POST']);
		const stored = recordsOf(service(), resource).map((record) => record[text]);
		expect(stored.sort()).toEqual(['Other', 'Two']);
		// What it wrote is known: it does not look again.
		expect(requestsWith(service(), 'GET', collections[resource])).toHaveLength(1);
	});
});

describe('many items', () => {
	it('whose emails differ in letter case only are about the same customer', async () => {
		const { json } = await run(syncCustomers, {
			items: [
				{ email: 'ada@mail.example', firstName: 'Ada' },
				{ email: ' ADA@mail.example', firstName: 'Grace' },
			],
		});
		expect(json.map(({ syncResult }) => syncResult)).toEqual(['created', 'updated']);
		expect(customers().map(({ firstName }) => firstName)).toEqual(['Grace']);
	});

	it.each(['   ', '={{ $json.missing }}'])(
		'an empty value to match ("%s") is an error, and no reason to read anything',
		async (matchValue) => {
			const { error } = await run(
				{ ...syncCustomers, matchValue },
				{ items: [{ firstName: 'A' }] },
			);
			expect(error?.message).toContain('The value to match is empty');
			expect(service().requests).toEqual([]);
		},
	);
});
