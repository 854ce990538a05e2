import { describe, expect, it } from 'vitest';
import { id, mapped, runNode } from './bench.mts';

const byId = { __rl: true, mode: 'id', value: id(1) };
const held = [{ address: { city: 'Kiel', addressLine2: 'Hinterhaus' }, phoneNumber: '1' }];

/** Updates the one project with a mapped item, and returns what became of it. */
const updateProject = async (item: object, options: object = {}) =>
	await runNode(
		{ resource: 'project', operation: 'update', projectId: byId, ...mapped, options },
		{ items: [item], held },
	);
const updateCustomer = async (item: object, options: object = {}) =>
	await runNode(
		{ resource: 'customer', operation: 'update', customerId: byId, ...mapped, options },
		{ items: [item], held },
	);

describe('of a mapped item', () => {
	it('only the fields that can be written are sent', async () => {
		const item = { name: 'Haus Koch', id: 'x', createdAt: '2020-01-01', mood: 'good' };
		expect((await updateProject(item)).bodies).toEqual([{ name: 'Haus Koch' }]);
	});

	it('the fields count, and not what is left in the parameters', async () => {
		const { bodies } = await runNode(
			{
				...{ resource: 'project', operation: 'update', projectId: byId, ...mapped },
				updateFields: { isLead: true },
			},
			{ items: [{ name: 'Haus Koch' }], held },
		);
		expect(bodies).toEqual([{ name: 'Haus Koch' }]);
	});

	it('values that only the service sets are left out, since a record that was read has them', async () => {
		const item = { name: 'Haus Koch', source: 'check' };
		const read = { ...item, technicalFeasibilityAssesment: 'notStarted' };
		expect((await updateProject(read)).bodies).toEqual([{ name: 'Haus Koch' }]);
	});

	it('objects, lists and IDs may be in the form in which parameters hold them', async () => {
		const circuit = { id: 'c1', name: 'EG', index: 0, flowTemperature: 35, returnTemperature: 28 };
		const { bodies } = await updateProject({
			address: { value: { city: 'Plön' } },
			heatingCircuits: { circuit: [circuit] },
			customerId: { __rl: true, mode: 'list', value: id(9) },
		});
		expect(bodies).toEqual([
			{
				customerId: id(9),
				address: { city: 'Plön', addressLine2: 'Hinterhaus' },
				heatingCircuits: [circuit],
			},
		]);
	});

	it('an address that has a part called "value" besides is that address', async () => {
		const { bodies } = await updateProject({ address: { value: { city: 'X' }, city: 'Plön' } });
		expect(bodies).toMatchObject([{ address: { city: 'Plön' } }]);
	});

	it.each<[object, string]>([
		[{ heatingCircuits: { circuit: [], more: 1 } }, '(heatingCircuits): expected a list'],
		[{ heatingCircuits: {} }, '(heatingCircuits): expected a list'],
		[{ heatingCircuits: { entry: [] } }, '(heatingCircuits): expected a list'],
		[{ name: { value: 'Haus Koch' } }, 'Name (name): expected text'],
		[{ name: { entry: 'Haus Koch' } }, 'Name (name): expected text'],
		[{ customerId: { name: 'Koch' } }, 'Customer (customerId): "{"name":"Koch"}" is not an ID'],
		[{ customerId: 5 }, 'Customer (customerId): "5" is not an ID'],
	])('a value in a wrong form is an error that names the field: %j', async (item, message) => {
		const { outputs, requests } = await updateProject(item);
		expect(outputs[0].error).toContain(message);
		expect(requests).toEqual([]);
	});
});

describe('an empty value of a mapped item', () => {
	const item = { firstName: 'Grace', lastName: ' ', phoneNumber: '', companyName: null };

	it.each([[{}], [{ emptyText: 'leave' }]])('is not sent, by default: %j', async (options) => {
		expect((await updateCustomer(item, options)).bodies).toEqual([{ firstName: 'Grace' }]);
	});

	it('clears the field if that is chosen and the field may be empty', async () => {
		const { bodies } = await updateCustomer(item, { emptyText: 'clear' });
		expect(bodies).toEqual([{ firstName: 'Grace', phoneNumber: null, companyName: null }]);
	});

	it.each([null, '', { __rl: true, mode: 'list', value: '' }])(
		'clears an ID as well: %j',
		async (customerId) => {
			const project = { name: 'Haus Koch', customerId };
			const { bodies } = await updateProject(project, { emptyText: 'clear' });
			expect(bodies).toEqual([{ name: 'Haus Koch', customerId: null }]);
		},
	);

	it('is no value to clear if it is missing altogether', async () => {
		const { bodies } = await updateProject(
			{ name: 'Haus Koch', customerId: undefined, projectValue: undefined },
			{ emptyText: 'clear' },
		);
		expect(bodies).toEqual([{ name: 'Haus Koch' }]);
	});

	it('empties a part of the address only if that is chosen', async () => {
		const address = { city: 'Plön', addressLine2: '' };
		const kept = { city: 'Plön', addressLine2: 'Hinterhaus' };
		expect((await updateProject({ address })).bodies).toEqual([{ address: kept }]);
		const { bodies } = await updateProject({ address }, { emptyText: 'clear' });
		expect(bodies).toEqual([{ address }]);
	});
});

describe('Unknown Fields: Refuse', () => {
	const refuse = { unknownFields: 'refuse' };

	it('names what the service does not know, also inside of objects, and says what to do', async () => {
		const item = { name: 'A', mood: 'good', address: { value: { city: 'Plön', street: 'Weg 1' } } };
		const { outputs, requests } = await updateProject(item, refuse);
		expect(outputs[0].error).toContain('A project has no such field: mood, address.street.');
		expect(outputs[0].error).toContain('set the option "Unknown Fields" to "Ignore"');
		expect(outputs[0].error).toMatch(/Known fields: Human ID, Name, .*, Technical Feasibility/);
		expect(requests).toEqual([]);
	});

	it('is not the default', async () => {
		const item = { name: 'Haus Koch', mood: 'good' };
		for (const options of [{}, { unknownFields: 'ignore' }]) {
			expect((await updateProject(item, options)).bodies).toEqual([{ name: 'Haus Koch' }]);
		}
	});

	it('is about mapped items only', async () => {
		const { bodies } = await runNode(
			{
				...{ resource: 'project', operation: 'update', projectId: byId, options: refuse },
				updateFields: { name: 'Haus Koch' },
			},
			{ items: [{ mood: 'good' }], held },
		);
		expect(bodies).toEqual([{ name: 'Haus Koch' }]);
	});

	it.each([
		{ syncResult: 'updated' },
		{ customer: { lastName: 'Koch' } },
		{ customer: null },
		{ city: 'Plön' },
	])('takes back what this node hands out beside the fields: %j', async (handedOut) => {
		const { bodies } = await updateProject({ name: 'Haus Koch', ...handedOut }, refuse);
		expect(bodies).toMatchObject([{ name: 'Haus Koch' }]);
	});

	it('refuses a customer by name, which is no record', async () => {
		const { outputs } = await updateProject({ name: 'Haus Koch', customer: 'Koch' }, refuse);
		expect(outputs[0].error).toContain('A project has no such field: customer.');
	});

	it('refuses a record that no field refers to', async () => {
		const { outputs } = await updateCustomer({ firstName: 'Grace', project: {} }, refuse);
		expect(outputs[0].error).toContain('A customer has no such field: project.');
	});
});
