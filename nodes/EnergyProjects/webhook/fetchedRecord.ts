import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { createClient } from '../http/client';
import type { ApiClient } from '../http/client';
import { isGone } from '../http/errors';
import type { Authentication } from '../http/parameters';
import { companyOfCredential } from '../lists/company';
import type { EventKind } from '../service/eventKinds';
import { isSameId } from '../service/ids';
import { pathTo } from '../service/resource';
import { changedAtOf, instantIn, isLater } from '../values/dates';
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
 * has the complete record. Writes to the log if the record of a creation or an edit has been deleted since.
 *
 * @returns the record as the API sent it, as new as the event or newer; null if it is certain that it no longer exists, or
 * if the API cannot read such records
 * @throws Refusal if the record cannot be read, is older than the event, or may exist in another company: the service then
 * sends the event again
 */
export async function fetchRecord(
	context: IWebhookFunctions,
	{ subject: { noun, endpoints }, change }: EventKind,
	data: IDataObject,
	authentication: Authentication,
): Promise<IDataObject | null> {
	const { get } = endpoints;
	if (get === undefined || change === 'deleted') return null;
	const about = data[noun];
	const told = isObject(about) ? about : {};
	const id = typeof told.id === 'string' ? told.id : '';
	const client = createClient(context, { authentication, ...LIMITS });
	const read = async () => {
		const request = { path: pathTo({ noun }, id), expect: 'record' } as const;
		const record = (await client.send(get, request).catch(async (error: unknown) => {
			if (!isGone(error)) throw error as Error;
			const doubt = await doubtAbout(told.company_id, client);
			if (doubt === undefined) return null;
			throw new Error(`the API has no ${noun} ${id}, and ${doubt}`);
		})) as IDataObject | null;
		if (record === null || !isOlder(record, told.updated_at)) return record;
		throw new Error(`the API still has ${noun} ${id} as it was before the event`);
	};
	const record = await within(LIMIT_MS, read(), tooLate)
		.catch((error: unknown) => {
			const { description } = error as { description?: string | null };
			const text = `the record could not be read from the API: ${messageOf(error)}`;
			throw new Refusal('recordUnread', text, description ?? '');
		})
		.finally(client.stop);
	const deleted = `handed over an event without its record: ${noun} ${id} has been deleted since`;
	if (record === null) logOnce(context, 'recordGone', deleted);
	return record;
}

/** Whether a record is older than the event about it. A time that cannot be read says nothing. */
const isOlder = (record: IDataObject, toldAt: unknown): boolean =>
	isLater(instantIn(toldAt) ?? NaN, changedAtOf(record) ?? NaN);

/**
 * Each credential reaches the records of its own company only, so that there is no such record says nothing of another
 * company's. This is asked only then, since it takes one or two requests.
 *
 * @returns why the record may exist all the same; undefined if it cannot
 */
async function doubtAbout(companyId: unknown, client: ApiClient): Promise<string | undefined> {
	const company = await companyOfCredential(client);
	if (!('id' in company))
		return `nothing tells to which company the credential of Fetch Record belongs: ${company.problem.message}`;
	if (isSameId(company.id, companyId)) return undefined;
	return 'the credential of Fetch Record does not belong to the company of the event';
}
