import { describe, expect, it } from 'vitest';
import { COMPANY, id, mapped, runNode } from './bench.mts';

const createProject = { resource: 'project', operation: 'create' } as const;
const createCustomer = { resource: 'customer', operation: 'create' } as const;
const OTHER_COMPANY = 'bbbbbbbb-5d47-4a9b-8e21-6c0d9f7a1b34';

describe('a new record', () => {
	it('goes out with what the service asks for besides: company, origin, and an address of null', async () => {
		const { requests, bodies } = await runNode({ ...createProject, name: 'Haus Koch' });
		expect(requests).toEqual(['GET /account', 'POST /projects']);
		expect(bodies).toEqual([
			{ name: 'Haus Koch', companyId: COMPANY, source: 'api', address: null },
		]);
	});

	it('has no origin if the service does not ask for one', async () => {
		const { bodies } = await runNode({ ...createCustomer, firstName: 'Grace', lastName: 'Koch' });
		expect(bodies).toEqual([
			{ firstName: 'Grace', lastName: 'Koch', companyId: COMPANY, address: null },
		]);
	});

	it('says that it came through the interface, whatever was given', async () => {
		const additionalFields = { source: 'check' };
		const { bodies } = await runNode({ ...createProject, name: 'Haus Koch', additionalFields });
		expect(bodies).toMatchObject([{ source: 'api' }]);
	});

	it('keeps the company and the address that were given, and reads no account', async () => {
		const additionalFields = { companyId: OTHER_COMPANY };
		const address = { value: { city: 'Kiel' } };
		const given = { ...createProject, name: 'Haus Koch', address, additionalFields };
		const { requests, bodies } = await runNode(given);
		expect(requests).toEqual(['POST /projects']);
		expect(bodies).toMatchObject([{ companyId: OTHER_COMPANY, address: { city: 'Kiel' } }]);
	});

	it('has nothing to clear: empty fields and parts are left out, and an empty address is null', async () => {
		const item = { firstName: 'Grace', lastName: 'Koch', email: '', phoneNumber: null };
		const options = { emptyText: 'clear' };
		const { bodies } = await runNode(
			{ ...createCustomer, ...mapped, options },
			{
				items: [
					{ ...item, address: { city: 'Kiel', addressLine2: '' } },
					{ ...item, address: { addressLine2: '' } },
				],
			},
		);
		const sent = { firstName: 'Grace', lastName: 'Koch', companyId: COMPANY };
		expect(bodies).toEqual([
			{ ...sent, address: { city: 'Kiel' } },
			{ ...sent, address: null },
		]);
	});

	it('comes out in the form that was chosen', async () => {
		const chosen = { output: 'selectedFields', outputFields: ['name'] };
		const { outputs } = await runNode({ ...createProject, name: 'Haus Koch', ...chosen });
		expect(outputs).toEqual([{ id: id(1), name: 'Haus Koch' }]);
	});
});

describe('a required field that is empty', () => {
	it.each<[object, string]>([
		[{}, 'First Name (firstName) is empty, but a new customer must have it'],
		[{ firstName: '  ', lastName: 'Koch' }, 'First Name (firstName) is empty'],
		[{ firstName: 'Grace' }, 'Last Name (lastName) is empty'],
	])('is named, and nothing is sent: %j', async (given, message) => {
		const { outputs, requests } = await runNode({ ...createCustomer, ...given });
		expect(outputs[0].error).toContain(message);
		expect(outputs[0].error).toContain('Fill in this field, or leave out the item.');
		expect(requests).toEqual([]);
	});

	it('is an error if it is the company and the service does not say which one it is', async () => {
		const { outputs, requests } = await runNode(
			{ ...createProject, name: 'Haus Koch' },
			{ answer: ({ path }) => (path === '/account' ? { body: { id: 17 } } : undefined) },
		);
		expect(outputs[0].error).toContain('did not say which company the credential belongs to');
		expect(outputs[0].error).toContain('Add the field "Company ID" and fill it in');
		expect(requests).toEqual(['GET /account']);
	});
});

describe('a create that is answered with a Location header', () => {
	const location = `https://api.example/api/v1/projects/${id(7)}`;
	const createdWith = async (body: unknown, header: string = location) => {
		const record = { id: id(7), name: 'Haus Koch' };
		return await runNode(
			{ ...createProject, name: 'Haus Koch' },
			{
				held: [record, { id: id(8) }],
				answer: ({ method }) =>
					method === 'POST' ? { statusCode: 201, headers: { location: header }, body } : undefined,
			},
		);
	};

	it('and no ID: the record is read by the ID in the header', async () => {
		const { outputs, requests, hints } = await createdWith({ message: 'Created' });
		expect(outputs).toEqual([{ id: id(7), name: 'Haus Koch' }]);
		expect(requests.slice(1)).toEqual(['POST /projects', `GET /projects/${id(7)}`]);
		expect(hints).toEqual([]);
	});

	it('and an ID: the ID in the answer counts', async () => {
		const { outputs, requests } = await createdWith({ id: id(8) });
		expect(outputs).toMatchObject([{ id: id(8) }]);
		expect(requests.at(-1)).toBe(`GET /projects/${id(8)}`);
	});

	it('and with an address that has no ID: the output is what was sent, and a hint says so', async () => {
		const { outputs, requests, hints } = await createdWith('', 'https://api.example/projects/last');
		expect(outputs).toEqual([{ name: 'Haus Koch', companyId: COMPANY, source: 'api' }]);
		expect(requests.at(-1)).toBe('POST /projects');
		expect(hints).toEqual([expect.stringContaining('neither the project nor its ID')]);
	});
});
