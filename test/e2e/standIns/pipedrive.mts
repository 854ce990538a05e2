import Fastify from 'fastify';
import { withMishaps } from './mishaps.mts';

interface Value {
	value: string;
	primary?: boolean;
	label?: string;
}

export interface Person {
	id: number;
	name: string;
	org_id: number | null;
	emails: Value[];
	phones: Value[];
	label_ids: number[];
	update_time: string;
}

/** Smaller than Pipedrive's, so that a list takes several requests. */
const PAGE = 5;
/** Email addresses that the stand-in does not take. */
const UNWANTED = '@unwanted.example';

/**
 * A stand-in for the part of Pipedrive's interface (version 2) that the example uses, after its public documents:
 * - developers.pipedrive.com, "Persons": two persons may have one email address, a list that is sent replaces the one
 *   that is there, lists come in pages by cursor and hold no deleted persons, times are in RFC 3339 to the second.
 * - developers.pipedrive.com, "Merging two persons": the person in the path is removed, the one in `merge_with_id` stays
 *   and keeps its own values; only what is empty there is taken over.
 * - pipedrive.readme.io, "Rate limiting": 429 once the tokens of two seconds are used up.
 */
export async function startPipedrive() {
	const persons = new Map<number, Person>();
	const organizations = new Map<number, { id: number; name: string }>();
	/** Method and path of every write. */
	const writes: string[] = [];
	let lastId = 100;
	const now = () => new Date().toISOString().replace(/\.\d+/, '');

	const set = (person: Person, fields: Partial<Person>): Person =>
		Object.assign(person, fields, { update_time: now() });
	const addPerson = (fields: Partial<Person>): Person => {
		const none = { name: '', org_id: null, emails: [], phones: [], label_ids: [], update_time: '' };
		const person = set({ id: ++lastId, ...none }, fields);
		persons.set(person.id, person);
		return person;
	};
	const addOrganization = (name: string) => {
		const organization = { id: ++lastId, name };
		organizations.set(organization.id, organization);
		return organization;
	};
	/** As a person merges two persons in Pipedrive. */
	const merge = (kept: Person, other: Person): Person => {
		persons.delete(other.id);
		return set(kept, {
			emails: kept.emails.length > 0 ? kept.emails : other.emails,
			phones: kept.phones.length > 0 ? kept.phones : other.phones,
			org_id: kept.org_id ?? other.org_id,
		});
	};
	/** Fields that it does not show any more. */
	const hidden: string[] = [];
	const shown = (person: Person) => {
		const [first_name = '', ...rest] = person.name.split(' ');
		const whole = { ...person, first_name, last_name: rest.join(' ') };
		return Object.fromEntries(Object.entries(whole).filter(([name]) => !hidden.includes(name)));
	};

	const app = Fastify();
	app.addHook('onRequest', async ({ query, method, url }, reply) => {
		const { api_token: token } = query as { api_token?: string };
		if (token !== pipedriveCredential.data.apiToken) {
			await reply.code(401).send({ success: false, error: 'unauthorized access' });
		}
		if (method !== 'GET') writes.push(`${method} ${url.split('?')[0]}`);
	});
	const mishaps = withMishaps(app, (error) => ({ success: false, error, code: 'ERR' }));
	app.addHook('preHandler', async ({ body }, reply) => {
		const { emails = [], org_id: organization } = (body ?? {}) as Partial<Person>;
		const isUnknown = typeof organization === 'number' && !organizations.has(organization);
		if (isUnknown || emails.some(({ value }) => value.endsWith(UNWANTED))) {
			await reply.code(400).send({ success: false, error: 'Bad request' });
		}
	});

	const pages = (list: () => object[]) => (request: { query: unknown }) => {
		const from = Number((request.query as { cursor?: string }).cursor ?? 0);
		const next_cursor = from + PAGE < list().length ? String(from + PAGE) : null;
		const data = list().slice(from, from + PAGE);
		return { success: true, data, additional_data: { next_cursor } };
	};
	const success = (data: unknown) => ({ success: true, data });
	const found = (id: string) => persons.get(Number(id));
	const gone = { success: false, error: 'Person not found' };
	const pagesOfPersons = pages(() => [...persons.values()].map(shown));
	app.get('/api/v2/persons', pagesOfPersons);
	const pagesOfOrganizations = pages(() => [...organizations.values()]);
	app.get('/api/v2/organizations', pagesOfOrganizations);
	app.get<{ Params: { id: string } }>('/api/v2/persons/:id', async ({ params }, reply) => {
		const person = found(params.id);
		return person ? success(shown(person)) : await reply.code(404).send(gone);
	});
	app.post<{ Body: Partial<Person> }>('/api/v2/persons', ({ body }) =>
		success(shown(addPerson(body))),
	);
	app.post<{ Body: { name: string } }>('/api/v2/organizations', ({ body }) =>
		success(addOrganization(body.name)),
	);
	app.patch<{ Params: { id: string }; Body: Partial<Person> }>(
		'/api/v2/persons/:id',
		async ({ params, body }, reply) => {
			const person = found(params.id);
			return person ? success(shown(set(person, body))) : await reply.code(404).send(gone);
		},
	);

	const url = await app.listen({ port: 0, host: '127.0.0.1' });
	return {
		...{
			...{ url, hidden, persons, organizations, writes, mishaps, set, addPerson, addOrganization },
			merge,
		},
		close: async () => await app.close(),
	};
}

export type Pipedrive = Awaited<ReturnType<typeof startPipedrive>>;

/** What the stand-in takes, in the form n8n imports. */
export const pipedriveCredential = {
	id: 'PipedriveToken01',
	name: 'Pipedrive (stand-in)',
	type: 'pipedriveApi',
	data: { apiToken: 'pipedrive-token' },
};
