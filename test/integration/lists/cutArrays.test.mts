import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode, searchList } from '../harness/n8n/engine.mts';
import { numbered, useListServices } from '../harness/service/listService.mts';
import type { Asked } from '../harness/service/listService.mts';
import { idsOf } from '../harness/service/records.mts';

const start = useListServices();
const PATH = '/api/v1/customers';
const customers = numbered(150, { lastName: 'Weber' }).map((record, number) => ({
	...record,
	email: `c${number}@mail.example`,
}));

/** A service that cuts its customers into arrays of 100. */
const cut =
	(headersOf: (asked: Asked) => Record<string, string>) =>
	(asked: Asked, response: ServerResponse) => {
		for (const [name, value] of Object.entries(headersOf(asked))) response.setHeader(name, value);
		if (asked.method !== 'GET') return { ...customers[0], id: 'new' };
		const page = Number(asked.query.get('page') ?? 1);
		return customers.slice((page - 1) * 100, page * 100);
	};
const linkTo =
	(address: (asked: Asked) => string, more = {}) =>
	(asked: Asked): Record<string, string> =>
		asked.query.get('page') === '2' ? more : { link: `<${address(asked)}>; rel="next"`, ...more };

const getAll = { resource: 'customer', operation: 'getAll', output: 'raw', returnAll: true };
const upsert = {
	resource: 'customer',
	operation: 'upsert',
	matchOn: 'email',
	matchValue: 'new@mail.example',
	firstName: 'Ada',
	lastName: 'Weber',
	additionalFields: { companyId: customers[0].id },
};
const list = async (service: ReturnType<typeof cut>, parameters: object = getAll) => {
	const { credentials, requests } = await start(service);
	const run = await runNode({ parameters: parameters as INodeParameters, credentials });
	const writes = requests.filter(({ method }) => method !== 'GET');
	return { ...run, credentials, requests, writes };
};

describe('a list of customers that is cut and links to its next part', () => {
	it.each<[string, (asked: Asked) => string]>([
		['path', () => `${PATH}?page=2`],
		['query', () => '?page=2'],
		['whole address', ({ host }) => `http://${host}${PATH}?page=2`],
		['address with https, as behind a proxy', ({ host }) => `https://${host}${PATH}?page=2`],
	])('is read to its end (%s)', async (_, address) => {
		const { json, hints, requests } = await list(cut(linkTo(address)));
		expect(idsOf(json)).toEqual(idsOf(customers));
		expect(hints).toEqual([]);
		expect(requests.map(({ path, query }) => `${path}?${query.toString()}`)).toEqual([
			`${PATH}?`,
			`${PATH}?page=2`,
		]);
	});

	it('is read to its end by Create or Update, which then creates what is missing', async () => {
		const { error, writes } = await list(cut(linkTo(() => '?page=2')), upsert);
		expect(error).toBeUndefined();
		expect(writes).toMatchObject([{ method: 'POST' }]);
	});

	it('does not hide a customer of the second part from Create or Update', async () => {
		const service = cut(linkTo(() => '?page=2'));
		const known = { ...upsert, matchValue: 'c149@mail.example' };
		const { writes } = await list(service, known);
		expect(writes).toMatchObject([{ method: 'PATCH', path: `${PATH}/${customers[149].id}` }]);
	});

	it('is shown to its end in the list to choose from', async () => {
		const { credentials } = await start(cut(linkTo(() => '?page=2')));
		const editor = { parameters: { authentication: 'apiKey' }, credentials };
		const { results } = await searchList(editor, 'searchCustomers', customers[149].id);
		expect(results.map(({ value }) => value)).toEqual([customers[149].id]);
	});

	it('sends the API key with each part', async () => {
		const { requests } = await list(cut(linkTo(() => '?page=2')));
		expect(requests.map(({ apiKey }) => apiKey)).toEqual(['key', 'key']);
	});
});

const incomplete: Array<[string, ReturnType<typeof cut>, number, number]> = [
	['counts 150 in X-Total-Count', cut(() => ({ 'x-total-count': '150' })), 100, 1],
	['counts 150 in Content-Range', cut(() => ({ 'content-range': 'items 0-99/150' })), 100, 1],
	[
		'links to another host',
		cut(linkTo(() => 'http://localhost:9/api/v1/customers?page=2')),
		100,
		1,
	],
	['links to another kind of address', cut(linkTo(() => 'ftp://127.0.0.1/customers')), 100, 1],
	['links to itself', cut(() => ({ link: '<?page=1>; rel=next' })), 100, 2],
	[
		'links to the part before',
		cut(({ query }) => ({
			link: `<?page=${query.get('page') === '2' ? 1 : 2}>; rel=next`,
		})),
		150,
		3,
	],
	[
		'always links to another part',
		cut(({ query }) => ({
			link: `<?page=${Number(query.get('page') ?? 1) + 1}>; rel=next`,
		})),
		150,
		3,
	],
	[
		'counts more than all parts have',
		cut(linkTo(() => '?page=2', { 'x-total-count': '151' })),
		150,
		2,
	],
];

describe.each(incomplete)('a list of customers that %s', (_, service, count, requestCount) => {
	it('counts as possibly incomplete', async () => {
		const { json, error, hints, requests } = await list(service);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(count);
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(hints[0].message).toContain('sent only a part of them');
		expect(requests).toHaveLength(requestCount);
	});

	it('lets Create or Update create nothing', async () => {
		const { error, writes } = await list(service, upsert);
		expect(error?.message).toContain('The node cannot tell whether there is a customer');
		expect(writes).toEqual([]);
	});
});

it.each([
	['counts what came', { 'x-total-count': '100' }],
	['counts less than came', { 'x-total-count': '5' }],
	['counts nothing that can be read', { 'x-total-count': 'many' }],
	['links to a part that is not the next one', { link: '<?page=1>; rel="prev first"' }],
])('an array of 100 whose header %s is whole', async (_, headers) => {
	const { json, hints, requests } = await list(cut(() => headers as Record<string, string>));
	expect(json).toHaveLength(100);
	expect(hints).toEqual([]);
	expect(requests).toHaveLength(1);
});
