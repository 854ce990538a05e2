import { NodeApiError, sleep } from 'n8n-workflow';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { createClient } from '../http/client';
import type { Authentication } from '../http/client';
import { endpoints } from '../service/endpoints';
import type { Delivery } from './delivery';
import type { EventKind } from '../service/eventKinds';

/** The service gives up after 30 seconds. */
const DEADLINE_MS = 22_000;
/** Two attempts and the wait between them; how long n8n renews a token, or an answer trickles in, they do not bound. */
const LIMITS = { timeoutMs: 8_000, maxRetries: 1, maxTotalWaitMs: 4_000 } as const;

/**
 * Reads the record an event is about. Service document, section Delivery: payloads are lightweight, complete data is
 * fetched from the API.
 *
 * @returns the record as the API sent it, or null where it is gone or the event names none
 * @throws NodeApiError or NodeOperationError where the API cannot be asked, Error where that takes too long
 */
export async function fetchRecord(
	context: IWebhookFunctions,
	kind: EventKind,
	delivery: Delivery,
): Promise<IDataObject | null> {
	const subject = delivery.data[kind.subject] as IDataObject | undefined;
	const id = subject?.id;
	if (kind.isDeletion || typeof id !== 'string' || id === '') return null;
	const authentication = context.getNodeParameter('authentication', 'apiKey') as Authentication;
	const reading = createClient(context, { authentication, ...LIMITS }).send(
		endpoints[kind.subject].get,
		{ path: { [`${kind.subject}Id`]: id }, expect: 'object' },
	);
	const record = reading.catch((error: unknown) => {
		if (error instanceof NodeApiError && error.httpCode === '404') return null;
		return Promise.reject(error);
	});
	return (await Promise.race([record, tooLate()])) as IDataObject | null;
}

async function tooLate(): Promise<never> {
	await sleep(DEADLINE_MS);
	throw new Error(`it did not answer within ${DEADLINE_MS / 1000} seconds`);
}
