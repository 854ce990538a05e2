// Judges input/mapped.ts.
import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import { create, mapped, update, upsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, bodiesOf } from '../harness/service/service.mts';

// Which columns of an item Map Automatically takes, and what it says of the others (input/mapped.ts, input/input.ts).

const { service, run } = useScenario();
const send = async (item: object, parameters: object = create('customer', mapped)) =>
	await run(parameters, { items: [item as never] });

describe('a column is a field by its name or its label', () => {
	it.each([
		['its label', 'First Name', 'Last Name', 'Email'],
		['underscores', 'first_name', 'last_name', 'email'],
		['capitals', 'FIRSTNAME', 'LASTNAME', 'EMAIL'],
		['blanks and hyphens', 'first name', 'last-name', ' e-mail'],
	])('written with %s', async (_, first, last, mail) => {
		const email = 'ada@mail.example';
		const { error } = await send({ [first]: 'Ada', [last]: 'Weber', [mail]: email });
		expect(error).toBeUndefined();
		expect(bodiesOf(service())).toMatchObject([{ firstName: 'Ada', lastName: 'Weber', email }]);
	});

	it('of the address too, and with the unit of a number', async () => {
		const item = {
			...{ Name: 'Haus', 'Address.Postal Code': '04109', City: 'Leipzig' },
			...{ 'Heated Living Area (m²)': '142,5', 'Heating Circuits.0.Flow Temperature': 35 },
		};
		expect((await send(item, create('project', mapped))).error).toBeUndefined();
		const address = { postalCode: '04109', city: 'Leipzig' };
		const heatingCircuits = [{ flowTemperature: 35 }];
		expect(recordsOf(service(), 'project')).toMatchObject([
			{ name: 'Haus', address, heatedLivingAreaM2: 142.5, heatingCircuits },
		]);
	});
});

it.each([
	[{ email: 'a@mail.example', Email: 'b@mail.example' }, 'Email (email)', 'email, Email'],
	[{ city: 'Kiel', City: 'Bonn' }, 'Address (address)', 'city, City'],
])('two columns for one field are refused: %j', async (columns, field, names) => {
	const { error } = await send({ firstName: 'Ada', lastName: 'Weber', ...columns });
	expect(error?.message).toBe(
		`${field}: several columns mean it: ${names}. Rename or remove all but one`,
	);
	expect(bodiesOf(service())).toEqual([]);
});

it('of two columns for one field an empty one does not count', async () => {
	const item = { firstName: 'Ada', lastName: 'Weber', email: '', Email: 'b@mail.example' };
	expect((await send(item)).error).toBeUndefined();
	expect(bodiesOf(service())).toMatchObject([{ email: 'b@mail.example' }]);
});

it('the error of an item without a value names the columns that are no field, and says what to do', async () => {
	const item = { Vorname: 'Ada', Nachname: 'Weber', Email: 'ada@mail.example', Telefon: '030' };
	const { error } = await send(item);
	expect(error?.message).toMatch(/^2 .*First Name \(firstName\) is empty.*: Vorname, Nachname, T/);
	expect(error?.description).toMatch(/^Correct them, [^.]*\. Rename such a column [^.]*\.$/);
	const { error: single } = await send({ ...item, lastName: 'Weber' });
	expect(single?.message).toMatch(/^First Name .* these columns: Vorname, Nachname, Telefon$/);
	expect(single?.description).toMatch(/^Fill in this .* Rename such/);
	expect((await send({ lastName: 'Weber' })).error?.description).not.toContain('Rename such');
});

it('a field that belongs to another program is refused with how to leave it out', async () => {
	const item = { name: 'Haus', status: 'won', address: 'Weg 1, Kiel', Firma: 'Weber' };
	const { error } = await send(item, create('project', mapped));
	expect(error?.message).toMatch(/^2 .*"won" [^:]*: .*; Address \(address\)[^;]*$/);
	expect(error?.message).not.toContain('Firma');
	expect(error?.description).toMatch(
		/^Correct .*rename or remove them with "Edit Fields" [^.]*\.$/,
	);
});

it('a customer that was added to a project and comes out empty is an error', async () => {
	const { id } = addProject(service(), { humanId: 'P-900' });
	const empty = { customerId: byId('={{ $json.nothing }}') };
	for (const options of [{}, { emptyValues: 'clear' }])
		for (const parameters of [
			create('project', { additionalFields: empty, options }),
			update('project', id, { updateFields: { ...empty, name: 'Neu' }, options }),
			upsert('project', { additionalFields: empty, options }),
		]) {
			const { error } = await run(parameters);
			expect(error?.message).toContain('Customer (customerId) was added but is empty');
		}
	expect(bodiesOf(service())).toEqual([]);
});

it('a column "customer" is the customer, by ID or Human ID; the record that Include Customer adds is not', async () => {
	const { id, humanId } = addCustomer(service());
	const columns = [id.toUpperCase(), String(humanId), { id }];
	const items = columns.map((customer, number) => ({ name: `Haus ${number}`, customer }));
	expect((await run(create('project', mapped), { items })).error).toBeUndefined();
	const projects = recordsOf(service(), 'project');
	expect(projects.map(({ name, customerId = null }) => [name, customerId]).sort()).toEqual([
		['Haus 0', id],
		['Haus 1', id],
		['Haus 2', null],
	]);
});

it('the file of the nightly export comes back: nothing is refused, and nothing differs', async () => {
	const file = new URL('../../../examples/nightly-project-export.json', import.meta.url);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
		nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
	};
	const code = nodes.find(({ name }) => name === 'Write the table')?.parameters.jsCode ?? '';
	const [block = ''] = /const COLUMNS = \{[^]*?\n\};/.exec(code) ?? [];
	const read = `const [day, time] = [(value) => value, (value) => value]; ${block} return COLUMNS`;
	const columns = new Function(read)() as Record<string, (project: object) => unknown>;
	const customer = addCustomer(service(), { firstName: 'Ada', lastName: 'Weber' });
	const project = addProject(service(), {
		...{ humanId: 'P-900', isLead: true, projectValue: 24500, heatedLivingAreaM2: 142.5 },
		...{ installationDate: '2026-12-31', customerId: customer.id, address: { city: 'Kiel' } },
	});
	const row = Object.fromEntries(
		Object.entries(columns).map(([heading, of]) => [heading, of({ ...project, customer })]),
	);
	const { json, error } = await send(row as IDataObject, { ...upsert('project'), ...mapped });
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ id: project.id, syncResult: 'unchanged' }]);
});
