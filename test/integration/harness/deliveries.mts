import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, vi } from 'vitest';
import { payloadOf } from '../../../sandbox/service/events.mts';
import { partsOf } from '../../../sandbox/service/records.mts';
import type { ApiRecord, EventKind } from '../../../sandbox/service/records.mts';
import type { RunningService } from '../../../sandbox/service/start.mts';
import { signatureOf } from '../../shared.mts';
import { WebhookBench } from './n8n/engine.mts';
import type { WebhookResult } from './n8n/engine.mts';
import { addRecord, useScenario } from './scenario.mts';

export const SECRET = 'whsec_of_the_tests_0123456789';
export const PREVIOUS_SECRET = 'whsec_before_it_0123456789';

/** The trigger's credential. */
export const signingSecret = (signingSecret = SECRET, previousSigningSecret = '') => ({
	energyProjectsWebhookApi: { signingSecret, previousSigningSecret },
});

let clock = Date.UTC(2026, 2, 1);

/** Stops the clock. Refusals of one kind are logged once a minute, so each test has hours of its own. */
function useOwnClock(): void {
	beforeEach(() => {
		clock += 12 * 60 * 60 * 1000;
		vi.useFakeTimers({ toFake: ['Date'], now: clock });
	});
	afterEach(() => void vi.useRealTimers());
}

export const laterBy = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000);

/** A trigger node that waits for deliveries. */
export const receiver = (
	parameters: object = {},
	credentials: Record<string, ICredentialDataDecryptedObject> = signingSecret(),
	mode?: ConstructorParameters<typeof WebhookBench>[1],
) => new WebhookBench({ parameters: parameters as INodeParameters, credentials }, mode);

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

/** A scenario with a clock of its own, and deliveries of its service about a record, or about a new one. */
export function useDeliveries() {
	const scenario = useScenario();
	useOwnClock();
	const about = (event: EventKind, record?: ApiRecord) =>
		delivery(payload(scenario.service(), event, record));
	return { ...scenario, about };
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
export const refusedWith = (status: keyof typeof refusals) => ({
	status,
	body: { message: refusals[status] },
	started: 0,
});
