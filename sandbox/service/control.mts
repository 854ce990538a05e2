import type { FastifyInstance } from 'fastify';
import { nextCalculation } from './computed.mts';
import { deliver } from './delivery.mts';
import { payloadOf } from './events.mts';
import { eventKinds, partsOf, statuses } from './records.mts';
import type { EventKind, Status } from './records.mts';
import { recordsPage } from './recordsPage.mts';
import { settingsPage } from './settingsPage.mts';
import type { Store } from './store.mts';
import type { WebhookSender } from './webhooks.mts';

const url = { type: 'string', format: 'uri', pattern: '^https?://' };
const event = { enum: [...eventKinds] };
const status = { enum: [...statuses] };
/** Service document, section Registration fields: URL and events are required. */
const registrationSchema = {
	type: 'object',
	required: ['url', 'events'],
	properties: { url, events: { type: 'array', minItems: 1, items: event } },
};
const editSchema = { type: 'object', properties: { status } };
const eventSchema = {
	type: 'object',
	required: ['event', 'url', 'secret'],
	properties: { event, url, status, secret: { type: 'string', minLength: 1 } },
};

/** What the commands of the sandbox ask of the running service. Not part of the service itself. */
export function serveCommands(app: FastifyInstance, store: Store, signatureHeader?: string): void {
	const [company] = store.companies;
	const first = () => store.list('project', company.id)[0];
	app.post<{ Body: { status?: Status } }>(
		'/sandbox/project/edit',
		{ schema: { body: editSchema } },
		({ body: { status } }) => {
			if (status === undefined) {
				const { id, projectValue } = first();
				return store.edit('project', id, { projectValue: Number(projectValue ?? 20_000) + 100 });
			}
			const projects = store.list('project', company.id);
			const other = projects.find((one) => one.status !== status);
			if (other === undefined) throw new Error(`All projects have the status ${status} already.`);
			return store.edit('project', other.id, { status });
		},
	);
	app.post('/sandbox/project/calculate', () =>
		store.calculate(first().id, nextCalculation(first())),
	);
	app.post<{ Body: { event: EventKind; url: string; secret: string; status?: Status } }>(
		'/sandbox/send-event',
		{ schema: { body: eventSchema } },
		async ({ body: { event, url, secret, status } }) => {
			const { subject } = partsOf(event);
			const records = store.list(subject, company.id);
			const record = records.find((one) => status === undefined || one.status === status);
			if (record === undefined) throw new Error(`No ${subject} has the status ${status}.`);
			const payload = payloadOf(store, event, { ...record, updatedAt: store.now() });
			const body = JSON.stringify(payload);
			const sent = [event, record.humanId, record.status && `status ${String(record.status)}`];
			const answer = await deliver(url, secret, event, body, 30_000, signatureHeader);
			return { ...answer, sent: sent.filter(Boolean).join(', ') };
		},
	);
}

/** The pages of the service's application: the records, and the settings of webhooks. */
export function servePages(app: FastifyInstance, store: Store, webhooks: WebhookSender): void {
	const [company] = store.companies;
	app.get('/', (_, reply) => reply.type('text/html').send(recordsPage(store, company)));
	app.post<{ Params: { id: string } }>('/projects/:id/finish', ({ params: { id } }, reply) => {
		// A workflow may have deleted it meanwhile.
		if (store.projects.has(id)) store.edit('project', id, { status: 'completed' });
		return reply.redirect('/', 303);
	});
	app.get('/settings/webhooks', (_, reply) => reply.type('text/html').send(settingsPage(webhooks)));
	app.post<{ Body: { url: string; description?: string; events: EventKind[] } }>(
		'/settings/webhooks',
		{ schema: { body: registrationSchema } },
		({ body: { url, description = '', events } }, reply) => {
			const fresh = webhooks.register({ url, description, events, companyId: company.id });
			return reply.type('text/html').send(settingsPage(webhooks, fresh));
		},
	);
	app.post<{ Params: { id: string } }>('/settings/webhooks/:id/delete', ({ params }, reply) => {
		webhooks.remove(params.id);
		return reply.redirect('/settings/webhooks', 303);
	});
}
