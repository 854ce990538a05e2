import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { mapped, required } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addRecord, bodiesOf, writes } from '../harness/service/service.mts';

// Which record Create or Update takes for that of an item, and whether a new one has the name of another.

const { service, run } = useScenario();

/** What is stored, what the item has, and the outcome: the place of the record that is updated, a new one, or an error. */
type Row = [stored: IDataObject[], item: IDataObject, outcome: number | 'new' | RegExp];

const mails = [{ email: 'Ada@mail.example' }, { email: 'grace@mail.example' }];
const BY_EMAIL: Row[] = [
	[mails, { email: 'ada@mail.example' }, 0],
	[mails, { email: ' GRACE@Mail.Example\t' }, 1],
	[mails, { email: '\ufeffada@mail.exam\u00adple\u200b' }, 0],
	[mails, { email: ' ada@mail.test ' }, 'new'],
	[
		[mails[0], { ...mails[0], firstName: 'Max' }],
		{ email: 'Ada@mail.example' },
		/^2 customers have the Email "Ada@mail.example": C-004 Ada Weber .{36}; C-005 Max Weber .{36}$/,
	],
];

const named = (firstName: string, lastName: string, more: object = {}) =>
	({ firstName, lastName, ...more }) as IDataObject;
const ada = (more: object = {}) => named('Ada', 'Weber', more);
const company = (companyName: string, more: object = {}) => ada({ companyName, ...more });
const at = (postalCode: string) => ({ address: { addressLine1: 'Weg 1', postalCode } });
const leipzig = company('Müller & Söhne GmbH & Co. KG', at('04109'));
// Together they are the same text.
const strauss = [named('Anne-Marie von', 'Strauss'), named('Anne-Marie', 'von Strauss')];

const BY_NAME_OF_CUSTOMER: Row[] = [
	[[named('Jörg', 'Koch'), named('Jörg', 'Weiß')], named('JÖRG', 'weiss'), 1],
	[strauss, named(' anne–marie ', 'Von  Strauß'), 1],
	[[], ada({ city: 'Kiel', postalCode: '24103' }), 'new'],
	[[company('Weiß GmbH')], company('WEISS GmbH'), 0],
	[[company('Weiß GmbH')], ada(), 0],
	[[ada(at('04109'))], ada({ postalCode: '04109' }), 0],
	[[ada(at('04109'))], ada({ postalCode: '24103' }), 'new'],
	[[ada({ address: null })], ada({ postalCode: '24103' }), 0],
	[[company('A', at('04109'))], company('A', { postalCode: '24103' }), 'new'],
	[[ada(at('04109')), ada(at('24103'))], ada({ postalCode: '24103' }), 1],
	[[ada(at('04109')), ada(at('24103'))], ada(), /^2 customers have the Name "Ada Weber": C-004 /],
	// A postal code that a sheet made a number of, or with its country; and a company that is written otherwise.
	[[leipzig], ada({ postalCode: 4109 }), 0],
	[[leipzig], ada({ postalCode: 'D-04109' }), 0],
	[[leipzig], ada({ postalCode: 'DE 4109' }), 0],
	[[leipzig], company('Müller & Söhne GmbH & Co KG'), 0],
	[[leipzig], company('MÜLLER UND SÖHNE GMBH & CO.KG'), 0],
	[[leipzig], named('\u200bAda', 'WEBER'), 0],
	[[leipzig], ada({ postalCode: '04105' }), 'new'],
	[[leipzig], ada({ postalCode: 'SW1A 1AA' }), 'new'],
	[[leipzig], company('Müller & Söhne GmbH'), 'new'],
	[[leipzig], company('Müller Söhne GmbH & Co. KG'), 'new'],
];

const BY_HUMAN_ID: Row[] = [
	[[{ humanId: 'P-007' }, { humanId: 'P-008' }], { humanId: ' p-008 ' }, 1],
	[[{ humanId: 'P-007' }], { humanId: ' P-901 ' }, 'new'],
];

/** A project of the customer with this human ID. Three of them are there. */
const of = (customerId: string | null, name = 'Haus Weber') => ({ name, customerId });
const BY_NAME_OF_PROJECT: Row[] = [
	[[of(null, 'Haus Koch'), of(null)], of(null, ' haus weber '), 1],
	[[], of(null, ' Haus Weber '), 'new'],
	// The project of another customer is never touched.
	[[of('C-001'), of('C-002')], of('C-002'), 1],
	[[of('C-001'), of('C-002')], of('c-002'), 1],
	[[of('C-001')], of('C-002'), 'new'],
	[[of('C-001', 'Haus Koch')], of('C-002'), 'new'],
	[[of('C-001')], of('C-009'), /No customer has the ID or Human ID "C-009"/],
	// One without a customer gets that of the item.
	[[of('C-001'), of(null)], of('C-002'), 1],
	[[of('C-001'), of(null)], of('C-001'), /: P-001 .*r \(Customer C-001, Max\) .{36}; P-002 [^(]+$/],
	[[of('C-001'), of('C-001'), of('C-002')], of('C-001'), /^2 projects have the Name "Haus Weber"/],
	// An item without a customer means any project of that name.
	[[of('C-001')], of(''), 0],
	[[of('C-001'), of('C-002')], of(''), /^2 projects have the Name "Haus Weber"/],
];

describe.each([
	['customer', 'email', BY_EMAIL],
	['customer', 'name', BY_NAME_OF_CUSTOMER],
	['project', 'humanId', BY_HUMAN_ID],
	['project', 'name', BY_NAME_OF_PROJECT],
] as const)('a %s by its %s', (resource, matchOn, rows) => {
	const change = resource === 'customer' ? { phoneNumber: '1' } : { projectValue: 7 };
	const found =
		resource === 'customer' && matchOn === 'name' ? ['firstName', 'lastName'] : [matchOn];

	it.each(rows)('of %j, for %j: %s', async (stored, item, outcome) => {
		const customers = ['C-001', 'C-002', 'C-003'].map((humanId) =>
			addCustomer(service(), { ...named('Max', humanId), humanId }),
		);
		const records = stored.map(({ customerId, ...record }) => {
			const { id = null } = customers.find(({ humanId }) => humanId === customerId) ?? {};
			const more = resource === 'project' && { customerId: id };
			return addRecord[resource](service(), { ...record, ...more });
		});
		const before = recordsOf(service(), resource);
		const given: IDataObject = { ...required[resource], ...item, ...change };
		const parameters = { resource, operation: 'upsert', matchOn, ...mapped, output: 'raw' };
		const { json, error, hints } = await run(parameters, { items: [given] });
		if (outcome instanceof RegExp) {
			expect(error?.message).toMatch(outcome);
			expect(writes(service())).toEqual([]);
			return;
		}
		const isNew = outcome === 'new';
		expect(json).toMatchObject([{ syncResult: isNew ? 'created' : 'updated', ...change }]);
		const id = isNew ? json[0].id : records[outcome].id;
		expect(json[0].id).toBe(id);
		// A new one that has the name of another one is told.
		const isNameOf = (one: { readonly [name: string]: unknown }) =>
			Object.keys(required[resource]).every((name) => one[name] === given[name]);
		const told =
			isNew && records.some(isNameOf) ? ['1 new record has the name of one that exists'] : [];
		expect(hints.map(({ message }) => message.split(' already')[0])).toEqual(told);
		// What it was found by stays as it is stored, and so does every other record.
		const [body] = bodiesOf(service());
		for (const name of found) {
			if (isNew) expect(body).toMatchObject({ [name]: String(given[name]).trim() });
			else expect(body).not.toHaveProperty(name);
		}
		const isOther = (one: { id: string }) => one.id !== id;
		expect(recordsOf(service(), resource).filter(isOther)).toEqual(before.filter(isOther));
	});
});

it('an error about many records names ten of them', async () => {
	for (let count = 0; count < 11; count++) addRecord.project(service());
	const parameters = { operation: 'upsert', matchOn: 'name', matchValue: 'Haus Weber' };
	const { error } = await run(parameters);
	expect(error?.message).toMatch(/^11 projects have the Name "Haus Weber"/);
	expect(error?.message.split('; ')).toHaveLength(10);
	expect(error?.description).toContain('Nothing was changed');
});
