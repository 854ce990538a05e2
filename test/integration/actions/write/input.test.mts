import { describe, expect, it } from 'vitest';
import { byId } from '../../../shared.mts';
import { mapped, updateCustomer } from '../../harness/samples/sampleWrites.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, addProject, idsOf } from '../../harness/service/records.mts';
import { bodiesOf } from '../../harness/service/requests.mts';

const { service, run } = useScenario();
const bodies = () => bodiesOf(service());

describe('Map Automatically', () => {
	it('creates a project out of the item’s fields, each converted to its type', async () => {
		const customer = addCustomer(service());
		const item = {
			name: 'Haus Weber',
			customerId: customer.id,
			status: 'completed',
			isLead: 'TRUE',
			isMonumentProtected: 0,
			projectValue: ' 12.5 ',
			numberOfFloors: 0,
			installationDate: '31.12.2026',
			address: { city: 'Kiel', countryCode: 'DE', latitude: '54.3', addressLine2: '' },
			heatingCircuits: [{ name: 'Floor', flowTemperature: '35', returnTemperature: null }],
			// None of these can be written, or is a field at all.
			id: 'x',
			source: 'check',
			createdAt: '2020-01-01',
			buildingHeatLoadKw: 9,
			mood: 'good',
		};
		const { error } = await run({ operation: 'create', ...mapped }, { items: [item] });
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([
			{
				name: 'Haus Weber',
				companyId: service().company.id,
				source: 'api',
				customerId: customer.id,
				status: 'completed',
				isLead: true,
				isMonumentProtected: false,
				projectValue: 12.5,
				numberOfFloors: 0,
				installationDate: '2026-12-31',
				address: { city: 'Kiel', countryCode: 'DE', latitude: 54.3 },
				heatingCircuits: [{ name: 'Floor', flowTemperature: 35 }],
			},
		]);
	});

	it('updates and creates-or-updates out of the item’s fields', async () => {
		const { id } = addCustomer(service(), { email: 'ada@mail.example' });
		const item = { firstName: 'Grace', id, humanId: 'C-1', mood: 'good' };
		await run(updateCustomer(id, mapped), { items: [item] });
		const { json } = await run(
			{
				resource: 'customer',
				operation: 'upsert',
				...mapped,
				matchOn: 'email',
				matchValue: '={{ $json.email }}',
			},
			{ items: [{ email: 'Ada@mail.example', firstName: 'Grace', lastName: 'Hopper' }] },
		);
		expect(json[0]).toMatchObject({ id, syncResult: 'updated' });
		expect(bodies()).toEqual([{ firstName: 'Grace' }, { lastName: 'Hopper' }]);
	});

	it('leaves it to the service where an updated project came from', async () => {
		const { id } = addProject(service());
		const update = { operation: 'update', projectId: byId(id), ...mapped };
		await run(update, { items: [{ isLead: true, source: 'check' }] });
		expect(bodies()).toEqual([{ isLead: true }]);
	});

	it('passes over what only the service sets, so that a record that was read can be sent back', async () => {
		const { id } = addProject(service());
		const [project] = (await run({ operation: 'get', projectId: byId(id), output: 'raw' })).json;
		expect(project.technicalFeasibilityAssesment).toBe('notStarted');
		const update = { operation: 'update', projectId: byId(id), ...mapped };
		const { error } = await run(update, { items: [{ ...project, name: 'Other' }] });
		expect(error).toBeUndefined();
		expect(bodies()).toMatchObject([{ name: 'Other' }]);
		expect(bodies()[0]).not.toHaveProperty('technicalFeasibilityAssesment');
	});

	it('takes no field from the parameters', async () => {
		const { id } = addCustomer(service());
		const parameters = { ...mapped, updateFields: { lastName: 'Hopper' } };
		await run(updateCustomer(id, parameters), { items: [{ firstName: 'Grace' }] });
		expect(bodies()).toEqual([{ firstName: 'Grace' }]);
	});

	it('refuses unknown fields where asked to, and names them', async () => {
		const parameters = { operation: 'create', ...mapped, options: { unknownFields: 'refuse' } };
		const fine = { name: 'Haus Weber', id: 'x', buildingHeatLoadKw: 9 };
		const { json } = await run(parameters, {
			items: [fine, { ...fine, mood: 'good', colour: 'blue' }],
			onError: 'continueRegularOutput',
		});
		expect(json[0]).toMatchObject({ name: 'Haus Weber' });
		expect(json[1].error).toMatch(/^A project has no such field: mood, colour\. \w/);
		expect(bodies()).toHaveLength(1);
	});
});

describe('empty text', () => {
	const item = { firstName: 'Grace', lastName: '', phoneNumber: '', companyName: null, email: ' ' };
	const cleared = { phoneNumber: null, companyName: null, email: null };

	it.each([
		['mapped, without the option', mapped, undefined, { firstName: 'Grace' }],
		['mapped, leave', mapped, 'leave', { firstName: 'Grace' }],
		// A last name cannot be null, so there is nothing to clear.
		['mapped, clear', mapped, 'clear', { firstName: 'Grace', ...cleared }],
		['typed, without the option', {}, undefined, { firstName: 'Grace', phoneNumber: '' }],
		['typed, leave', {}, 'leave', { firstName: 'Grace' }],
		['typed, clear', {}, 'clear', { firstName: 'Grace', phoneNumber: null }],
	])('%s', async (_, mode, emptyText, body) => {
		const { id } = addCustomer(service());
		const updateFields = { firstName: 'Grace', phoneNumber: '' };
		const options = emptyText === undefined ? {} : { emptyText };
		const { error } = await run(updateCustomer(id, { ...mode, updateFields, options }), {
			items: [item],
		});
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([body]);
	});

	it('has nothing to clear in a new record', async () => {
		const create = { resource: 'customer', operation: 'create', ...mapped };
		const items = [{ ...item, lastName: 'Hopper' }];
		await run({ ...create, options: { emptyText: 'clear' } }, { items });
		const companyId = service().company.id;
		expect(bodies()).toEqual([
			{ companyId, firstName: 'Grace', lastName: 'Hopper', address: null },
		]);
	});
});

describe('Fields to Clear', () => {
	it.each([
		['typed', { updateFields: { phoneNumber: '1' } }],
		['mapped', mapped],
	])('a field both set (%s) and cleared is an error before any request', async (_, mode) => {
		const { error } = await run(updateCustomer('x', { ...mode, fieldsToClear: ['phoneNumber'] }), {
			items: [{ phoneNumber: '1' }],
		});
		expect(error?.message).toBe('Phone Number (phoneNumber) is both set and cleared');
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(service().requests).toEqual([]);
	});

	it('a field that cannot be null is an error before any request', async () => {
		const { error } = await run(updateCustomer('x', { fieldsToClear: ['lastName'] }));
		expect(error?.message).toBe('"lastName" is not a field that can be cleared');
		expect(service().requests).toEqual([]);
	});
});

describe('dates in the time zone of the workflow', () => {
	it.each([
		['2026-03-31', 'America/New_York', '2026-03-31'],
		['2026-03-31T23:30', 'Asia/Tokyo', '2026-03-31'],
		['2026-03-31T22:30:00.000Z', 'Europe/Berlin', '2026-04-01'],
		['2026-03-31T22:30:00.000Z', 'America/New_York', '2026-03-31'],
		['2026-03-31T23:30:00-05:00', 'Europe/Berlin', '2026-04-01'],
		['31.3.2026', 'Pacific/Auckland', '2026-03-31'],
		['={{ DateTime.fromISO("2026-03-31T23:30", { zone: "utc" }) }}', 'Europe/Berlin', '2026-04-01'],
	])('an installation date %s in %s is %s', async (installationDate, timezone, day) => {
		const { id } = addProject(service());
		const update = { operation: 'update', projectId: byId(id) };
		await run({ ...update, updateFields: { installationDate } }, { timezone });
		expect(bodies()).toEqual([{ installationDate: day }]);
	});

	it.each([
		['2026-04-01T00:00', 'Europe/Berlin', 1],
		['2026-04-01T00:00', 'UTC', 0],
		['2026-03-31T22:00:00Z', 'UTC', 1],
		['2026-04-01', 'Europe/Berlin', 1],
		['2026-04-01', 'America/New_York', 0],
	])('updated after %s in %s', async (updatedAfter, timezone, found) => {
		service().store.projects.clear();
		const project = addProject(service());
		service().store.projects.set(project.id, { ...project, updatedAt: '2026-03-31T22:30:00.000Z' });
		const parameters = { operation: 'getAll', returnAll: true, filters: { updatedAfter } };
		const { json } = await run(parameters, { timezone });
		expect(idsOf(json)).toEqual([project.id].slice(0, found));
	});
});

describe('There is nothing to update', () => {
	const of = async (more: object, item: object = {}) => {
		const { error } = await run(updateCustomer('x', more), { items: [item as never] });
		expect(service().requests).toEqual([]);
		return error;
	};

	it.each<[object, string]>([
		[{ email: '' }, 'Email was added but left empty'],
		[{ email: ' ', address: { value: { city: '' } } }, 'Email, Address were added but left empty'],
		[{ companyId: '={{ $json.company }}' }, 'Company ID was added but left empty'],
	])('names what was added and left empty: %j', async (updateFields, message) => {
		const error = await of({ updateFields });
		expect(error?.message).toBe(`There is nothing to update: ${message}`);
		expect(error?.description).toContain('choose it under "Fields to Clear"');
		expect(error?.context).toMatchObject({ itemIndex: 0 });
	});

	it('names a text that is left as it is where it is empty', async () => {
		const options = { emptyText: 'leave' };
		const error = await of({ updateFields: { phoneNumber: '' }, options });
		expect(error?.message).toContain('Phone Number was added but left empty');
	});

	it('names the fields that are empty in a mapped item', async () => {
		const error = await of(mapped, { mood: 'good', email: '', phoneNumber: null });
		expect(error?.message).toBe(
			'There is nothing to update: email, phoneNumber are empty in the item',
		);
	});

	it.each([
		['filled in', {}, 'Add at least one field under "Update Fields"'],
		['mapped', mapped, 'Add a field'],
	])('says what to do where there is none at all (%s)', async (_, mode, advice) => {
		const error = await of(mode, { mood: 'good' });
		expect(error?.message).toContain('no field of the customer was set or cleared');
		expect(error?.description).toContain(advice);
	});
});
