import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { Authentication } from '../http/parameters';
import { createClient } from '../http/client';
import { isGoneByService, isNotFoundByService } from '../http/errors';
import { isPathPart } from '../http/address';
import type { EventKind } from '../service/eventKinds';
import { pathTo } from '../service/record';
import { isObject } from '../values/objects';
import { within } from '../values/timeLimit';
import { logOnce, messageOf, Refusal } from './refusals';

/** The service gives up after 30 seconds: enough for one slow attempt, or several quick ones, and a final one. */
const LIMITS = { timeoutMs: 8_000, patienceMs: 12_000 } as const;
/** For all of it: a late answer may ask for a pause, and the renewal of a token takes its own time. */
const LIMIT_MS = 22_000;
const tooLate = () => new Error(`It took longer than ${LIMIT_MS / 1000} seconds`);

/**
 * Reads the record that an event is about. Service document, section Delivery: a payload holds few fields, and the API
 * has the complete record. Writes to the log if the API has no record of a creation or an edit.
 *
 * @returns the record as the API sent it, or null if it no longer exists, the event names none, or the API cannot read it
 * @throws Refusal if the request fails or if the answer is not this record
 */
export async function fetchRecord(
	context: IWebhookFunctions,
	{ subject, change }: EventKind,
	data: IDataObject,
	authentication: Authentication,
): Promise<IDataObject | null> {
	const about = data[subject.noun];
	const id = isObject(about) ? about.id : undefined;
	const { get } = subject.endpoints;
	const canBeRead = change !== 'deleted' && typeof id === 'string' && isPathPart(id);
	if (get === undefined || !canBeRead) return null;
	const client = createClient(context, { authentication, ...LIMITS });
	const request = { path: pathTo(subject, id), expect: 'record' } as const;
	const reading = within(LIMIT_MS, client.send(get, request), tooLate).finally(client.stop);
	const record = await reading.catch((error: unknown) => {
		if (!isNotFoundByService(error) && !isGoneByService(error)) {
			const { description } = error as { description?: string | null };
			const text = `the record could not be read from the API: ${messageOf(error)}`;
			throw new Refusal('recordUnread', text, description ?? '');
		}
		const text = `handed over an event without its record: the API has no ${subject.noun} ${id}. It has been deleted since, or the credential of Fetch Record belongs to another company`;
		logOnce(context, 'recordGone', text);
		return null;
	});
	return record as IDataObject | null;
}
