import { sleep } from 'n8n-workflow';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { Authentication } from '../http/authentication';
import { createClient } from '../http/client';
import { isNotFoundByService } from '../http/errors/requestError';
import { isPathPart } from '../http/url';
import type { EventKind } from '../service/eventKinds';
import { pathTo } from '../service/record';
import { isObject } from '../values/objects';
import type { Delivery } from './verify/delivery';

/** The service gives up after 30 seconds; reading the credential is outside the limits of an attempt. */
const DEADLINE_MS = 22_000;
/** Two attempts, each bounded as a whole, and the wait between them. */
const LIMITS = { timeoutMs: 8_000, maxRetries: 1, maxTotalWaitMs: 4_000 } as const;

/**
 * Reads the record an event is about. Service document, section Delivery: payloads are lightweight, complete data is
 * fetched from the API.
 *
 * @returns the record as the API sent it, or null if it is gone, if the event names none, or if the API cannot read it
 * @throws NodeApiError or NodeOperationError where the API cannot be asked, Error where that takes too long
 */
export async function fetchRecord(
	context: IWebhookFunctions,
	{ subject, change }: EventKind,
	delivery: Delivery,
	authentication: Authentication,
): Promise<IDataObject | null> {
	const about = delivery.data[subject.noun];
	const id = isObject(about) ? about.id : undefined;
	const { get } = subject.endpoints;
	if (get === undefined || change === 'deleted' || !canNameRecord(id)) return null;
	const client = createClient(context, { authentication, ...LIMITS });
	const record = client
		.send(get, { path: pathTo(subject, id), expect: 'object' })
		.catch((error: unknown) => (isNotFoundByService(error) ? null : Promise.reject(error)));
	return (await inTime(record)) as IDataObject | null;
}

const canNameRecord = (id: unknown): id is string => typeof id === 'string' && isPathPart(id);

/** Fails where a promise takes too long. */
async function inTime<Value>(promise: Promise<Value>): Promise<Value> {
	const tooLate = new Error(`it did not answer within ${DEADLINE_MS / 1000} seconds`);
	let giveUp: ((error: Error) => void) | undefined;
	const giving = new Promise<never>((_, reject) => (giveUp = reject));
	void sleep(DEADLINE_MS).then(() => giveUp?.(tooLate));
	try {
		return await Promise.race([promise, giving]);
	} finally {
		// The timer goes on: the record must not stay in memory for as long.
		giveUp = undefined;
	}
}
