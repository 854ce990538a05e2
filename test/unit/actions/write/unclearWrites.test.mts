import { describe, expect, it } from 'vitest';
import { id, mapped, runNode } from './bench.mts';
import type { Answering } from './bench.mts';

const EMAIL = 'ada@mail.example';
const upsert = { resource: 'customer', operation: 'upsert', matchOn: 'email', ...mapped } as const;
const named = (firstName: string, email = EMAIL) => ({ firstName, lastName: 'Weber', email });
const one = `/customers/${id(1)}`;
const methodsIn = (requests: readonly string[]) => requests.map((request) => request.split(' ')[0]);

/** The connection breaks off at the first request of this method. */
const losing = (method: string, isCarriedOut: boolean): Answering => {
	const lost: string[] = [];
	return (seen, usual) => {
		if (seen.method !== method || lost.length > 0) return undefined;
		lost.push(method);
		if (isCarriedOut) usual();
		return 'lost';
	};
};

describe('a create whose answer was lost', () => {
	it('and that was carried out: the next item about the record finds it, and only looks once', async () => {
		const { outputs, requests, held } = await runNode(upsert, {
			items: [named('Ada'), named('Grace'), named('Grace')],
			answer: losing('POST', true),
		});
		expect(outputs[0].error).toContain('Could not create a customer');
		expect(outputs.slice(1)).toMatchObject([
			{ id: id(1), firstName: 'Grace', syncResult: 'updated' },
			{ syncResult: 'unchanged' },
		]);
		expect(held).toHaveLength(1);
		expect(requests).toEqual([
			...['GET /customers', 'GET /account', 'POST /customers', 'GET /customers', `PATCH ${one}`],
		]);
	});

	it('and that is not seen: no item about the record creates it, since it may still come', async () => {
		const { outputs, requests } = await runNode(upsert, {
			items: [named('Ada'), named('Grace'), named('Emmy', 'emmy@mail.example')],
			answer: losing('POST', false),
		});
		expect(outputs[1].error).toBe(
			`An earlier item may have created the customer with the email "${EMAIL}", but the service does not show it yet. Look for it in the service before you run this item again. Otherwise it may be created twice.`,
		);
		// An item about another record is not concerned.
		expect(outputs[2]).toMatchObject({ firstName: 'Emmy', syncResult: 'created' });
		expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(2);
	});

	it('is no such create if the service refused it: the next item creates the record', async () => {
		const refused: string[] = [];
		const { outputs } = await runNode(upsert, {
			items: [named('Ada'), named('Grace')],
			answer({ method }) {
				if (method !== 'POST' || refused.length > 0) return undefined;
				refused.push(method);
				return { statusCode: 422, body: { message: 'No' } };
			},
		});
		expect(outputs[0].error).toContain('(422): No');
		expect(outputs[1]).toMatchObject({ firstName: 'Grace', syncResult: 'created' });
	});
});

describe('an update whose answer was lost', () => {
	it.each(['email', 'id'])(
		'(by %s): the next item compares with what the service has then',
		async (matchOn) => {
			const { outputs, requests, bodies } = await runNode(
				{ ...upsert, matchOn },
				{
					items: ['Grace', 'Ada'].map((name) => ({ ...named(name), id: id(1) })),
					held: [{ email: EMAIL }],
					answer: losing('PATCH', true),
				},
			);
			expect(outputs[0].error).toContain(`Could not update customer ${id(1)}`);
			expect(outputs[1]).toMatchObject({ firstName: 'Ada', syncResult: 'updated' });
			expect(methodsIn(requests)).toEqual(['GET', 'PATCH', 'GET', 'PATCH']);
			expect(bodies).toEqual([{ firstName: 'Grace' }, { firstName: 'Ada' }]);
		},
	);
});

describe('a create that is answered with nothing', () => {
	/** The create is answered with nothing, once `before` has happened. */
	const silent =
		(before: (usual: () => unknown) => void): Answering =>
		({ method }, usual) => {
			if (method !== 'POST') return undefined;
			before(usual);
			return { body: '' };
		};

	it('is looked for, and found', async () => {
		const { outputs, requests, hints } = await runNode(upsert, {
			items: [named('Ada'), named('Ada')],
			answer: silent((usual) => usual()),
		});
		expect(outputs).toMatchObject([
			{ id: id(1), firstName: 'Ada', syncResult: 'created' },
			{ id: id(1), syncResult: 'unchanged' },
		]);
		expect(methodsIn(requests)).toEqual(['GET', 'GET', 'POST', 'GET']);
		expect(hints).toEqual([]);
	});

	it('and that another program made as well: neither of the two is taken for it', async () => {
		const { outputs, hints } = await runNode(upsert, {
			items: [named('Ada')],
			answer: silent((usual) => [usual(), usual()]),
		});
		expect(outputs).toMatchObject([{ ...named('Ada'), syncResult: 'created' }]);
		expect(outputs[0]).not.toHaveProperty('id');
		expect(hints).toEqual([expect.stringContaining('neither the customer nor its ID')]);
	});

	it('and that is not seen: the next item does not create it again', async () => {
		const { outputs, requests } = await runNode(upsert, {
			items: [named('Ada'), named('Ada')],
			answer: silent(() => undefined),
		});
		expect(outputs[0]).toMatchObject({ ...named('Ada'), syncResult: 'created' });
		expect(outputs[1].error).toContain('An earlier item may have created the customer');
		expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
	});
});

it('an update that is answered with the ID alone, by a service that reads no more than that: the next item knows what was written', async () => {
	const { outputs, requests } = await runNode(upsert, {
		items: [named('Grace'), named('Grace')],
		held: [{ email: EMAIL }],
		answer: ({ method, path }) =>
			method === 'PATCH' || path === one ? { body: { id: id(1) } } : undefined,
	});
	expect(outputs).toMatchObject([
		{ id: id(1), firstName: 'Grace', syncResult: 'updated' },
		{ id: id(1), firstName: 'Grace', lastName: 'Weber', syncResult: 'unchanged' },
	]);
	expect(methodsIn(requests)).toEqual(['GET', 'PATCH', 'GET']);
});
