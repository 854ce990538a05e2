import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { startService } from '../../../sandbox/service/start.mts';
import type { Differences } from '../../../sandbox/service/differences.mts';
import { addCustomer, addProject } from '../harness/service/service.mts';
import { delivery, SECRET } from '../harness/webhook/signed.mts';
import { page as pageAt } from '../../documents.mts';
import { startBetween } from '../harness/service/between.mts';
import type { Altered, Asked, Given, Part } from '../harness/service/between.mts';
import { ADDRESS, columns, further } from './columns.mts';
import type { Trial } from './columns.mts';

// The table in docs/maintainers/assumptions.md says what happens if an assumption is wrong. Each is tried with a service that
// differs in this one thing.

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
const local = (at: string) => new Date(Date.parse(at) - 3_600_000).toISOString().replace('Z', '');

/** By what stands in the first column, between semicolons. */
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
	'the array of customers is complete': [
		where(isArray, ({ body }) => ({ body: (body as Part[]).slice(0, 25) })),
	],
	'the answer to a write is the record': [
		where(isWritten, () => ({ status: 204, body: '' })),
		where(isWritten, ({ body }) => ({ body: { data: body } })),
	],
	'an answer with `errors` means failure': [
		where(isWritten, ({ body }) => ({ body: { ...(body as Part), errors: ['No such street'] } })),
	],
	'errors have a usual form': [where(isMissing, () => ({ body: { fault: { reason: 'None' } } }))],
	'"no such record" is a 404 or 410 with JSON whose words name no path': [
		where(isMissing, () => ({ body: '<h1>Not found</h1>' })),
		where(isMissing, (_, { path }) => ({ body: { message: `${path} not found` } })),
	],
	'"too many requests" is 429 or 503': [
		{ instead: () => ({ status: 420, body: { message: 'Too many requests' } }) },
	],
	'`Retry-After` is in seconds or a date': [refusedOnce({ 'retry-after': 'soon' })],
	'no part of an address is required': [
		{
			instead({ body }) {
				const { country = '' } = (body?.address ?? { country: '-' }) as Part;
				return country ? undefined : { status: 422, body: { message: 'country is required' } };
			},
		},
	],
	'addresses are replaced, not merged': [
		{
			async asked(asked, ask) {
				if (asked.method !== 'PATCH') return asked;
				const { body } = await ask({ method: 'GET', path: asked.path });
				const address = { ...((body as Part).address as Part), ...(asked.body?.address as Part) };
				return { ...asked, body: { ...asked.body, address } };
			},
		},
	],
	'times without an offset are in UTC': [
		times((created, updated) => ({ createdAt: local(created), updatedAt: local(updated) })),
	],
	'a new project has the newest time': [times(() => ({ createdAt: '2020-01-01T00:00:00Z' }))],
	'the header is named `Service-Signature`': [
		{
			delivery(content) {
				const { headers, rawBody } = delivery(content);
				return { headers: { 'energy-signature': headers['service-signature'] }, rawBody };
			},
		},
	],
	'the timestamp is digits or ISO 8601': [signedAt(new Date().toUTCString().replace(',', ''))],
	'a delivery that is sent again is signed again': [
		{ delivery: (content) => delivery(content, SECRET, 3600) },
	],
	'`customer.deleted` has the body of `customer.edited`': [
		deletion((id) => ({ id })),
		deletion((id) => ({ customer_id: id })),
	],
};

/** What the second column names, with the columns that try it. */
const { 'Webhook trigger': webhook, ...requests } = columns;
const named: Readonly<Record<string, string[]>> = {
	'every request': Object.keys(requests),
	'listing customers': ['List customers'],
	'getting a customer': ['Get a customer'],
	creating: ['Create'],
	updating: ['Update'],
	deleting: ['Delete'],
	'the webhook trigger': ['Webhook trigger'],
	polling: ['Polling, projects', 'Polling, customers'],
	'polling for customers': ['Polling, customers'],
};
/** What becomes of it, in the words of the page. */
const outcomes: Readonly<Record<string, string>> = {
	fail: 'fails',
	fails: 'fails',
	'fails for customers': 'projects only',
	'gives a hint': 'hint',
	'leaves old coordinates': 'old coordinates',
	'miss some': 'misses some',
	'finds no deletions': 'no deletions',
	'gives wrong times': 'wrong times',
	'gives no ID': 'no ID',
};

const page = pageAt('docs/maintainers/assumptions.md');
const rows = [...page.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
	.map(([, assumptions, effects]) => [assumptions.split('; '), effects.split('; ')] as const)
	.slice(2);

/** What the table says of an assumption, such as "creating and updating fail", by column. Words that are not known are an error. */
function told(title: string): Record<string, string> {
	const effects = rows.flatMap(([all, effects]) => (all.includes(title) ? effects : []));
	if (String(effects) === 'the rest works') return {};
	const said = effects.flatMap((effect) => {
		const words = Object.keys(outcomes).filter((outcome) => effect.endsWith(` ${outcome}`));
		const things = effect.slice(0, -1 - String(words[0]).length).split(/, | and /);
		const isKnown = words.length === 1 && things.every((thing) => thing in named);
		if (!isKnown) throw new Error(`Not known: ${effect}`);
		return things.flatMap((thing) => named[thing]).map((name) => [name, outcomes[words[0]]]);
	});
	return Object.fromEntries(said) as Record<string, string>;
}

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

it('the table has these assumptions, each once', () => {
	const assumptions = rows.flatMap(([assumptions]) => assumptions);
	expect(assumptions.sort()).toEqual(Object.keys(differences).sort());
});

it('without any difference all of it works', async () => {
	const results = await tried({}, { ...columns, ...further });
	expect(new Set(results)).toEqual(new Set(['works']));
});

it('what stands below the table', async () => {
	const of = async (difference: Difference) => {
		const results = await tried(difference, further);
		const names = Object.keys(further);
		return names.flatMap((name, index) =>
			results[index] === 'works' ? [] : `${name}: ${results[index]}`,
		);
	};
	expect(page).toContain('Human IDs of customers, and their Create or Update.');
	expect(await of(moved({ listCustomers: 'GET /clients' }))).toEqual([
		...['Polling, both: fails', 'Search: fails', 'Include Customer: fails'],
		...['Human ID: fails', 'Create or Update: fails'],
	]);
	expect(page).toContain('**Fetch Record** answers 503, and **If Not Found** fails.');
	const unread = ['If Not Found: fails', 'Fetch Record: fails'];
	expect(await of(moved({ getCustomer: 'GET /clients/{customerId}' }))).toEqual(unread);
	const otherForm = await of(where(isMissing, () => ({ body: '<h1>Not found</h1>' })));
	expect(otherForm).toEqual(['Polling, both: no deletions', ...unread]);
	expect(page).toContain('as if only the record were missing, the node believes that');
	const looksMissing = {
		...moved({ getCustomer: 'GET /clients/{customerId}' }),
		...where(isMissing, () => ({ body: { message: 'Not Found' } })),
	};
	expect(await of(looksMissing)).toEqual(['If Not Found: wrong', 'Fetch Record: wrong']);
});

const each = Object.entries(differences).flatMap(([title, ways]) =>
	ways.map((way, index) => [title, index, way] as const),
);
it.concurrent.each(each)('if it is wrong: %s (%i)', async (title, _, way) => {
	// Events concern nothing else. What the table does not name works.
	const those = way.delivery ? { 'Webhook trigger': webhook } : columns;
	const works = Object.fromEntries(Object.keys(those).map((name) => [name, 'works']));
	expect(await tried(way, those)).toEqual(Object.values({ ...works, ...told(title) }));
});
