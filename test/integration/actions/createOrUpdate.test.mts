import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { customerUpsert, mapped, projectUpsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import {
	addCustomer,
	addProject,
	apiKeyCredential,
	onRequest,
	writes,
} from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run } = useScenario();
const CONTINUE = 'continueRegularOutput' as const;
const person = { firstName: 'Ada', lastName: 'Weber' };
const email = 'ada@mail.example';
const customers = () => recordsOf(service(), 'customer');

it('what would be cleared in a record that exists does not leave with a new one', async () => {
	const upsert = customerUpsert({
		...{ matchValue: email, ...person },
		address: { value: { city: 'Kiel', addressLine1: '={{ $json.gone }}' } },
		additionalFields: { isCompany: false, companyName: '={{ $json.gone }}' },
		fieldsToClear: ['phoneNumber', 'postalCode'],
		options: { emptyValues: 'clear' },
	});
	expect((await run(upsert)).json[0]).toMatchObject({ syncResult: 'created' });
	const given = { email, isCompany: false, address: { city: 'Kiel' } };
	const body = { companyId: service().company.id, ...person, ...given };
	expect(writes(service())).toEqual([{ method: 'POST', body }]);
});

it.each<[string, string, unknown, string]>([
	['customer', 'email', 'n/a', '"n/a" is not an email address'],
	['project', 'humanId', ['P-1'], 'is not a text'],
])('%s by %s %j: an error before any request', async (resource, matchOn, value, message) => {
	const upsert = { resource, operation: 'upsert', matchOn, matchValue: '={{ $json.value }}' };
	const { error } = await run(upsert, { items: [{ value } as never] });
	expect(error?.message).toContain(message);
	expect(service().requests).toEqual([]);
});

describe('what is matched on', () => {
	const byName = { matchOn: 'name', matchValue: 'Haus Weber' };
	const byNumber = { matchOn: 'humanId', matchValue: 'P-1' };

	it.each<[object, object, string | undefined]>([
		[byName, {}, undefined],
		[{ ...byNumber, additionalFields: { humanId: 'P-2' } }, {}, 'Human ID'],
		[{ ...byNumber, ...mapped }, { humanId: 'P-2' }, 'Human ID'],
		[{ ...byNumber, ...mapped }, { humanId: 'p-1' }, undefined],
	])('keeps its value with %j and the item %j; a hint: %s', async (given, item, field) => {
		addProject(service(), { name: 'Haus Weber', humanId: 'P-1' });
		const { json, hints } = await run(projectUpsert(given), { items: [item, item] as never });
		expect(json[1]).toMatchObject({ name: 'Haus Weber', humanId: 'P-1', syncResult: 'unchanged' });
		expect(hints.map(({ message, type }) => [message.split(' was ')[0], type])).toEqual(
			field === undefined ? [] : [[`A second value for the ${field}`, 'warning']],
		);
	});
});

describe('Value to Match with Map Automatically', () => {
	const grace = { firstName: 'Grace', lastName: 'Hopper' };

	it.each<[string, object]>([
		['is not there', {}],
		['is an expression that yields nothing', { matchValue: '={{ $json.missing }}' }],
	])('%s: it is taken from the item', async (_, given) => {
		const { id } = addCustomer(service(), { email });
		const own = [' Ada@mail.example ', 'grace@mail.example'];
		const items = own.map((one) => ({ ...grace, email: one }));
		const { json } = await run(customerUpsert({ ...mapped, ...given }), { items });
		expect(json).toMatchObject([
			{ id, syncResult: 'updated', email },
			{ syncResult: 'created', email: 'grace@mail.example' },
		]);
	});

	it('counts more than the item if it was filled in, whatever the item has', async () => {
		const { id } = addCustomer(service(), { email });
		const own = ['grace@mail.example', 'no address', '', null];
		const items = own.map((one) => ({ ...grace, email: one }));
		const { json } = await run(customerUpsert({ ...mapped, matchValue: email }), { items });
		expect(json).toMatchObject(items.map(() => ({ id, email })));
	});

	it.each([
		[mapped, { email: '' }],
		[{}, { email }],
	])('is an error that says what to do if it is empty (%j, item %j)', async (mode, own) => {
		const upsert = customerUpsert({ ...mode, matchValue: '={{ "" }}' });
		const { error } = await run(upsert, { items: [{ ...grace, ...own }] });
		expect(error?.message).toContain('The value to match is empty');
		expect(error?.description).toContain('Fill in "Email to Match"');
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(service().requests).toEqual([]);
	});
});

it('one company, spelled in several ways by a credential, gets one record for the same value to match', async () => {
	const { baseUrl, company } = service();
	const spellings = [
		{ url: `${baseUrl}/`, key: ` ${company.apiKey}` },
		{ url: baseUrl.toUpperCase(), key: `${company.apiKey}\n` },
		{ url: `${baseUrl}/api/v1/`, key: company.apiKey },
	];
	const expressions = { baseUrl: '={{ $json.url }}', apiKey: '={{ $json.key }}' };
	const credentials = apiKeyCredential(service(), expressions);
	const upsert = customerUpsert({ matchValue: email, ...person });
	expect((await run(upsert, { credentials, items: spellings })).error).toBeUndefined();
	expect(customers()).toHaveLength(1);
});

describe('a customer by the name', () => {
	const upsert = async (...items: IDataObject[]) =>
		await run(customerUpsert({ matchOn: 'name', ...mapped }), { items, onError: CONTINUE });

	it('is found for each of two companies, whichever was changed first', async () => {
		const known = ['A GmbH', 'B GmbH'].map((companyName) => ({ companyName }));
		for (const company of known) addCustomer(service(), company);
		const items = known.map((company, at) => ({ ...person, ...company, phoneNumber: `${at}` }));
		const { json } = await upsert(...items);
		expect(json.map(({ syncResult }) => syncResult)).toEqual(['updated', 'updated']);
		expect(customers()).toMatchObject(items);
	});

	it.each([
		['First Name (firstName)', { ...person, firstName: '' }],
		['Last Name (lastName)', { ...person, lastName: '\u200b' }],
	])('cannot be told without the %s', async (label, item) => {
		const words = `${label} is empty, so the node cannot tell which customer is meant`;
		expect((await upsert(item)).json[0].error).toContain(words);
		expect(service().requests).toEqual([]);
	});
});

it('If Found, Leave as It Is: what is found comes out as the service has it, and nothing is sent', async () => {
	const options = { ifFound: '={{ $json.ifFound ?? "leave" }}' };
	const stored = { ...person, email, phoneNumber: '1', companyName: 'Weiß GmbH' };
	const { id } = addCustomer(service(), stored);
	const changed = {
		...person,
		email,
		firstName: 'Max',
		phoneNumber: '2',
		companyName: '',
		city: 'Kiel',
	};
	const items = [changed, { ...changed, ifFound: 'update' }];
	const { json } = await run(customerUpsert({ matchOn: 'email', ...mapped, options }), { items });
	expect(json[0]).toMatchObject({ id, ...stored, city: null, syncResult: 'unchanged' });
	expect(json[0]).not.toHaveProperty('address');
	expect(json[1]).toMatchObject({ id, phoneNumber: '2', syncResult: 'updated' });
	expect(writes(service())).toHaveLength(1);
});

describe('what a person is told', () => {
	it('that no customer has the email, before what a new one lacks', async () => {
		const item = { email: 'lars.neuman@mail.example', firstName: 'Lars' };
		const { error } = await run(customerUpsert({ matchOn: 'email', ...mapped }), { items: [item] });
		expect(error?.message).toBe(
			'No customer has the Email "lars.neuman@mail.example", so it would be created. Last Name (lastName) is empty, but a new customer must have it',
		);
		expect(writes(service())).toEqual([]);
	});

	it('that the record has changed since the list was read: nothing is written, and it is worth another run', async () => {
		const { id } = addCustomer(service(), { email });
		onRequest(service(), () => {
			const isRead = service().requests.at(-1)?.path.endsWith(id);
			if (isRead) service().store.edit('customer', id, { email: 'max@mail.example' });
		});
		const { json } = await run(customerUpsert({ matchOn: 'email', ...mapped }), {
			items: [{ email, city: 'Plön' }],
			onError: CONTINUE,
		});
		expect(json[0].error).toBe(
			'The customer with the Email "ada@mail.example" has changed since the list was read, and no longer matches. Nothing was written. Run the item again.',
		);
		expect(json[0].details).toEqual({ kind: 'temporary' });
		expect(writes(service())).toEqual([]);
	});

	/** A register of 30 rows, in which 10 rows name a project that another row names too. */
	const register = Array.from({ length: 30 }, (_, row) => ({ name: `Am Markt ${row % 20}`, row }));
	const tenTimes =
		/^10 items matched the record of an earlier item .*: Am Markt 0 \[item 20\], .*they mean/;

	it.each([
		[register, [tenTimes]],
		[register.slice(0, 21), [/^1 item matched the record .*it means/]],
		[register.slice(0, 20), []],
	])('how many items matched what an earlier one wrote (case %#)', async (items, words) => {
		says('docs/action-node.md', 'Two items with the same new value create one record, and a hint');
		const byName = { matchOn: 'name', matchValue: '={{ $json.name }}' };
		const additionalFields = { projectValue: '={{ $json.row }}' };
		const first = await run(projectUpsert({ ...byName, additionalFields }), { items });
		expect(recordsOf(service(), 'project')).toHaveLength(
			new Set(items.map(({ name }) => name)).size,
		);
		expect(first.hints.map(({ message }) => message)).toEqual(
			words.map((text) => expect.stringMatching(text) as unknown),
		);
		// About records that were there before the run there is nothing to say.
		expect((await run(projectUpsert(byName), { items: [register[0], register[0]] })).hints).toEqual(
			[],
		);
	});
});
