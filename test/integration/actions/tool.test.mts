import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf } from '../../shared.mts';
import { create, mapped, required, update, upsert } from '../harness/samples/sampleWrites.mts';
import type { NodeRun } from '../harness/n8n/engine.mts';
import { useScenario } from '../harness/scenario.mts';
import {
	addCustomer,
	addProject,
	addRecord,
	bodiesOf,
	writes,
} from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// The node as a tool of an AI agent. Models have words for nothing, and some read nothing of an error but its message.

const { service, run } = useScenario();
const type = 'energyProjectsTool';
const asTool = async (parameters: object, more: Partial<NodeRun> = {}) =>
	await run(parameters, { type, ...more });
/** The same words by an expression, as a model fills them in. */
const said = (text: string) => `={{ ${JSON.stringify(text)} }}`;

const place = { addressLine1: 'Weg 1', postalCode: '24103', city: 'Kiel', countryCode: 'DE' };
const address = { ...place, latitude: 54.32, longitude: 10.13 };
const ada = {
	...{ firstName: 'Ada', lastName: 'Weber', email: 'ada@mail.example', phoneNumber: '+49 431 1' },
	...{ address, companyName: 'Weber GmbH' },
};
const words = {
	...{ phoneNumber: said('null'), companyName: 'None', invoiceEmail: said('n/a') },
	...{ address: { value: { city: said('undefined'), postalCode: 'N/A', latitude: ' NULL ' } } },
};

describe('words for nothing are no values', () => {
	it('Update: nothing is stored and nothing is lost', async () => {
		const customer = addCustomer(service(), ada);
		const names = { firstName: said('NULL'), lastName: said(' none '), email: said('n/a') };
		const updateFields = { ...words, ...names };
		const change = async (fields: object, options: object = {}) =>
			await asTool(update('customer', customer.id, { updateFields: fields, options }));
		expect((await change(updateFields)).error?.message).toContain('There is nothing to update');
		const one = { ...updateFields, isCompany: said('true') };
		for (const options of [{}, { emptyValues: 'clear' }, { skipUnchanged: true }])
			expect((await change(one, options)).error).toBeUndefined();
		expect(bodiesOf(service())).toEqual([{ isCompany: true }, { isCompany: true }]);
		// Beside a part that is a value, the coordinates stay too.
		await change({ address: { value: { ...words.address.value, addressLine2: '2. OG' } } });
		const kept = { ...ada, address: { ...address, addressLine2: '2. OG' } };
		expect(recordsOf(service(), 'customer')).toMatchObject([kept]);
	});

	it.each(['unknown GmbH', 'Ada none'])('but "%s" is a name', async (lastName) => {
		await asTool(create('customer', { lastName: said(lastName) }));
		expect(bodiesOf(service())).toMatchObject([{ lastName }]);
	});

	it('Create: what is required says so, and the rest does not leave', async () => {
		addProject(service());
		const additionalFields = { phoneNumber: said('null'), email: said('n/a') };
		const given = { firstName: said('NULL'), lastName: ' none ', address: words.address };
		const { error } = await asTool(create('customer', { ...given, additionalFields }));
		expect(error?.message).toMatch(/First Name \(firstName\) is empty.*Last Name \(lastName\) is/);
		for (const matchValue of ['null', said(' N/A ')]) {
			const { error: unmatched } = await asTool({ ...upsert('customer'), matchValue });
			expect(unmatched?.message).toContain('The value to match is empty');
		}
		expect(writes(service())).toEqual([]);
		const named = create('customer', { address: words.address, additionalFields });
		expect((await asTool(named)).error).toBeUndefined();
		const companyId = service().company.id;
		expect(bodiesOf(service())).toEqual([{ ...required.customer, companyId, address: null }]);
	});

	it('filters that a model fills in, which then leave nothing out; and no record', async () => {
		says('docs/action-node.md', '**a filter that it leaves empty means all.**');
		const { id } = addProject(service(), { name: 'Haus null' });
		const fromAi = (text: string) =>
			`={{ $fromAI("x", "", "string", "") || ${JSON.stringify(text)} }}`;
		for (const text of ['null', 'Undefined', ' none ', 'N/A']) {
			const filters = {
				...{ search: fromAi(text), status: fromAi(text), createdAfter: fromAi(text) },
				customerId: byId(fromAi(text)),
			};
			expect((await asTool({ operation: 'getAll', filters })).json).toMatchObject([{ id }]);
			const missing = await asTool({ operation: 'delete', projectId: byId(said(text)) });
			expect(missing.error?.message).toBe('No project was chosen');
		}
	});

	it.each([0, said('null')])('a Limit that a model left empty (%j) is 50', async (limit) => {
		says('docs/recipes.md', 'A limit of 0 counts as empty');
		for (let count = 0; count < 51; count++) addProject(service());
		expect((await asTool({ operation: 'getAll', limit })).json).toHaveLength(50);
	});

	it('choices that a model left empty, which then are the defaults', async () => {
		const { id } = addProject(service(), { name: 'Hof' });
		const value = { sortBy: 'status', order: said('') };
		const { json } = await asTool({ operation: 'getAll', output: said('null'), sort: { value } });
		expect(json).toMatchObject([{ id, name: 'Hof', city: null }]);
		expect(service().requests[0].path).toContain('order=asc');
	});

	it('Fields to Clear name no field', async () => {
		const { id } = addCustomer(service(), ada);
		for (const fieldsToClear of [said('null'), '={{ ["None"] }}', ['undefined']]) {
			const more = { updateFields: { isCompany: true }, fieldsToClear };
			expect((await asTool(update('customer', id, more))).error).toBeUndefined();
		}
		expect(recordsOf(service(), 'customer')).toMatchObject([{ ...ada, isCompany: true }]);
	});
});

it('Other Fields keep such words, as a text and as an object', async () => {
	const { id } = addProject(service());
	const json = '{"roof": "none", "note": null, "parts": ["n/a"]}';
	service().faults.add({ method: 'PATCH', status: 200, body: { id } });
	for (const otherFields of [json, `={{ (${json}) }}`])
		await asTool(update('project', id, { updateFields: { otherFields } }));
	expect(bodiesOf(service())).toEqual([JSON.parse(json), JSON.parse(json)]);
});

/** Empty by the person's own expression, and left empty by a model. */
const [mistake, leftOut] = ['={{ $json.nothing }}', '={{ $fromAI("x", "", "string", "") }}'];

it.each([
	['If Found', { ifFound: mistake }, 'If Found: "undefined" is not one of its values'],
	['Check Only, by a model', { checkOnly: leftOut }, 'Check Only is empty'],
])('%s that comes out empty is refused: nothing is changed', async (_, options, message) => {
	addCustomer(service(), ada);
	const parameters = { ...upsert('customer'), matchValue: ada.email, firstName: 'Grace', options };
	expect((await asTool(parameters)).error?.message).toContain(message);
	expect(writes(service())).toEqual([]);
});

it('options that a model leaves empty are as if they were not added', async () => {
	addCustomer(service(), ada);
	const options = { ifFound: leftOut, notChangedSince: leftOut };
	const given = { matchValue: ada.email, firstName: 'Grace', options };
	const { json } = await asTool({ ...upsert('customer'), ...given });
	expect(json).toMatchObject([{ firstName: 'Grace', syncResult: 'updated' }]);
});

it('a Customer that comes out empty does not change the project of another one, unless a model leaves it empty', async () => {
	const { id: customerId } = addCustomer(service());
	addProject(service(), { name: 'Haus Weber', customerId });
	const from = async (expression: string) => {
		const additionalFields = { customerId: byId(expression), projectValue: '1' };
		const given = { matchOn: 'name', matchValue: 'Haus Weber', additionalFields };
		return await asTool({ ...upsert('project'), ...given });
	};
	expect((await from(mistake)).error?.message).toContain('Customer (customerId) was added but is');
	expect(writes(service())).toEqual([]);
	expect((await from(leftOut)).json).toMatchObject([{ customerId, syncResult: 'updated' }]);
});

it.each(subjects)('"Map Automatically" is refused, and nothing is sent: %s', async (resource) => {
	const { id } = addRecord[resource](service());
	const items = [{ ...required[resource], email: 'chat@mail.example', id }];
	for (const operation of ['create', 'update', 'upsert']) {
		const parameters = { resource, operation, [`${resource}Id`]: byId(id), matchOn: 'name' };
		const { error } = await asTool({ ...parameters, ...mapped }, { items });
		expect(error?.message).toMatch(/^"Map Automatically" cannot be used in a tool/);
	}
	expect(service().requests).toEqual([]);
});

it('a filter of the person’s own that comes out empty is refused in a tool too', async () => {
	addCustomer(service(), ada);
	const search = { resource: 'customer', operation: 'getAll', filters: { search: mistake } };
	expect((await asTool(search)).error?.message).toContain('it was added but is empty');
	expect(service().requests).toEqual([]);
});
