import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { contentDigest } from '../../events/contentDigest';
import { credentialTypeOf } from '../../http/authentication';
import type { Authentication } from '../../http/authentication';
import { createClient } from '../../http/client';
import type { ApiClient, ClientOptions } from '../../http/client';
import { isGoneByService, isNotFoundByService } from '../../http/errors/requestError';
import { normalBaseUrl } from '../../http/url';
import { isOneAnswer, readerOf } from '../../lists/forms/readers';
import { readNewest } from '../../lists/newestRecords';
import { pathTo } from '../../service/record';
import type { ListedRecord } from '../../service/record';
import { accountRecord } from '../../service/records/account';
import { isObject } from '../../values/objects';
import { recordKeyOf } from '../entries/entry';
import { clientUntil, deadlineIn, OutOfTime } from './deadline';
import type { Deadline } from './deadline';
import type { ListReading, Source } from './source';

/** Shares of a poll's time: when it stops reading pages, asking for missing records, and sending any request. */
const SHARE_FOR_PAGES = 0.7;
const SHARE_FOR_MISSING = 0.8;
const SHARE_FOR_ALL = 0.9;
/** The share that one answer may take. */
const SHARE_FOR_ONE_ANSWER = 0.4;

/** The client of one poll, which may take so many milliseconds. */
export function pollClient(
	context: IPollFunctions,
	options: ClientOptions,
	budgetMs: number,
): ApiClient {
	const mostMs = Math.ceil(budgetMs * SHARE_FOR_ONE_ANSWER);
	const timeoutMs = Math.min(options.timeoutMs ?? Infinity, mostMs);
	const maxTotalWaitMs = budgetMs * SHARE_FOR_PAGES;
	return createClient(context, { ...options, timeoutMs, maxTotalWaitMs });
}

/** The service as the source of one poll, which may take so many milliseconds. */
export async function serviceSource(
	context: IPollFunctions,
	client: ApiClient,
	authentication: Authentication,
	budgetMs: number,
): Promise<Source> {
	const forPages = deadlineIn(budgetMs * SHARE_FOR_PAGES);
	const forMissing = deadlineIn(budgetMs * SHARE_FOR_MISSING);
	const forAll = deadlineIn(budgetMs * SHARE_FOR_ALL);
	const credential = await context.getCredentials<IDataObject>(credentialTypeOf(authentication));
	const baseUrl = normalBaseUrl(String(credential.baseUrl ?? ''));
	const askingClient = clientUntil(forMissing, client);
	const wholeLists = new Map<ListedRecord, Promise<ListReading>>();
	return {
		baseUrlDigest: contentDigest(baseUrl.toLowerCase()),
		async readAll(type) {
			const deadline = isOneAnswer(type) ? forAll : forPages;
			const reading = wholeLists.get(type) ?? readAll(type, deadline, client);
			wholeLists.set(type, reading);
			return await reading;
		},
		readNew: async (type, isKnown) =>
			await readInTime(forPages, client, async (limited, onRecord) => {
				const records = await readNewest(limited, { record: type }, isKnown, onRecord);
				return { records, scope: 'new', isComplete: false };
			}),
		hasRead: (type) => wholeLists.has(type),
		readOne: async (type, id) => await readOne(type, id, clientUntil(forAll, client)),
		company: async () => await companyOfAccount(clientUntil(forAll, client)),
		isGone: async (type, id) => await isGone(type, id, askingClient),
		isInTime: () => forMissing.isAhead(),
	};
}

const readAll = async (type: ListedRecord, deadline: Deadline, client: ApiClient) =>
	await readInTime(deadline, client, async (limited, onRecord) => {
		const { records, complete } = await readerOf(type).whole(
			limited,
			{ record: type },
			{ onRecord },
		);
		return { records, scope: 'all', isComplete: complete };
	});

type OnRecord = (record: IDataObject) => void;
type Read = (client: ApiClient, onRecord: OnRecord) => Promise<ListReading>;

/** If time runs out, the reading holds the records that were read by then. */
async function readInTime(deadline: Deadline, client: ApiClient, read: Read): Promise<ListReading> {
	const soFar = new Map<unknown, IDataObject>();
	const onRecord: OnRecord = (record) => {
		const key = recordKeyOf(record);
		if (key !== undefined && !soFar.has(key)) soFar.set(key, record);
	};
	return await read(clientUntil(deadline, client), onRecord).catch((error: unknown) =>
		error instanceof OutOfTime
			? { records: [...soFar.values()], scope: 'part', isComplete: false }
			: Promise.reject(error),
	);
}

async function companyOfAccount(client: ApiClient): Promise<string> {
	const account = await client.send(accountRecord.endpoints.get, { expect: 'object' });
	const id = isObject(account) ? account.id : undefined;
	if (typeof id === 'string' && id !== '') return id.toLowerCase();
	throw new Error('The service did not say which company the credential belongs to');
}

/** A record counts only if it has the ID that was asked for. */
async function readOne(
	type: ListedRecord,
	id: string,
	client: ApiClient,
): Promise<IDataObject | undefined> {
	const { get } = type.endpoints;
	if (get === undefined) return undefined;
	const request = { path: pathTo(type, id), expect: 'object' } as const;
	const record = await client
		.send(get, request)
		.catch((error: unknown) => (isNotFoundByService(error) ? null : Promise.reject(error)));
	if (record === null) return undefined;
	if (isObject(record) && recordKeyOf(record) === recordKeyOf({ id })) return record;
	throw new Error(`The service did not answer with the ${type.noun}`);
}

async function isGone(type: ListedRecord, id: string, client: ApiClient): Promise<boolean> {
	const { get } = type.endpoints;
	if (get === undefined) return false;
	return await client.send(get, { path: pathTo(type, id) }).then(
		() => false,
		(error: unknown) => isNotFoundByService(error) || isGoneByService(error),
	);
}
