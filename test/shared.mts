// What integration and end-to-end tests have in common.
import Stripe from 'stripe';
import { expect } from 'vitest';
import type { ApiRecord, Subject } from '../sandbox/service/records.mts';
import type { RunningService } from '../sandbox/service/start.mts';
import { answerSchema, description, formOfList } from './unit/contract/description.mts';

/** A locator's value, by ID. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** An ID that no record has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-00000000dead';

/** What the service keeps for the company of the tests, oldest first. */
export const recordsOf = ({ store, company }: RunningService, subject: Subject): ApiRecord[] =>
	store.list(subject, company.id);

/** What the service answers if these records are the whole list at a path, in the form that its description shows. */
export function listBody(path: string, records: readonly object[]): unknown {
	if (formOfList(answerSchema(description.paths[path]?.get)) === 'array') return records;
	const total = String(records.length);
	return { items: records, metadata: { page: 1, limit: 100, total, nextCursor: null } };
}

/** Every request so far was what the service's description asks for. */
export function expectValidRequests({ requests }: RunningService): void {
	expect(requests.filter(({ problem }) => problem !== undefined)).toEqual([]);
}

/** The signature header of a body, by the stripe package, whose scheme is the service's. */
export const signatureOf = (body: string, secret: string, ageSeconds = 0): string =>
	Stripe.webhooks.generateTestHeaderString({
		payload: body,
		secret,
		timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
	});
