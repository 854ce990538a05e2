import { sleep } from 'n8n-workflow';
import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Authentication } from '../../../nodes/EnergyProjects/http/parameters.ts';
import { chosenKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import type { Refusal } from '../../../nodes/EnergyProjects/webhook/refusals.ts';
import { fetchRecord } from '../../../nodes/EnergyProjects/webhook/fetchedRecord.ts';
import { says } from '../../documents.mts';

const id = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const companyId = '9c1e7f0a-2b3c-4d5e-8f90-a1b2c3d4e5f6';

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), ms);
		return controller.signal;
	});
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

type Answering = (type: string, request: IHttpRequestOptions) => Promise<unknown>;
const answerOf = (statusCode: number, headers = {}, body = {}) => ({ statusCode, headers, body });
const silence = async () => await new Promise(() => undefined);
/** Answers so many times, each after a while, and then never again. */
const lateAnswers =
	(times: number, ms: number, status: number, headers = {}) =>
	async () =>
		times-- > 0 ? await sleep(ms).then(() => answerOf(status, headers)) : await silence();
/** There is no such project, and about the company nobody answers. */
const knowsNothing: Answering = async (_, { url }) =>
	url.endsWith(id)
		? await sleep(7_500).then(() => answerOf(404, {}, { message: 'Project not found' }))
		: await silence();

/** Fetches the record of an edited project, and lets the time pass. */
async function fetched(
	project: IDataObject,
	answer: Answering,
	authentication: Authentication = 'apiKey',
) {
	const context = {
		getCredentials: async () => ({ baseUrl: 'https://api.example', apiKey: 'k' }),
		getNode: () => ({ id: 't1', name: 'Trigger' }),
		getWorkflow: () => ({ id: 'w1' }),
		logger: { warn: () => undefined },
		helpers: { httpRequestWithAuthentication: answer },
	} as unknown as IWebhookFunctions;
	const [kind] = chosenKinds(['project.edited']);
	const began = Date.now();
	const fetching = fetchRecord(context, kind, { project }, authentication).then(
		(record) => ({ record, reason: undefined, seconds: 0 }),
		({ reason }: Refusal) => ({ record: undefined, reason, seconds: (Date.now() - began) / 1000 }),
	);
	await vi.advanceTimersByTimeAsync(60_000);
	return await fetching;
}

// The service waits 30 seconds, and n8n needs some of them for itself.
it.each<[string, Answering, Authentication?]>([
	['never answers', silence],
	['asks for a pause', async () => answerOf(429, { 'retry-after': '3' })],
	['asks late for a long pause', lateAnswers(1, 7_500, 429, { 'retry-after': '11' })],
	['refuses the token late, and nobody renews it', lateAnswers(2, 7_000, 401), 'oAuth2'],
	['has no such record, and does not tell the company', knowsNothing],
])('refuses within 22 seconds if the API %s', async (_, answer, authentication) => {
	says('docs/triggers.md', 'cannot be read within 22 seconds, is older than the event');
	const { reason, seconds } = await fetched({ id, company_id: companyId }, answer, authentication);
	expect(reason).toBe('recordUnread');
	expect(seconds).toBeLessThanOrEqual(22);
});

const EVENT = '2026-03-01T13:00:00.123456+01:00';
it.each([
	['2026-03-01T12:00:00.122Z', false],
	['2026-03-01T12:00:00.123Z', true],
	// Written without parts of a second.
	['2026-03-01T12:00:00Z', true],
	[undefined, true],
])('a record of %j is as new as an event of 12:00:00.123: %s', async (updatedAt, is) => {
	const body = { id, updatedAt };
	const project = { id, updated_at: EVENT };
	const { record, reason } = await fetched(project, async () => answerOf(200, {}, body));
	expect(record).toEqual(is ? body : undefined);
	expect(reason).toBe(is ? undefined : 'recordUnread');
});
