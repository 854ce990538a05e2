import type { FastifyInstance } from 'fastify';
import { nextCalculation } from './computed.mts';
import { eventKinds, statuses } from './records.mts';
import type { EventKind, Status } from './records.mts';
import { recordsPage } from './recordsPage.mts';
import { settingsPage } from './settingsPage.mts';
import type { Store } from './store.mts';
import { sendTestEvent, testEventSchema } from './testEvent.mts';
import type { TestEvent } from './testEvent.mts';
import { testEventPage } from './testEventPage.mts';
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

/** What the commands of the sandbox ask of the running service. Not part of the service itself. */
export function serveCommands(app: FastifyInstance, store: Store, signatureIn?: string): void {
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
	app.post<{ Body: TestEvent }>(
		'/sandbox/send-event',
		{ schema: { body: testEventSchema } },
		async ({ body }) => await sendTestEvent(store, body, signatureIn),
	);
}

/** Where a person sends an event by a click. Not part of the service itself. */
export function serveTestEvents(app: FastifyInstance, store: Store, signatureIn?: string): void {
	app.get('/test-event', (_, reply) => reply.type('text/html').send(testEventPage()));
	app.post<{ Body: TestEvent }>(
		'/test-event',
		{ schema: { body: testEventSchema } },
		async ({ body }, reply) => {
			const told = await sendTestEvent(store, body, signatureIn).then(
				({ words }) => words,
				({ message }: Error) => message,
			);
			return await reply.type('text/html').send(testEventPage(body, told));
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
