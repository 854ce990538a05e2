import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { customerUpsert, mapped, projectUpsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, onRequest, writes } from '../harness/service/service.mts';

const { service, run } = useScenario();
const CONTINUE = 'continueRegularOutput' as const;
const projects = () => recordsOf(service(), 'project');
const customers = () => recordsOf(service(), 'customer');

describe('a customer by the name', () => {
	const byName = customerUpsert({ matchOn: 'name', ...mapped, output: 'raw' });
	const upsert = async (...items: IDataObject[]) => await run(byName, { items, onError: CONTINUE });
	const named = (first: string, last: string, more: object = {}) =>
		({ firstName: first, lastName: last, ...more }) as IDataObject;

	it('is found for each of two companies, whichever was changed first', async () => {
		const known = ['A GmbH', 'B GmbH'].map((companyName) => ({ companyName }));
		for (const company of known) addCustomer(service(), company);
		const items = known.map((company, at) =>
			named('Ada', 'Weber', { ...company, phoneNumber: `${at}` }),
		);
		const { json } = await upsert(...items);
		expect(json.map(({ syncResult }) => syncResult)).toEqual(['updated', 'updated']);
		expect(customers()).toMatchObject(items);
	});

	it.each([
		['First Name (firstName)', named('', 'Weber')],
		['Last Name (lastName)', named('Ada', '\u200b')],
	])('cannot be told without the %s', async (label, item) => {
		const words = `${label} is empty, so the node cannot tell which customer is meant`;
		expect((await upsert(item)).json[0].error).toContain(words);
		expect(service().requests).toEqual([]);
	});
});

describe('If Found: Leave as It Is', () => {
	const options = { ifFound: '={{ $json.ifFound ?? "leave" }}' };
	const byEmail = customerUpsert({ matchOn: 'email', ...mapped, options });
	const ada = { email: 'ada@mail.example', firstName: 'Ada', lastName: 'Weber' };

	it('the record that is found comes out as the service has it, and nothing is sent', async () => {
		const stored = { ...ada, phoneNumber: '1', companyName: 'Weiß GmbH' };
		const { id } = addCustomer(service(), stored);
		const changed = { ...ada, firstName: 'Max', phoneNumber: '2', companyName: '', city: 'Kiel' };
		const items = [changed, { ...changed, ifFound: 'update' }];
		const { json } = await run(byEmail, { items });
		expect(json[0]).toMatchObject({ id, ...stored, city: null, syncResult: 'unchanged' });
		expect(json[1]).toMatchObject({ id, phoneNumber: '2', syncResult: 'updated' });
		expect(writes(service())).toHaveLength(1);
	});
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
		const email = 'ada@mail.example';
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
	const register = Array.from({ length: 30 }, (_, row) => ({
		name: `Am Markt ${row % 20}`,
		row,
	}));
	const twice = [register[0], register[0]];

	it.each([
		[register, [/^10 items matched the record of an earlier item of this run\. .*they mean/]],
		[register.slice(0, 21), [/^1 item matched the record .*it means/]],
		[register.slice(0, 20), []],
	])('how many items matched what an earlier one wrote (case %#)', async (items, words) => {
		const byName = { matchOn: 'name', matchValue: '={{ $json.name }}' };
		const additionalFields = { projectValue: '={{ $json.row }}' };
		const first = await run(projectUpsert({ ...byName, additionalFields }), { items });
		expect(projects()).toHaveLength(new Set(items.map(({ name }) => name)).size);
		expect(first.hints.map(({ message }) => message)).toEqual(
			words.map((text) => expect.stringMatching(text) as unknown),
		);
		// About records that were there before the run there is nothing to say.
		expect((await run(projectUpsert(byName), { items: twice })).hints).toEqual([]);
	});
});
