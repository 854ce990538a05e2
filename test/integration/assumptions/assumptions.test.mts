import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startService } from '../../../sandbox/service/start.mts';
import type { Differences } from '../../../sandbox/service/differences.mts';
import { addCustomer, addProject } from '../harness/service/service.mts';
import { delivery, SECRET } from '../harness/webhook/signed.mts';
import { startBetween } from './between.mts';
import type { Altered, Asked, Given, Part } from './between.mts';
import { ADDRESS, columns, further } from './columns.mts';
import type { Trial } from './columns.mts';

// The table in docs/maintainers/assumptions.md says what still works if an assumption is wrong. Each row is tried with a
// service that differs in this one thing.

/** How a service differs; it has several ways if they come to the same. */
interface Difference extends Altered {
	differences?: Differences;
	delivery?: Trial['delivery'];
}

/** A framework says which path it does not know. */
const moved = (places: Record<string, string>): Difference => ({
	differences: { moved: places, errors: 'nest' },
});
/** The answers that fit differ. */
const where = (
	fits: (given: Given, asked: Asked) => boolean,
	change: (given: Given, asked: Asked) => Partial<Given>,
): Difference => ({
	given: (given, asked) => (fits(given, asked) ? { ...given, ...change(given, asked) } : given),
});
const isWritten = ({ status }: Given, { method }: Asked) => method !== 'GET' && status < 300;
const isMissing = ({ status }: Given) => status === 404;
const isArray = ({ body }: Given) => Array.isArray(body);
/** The times of each record differ, also of those in lists. */
const times = (change: (created: string, updated: string) => object): Difference =>
	where(
		() => true,
		({ body }) => ({
			body: JSON.parse(JSON.stringify(body), (_, value: Part | null) =>
				value?.updatedAt
					? { ...value, ...change(String(value.createdAt), String(value.updatedAt)) }
					: value,
			) as unknown,
		}),
	);
/** Every request is refused once. */
const refusedOnce = (headers: Record<string, string>): Difference => {
	const refused = new Set<string>();
	return {
		instead({ method, path }) {
			const request = `${method} ${path}`;
			// The test of a key is sent once.
			if (path.endsWith('limit=1') || refused.has(request)) return undefined;
			refused.add(request);
			return { status: 429, headers, body: { message: 'Too many requests' } };
		},
	};
};
const signedAt = (stamp: string): Difference => ({
	delivery(content) {
		const rawBody = Buffer.from(JSON.stringify(content));
		const hex = createHmac('sha256', SECRET).update(`${stamp}.`).update(rawBody).digest('hex');
		return { headers: { 'service-signature': `t=${stamp},v1=${hex}` }, rawBody };
	},
});
const deletion = (change: (id: unknown) => Part): Difference => ({
	delivery({ event, data }) {
		const { customer } = data as { customer?: Part };
		return delivery({ event, data: event === 'customer.deleted' ? change(customer?.id) : data });
	},
});
const local = (time: string) =>
	new Date(Date.parse(time) - 3_600_000).toISOString().replace('Z', '');

/** By the first cell of each row. */
const differences: Readonly<Record<string, Difference[]>> = {
	'`GET /account`, `GET /documents`': [
		moved({ getAccount: 'GET /company', listDocuments: 'GET /files' }),
	],
	'`GET /customers`': [moved({ listCustomers: 'GET /clients' })],
	'`GET /customers/{customerId}`': [moved({ getCustomer: 'GET /clients/{customerId}' })],
	'`POST /projects`, `POST /customers`': [
		moved({ createProject: 'POST /project', createCustomer: 'POST /customer' }),
	],
	'`PATCH /projects/{projectId}`, `PATCH /customers/{customerId}`': [
		moved({
			updateProject: 'PUT /projects/{projectId}',
			updateCustomer: 'PUT /customers/{customerId}',
		}),
	],
	'`DELETE /projects/{projectId}`, `DELETE /customers/{customerId}`': [
		moved({ deleteProject: '', deleteCustomer: '' }),
	],
	'The array of customers is complete': [
		where(isArray, ({ body }) => ({ body: (body as Part[]).slice(0, 25) })),
	],
	'The answer to a write is the record': [
		where(isWritten, () => ({ status: 204, body: '' })),
		where(isWritten, ({ body }) => ({ body: { data: body } })),
	],
	'An answer with `errors` means failure': [
		where(isWritten, ({ body }) => ({ body: { ...(body as Part), errors: ['No such street'] } })),
	],
	'Errors have a usual form': [
		where(isMissing, () => ({ body: { fault: { reason: 'There is none' } } })),
	],
	'"No such record" is a 404 with JSON whose words name no path': [
		where(isMissing, () => ({ body: '<h1>Not found</h1>' })),
		where(isMissing, () => ({ status: 410 })),
		where(isMissing, (_, { path }) => ({ body: { message: `${path} not found` } })),
	],
	'"Too many requests" is 429 or 503': [
		{ instead: () => ({ status: 420, body: { message: 'Too many requests' } }) },
	],
	'`Retry-After` is in seconds or a date': [refusedOnce({ 'retry-after': 'soon' })],
	'No part of an address is required': [
		{
			instead({ body }) {
				const { country = '' } = (body?.address ?? { country: '-' }) as Part;
				return country ? undefined : { status: 422, body: { message: 'country is required' } };
			},
		},
	],
	'Addresses are replaced, not merged': [
		{
			async asked(asked, ask) {
				if (asked.method !== 'PATCH') return asked;
				const { body } = await ask({ method: 'GET', path: asked.path });
				const address = { ...((body as Part).address as Part), ...(asked.body?.address as Part) };
				return { ...asked, body: { ...asked.body, address } };
			},
		},
	],
	'Times without an offset are in UTC': [
		times((created, updated) => ({ createdAt: local(created), updatedAt: local(updated) })),
	],
	'A new project has the newest time': [times(() => ({ createdAt: '2020-01-01T00:00:00Z' }))],
	'The header is named `Service-Signature`': [
		{
			delivery(content) {
				const { headers, rawBody } = delivery(content);
				return { headers: { 'energy-signature': headers['service-signature'] }, rawBody };
			},
		},
	],
	'The timestamp is digits or ISO 8601': [signedAt(new Date().toUTCString().replace(',', ''))],
	'A delivery that is sent again is signed again': [
		{ delivery: (content) => delivery(content, SECRET, 3600) },
	],
	'`customer.deleted` has the body of `customer.edited`': [
		deletion((id) => ({ id })),
		deletion((id) => ({ customer_id: id })),
	],
};

const page = readFileSync(
	new URL('../../../docs/maintainers/assumptions.md', import.meta.url),
	'utf8',
);
const cells = (line: string) =>
	line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());
const [heading = [], , ...table] = page
	.slice(page.indexOf('| If this is wrong'))
	.split('\n\n')[0]
	.split('\n')
	.map(cells);
const told = Object.fromEntries(table.map(([title, ...results]) => [title, results]));

/** What becomes of every column, in its order. */
async function tried(
	{ differences = {}, delivery: send = delivery, ...altered }: Difference,
	those = columns,
) {
	const service = await startService({ seed: 'empty', differences });
	const between = await startBetween(service.baseUrl, altered);
	for (let number = 0; number < 8; number++) addProject(service, { address: ADDRESS });
	for (let number = 0; number < 30; number++) addCustomer(service, { address: ADDRESS });
	const { apiKey } = service.company;
	const credentials = { energyProjectsApi: { baseUrl: between.url, apiKey } };
	const results: string[] = [];
	for (const column of Object.values(those))
		results.push(await column({ service, credentials, delivery: send }));
	between.close();
	await service.close();
	return results;
}

it('the table has these rows and columns', () => {
	expect(Object.keys(told)).toEqual(Object.keys(differences));
	expect(heading.slice(1)).toEqual(Object.keys(columns));
});

it('without any difference all of it works', async () => {
	const results = await tried({}, { ...columns, ...further });
	expect(new Set(results)).toEqual(new Set(['works']));
});

it('what stands below the table', async () => {
	const noList = await tried(moved({ listCustomers: 'GET /clients' }), further);
	expect(noList).toEqual(['fails', 'fails', 'fails', 'works']);
	const looksMissing = {
		...moved({ getCustomer: 'GET /clients/{customerId}' }),
		...where(isMissing, () => ({ body: { message: 'Not Found' } })),
	};
	expect(await tried(looksMissing, further)).toEqual(['works', 'works', 'works', 'wrong']);
});

const each = Object.entries(differences).flatMap(([title, ways]) =>
	ways.map((way, index) => [title, index, way] as const),
);
it.concurrent.each(each)('if it is wrong: %s (%i)', async (title, _, way) => {
	const webhook = 'Webhook trigger';
	// Events concern nothing else. What an assumption does not concern is empty in the table.
	const those = way.delivery ? { [webhook]: columns[webhook] } : columns;
	const wanted = Object.keys(those).map(
		(name) => told[title][heading.indexOf(name) - 1] || 'works',
	);
	expect(await tried(way, those)).toEqual(wanted);
});
