import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { Authentication } from '../http/authentication';
import { createClient } from '../http/client';
import { isGoneByService, isNotFoundByService } from '../http/errors/requestError';
import { isPathPart } from '../http/url';
import type { EventKind } from '../service/eventKinds';
import { pathTo } from '../service/record';
import { isObject } from '../values/objects';
import { inTime } from './answers/inTime';
import { log } from './answers/log';
import type { Delivery } from './verify/delivery';

/** The service gives up after 30 seconds. The limits below do not cover the time that n8n needs for the credential. */
const DEADLINE_MS = 22_000;
/** Two attempts, and the wait between them. If nobody answers, there may be more attempts in the same time. */
const LIMITS = { timeoutMs: 8_000, maxRetries: 1, maxTotalWaitMs: 4_000 } as const;

/**
 * Reads the record that an event is about. Service document, section Delivery: a payload holds few fields, and the API
 * has the complete record. Writes to the log if the API has no record of a creation or an edit.
 *
 * @returns the record as the API sent it, or null if it no longer exists, the event names none, or the API cannot read it
 * @throws NodeApiError or NodeOperationError if the request fails or if the answer is not this record, Error if it takes
 * too long
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
	const answer = client
		.send(get, { path: pathTo(subject, id), expect: 'record' })
		.then((record) => record as IDataObject, statusOfMissing);
	const record = await inTime(answer, DEADLINE_MS);
	if (typeof record !== 'number') return record;
	log(context, 'recordGone', goneText(subject.noun, id, record), Date.now());
	return null;
}

/** The status by which the service says that there is no such record. @throws any other error */
function statusOfMissing(error: unknown): number {
	if (isNotFoundByService(error)) return 404;
	if (isGoneByService(error)) return 410;
	throw error;
}

const canNameRecord = (id: unknown): id is string => typeof id === 'string' && isPathPart(id);

const goneText = (noun: string, id: string, status: number) =>
	`handed over an event without its record: the API has no ${noun} ${id} (${status}). It has been deleted since, or the credential of Fetch Record belongs to another company`;
