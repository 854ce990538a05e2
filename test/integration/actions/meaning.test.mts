import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import {
	customerUpsert,
	mapped,
	projectUpsert,
	update,
	updateCustomer,
} from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, bodiesOf, idsOf, writes } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// What a value means, where more than its field decides it. Single fields: typedValues. Texts: unit/values/fold.

const { service, run } = useScenario();
const CONTINUE = 'continueRegularOutput' as const;
const ada = { firstName: 'Ada', lastName: 'Weber' };
const customers = () => recordsOf(service(), 'customer');
const list = async (resource: string, filters: object, more: object = {}) =>
	await run({ resource, operation: 'getAll', filters, ...more }, { timezone: 'Europe/Berlin' });

describe('a row of Odoo, which has false for every empty field', () => {
	const row = {
		...{ firstName: 'Ada', lastName: 'Weber', phoneNumber: false, companyName: false },
		...{ email: 'ada@mail.example', invoiceEmail: false, isCompany: false },
		...{ address: false, addressLine1: 'Weg 1', addressLine2: false, city: 'Kiel', country: false },
	};
	const upsert = (options = {}) =>
		run(customerUpsert({ matchOn: 'email', ...mapped, options }), { items: [row] });

	it('makes a customer without what is empty, and is unchanged the next night', async () => {
		addProject(service());
		expect((await upsert()).json).toMatchObject([{ syncResult: 'created' }]);
		const companyId = service().company.id;
		const { firstName, lastName, email, isCompany } = row;
		const address = { addressLine1: 'Weg 1', city: 'Kiel' };
		const names = { firstName, lastName, email, isCompany };
		expect(bodiesOf(service())).toEqual([{ ...names, companyId, address }]);
		expect((await upsert()).json).toMatchObject([{ syncResult: 'unchanged' }]);
	});

	it('leaves what is stored, and empties it if that was chosen', async () => {
		const stored = { phoneNumber: '1', companyName: 'Weber GmbH', email: row.email, ...ada };
		addCustomer(service(), stored);
		await upsert();
		expect(customers()).toMatchObject([stored]);
		await upsert({ emptyValues: 'clear' });
		const emptied = { phoneNumber: null, companyName: null, isCompany: false };
		expect(customers()).toMatchObject([{ ...stored, ...emptied }]);
	});
});

describe('a customer is found by a phone number, however it is written', () => {
	const written = [
		...['+49 341 901820', '0341901820', '0049 (0) 341 / 90 18 20', '(0341) 9018-20'],
		...['tel:+49341901820', '0341.901820', '\u202a+49\u00a0341\u00a0901820\u202c'],
	];

	it.each(written)('%s', async (search) => {
		const found = written.map((phoneNumber) => addCustomer(service(), { phoneNumber }).id);
		const several = { phoneNumber: '030 1234567, mobil +49 341 901820, privat 0431 7654321' };
		found.push(addCustomer(service(), several).id);
		for (const phoneNumber of ['0341 901821', '0341 9018201', '341', null])
			addCustomer(service(), { phoneNumber });
		expect(idsOf((await list('customer', { search })).json)).toEqual(found);
	});

	it('also without its area code; and what only looks like a number is still a text', async () => {
		const { id } = addCustomer(service(), { phoneNumber: '0341/90 18 20' });
		const { id: named } = addCustomer(service(), { companyName: 'Firma 901820' });
		expect(idsOf((await list('customer', { search: '901820' })).json)).toEqual([id, named]);
		expect(idsOf((await list('customer', { search: 'firma 9018' })).json)).toEqual([named]);
		for (const search of ['0000 000000', '+49 0000', '0000020', '+49 01820'])
			expect((await list('customer', { search })).json).toEqual([]);
	});
});

describe('the same person', () => {
	const known = {
		...{ ...ada, companyName: 'Müller & Söhne GmbH & Co. KG' },
		address: { addressLine1: 'Weg 1', postalCode: '04109', city: 'Leipzig' },
	};
	const byName = async (...items: object[]) =>
		await run(customerUpsert({ matchOn: 'name', ...mapped }), {
			items: items as IDataObject[],
			onError: CONTINUE,
		});

	it.each([
		{ postalCode: 4109 },
		{ postalCode: 'D-04109' },
		{ postalCode: 'DE 4109' },
		{ companyName: 'Müller & Söhne GmbH & Co KG' },
		{ companyName: 'MÜLLER UND SÖHNE GMBH & CO.KG' },
		{ lastName: 'WEBER', firstName: '\u200bAda' },
	])('is found by the name with %j', async (more) => {
		const { id } = addCustomer(service(), known);
		const { json, hints } = await byName({ ...ada, ...more });
		expect(json).toMatchObject([{ id }]);
		expect([customers().length, hints]).toEqual([1, []]);
	});

	it.each([
		{ postalCode: '04105' },
		{ postalCode: 'SW1A 1AA' },
		{ companyName: 'Müller & Söhne GmbH' },
		{ companyName: 'Müller Söhne GmbH & Co. KG' },
	])('is another one with %j, and the person is told', async (more) => {
		addCustomer(service(), known);
		const { json, hints } = await byName({ ...ada, ...more });
		expect(json).toMatchObject([{ syncResult: 'created' }]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining(
				'1 new record has the name of one that exists already: Ada Weber (item 0)',
			),
		]);
	});

	it('by another email: the hint counts those of the list and of the run, also if it is only checked', async () => {
		addCustomer(service(), { ...ada, email: 'old@mail.example' });
		const named = (email: string, name: object = ada) => ({ ...name, email });
		const max = { firstName: 'Max', lastName: 'Koch' };
		const items = [
			...[named('new@mail.example'), named('m@mail.example', max)],
			...[named('n@mail.example', max), named('old@mail.example'), named('x@mail.example', {})],
		];
		for (const options of [{ checkOnly: true }, {}]) {
			const upsert = customerUpsert({ matchOn: 'email', ...mapped, options });
			const { hints } = await run(upsert, { items, onError: CONTINUE });
			expect(hints.map(({ message }) => message)).toContainEqual(
				expect.stringMatching(
					/^2 new records have the name .*: Ada Weber \(item 0\), Max Koch \(item 2\)\. Only what is matched/,
				),
			);
		}
	});

	it('a project of another customer with the same name is told too, one of another name is not', async () => {
		const [one, other] = [addCustomer(service()), addCustomer(service())];
		addProject(service(), { name: 'Haus Weber', customerId: one.id });
		const upsert = projectUpsert({ matchOn: 'name', ...mapped, matchValue: '={{ $json.name }}' });
		const items = [
			{ name: 'HAUS Weber', customerId: other.id },
			{ name: 'Haus Koch', customerId: other.id },
		];
		const { hints } = await run(upsert, { items });
		expect(hints).toHaveLength(1);
		expect(hints[0].message).toContain('1 new record has the name');
	});
});

describe('an ID in capitals, as SQL Server writes it, leaves in lower case', () => {
	const capitals = (id: unknown) => String(id).toUpperCase();

	it('in a body', async () => {
		const { id: customerId } = addCustomer(service(), ada);
		const companyId = service().company.id;
		const item = { name: 'Haus', customerId: capitals(customerId), companyId: capitals(companyId) };
		await run({ operation: 'create', ...mapped }, { items: [item] });
		expect(bodiesOf(service())).toMatchObject([{ customerId, companyId }]);
	});
});

it.each([{ limit: 2 }, { returnAll: true }])(
	'Only Projects: one that does not say what it is is among them, at any service: %j',
	async (more) => {
		for (const isLead of [true, null, true, false]) addProject(service(), { isLead });
		const { json } = await list('project', { isLead: 'projects' }, { ...more, output: 'raw' });
		expect(json.map(({ isLead }) => isLead).sort()).toEqual([false, null]);
		// A service that filters as SQL does would leave out those without a value.
		const asked = service().requests.map(({ path }) => path);
		expect(asked.join()).not.toContain('isLead');
	},
);

it.each([
	...['unbekannt', ' Unbekannt ', 'keine', 'Kein', 'keine Angabe', 'k. A.', 'k.A.'],
	...['nicht angegeben', 'unchanged', '?', '...', '…', '""', '„“', '<unknown>', '<k. A.>'],
	...['-', '{}', 'null', 'none', 'n/a', 'unknown', 'not provided'],
])('what a model writes for nothing is no value: %s', async (word) => {
	says(
		'docs/action-node.md',
		'`null`, `none`, `n/a`, `unknown` and `not provided`, count as empty',
	);
	const { id } = addCustomer(service(), { ...ada, phoneNumber: '1' });
	const updateFields = { phoneNumber: `={{ ${JSON.stringify(word)} }}`, firstName: 'Eva' };
	const type = 'energyProjectsTool';
	await run(update('customer', String(id), { updateFields }), { type });
	expect(bodiesOf(service())).toEqual([{ firstName: 'Eva' }]);
});

it('a word for nothing inside a text is a part of it, and outside of a tool it is a text', async () => {
	const { id } = addCustomer(service(), ada);
	const parameters = (companyName: string) =>
		update('customer', String(id), { updateFields: { companyName } });
	await run(parameters('Leer'), { type: 'energyProjectsTool' });
	await run(parameters('Unbekannt'));
	expect(writes(service()).map(({ body }) => body)).toEqual([
		{ companyName: 'Leer' },
		{ companyName: 'Unbekannt' },
	]);
});

it('a zero and a No of a model are values', async () => {
	const { id } = addProject(service(), { numberOfFloors: 2, isMonumentProtected: true });
	const updateFields = { numberOfFloors: '={{ "0" }}', isMonumentProtected: '={{ "no" }}' };
	await run(update('project', id, { updateFields }), { type: 'energyProjectsTool' });
	expect(bodiesOf(service())).toEqual([{ numberOfFloors: 0, isMonumentProtected: false }]);
});

it('values are converted as unit/values/typedValues shows, in the time zone of the workflow', async () => {
	const updateFields = {
		...{ projectValue: '1.234.567', heatedLivingAreaM2: '142,5', status: 'In Progress' },
		installationDate: '2027-03-15T03:00:00Z',
		address: { value: { latitude: '54.323', longitude: '10,123' } },
	};
	const { id } = addProject(service());
	await run(
		{ operation: 'update', projectId: byId(id), updateFields },
		{ timezone: 'America/New_York' },
	);
	expect(recordsOf(service(), 'project')).toMatchObject([
		{
			...{ projectValue: 1_234_567, heatedLivingAreaM2: 142.5, status: 'inProgress' },
			...{ installationDate: '2027-03-14', address: { latitude: 54.323, longitude: 10.123 } },
		},
	]);
});

describe('values that do not fit are refused before any request', () => {
	const wrong = {
		yearlyEnergyConsumption: '10.471',
		numberOfFloors: 'two',
		status: 'running',
		installationDate: '31.02.2027',
		customerId: ['C-1', 'C-2'],
		address: { countryCode: 'DEU', latitude: 'north', city: 'Kiel' },
		heatingCircuits: [{ name: 'EG' }, { flowTemperature: '?' }, { title: 'OG' }],
	};
	const named = [
		/Yearly Energy Consumption \(kWh\/year\) \(yearlyEnergyConsumption\): "10\.471" can be read in two ways/,
		/\(numberOfFloors\): "two" is not a number/,
		/\(status\): "running" is not one of/,
		/\(installationDate\): "31\.02\.2027" is a day or time that/,
		/Customer \(customerId\): "\["C-1","C-2"\]" is not the ID of one customer/,
		/\(countryCode\): "DEU" is not a two-letter/,
		/\(latitude\): "north" is not a number/,
		/\(flowTemperature\): "\?" is not a number/,
		/none of the parts in entry 3: title/,
	];
	const update = { operation: 'update', projectId: byId(UNKNOWN_ID), ...mapped };

	it('in one error that names everything wrong, and the item', async () => {
		const create = { operation: 'create', ...mapped };
		const upsert = { operation: 'upsert', matchOn: 'humanId', ...mapped };
		for (const parameters of [update, create, upsert]) {
			const items = [{ ...wrong, humanId: 'P-1' } as never];
			const { error } = await run(parameters, { items });
			for (const text of named) expect(error?.message).toMatch(text);
			// What a new record lacks is wrong too.
			if (parameters === create) expect(error?.message).toContain('(name) is empty');
			expect(error?.name).toBe('NodeOperationError');
			expect(error?.context).toMatchObject({ itemIndex: 0 });
			expect(error?.message).toMatch(/^\d+ values are wrong: ([^;]*[^.;]; )+[^;]*[^.;]$/);
		}
		expect(service().requests).toEqual([]);
	});

	it.each([
		['email', 'a@' + '.'.repeat(1e6) + '@'],
		['address', { ['x'.repeat(1e6)]: 1 }],
	])('%s of a megabyte, of which the beginning is shown', async (name, value) => {
		const { error } = await run(updateCustomer(UNKNOWN_ID, mapped), { items: [{ [name]: value }] });
		expect(error?.message.length).toBeLessThan(400);
		expect(service().requests).toEqual([]);
	});
});

it('Map Automatically takes no field from the parameters', async () => {
	const { id } = addCustomer(service());
	const parameters = { ...mapped, updateFields: { lastName: 'Hopper' } };
	await run(updateCustomer(id, parameters), { items: [{ firstName: 'Grace' }] });
	expect(bodiesOf(service())).toEqual([{ firstName: 'Grace' }]);
});
