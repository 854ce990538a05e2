// Judges input/fieldValue.ts and values/parse.ts in the whole node.
import { describe, expect, it } from 'vitest';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import {
	customerUpsert,
	mapped,
	update,
	updateCustomer,
} from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, bodiesOf, idsOf, writes } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// What a value means, where more than its field decides it (values/, input/, run/tool.ts, reading/filters.ts, writing/).
// Single fields: typedValues. Texts: unit/values/fold.

const { service, run } = useScenario();
const type = 'energyProjectsTool';
const ada = { firstName: 'Ada', lastName: 'Weber' };
const list = async (resource: string, filters: object, more: object = {}) =>
	await run({ resource, operation: 'getAll', filters, ...more }, { timezone: 'Europe/Berlin' });

describe('a row of Odoo, which has false for every empty field', () => {
	const row = {
		...{ ...ada, phoneNumber: false, companyName: false },
		...{ email: 'ada@mail.example', invoiceEmail: false, isCompany: false },
		...{ address: false, addressLine1: 'Weg 1', addressLine2: false, city: 'Kiel', country: false },
	};
	const upsert = (options = {}) =>
		run(customerUpsert({ matchOn: 'email', ...mapped, options }), { items: [row] });

	it('makes a customer without what is empty, and is unchanged the next night', async () => {
		addProject(service());
		expect((await upsert()).json).toMatchObject([{ syncResult: 'created' }]);
		const companyId = service().company.id;
		const { email, isCompany, addressLine1, city } = row;
		const body = { ...ada, email, isCompany, companyId, address: { addressLine1, city } };
		expect(bodiesOf(service())).toEqual([body]);
		expect((await upsert()).json).toMatchObject([{ syncResult: 'unchanged' }]);
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

it('the hint about new records with names of others counts those of the list and of the run, also if it is only checked', async () => {
	addCustomer(service(), { ...ada, email: 'old@mail.example' });
	const named = (email: string, name: object = ada) => ({ ...name, email });
	const max = { firstName: 'Max', lastName: 'Koch' };
	const items = [
		...[named('new@mail.example'), named('m@mail.example', max)],
		...[named('n@mail.example', max), named('old@mail.example'), named('x@mail.example', {})],
	];
	for (const options of [{ checkOnly: true }, {}]) {
		const upsert = customerUpsert({ matchOn: 'email', ...mapped, options });
		const { hints } = await run(upsert, { items, onError: 'continueRegularOutput' });
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(
				/^2 new records have the name .*: Ada Weber \(item 0\), Max Koch \(item 2\)\. Only what is matched/,
			),
		);
	}
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
	await run(updateCustomer(id, { updateFields }), { type });
	expect(bodiesOf(service())).toEqual([{ firstName: 'Eva' }]);
});

it('a word for nothing inside a text is a part of it, and outside of a tool it is a text', async () => {
	const { id } = addCustomer(service(), ada);
	await run(updateCustomer(id, { updateFields: { companyName: 'Leer' } }), { type });
	await run(updateCustomer(id, { updateFields: { companyName: 'Unbekannt' } }));
	const words = ['Leer', 'Unbekannt'];
	expect(bodiesOf(service())).toEqual(words.map((companyName) => ({ companyName })));
});

it('a zero and a No of a model are values', async () => {
	const { id } = addProject(service(), { numberOfFloors: 2, isMonumentProtected: true });
	const updateFields = { numberOfFloors: '={{ "0" }}', isMonumentProtected: '={{ "no" }}' };
	await run(update('project', id, { updateFields }), { type });
	expect(bodiesOf(service())).toEqual([{ numberOfFloors: 0, isMonumentProtected: false }]);
});

it('a moment is the day on which it falls in the time zone of the workflow', async () => {
	const updateFields = { installationDate: '2027-03-15T03:00:00Z' };
	const parameters = update('project', addProject(service()).id, { updateFields });
	await run(parameters, { timezone: 'America/New_York' });
	expect(bodiesOf(service())).toEqual([{ installationDate: '2027-03-14' }]);
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

	it('in one error that names everything wrong, and the item', async () => {
		const create = { operation: 'create', ...mapped };
		const upsert = { operation: 'upsert', matchOn: 'humanId', ...mapped };
		const changing = update('project', UNKNOWN_ID, mapped);
		const items = [{ ...wrong, humanId: 'P-1' } as never];
		for (const parameters of [changing, create, upsert]) {
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

// Texts that nobody means, wherever a value can be. Which they are: unit/values/text.

const GIVEN = '={{ $json.given }}';
const email = 'ada@mail.example';
const upsert = (more: object) => customerUpsert({ matchOn: 'email', matchValue: email, ...more });
const filtered = (filters: object) => ({ resource: 'customer', operation: 'getAll', filters });

/** Each place, and the parameters with the text in it, for the customer with this ID. */
const places: Array<[string, (id: string) => object]> = [
	['a field', (id) => updateCustomer(id, { updateFields: { companyName: GIVEN } })],
	[
		'a part of the address',
		(id) => updateCustomer(id, { updateFields: { address: { value: { city: GIVEN } } } }),
	],
	[
		'Other Fields',
		(id) => updateCustomer(id, { updateFields: { otherFields: '={{ { a: [$json.given] } }}' } }),
	],
	['a mapped column', (id) => updateCustomer(id, mapped)],
	['Create or Update', () => upsert({ additionalFields: { companyName: GIVEN } })],
	['the value to match', () => upsert({ matchValue: GIVEN })],
	['Search', () => filtered({ search: GIVEN })],
	['By ID', () => ({ resource: 'customer', operation: 'delete', customerId: byId(GIVEN) })],
	[
		'Customer of a project',
		() =>
			update('project', addProject(service()).id, { updateFields: { customerId: byId(GIVEN) } }),
	],
];

const unmeant = ['M\ufffdller', 'MÃ\u009fler', '[object Object]', 'undefined', '#N/A'];
const everywhere = unmeant.flatMap((given) => places.map((place) => [given, ...place] as const));

it.each(everywhere)('%s is refused in %s, and nothing is sent', async (given, _, parameters) => {
	says('docs/action-node.md', 'an error, and so is `[object Object]`, `M�ller` or `#N/A`');
	const { id } = addCustomer(service(), { email, companyName: 'Müller' });
	const items = [{ given, companyName: given }];
	const { error } = await run(parameters(id), { items });
	expect(error?.message).toMatch(/wrong encoding|what a program writes/);
	expect([writes(service()), recordsOf(service(), 'customer').length]).toEqual([[], 1]);
});
