import Fastify from 'fastify';

interface Contact {
	id: string;
	properties: Record<string, string>;
	isArchived: boolean;
}

interface Input {
	id: string;
	properties?: Record<string, string>;
}

type Inputs = { Body: { inputs: Input[] } };

const PAGE = 2;
/** Email addresses that the stand-in does not take. */
const UNWANTED = '@unwanted.example';

/**
 * A stand-in for the parts of HubSpot's interface (CRM, version 3) that the examples use, after its public description:
 * an email address belongs to one contact, letter case does not count, lists come in pages (here of two, so that there
 * are several).
 */
export async function startHubSpot() {
	const contacts = new Map<string, Contact>();
	const tasks: Array<Omit<Contact, 'isArchived'>> = [];
	/** Method and path of every write. */
	const writes: string[] = [];
	/** How requests begin, as method and path, of which the next is refused. */
	const refused: string[] = [];
	const isRefused = (request: string): boolean => {
		const index = refused.findIndex((start) => request.startsWith(start));
		if (index >= 0) refused.splice(index, 1);
		return index >= 0;
	};
	let lastId = 100;
	const nextId = () => String(++lastId);

	const living = () => [...contacts.values()].filter(({ isArchived }) => !isArchived);
	const withEmail = (email: string) =>
		living().find(({ properties }) => properties.email === email.toLowerCase());
	const fit = (properties: Record<string, string>) =>
		Object.fromEntries(
			Object.entries(properties).map(([name, value]) => [
				name,
				name === 'email' ? value.toLowerCase() : value,
			]),
		);
	const shown = ({ id, properties }: Contact) => ({ id, properties, archived: false });
	const add = (properties: Record<string, string>): Contact => {
		const contact = { id: nextId(), properties: fit(properties), isArchived: false };
		contacts.set(contact.id, contact);
		return contact;
	};

	const app = Fastify();
	app.addHook('onRequest', async (request, reply) => {
		if (request.headers.authorization !== 'Bearer hubspot-key') {
			await reply.code(401).send({ message: 'The API key is not valid' });
		}
		if (request.method !== 'GET') writes.push(`${request.method} ${request.url}`);
	});
	app.addHook('preHandler', async (request, reply) => {
		if (isRefused(`${request.method} ${request.url}`))
			await reply.code(400).send({ message: 'HubSpot refuses this' });
	});

	app.get<{ Querystring: { after?: string } }>('/crm/v3/objects/contacts', ({ query }) => {
		const from = Number(query.after ?? 0);
		const all = living();
		const next = from + PAGE < all.length ? { next: { after: String(from + PAGE) } } : undefined;
		return { results: all.slice(from, from + PAGE).map(shown), ...(next && { paging: next }) };
	});
	app.post<Inputs>('/crm/v3/objects/contacts/batch/upsert', async ({ body }, reply) => {
		if (body.inputs.some(({ id }) => id.endsWith(UNWANTED))) {
			const errors = [{ message: 'The email address is invalid' }];
			return await reply.code(207).send({ status: 'COMPLETE', results: [], numErrors: 1, errors });
		}
		const results = body.inputs.map(({ id, properties = {} }) => {
			const contact = withEmail(id) ?? add({ email: id });
			Object.assign(contact.properties, fit(properties));
			return shown(contact);
		});
		return { status: 'COMPLETE', results };
	});
	app.post<Inputs>('/crm/v3/objects/contacts/batch/archive', async ({ body }, reply) => {
		for (const { id } of body.inputs) {
			const contact = contacts.get(id);
			if (contact !== undefined) contact.isArchived = true;
		}
		return await reply.code(204).send();
	});
	app.patch<{ Params: { id: string }; Body: Input }>(
		'/crm/v3/objects/contacts/:id',
		async ({ params, body }, reply) => {
			const contact = living().find(({ id }) => id === params.id);
			if (contact === undefined) return await reply.code(404).send({ message: 'Not found' });
			Object.assign(contact.properties, fit(body.properties ?? {}));
			return shown(contact);
		},
	);
	app.post<{
		Body: { filterGroups: Array<{ filters: Array<{ operator: string; value: string }> }> };
	}>('/crm/v3/objects/tasks/search', ({ body }) => {
		const wanted = body.filterGroups.flatMap(({ filters }) => filters);
		const found = tasks.filter(({ properties }) =>
			wanted.some(({ operator, value }) =>
				operator === 'EQ'
					? properties.hs_task_subject === value
					: properties.hs_task_subject.split(/[\s()]+/).includes(value),
			),
		);
		return { total: found.length, results: found };
	});
	app.post<{ Body: { properties: Record<string, string> } }>(
		'/crm/v3/objects/tasks',
		async ({ body }, reply) => {
			const task = { id: nextId(), properties: body.properties };
			tasks.push(task);
			return await reply.code(201).send(task);
		},
	);

	const url = await app.listen({ port: 0, host: '127.0.0.1' });
	return {
		url,
		contacts,
		living,
		tasks,
		writes,
		refuse: (request: string) => void refused.push(request),
		add,
		close: async () => await app.close(),
	};
}

export type HubSpot = Awaited<ReturnType<typeof startHubSpot>>;

/** What the stand-in takes, in the form n8n imports. */
export const hubSpotCredential = {
	id: 'HubSpotKey000001',
	name: 'HubSpot (stand-in)',
	type: 'hubspotAppToken',
	data: { appToken: 'hubspot-key' },
};

/** What makes an example use the stand-in. @param texts other texts in its parameters, and what stands there instead */
export const hubSpotFilledIn = ({ url }: HubSpot, texts: Record<string, string> = {}) => ({
	texts: { 'https://api.hubapi.com': url, ...texts },
	credentials: { 'n8n-nodes-base.httpRequest': hubSpotCredential },
});
