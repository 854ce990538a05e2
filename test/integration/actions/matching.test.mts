import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import { customerUpsert, mapped, projectUpsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, bodiesOf, writes } from '../harness/service/service.mts';

const { service, run } = useScenario();
const CONTINUE = 'continueRegularOutput' as const;
const projects = () => recordsOf(service(), 'project');
const customers = () => recordsOf(service(), 'customer');

describe('a project by its name', () => {
	const byName = projectUpsert({ matchOn: 'name', ...mapped, output: 'raw' });
	const ofCustomer = (customerId: unknown, more: object = {}) =>
		({ name: 'Haus Weber', customerId, ...more }) as IDataObject;
	const upsert = async (...items: IDataObject[]) => await run(byName, { items, onError: CONTINUE });

	it('is that of the customer of the item; the same name with another customer is never touched', async () => {
		const [a, b] = [addCustomer(service()), addCustomer(service())];
		const ofA = addProject(service(), { customerId: a.id });
		const ofB = addProject(service(), { customerId: b.id });
		const { json } = await upsert(ofCustomer(b.id, { projectValue: 7 }));
		expect(json).toMatchObject([{ id: ofB.id, customerId: b.id, syncResult: 'updated' }]);
		expect(bodiesOf(service())).toEqual([{ projectValue: 7 }]);
		expect(projects()[0]).toEqual(ofA);
	});

	it('is a new one for a customer who has none of that name, whoever else has', async () => {
		const [a, b, c] = [addCustomer(service()), addCustomer(service()), addCustomer(service())];
		const ofA = addProject(service(), { customerId: a.id });
		const { json } = await upsert(ofCustomer(b.id), ofCustomer(c.id), ofCustomer(b.id));
		expect(json.map(({ syncResult }) => syncResult)).toEqual(['created', 'created', 'unchanged']);
		expect(projects().map(({ customerId }) => customerId)).toEqual([a.id, b.id, c.id]);
		expect(projects()[0]).toEqual(ofA);
	});

	it('is one without a customer, who is set then', async () => {
		const { id: customerId } = addCustomer(service());
		const { id } = addProject(service());
		const { json } = await upsert(ofCustomer(customerId));
		expect(json).toMatchObject([{ id, customerId, syncResult: 'updated' }]);
		expect(bodiesOf(service())).toEqual([{ customerId }]);
	});

	it.each([
		['one of the customer and one without any', true],
		['two of the customer', false],
	])('%s fit: it is refused, and nothing is changed', async (_, isOpen) => {
		const { id } = addCustomer(service());
		addProject(service(), { customerId: id });
		addProject(service(), { customerId: isOpen ? null : id });
		addProject(service(), { customerId: addCustomer(service()).id });
		const { json } = await upsert(ofCustomer(id, { projectValue: 7 }));
		expect(json[0].error).toMatch(/^2 projects have the Name "Haus Weber": P-001 .*; P-002 /);
		expect(writes(service())).toEqual([]);
	});

	describe('with an expression for the customer that finds nothing', () => {
		const additionalFields = { customerId: byId('={{ $json.nobody }}'), projectValue: 7 };
		const parameters = projectUpsert({
			...{ matchOn: 'name', matchValue: 'Haus Weber', additionalFields },
		});
		const ofAnother = () => addProject(service(), { customerId: addCustomer(service()).id });

		it('is refused: it could be the project of another customer', async () => {
			const project = ofAnother();
			const { error } = await run(parameters);
			expect(error?.message).toBe(
				'Customer (customerId) was added but is empty, so the project of another customer could be changed',
			);
			expect(projects()).toEqual([project]);
		});

		it('if it is only checked, the customer may still have to be created: only a project without one fits', async () => {
			ofAnother();
			const check = { ...parameters, options: { checkOnly: true } };
			expect((await run(check)).json).toMatchObject([{ syncResult: 'created' }]);
			const { id } = addProject(service());
			expect((await run(check)).json).toMatchObject([{ id, syncResult: 'updated' }]);
		});
	});

	it('without a customer in the item is any of that name: two are refused, one is updated', async () => {
		addProject(service(), { customerId: addCustomer(service()).id });
		const one = await upsert(ofCustomer(undefined, { projectValue: 7 }));
		expect(one.json).toMatchObject([{ syncResult: 'updated' }]);
		addProject(service(), { customerId: addCustomer(service()).id });
		const { json } = await upsert(ofCustomer('', { projectValue: 8 }));
		expect(json[0].error).toContain('2 projects have the Name "Haus Weber"');
	});

	it('within a customer that the item names by the Human ID', async () => {
		const [a, b] = [addCustomer(service()), addCustomer(service())];
		const [, ofB] = [a, b].map(({ id }) => addProject(service(), { customerId: id }));
		const { json } = await upsert(ofCustomer('c-002', { isLead: true }), ofCustomer('C-009'));
		expect(json[0]).toMatchObject({ id: ofB.id, syncResult: 'updated' });
		expect(json[1].error).toContain('No customer has the ID or Human ID "C-009"');
		expect(bodiesOf(service())).toEqual([{ isLead: true }]);
	});
});

describe('a customer by the name', () => {
	const byName = customerUpsert({ matchOn: 'name', ...mapped, output: 'raw' });
	const upsert = async (...items: IDataObject[]) => await run(byName, { items, onError: CONTINUE });
	const named = (first: string, last: string, more: object = {}) =>
		({ firstName: first, lastName: last, ...more }) as IDataObject;

	it.each([
		['Jörg', 'Weiß', 'JÖRG', 'weiss'],
		['Seán', 'O’Neil', 'SEÁN', "O'neil"],
		['Anne-Marie', 'von Strauss', ' anne–marie ', 'Von  Strauß'],
	])('%s %s is found as %j %j, and keeps the name as it is', async (first, last, one, other) => {
		const { id } = addCustomer(service(), named(first, last));
		addCustomer(service(), named(first, 'Koch'));
		// Together they are the same text.
		addCustomer(service(), named('Anne-Marie von', 'Strauss'));
		const { json } = await upsert(named(one, other), named(one, other, { phoneNumber: '1' }));
		expect(json).toMatchObject([
			{ id, syncResult: 'unchanged' },
			{ id, syncResult: 'updated', firstName: first, lastName: last },
		]);
		expect(bodiesOf(service())).toEqual([{ phoneNumber: '1' }]);
	});

	const at = (postalCode: string) => ({ address: { addressLine1: 'Weg 1', postalCode } });

	const company = (companyName: string, more: object = {}) => ({ companyName, ...more });

	it.each<[string, object, object, string]>([
		['the same company', company('Weiß GmbH'), company('WEISS GmbH'), 'found'],
		['another company', company('Weiß GmbH'), company('Koch KG'), 'new'],
		['a company that only the service has', company('Weiß GmbH'), {}, 'found'],
		['a company that only the item has', {}, company('Weiß GmbH'), 'found'],
		['the same postal code', at('04109'), { postalCode: '04109' }, 'found'],
		['another postal code', at('04109'), { postalCode: '24103' }, 'new'],
		['a postal code that only the service has', at('04109'), { postalCode: '' }, 'found'],
		['a postal code that only the item has', { address: null }, { postalCode: '24103' }, 'found'],
		['another place', company('A', at('04109')), company('A', { postalCode: '24103' }), 'new'],
	])('with %s (%j, item %j): %s', async (_, stored, given, outcome) => {
		addCustomer(service(), stored);
		const { json } = await upsert(named('Ada', 'Weber', given));
		expect(json[0].syncResult === 'created' ? 'new' : 'found').toBe(outcome);
		expect(customers()).toHaveLength(outcome === 'new' ? 2 : 1);
	});

	it('is the one of two whose postal code is that of the item; without it, neither', async () => {
		const [, second] = ['04109', '24103'].map((code) => addCustomer(service(), at(code)));
		const more = { phoneNumber: '1' };
		const item = named('Ada', 'Weber', more);
		const { json } = await upsert(item, { ...item, postalCode: '24103' });
		expect(json[0].error).toMatch(
			/^2 customers have the Name "Ada Weber": C-001 Ada Weber .*; C-002 .*\. Nothing was changed/,
		);
		expect(json[1]).toMatchObject({ id: second.id, syncResult: 'updated' });
		expect(bodiesOf(service())).toEqual([more]);
	});

	it.each([
		['First Name (firstName)', named('', 'Weber')],
		['Last Name (lastName)', named('Ada', '\u200b')],
	])('cannot be told without the %s', async (label, item) => {
		const words = `${label} is empty, so the node cannot tell which customer is meant`;
		expect((await upsert(item)).json[0].error).toContain(words);
		expect(service().requests).toEqual([]);
	});

	it('is created with the address and the rest of the item if there is none', async () => {
		const given = { phoneNumber: '1', city: 'Kiel', postalCode: '24103' };
		const { json } = await upsert(named(' Ada ', 'Weber', given));
		expect(json).toMatchObject([{ syncResult: 'created' }]);
		const { phoneNumber, ...address } = given;
		const companyId = service().company.id;
		expect(bodiesOf(service())).toEqual([
			{ companyId, ...named('Ada', 'Weber'), phoneNumber, address },
		]);
	});
});

describe('If Found: Leave as It Is', () => {
	const options = { ifFound: '={{ $json.ifFound ?? "leave" }}' };
	const byEmail = customerUpsert({ matchOn: 'email', ...mapped, options });
	const ada = { email: 'ada@mail.example', firstName: 'Ada', lastName: 'Weber' };

	it('two equal rows give one record, which both return', async () => {
		const { json } = await run(byEmail, { items: [ada, { ...ada, phoneNumber: '2' }] });
		expect(json.map(({ syncResult }) => syncResult)).toEqual(['created', 'unchanged']);
		expect(json[1].id).toBe(json[0].id);
		expect(writes(service())).toHaveLength(1);
		expect(customers()).toMatchObject([ada]);
	});

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

	/** A register of 292 rows, in which 96 rows name a project that another row names too. */
	const register = Array.from({ length: 292 }, (_, row) => ({
		name: `Am Markt ${row % 196}`,
		row,
	}));
	const twice = [register[0], register[0]];

	it.each([
		[register, [/^96 items matched the record of an earlier item of this run\. .*they mean/]],
		[register.slice(0, 197), [/^1 item matched the record .*it means/]],
		[register.slice(0, 196), []],
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

	it('that Match On has no such choice', async () => {
		const { error } = await run(customerUpsert({ matchOn: 'phoneNumber', ...mapped }));
		expect(error?.message).toContain('Match On has no choice "phoneNumber"');
		expect(service().requests).toEqual([]);
	});
});
