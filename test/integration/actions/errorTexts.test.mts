import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { byHumanId, byId, listBody } from '../../shared.mts';
import { runNode } from '../harness/n8n/engine.mts';
import { numbered, useListServices } from '../harness/service/listService.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject } from '../harness/service/records.mts';

// What a person reads, word for word: what went wrong, with which value, and what to do.
const { service, run } = useScenario();
const start = useListServices();
const names = { name: 'Haus Weber', firstName: 'Ada', lastName: 'Weber' };
const CHECK_ADDRESS =
	'Check the Base URL in the credential: it must be the address of the service itself, without /api/v1.';
const mapped = { dataMode: 'autoMapInputData' };

async function textsOf(parameters: object, items?: IDataObject[]) {
	const { error } = await run(parameters, { ...(items && { items }) });
	return [error?.message, error?.description];
}

/** The records an error names, in order of their names; it has to begin as said. */
function listedIn(message: string, beginning: string): string[] {
	expect(message.slice(0, beginning.length)).toBe(beginning);
	return message.slice(beginning.length).split('; ').sort();
}

describe('a create-or-update says', () => {
	it.each<[string, string, string, () => [record: ApiRecord, name: string]]>([
		[
			'project',
			'name',
			'Haus Koch',
			() => {
				const record = addProject(service(), { name: 'Haus Koch' });
				return [record, `${String(record.humanId)} Haus Koch`];
			},
		],
		[
			'customer',
			'email',
			'a@mail.example',
			() => {
				const record = addCustomer(service(), { email: 'a@mail.example' });
				return [record, `${String(record.humanId)} Ada Weber`];
			},
		],
	])('which %ss have the same %s, ten of them', async (resource, matchOn, matchValue, add) => {
		const known: string[] = [];
		const addMore = (count: number) => {
			for (let number = 0; number < count; number++) {
				const [{ id }, name] = add();
				known.push(`${name} (${id})`);
			}
		};
		const upsert = { resource, operation: 'upsert', matchOn, matchValue, ...names };
		addMore(10);
		const [ten = ''] = await textsOf(upsert);
		expect(listedIn(ten, `10 ${resource}s have the ${matchOn} "${matchValue}": `)).toEqual(
			[...known].sort(),
		);
		addMore(2);
		const [twelve = '', description] = await textsOf(upsert);
		const listed = listedIn(
			twelve.replace(/ and 2 more$/, ''),
			`12 ${resource}s have the ${matchOn} "${matchValue}": `,
		);
		expect(twelve).toMatch(/ and 2 more$/);
		expect(listed).toHaveLength(10);
		expect(known).toEqual(expect.arrayContaining(listed));
		expect(description).toBe(
			'Nothing was changed. Match on the ID, or clean up the duplicates in the service.',
		);
	});

	it.each([
		['customer', 'humanId', 'C-999'],
		['project', 'id', '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34'],
	])('that no %s has the %s, which only the service gives', async (resource, matchOn, value) => {
		const upsert = { resource, operation: 'upsert', matchOn, matchValue: value, ...names };
		expect(await textsOf(upsert)).toEqual([
			`No ${resource} has the ${matchOn} "${value}". The service assigns this value itself, so the node cannot create one with it`,
			'Correct the value, or choose another field under "Match On".',
		]);
	});

	it('why it does not clear what it matches on', async () => {
		const upsert = { resource: 'customer', operation: 'upsert', matchOn: 'email', ...names };
		const given = { ...upsert, matchValue: 'a@mail.example', fieldsToClear: ['email'] };
		expect(await textsOf(given)).toEqual([
			'The email cannot be cleared, because it is used to find the customer',
			'Remove it from "Fields to Clear", or match on another field.',
		]);
	});

	it.each([
		[{}, 'Fill in "Value to Match" with the email of the record, or leave out the item.'],
		[
			mapped,
			'Add a field "email" with the email of the record to the item, fill in "Value to Match", or leave out the item.',
		],
	])('where the value to match is missing (%j)', async (mode, advice) => {
		const upsert = { resource: 'customer', operation: 'upsert', matchOn: 'email', ...mode };
		expect(await textsOf({ ...upsert, matchValue: '={{ "" }}', ...names })).toEqual([
			'The value to match is empty, so the node cannot tell which record is meant',
			advice,
		]);
	});

	it('what to look for where an earlier item may have created the record', async () => {
		service().faults.add({ method: 'POST', path: pathOf('createCustomer'), times: 1, reset: true });
		const upsert = {
			resource: 'customer',
			operation: 'upsert',
			matchOn: 'email',
			matchValue: 'a@mail.example',
			...names,
		};
		const { json } = await run(upsert, { items: [{}, {}], onError: 'continueRegularOutput' });
		expect(json[1]?.error).toBe(
			'An earlier item may have created the customer with the email "a@mail.example", but the service does not show it yet. Look for it in the service before you run this item again. Otherwise it may be created twice.',
		);
	});

	it('why it creates nothing where the list may lack a record', async () => {
		const { credentials, requests } = await start(({ query }) => ({
			items: query.get('page') === '1' ? numbered(2) : [],
			metadata: { total: '9' },
		}));
		const parameters = {
			operation: 'upsert',
			matchOn: 'name',
			matchValue: 'Haus 7',
			name: 'Haus 7',
		} as INodeParameters;
		const { error } = await runNode({ parameters, credentials });
		expect([error?.message, error?.description]).toEqual([
			'The node cannot tell whether there is a project with the name "Haus 7": it found none, but the list of projects that it read may be incomplete',
			'Nothing was written, so no project is created twice. Run the item again when the service is less busy, or match on the ID.',
		]);
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

describe('an update says', () => {
	const updateOf = (resource: string, more: object) => {
		const { id } = (resource === 'project' ? addProject : addCustomer)(service());
		return { resource, operation: 'update', [`${resource}Id`]: byId(id), ...more };
	};

	it.each(['project', 'customer'])('that nothing of a %s was set or cleared', async (resource) => {
		const message = `There is nothing to update: no field of the ${resource} was set or cleared`;
		expect(await textsOf(updateOf(resource, {}))).toEqual([
			message,
			'Add at least one field under "Update Fields", or choose one under "Fields to Clear".',
		]);
		expect(await textsOf(updateOf(resource, mapped), [{ mood: 'good' }])).toEqual([
			message,
			`Add a field to the item that has the same name as a field of the ${resource}, or choose one under "Fields to Clear".`,
		]);
	});

	it.each<[object, IDataObject, string]>([
		[{ updateFields: { email: '' } }, {}, 'Email was added but left empty'],
		[
			{ updateFields: { email: '', invoiceEmail: ' ' } },
			{},
			'Email, Invoice Email were added but left empty',
		],
		[mapped, { email: '' }, 'email is empty in the item'],
		[mapped, { email: '', phoneNumber: null }, 'email, phoneNumber are empty in the item'],
	])('which fields were left empty: %j %j', async (given, item, what) => {
		expect(await textsOf(updateOf('customer', given), [item])).toEqual([
			`There is nothing to update: ${what}`,
			'Fill in a value, or correct the expression. To empty a field of the record, choose it under "Fields to Clear".',
		]);
	});

	it.each([
		[undefined, '"firstName", "lastName", "email"'],
		['', '"id", "firstName", "lastName", "email" ("id" holds no ID)'],
	])('that the service sent the record with the ID %j', async (id, fields) => {
		const record = { id, firstName: 'Ada', lastName: 'Weber', email: 'a@mail.example' };
		const { credentials, requests } = await start(({ path }) =>
			path === pathOf('listCustomers') ? listBody(path, [record]) : record,
		);
		const parameters = {
			resource: 'customer',
			operation: 'upsert',
			matchOn: 'email',
			matchValue: 'a@mail.example',
			firstName: 'Grace',
			lastName: 'Weber',
		};
		const { error } = await runNode({ parameters, credentials });
		expect(error?.message).toBe(
			`Could not list customers: entry 1 of the list is an object with ${fields}, not a customer with an ID`,
		);
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

describe('a record by its human ID: the error says', () => {
	const getBy = (resource: string, humanId: string) => ({
		resource,
		operation: 'get',
		[`${resource}Id`]: byHumanId(humanId),
	});

	it.each(['project', 'customer'])('that no %s has it', async (resource) => {
		expect(await textsOf(getBy(resource, 'X-1'))).toEqual([
			`No ${resource} has the human ID "X-1"`,
			`Check it in the service (upper and lower case do not matter), or choose the ${resource} from the list.`,
		]);
	});

	it.each([
		[2, ''],
		[10, ''],
		[12, ' and 2 more'],
	])('that %i customers have it, and names ten of them', async (count, more) => {
		const listed = Array.from({ length: count }, () => {
			const { id } = addCustomer(service(), { humanId: 'C-1' });
			return `Ada Weber (${id})`;
		});
		const [message = '', description] = await textsOf(getBy('customer', 'C-1'));
		expect(message.endsWith(`)${more}`)).toBe(true);
		const shown = listedIn(
			message.slice(0, message.length - more.length),
			`${count} customers have the human ID "C-1": `,
		);
		expect(shown).toHaveLength(Math.min(count, 10));
		expect(listed).toEqual(expect.arrayContaining(shown));
		expect(description).toBe(
			'Nothing was changed. Enter the ID instead of the human ID, or clean up the duplicates in the service.',
		);
	});

	it('that several projects have it, also where they have no name', async () => {
		const ids = ['Haus A', ''].map((name) => addProject(service(), { name, humanId: 'P-1' }).id);
		const [message] = await textsOf(getBy('project', 'P-1'));
		expect(message).toContain(`Haus A (${ids[0]})`);
		expect(message).toMatch(new RegExp(`[:;] \\(${ids[1]}\\)`));
	});

	it.each([
		[
			'that the list that was read may be incomplete',
			{ items: [{ id: 'p1', humanId: 'P-1' }], metadata: {} },
			'The node cannot tell which project has the human ID "P-1": the list of projects that it read may be incomplete',
			'Nothing was changed, so the wrong record is not touched. Run the item again when the service is less busy, or enter the ID.',
		],
		[
			'that it came without an ID',
			{ items: [{ humanId: 'P-1' }], metadata: { total: '1' } },
			'Could not list projects: entry 1 of the list is an object with "humanId", not a project with an ID',
			CHECK_ADDRESS,
		],
		[
			'that it came with an empty ID',
			{ items: [{ id: '', humanId: 'P-1' }], metadata: { total: '1' } },
			'Could not list projects: entry 1 of the list is an object with "id", "humanId" ("id" holds no ID), not a project with an ID',
			CHECK_ADDRESS,
		],
	])('%s', async (_, list, message, advice) => {
		const { credentials } = await start(({ query }) =>
			query.get('page') === '1' ? list : { ...list, items: [] },
		);
		const parameters = getBy('project', 'P-1') as INodeParameters;
		const { error } = await runNode({ parameters, credentials });
		expect([error?.message, error?.description]).toEqual([message, advice]);
	});
});

it.each([
	['operation', { resource: 'project', operation: '__CUSTOM_API_CALL__' }],
	['resource', { resource: '__CUSTOM_API_CALL__' }],
])('a custom API call, chosen as %s, names the node that sends it', async (_, chosen) => {
	const [message, description] = await textsOf(chosen);
	expect(message).toBe('This node cannot make custom API calls');
	expect(description).toContain('Use the HTTP Request node');
	expect(service().requests).toEqual([]);
});
