import Fastify from 'fastify';
import { withMishaps } from './mishaps.mts';

interface Contact {
	id: string;
	properties: Record<string, string>;
	updatedAt: string;
	isArchived: boolean;
}

type Properties = { Body: { properties: Record<string, string> } };
type Asked = { after?: string; properties?: string };
type ById = { Params: { id: string } };

/** Smaller than HubSpot's, so that a list takes several requests. */
const PAGE = 5;
/** Email addresses that the stand-in does not take. */
const UNWANTED = '@unwanted.example';
/** What HubSpot's search has not heard of yet: "newly created or updated objects take a few moments". */
const SEARCH_LAG_MS = 500;

/**
 * A stand-in for the parts of HubSpot's interface (CRM, version 3) that the examples use, after its public documents:
 * - developers.hubspot.com, "Contacts": an email address belongs to one contact, additional ones included
 *   (`hs_additional_emails`), and letter case does not count; an empty text clears a property, which is then null.
 * - developers.hubspot.com, changelog "Updated merge functionality for contacts and companies": a merge makes a new record
 *   with a new ID and the values of the primary one; both old IDs lead to it. "Merged record IDs"
 *   (`hs_merged_object_ids`) names them.
 * - knowledge.hubspot.com, "Validate phone numbers": valid numbers are stored without formatting.
 * - developers.hubspot.com, "API usage guidelines": 429 says that the limit of ten seconds is reached.
 */
export async function startHubSpot() {
	const contacts = new Map<string, Contact>();
	/** By the ID of a contact that was merged, the ID of the new one. */
	const mergedInto = new Map<string, string>();
	const tasks: Array<{ id: string; properties: Record<string, string>; at: number }> = [];
	/** Method and path of every write. */
	const writes: string[] = [];
	let lastId = 100;
	const nextId = () => String(++lastId);
	let lastTime = 0;
	const now = () => new Date((lastTime = Math.max(Date.now(), lastTime + 1))).toISOString();

	const living = () => [...contacts.values()].filter(({ isArchived }) => !isArchived);
	const emailsOf = ({ properties }: Contact) =>
		[properties.email ?? '', ...(properties.hs_additional_emails ?? '').split(';')].filter(Boolean);
	const holderOf = (email: string) =>
		email === '' ? undefined : living().find((one) => emailsOf(one).includes(email.toLowerCase()));
	const find = (id: string): Contact | undefined => {
		const contact = contacts.get(mergedInto.get(id) ?? id);
		return contact?.isArchived === false ? contact : undefined;
	};
	const fitted: Record<string, (value: string) => string> = {
		email: (value) => value.trim().toLowerCase(),
		phone: (value) => (value.startsWith('+') ? value.replace(/[^+\d]/g, '') : value),
	};
	const set = (contact: Contact, properties: Record<string, string>): Contact => {
		for (const [name, value] of Object.entries(properties)) {
			contact.properties[name] = fitted[name]?.(value) ?? value;
		}
		const { email, hs_additional_emails: more = '' } = contact.properties;
		const others = more.split(';').filter((one) => one !== '' && one !== email);
		if (more !== '') contact.properties.hs_additional_emails = others.join(';');
		contact.updatedAt = now();
		return contact;
	};
	/** Names that it does not know any more. */
	const hidden: string[] = [];
	/** @param names which properties are asked for; null if they are empty, and left out if HubSpot has none of that name */
	const shown = ({ id, properties, updatedAt }: Contact, names = Object.keys(properties)) => ({
		...{ id, archived: false, createdAt: updatedAt, updatedAt },
		properties: Object.fromEntries(
			names.filter((one) => !hidden.includes(one)).map((one) => [one, properties[one] || null]),
		),
	});
	const add = (properties: Record<string, string>): Contact => {
		const contact = { id: nextId(), properties: {}, updatedAt: '', isArchived: false };
		contacts.set(contact.id, contact);
		return set(contact, properties);
	};
	/** As a person merges two contacts in HubSpot. */
	const merge = (primary: Contact, other: Contact): Contact => {
		const ids = [primary, other].flatMap(({ id, properties }) => [
			...[id, ...(properties.hs_merged_object_ids ?? '').split(';')].filter(Boolean),
		]);
		const [email = '', ...more] = [...emailsOf(primary), ...emailsOf(other)];
		const own = Object.entries(primary.properties).filter(([, value]) => value !== '');
		[primary, other].forEach(({ id }) => contacts.delete(id));
		const merged = add({ ...other.properties, ...Object.fromEntries(own), email });
		set(merged, { hs_additional_emails: more.join(';'), hs_merged_object_ids: ids.join(';') });
		ids.forEach((id) => mergedInto.set(id, merged.id));
		return merged;
	};

	const app = Fastify();
	app.addHook('onRequest', async (request, reply) => {
		if (request.headers.authorization !== 'Bearer hubspot-key') {
			await reply.code(401).send({ status: 'error', message: 'The API key is not valid' });
		}
		if (request.method !== 'GET') writes.push(`${request.method} ${request.url}`);
	});
	const failed = (message: string) => ({ status: 'error', message, correlationId: 'c0ffee' });
	const mishaps = withMishaps(app, failed);
	/** @returns what is wrong with an email address, as status and message */
	const problemWith = (email: string | undefined, self?: Contact): [number, string] | undefined => {
		if (email?.endsWith(UNWANTED) === true)
			return [400, `Property values were not valid: ${email}`];
		const holder = holderOf(email ?? '');
		if (holder === undefined || holder === self) return undefined;
		return [409, `Contact already exists. Existing ID: ${holder.id}`];
	};

	app.get<{ Querystring: Asked }>('/crm/v3/objects/contacts', ({ query }) => {
		const from = Number(query.after ?? 0);
		const all = living();
		const next = from + PAGE < all.length ? { next: { after: String(from + PAGE) } } : undefined;
		const results = all
			.slice(from, from + PAGE)
			.map((one) => shown(one, query.properties?.split(',')));
		return { results, ...(next && { paging: next }) };
	});
	app.post<Properties>('/crm/v3/objects/contacts', async ({ body: { properties } }, reply) => {
		const problem = problemWith(properties.email);
		if (problem) return await reply.code(problem[0]).send(failed(problem[1]));
		return await reply.code(201).send(shown(add(properties)));
	});
	app.get<ById & { Querystring: Asked }>(
		'/crm/v3/objects/contacts/:id',
		async ({ params, query }, reply) => {
			const contact = find(params.id);
			return contact
				? shown(contact, query.properties?.split(','))
				: await reply.code(404).send(failed('resource not found'));
		},
	);
	app.patch<ById & Properties>('/crm/v3/objects/contacts/:id', async ({ params, body }, reply) => {
		const contact = find(params.id);
		if (contact === undefined) return await reply.code(404).send(failed('resource not found'));
		const problem = problemWith(body.properties.email, contact);
		if (problem) return await reply.code(problem[0]).send(failed(problem[1]));
		return shown(set(contact, body.properties));
	});
	app.post<{
		Body: { filterGroups: Array<{ filters: Array<{ operator: string; value: string }> }> };
	}>('/crm/v3/objects/tasks/search', ({ body }) => {
		const wanted = body.filterGroups.flatMap(({ filters }) => filters);
		const found = tasks
			.filter(({ at }) => at < Date.now() - SEARCH_LAG_MS)
			.filter(({ properties }) =>
				wanted.some(({ operator, value }) =>
					operator === 'EQ'
						? properties.hs_task_subject === value
						: properties.hs_task_subject.split(/[\s()]+/).includes(value),
				),
			);
		return { total: found.length, results: found };
	});
	app.post<Properties>('/crm/v3/objects/tasks', async ({ body }, reply) => {
		const task = { id: nextId(), properties: body.properties, at: Date.now() };
		tasks.push(task);
		return await reply.code(201).send(task);
	});

	const url = await app.listen({ port: 0, host: '127.0.0.1' });
	return {
		...{ url, hidden, contacts, living, tasks, writes, mishaps, add, set, merge },
		archive: (contact: Contact) => void (contact.isArchived = true),
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

/** What makes an example use the stand-in. */
export const hubSpotFilledIn = ({ url }: HubSpot) => ({
	texts: { 'https://api.hubapi.com': url },
	credentials: { 'n8n-nodes-base.httpRequest': hubSpotCredential },
});
