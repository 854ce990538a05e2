import Fastify from 'fastify';

interface Value {
	value: string;
	primary?: boolean;
	label?: string;
}

interface Person {
	id: number;
	name: string;
	org_id: number | null;
	emails: Value[];
	phones: Value[];
}

export interface Write {
	method: string;
	path: string;
	body: unknown;
}

/** Smaller than Pipedrive's, so that a list takes several requests. */
const PAGE = 10;
/** Email addresses that the stand-in does not take. */
const UNWANTED = '@unwanted.example';

/**
 * A stand-in for the part of Pipedrive's interface (version 2) that the example uses, after its public description: two
 * persons may have one email address, a list that is sent replaces the one that is there, lists come in pages.
 */
export async function startPipedrive() {
	const persons = new Map<number, Person>();
	const organizations = new Map<number, { id: number; name: string }>();
	const writes: Write[] = [];
	/** So many more requests are answered before the others get 429; so many writes are carried out without an answer. */
	const faults = { left: Infinity, lost: 0 };
	let lastId = 100;

	const addPerson = (fields: Partial<Person>): Person => {
		const person = { id: ++lastId, name: '', org_id: null, emails: [], phones: [], ...fields };
		persons.set(person.id, person);
		return person;
	};
	const addOrganization = (name: string) => {
		const organization = { id: ++lastId, name };
		organizations.set(organization.id, organization);
		return organization;
	};
	const app = Fastify();
	app.addHook('onRequest', async ({ query }, reply) => {
		const { api_token: token } = query as { api_token?: string };
		if (token !== pipedriveCredential.data.apiToken) {
			await reply.code(401).send({ success: false, error: 'unauthorized access' });
		} else if (faults.left-- <= 0) {
			await reply.code(429).send({ success: false, error: 'Too many requests' });
		}
	});
	app.addHook('preHandler', async ({ method, url, body }, reply) => {
		if (method === 'GET') return;
		writes.push({ method, path: url.split('?')[0], body });
		const { emails = [], org_id: organization } = (body ?? {}) as Partial<Person>;
		const isUnknown = typeof organization === 'number' && !organizations.has(organization);
		if (isUnknown || emails.some(({ value }) => value.endsWith(UNWANTED))) {
			await reply.code(400).send({ success: false, error: 'Bad request' });
		}
	});
	app.addHook('preSerialization', async ({ method }, reply, payload) => {
		if (method === 'GET' || reply.statusCode >= 300 || faults.lost === 0) return payload;
		faults.lost--;
		reply.code(502);
		return { success: false, error: 'The answer got lost' };
	});

	const pages = (list: () => object[]) => (request: { query: unknown }) => {
		const from = Number((request.query as { cursor?: string }).cursor ?? 0);
		const next_cursor = from + PAGE < list().length ? String(from + PAGE) : null;
		return {
			success: true,
			data: list().slice(from, from + PAGE),
			additional_data: { next_cursor },
		};
	};
	const success = (data: unknown) => ({ success: true, data });
	app.get(
		'/api/v2/persons',
		pages(() => [...persons.values()]),
	);
	app.get(
		'/api/v2/organizations',
		pages(() => [...organizations.values()]),
	);
	app.post<{ Body: Partial<Person> }>('/api/v2/persons', ({ body }) => success(addPerson(body)));
	app.post<{ Body: { name: string } }>('/api/v2/organizations', ({ body }) =>
		success(addOrganization(body.name)),
	);
	app.patch<{ Params: { id: string }; Body: Partial<Person> }>(
		'/api/v2/persons/:id',
		async ({ params, body }, reply) => {
			const person = persons.get(Number(params.id));
			return person === undefined
				? await reply.code(404).send({ success: false, error: 'Person not found' })
				: success(Object.assign(person, body));
		},
	);
	app.delete<{ Params: { id: string } }>('/api/v2/persons/:id', ({ params }) => {
		persons.delete(Number(params.id));
		return success({ id: Number(params.id) });
	});

	const url = await app.listen({ port: 0, host: '127.0.0.1' });
	return {
		url,
		persons,
		organizations,
		writes,
		faults,
		addPerson,
		addOrganization,
		withEmail: (email: string) =>
			[...persons.values()].filter(({ emails }) =>
				emails.some(({ value }) => value.toLowerCase() === email.toLowerCase()),
			),
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
