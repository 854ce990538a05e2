import type { FastifyInstance } from 'fastify';
import type { RecordedRequest } from './api.mts';
import { nextCalculation } from './computed.mts';
import { deliver } from './delivery.mts';
import { payloadOf } from './events.mts';
import type { Fault, Faults } from './faults.mts';
import { eventKinds, partsOf, subjects } from './records.mts';
import type { EventKind, Subject } from './records.mts';
import { settingsPage } from './settingsPage.mts';
import type { Store } from './store.mts';
import type { Registration, WebhookSender } from './webhooks.mts';

const url = { type: 'string', format: 'uri', pattern: '^https?://' };
const event = { enum: [...eventKinds] };
/** Service document, section Registration fields: URL and events are required. */
const registrationSchema = {
	body: {
		type: 'object',
		required: ['url', 'events'],
		properties: { url, events: { type: 'array', minItems: 1, items: event } },
	},
};
const eventSchema = {
	body: {
		type: 'object',
		required: ['event', 'url', 'secret'],
		properties: { event, url, secret: { type: 'string', minLength: 1 } },
	},
};

interface Parts {
	store: Store;
	faults: Faults;
	webhooks: WebhookSender;
	requests: RecordedRequest[];
}

/** Lets another process, or a person, control the running service. Not part of the service itself. */
export function serveControl(app: FastifyInstance, parts: Parts): void {
	const { store, faults, webhooks, requests } = parts;
	const [company] = store.companies;
	serveSettings(app, webhooks, company.id);

	app.post<{ Body: Omit<Registration, 'companyId'> & { companyId?: string } }>(
		'/sandbox/webhooks',
		{ schema: registrationSchema },
		({ body }) => webhooks.register({ companyId: company.id, ...body }),
	);
	app.get('/sandbox/deliveries', () => webhooks.deliveries);
	app.get('/sandbox/requests', () => requests);
	app.get('/sandbox/counters', () => countRequests(requests));
	app.delete('/sandbox/requests', () => ({ removed: requests.splice(0).length }));
	app.post<{ Body: Fault }>('/sandbox/faults', ({ body }) => {
		faults.add(body);
		return { ok: true };
	});
	app.delete('/sandbox/faults', () => {
		faults.clear();
		return { ok: true };
	});

	app.post<{ Params: { subject: Subject }; Body: object | undefined }>(
		`/sandbox/:subject(${subjects.join('|')})/edit`,
		({ params: { subject }, body }) => {
			const [first] = store.list(subject, company.id);
			const { id = first.id, ...fields } = (body ?? {}) as { id?: string };
			const value = Number(first.projectValue ?? 20_000) + 100;
			const change =
				subject === 'project' ? { projectValue: value } : { phoneNumber: '+49 431 77' };
			return store.edit(subject, id, Object.keys(fields).length > 0 ? fields : change);
		},
	);

	app.post<{ Body: { id?: string } | undefined }>('/sandbox/project/calculate', ({ body }) => {
		const [first] = store.list('project', company.id);
		const { id = first.id, ...values } = body ?? {};
		const isGiven = Object.keys(values).length > 0;
		return store.calculate(id, isGiven ? values : nextCalculation(store.projects.get(id) ?? first));
	});

	app.post<{ Body: { event: EventKind; url: string; secret: string; id?: string } }>(
		'/sandbox/send-event',
		{ schema: eventSchema },
		async ({ body: { event, url, secret, id } }, reply) => {
			const { subject } = partsOf(event);
			const record = store.of(subject)?.get(id ?? store.list(subject, company.id)[0]?.id);
			if (record === undefined) {
				return await reply
					.code(404)
					.send({ message: `There is no ${subject} to send an event about` });
			}
			const sample = { ...record, updatedAt: store.now() };
			return await deliver(
				url,
				secret,
				event,
				JSON.stringify(payloadOf(store, event, sample)),
				30_000,
			);
		},
	);
}

function serveSettings(app: FastifyInstance, webhooks: WebhookSender, companyId: string): void {
	app.get('/', (_, reply) => reply.redirect('/settings/webhooks'));
	app.get('/settings/webhooks', (_, reply) => reply.type('text/html').send(settingsPage(webhooks)));
	app.post<{ Body: { url: string; description?: string; events: EventKind[] } }>(
		'/settings/webhooks',
		{ schema: registrationSchema },
		({ body: { url, description = '', events } }, reply) => {
			const fresh = webhooks.register({ url, description, events, companyId });
			return reply.type('text/html').send(settingsPage(webhooks, fresh));
		},
	);
	app.post<{ Params: { id: string } }>('/settings/webhooks/:id/delete', ({ params }, reply) => {
		webhooks.remove(params.id);
		return reply.redirect('/settings/webhooks', 303);
	});
}

/** The number of requests, by method and path without IDs and query. */
function countRequests(requests: RecordedRequest[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { method, path } of requests) {
		const key = `${method} ${path.split('?')[0].replace(/[0-9a-f-]{36}/g, '{id}')}`;
		counts[key] = (counts[key] ?? 0) + 1;
	}
	return counts;
}
