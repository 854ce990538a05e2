import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { contentDigest } from '../events/eventId';
import { normalBaseUrl } from '../http/address';
import { createClient } from '../http/client';
import { isGone } from '../http/errors';
import { credentialTypeOf, timeoutMsFrom } from '../http/parameters';
import type { Authentication } from '../http/parameters';
import { now } from '../http/throttle';
import { companyOfCredential } from '../lists/company';
import { ordered, readNewest, readPage } from '../lists/pages';
import { isOneAnswer, readArray, readWhole } from '../lists/wholeList';
import { comparableId } from '../service/ids';
import { pathTo } from '../service/resource';
import type { ListedResource } from '../service/resource';
import { within } from '../values/timeLimit';

/** The poll has used up the time that n8n allows. */
export class OutOfTime extends Error {
	readonly description =
		'Poll when the service is less busy. With durable cursors, the person who runs n8n can allow more time.';
}

/** The parts of the time that n8n allows: for one answer, for retries, until missing records are no longer asked for, for all. */
export const SHARES = { answer: 0.4, retries: 0.7, asking: 0.6, all: 0.9 } as const;

const outOfTime = () =>
	new OutOfTime('The service did not send its records in the time n8n allows for a poll');

/** What was read of a list. */
export interface ListReading {
	readonly records: readonly IDataObject[];
	/** Whether it is certain that no record of it was missed; undefined if only the newest were read. */
	readonly complete?: boolean;
}

/** What one poll reads from. */
export interface Source {
	/** A digest of the base URL. */
	readonly baseUrlDigest: string;
	/** Reads the whole list. A second call sends no request and returns what the first one read. */
	readAll(resource: ListedResource): Promise<ListReading>;
	/** Reads the newest records, up to a page of which all are known. */
	readNewest(
		resource: ListedResource,
		isKnown: (record: IDataObject) => boolean,
	): Promise<ListReading>;
	/** As many records as one answer holds; the newest, if the service can sort them. */
	readSome(resource: ListedResource): Promise<readonly IDataObject[]>;
	/** The ID of the company; undefined if no project shows it and the account cannot be read. */
	company(): Promise<string | undefined>;
	/** Whether the service says that the record does not exist; undefined if it does not say so clearly and in time. */
	isDeleted(resource: ListedResource, id: string): Promise<boolean | undefined>;
	/** Whether there is still time to ask for missing records. */
	isInTime(): boolean;
}

/** Does work with the service as its source. @throws OutOfTime if it takes longer than n8n allows */
export async function withSource<Result>(
	context: IPollFunctions,
	authentication: Authentication,
	budgetMs: number,
	work: (source: Source) => Promise<Result>,
): Promise<Result> {
	const timeoutMs = Math.min(timeoutMsFrom(), Math.ceil(SHARES.answer * budgetMs));
	const patienceMs = SHARES.retries * budgetMs;
	const client = createClient(context, { authentication, timeoutMs, patienceMs });
	const beganAt = now();
	/** How long missing records are asked for. What was read has to be reported, even if nobody answers. */
	const askingMs = () => SHARES.asking * budgetMs - (now() - beganAt);
	const { baseUrl = '' } = await context.getCredentials(credentialTypeOf(authentication));
	const lists = new Map<ListedResource, Promise<ListReading>>();
	const source: Source = {
		baseUrlDigest: contentDigest(normalBaseUrl(String(baseUrl)).toLowerCase()),
		async readAll(resource) {
			const reading = lists.get(resource) ?? readWhole(client, { resource });
			lists.set(resource, reading);
			return await reading;
		},
		readNewest: async (resource, isKnown) => ({
			records: await readNewest(client, { resource }, isKnown),
		}),
		readSome: async (resource) =>
			isOneAnswer(resource)
				? await readArray(client, { resource })
				: (await readPage(client, ordered({ resource }, resource.list.byAge?.newestFirst), 1))
						.records,
		async company() {
			// A key may reach the customers alone.
			const company = await companyOfCredential(client).catch((problem: unknown) => {
				if (problem instanceof NodeApiError) return { problem };
				throw problem as Error;
			});
			return 'id' in company ? comparableId(company.id) : undefined;
		},
		async isDeleted(resource, id) {
			const request = { path: pathTo(resource, id), expect: 'record' } as const;
			const asking = client.send(resource.endpoints.get, request);
			return await within(askingMs(), asking, outOfTime).then(
				() => false,
				(error: unknown) => isGone(error) || undefined,
			);
		},
		isInTime: () => askingMs() > 0,
	};
	return await within(SHARES.all * budgetMs, work(source), outOfTime).finally(client.stop);
}
