import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { contentDigest } from '../events/contentDigest';
import { credentialTypeOf } from '../http/authentication';
import { createClient } from '../http/client';
import type { ApiClient } from '../http/client';
import { isNotFoundByService } from '../http/errors/requestError';
import { normalBaseUrl } from '../http/url';
import { isOneAnswer, readerOf } from '../lists/forms/readers';
import { readNewest } from '../lists/newestRecords';
import { pathTo } from '../service/record';
import type { ListedRecord } from '../service/record';
import { accountRecord } from '../service/records/account';
import { isObject } from '../values/objects';
import { deadlineIn, OutOfTime, until } from './deadline';
import type { Deadline } from './deadline';
import { keyOf } from './entries/entry';
import type { Source } from './round';
import type { Reading } from './comparing/section';
import type { PollSettings } from './settings';

/** Without durable scheduling n8n sets a poll no limit; older versions do not tell. */
export const UNLIMITED_BUDGET_MS = 5 * 60_000;
/**
 * Parts of the time n8n gives a poll, from its beginning: by then pages, missing records, and everything are asked for.
 */
const FOR_PAGES = 0.7;
const FOR_MISSING = 0.8;
const FOR_ALL = 0.9;
/** The part one answer may take. */
const FOR_ONE_ANSWER = 0.4;

/** How long a poll may take, in milliseconds. */
export const budgetOf = (context: IPollFunctions): number =>
	// Since 2.37; before that n8n has no such function, whatever its types say.
	typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : UNLIMITED_BUDGET_MS;

/** The client of one poll. */
export function clientOf(context: IPollFunctions, settings: PollSettings): ApiClient {
	const budgetMs = budgetOf(context);
	const { client, authentication } = settings;
	const timeoutMs = Math.min(client.timeoutMs ?? Infinity, budgetMs * FOR_ONE_ANSWER);
	const maxTotalWaitMs = budgetMs * FOR_PAGES;
	return createClient(context, { ...client, authentication, timeoutMs, maxTotalWaitMs });
}

/** The service as one poll reads it, within the time n8n gives it. */
export async function sourceOf(
	context: IPollFunctions,
	client: ApiClient,
	{ authentication }: PollSettings,
): Promise<Source> {
	const budgetMs = budgetOf(context);
	const forPages = deadlineIn(budgetMs * FOR_PAGES);
	const forMissing = deadlineIn(budgetMs * FOR_MISSING);
	const forAll = deadlineIn(budgetMs * FOR_ALL);
	const credential = await context.getCredentials<IDataObject>(credentialTypeOf(authentication));
	const baseUrlDigest = contentDigest(
		normalBaseUrl(String(credential.baseUrl ?? '')).toLowerCase(),
	);
	const toAsk = until(forMissing, client);
	const whole = new Map<ListedRecord, Promise<Reading>>();
	const readAll = async (type: ListedRecord) =>
		await readInTime(isOneAnswer(type) ? forAll : forPages, client, async (limited, onRecord) => {
			const list = { record: type };
			const { records, complete } = await readerOf(type).whole(limited, list, { onRecord });
			return { records, scope: 'all', isComplete: complete };
		});
	return {
		baseUrlDigest,
		async readAll(type) {
			const reading = whole.get(type) ?? readAll(type);
			whole.set(type, reading);
			return await reading;
		},
		readNew: async (type, isKnown) =>
			await readInTime(forPages, client, async (limited, onRecord) => {
				const records = await readNewest(limited, { record: type }, isKnown, onRecord);
				return { records, scope: 'new', isComplete: false };
			}),
		async company() {
			const account = await until(forAll, client).send(accountRecord.endpoints.get, {
				expect: 'object',
			});
			const id = isObject(account) ? account.id : undefined;
			if (typeof id === 'string' && id !== '') return id.toLowerCase();
			throw new Error('The service did not tell which company the credential belongs to');
		},
		async isGone(type, id) {
			const { get } = type.endpoints;
			if (get === undefined) return false;
			return await toAsk.send(get, { path: pathTo(type, id), expect: 'object' }).then(
				() => false,
				(error: unknown) => isNotFoundByService(error),
			);
		},
		isInTime: () => forMissing.isAhead(),
	};
}

type Read = (client: ApiClient, onRecord: (record: IDataObject) => void) => Promise<Reading>;

/** Where the time is not enough, what was read by then. */
async function readInTime(deadline: Deadline, client: ApiClient, read: Read): Promise<Reading> {
	const soFar = new Map<unknown, IDataObject>();
	const onRecord = (record: IDataObject) => {
		const key = keyOf(record);
		if (key !== undefined && !soFar.has(key)) soFar.set(key, record);
	};
	return await read(until(deadline, client), onRecord).catch((error: unknown) =>
		error instanceof OutOfTime
			? { records: [...soFar.values()], scope: 'part', isComplete: false }
			: Promise.reject(error),
	);
}
