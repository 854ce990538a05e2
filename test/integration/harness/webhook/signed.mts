import type { IDataObject } from 'n8n-workflow';
import { payloadOf } from '../../../../sandbox/service/events.mts';
import { partsOf } from '../../../../sandbox/service/records.mts';
import type { ApiRecord, EventKind } from '../../../../sandbox/service/records.mts';
import type { RunningService } from '../../../../sandbox/service/start.mts';
import { signatureOf } from '../../../shared.mts';
import type { WebhookResult } from '../n8n/engine.mts';
import { addRecord } from '../service/service.mts';

export const SECRET = 'whsec_of_the_tests_0123456789';
export const PREVIOUS_SECRET = 'whsec_before_it_0123456789';

/** The trigger's credential. */
export const signingSecret = (signingSecret = SECRET, previousSigningSecret = '') => ({
	energyProjectsWebhookApi: { signingSecret, previousSigningSecret },
});

/** What the service sends about a record; without one, about a new one. */
export function payload(service: RunningService, event: EventKind, record?: ApiRecord) {
	const { subject } = partsOf(event);
	return payloadOf(service.store, event, record ?? addRecord[subject](service)) as IDataObject;
}

/** A delivery as the service signs it. */
export function delivery(content: unknown, secret = SECRET, ageSeconds = 0) {
	const body = typeof content === 'string' ? content : JSON.stringify(content);
	const headers = { 'service-signature': signatureOf(body, secret, ageSeconds) };
	return { headers, rawBody: Buffer.from(body) };
}

/** What the sender got, and how many items were handed to the workflow. */
export const started = ({ status, body, outputs = [] }: WebhookResult) => ({
	status,
	body,
	started: outputs.flat().length,
});
export const one = { status: 200, body: { message: 'Workflow was started' }, started: 1 };
export const none = { status: 200, body: { message: 'Webhook call received' }, started: 0 };

/** The sender learns no more than it needs: neither why, nor anything of the workflow. */
const refusals = { 400: 'Not an event', 401: 'Not verified', 503: 'Try again later' } as const;
export const refused = (status: keyof typeof refusals) => ({
	status,
	body: { message: refusals[status] },
	started: 0,
});
