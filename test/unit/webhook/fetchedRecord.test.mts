import { sleep } from 'n8n-workflow';
import type { IWebhookFunctions } from 'n8n-workflow';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Authentication } from '../../../nodes/EnergyProjects/http/parameters.ts';
import { chosenKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import type { Refusal } from '../../../nodes/EnergyProjects/webhook/refusals.ts';
import { fetchRecord } from '../../../nodes/EnergyProjects/webhook/fetchedRecord.ts';

const id = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

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

const answerOf = (statusCode: number, headers = {}) => ({ statusCode, headers, body: {} });
const silence = async () => await new Promise(() => undefined);
/** Answers so many times, each after a while, and then never again. */
const lateAnswers =
	(times: number, ms: number, status: number, headers = {}) =>
	async () =>
		times-- > 0 ? await sleep(ms).then(() => answerOf(status, headers)) : await silence();

// The service waits 30 seconds, and n8n needs some of them for itself.
it.each<[string, () => Promise<unknown>, Authentication?]>([
	['never answers', silence],
	['is out of order', async () => answerOf(500)],
	['is down', async () => answerOf(503)],
	['asks for a pause', async () => answerOf(429, { 'retry-after': '3' })],
	['cannot be reached', async () => await Promise.reject(new Error('connect ECONNREFUSED'))],
	['asks late for a long pause', lateAnswers(1, 7_500, 429, { 'retry-after': '11' })],
	['refuses the token late, and nobody renews it', lateAnswers(2, 7_000, 401), 'oAuth2'],
])('refuses within 22 seconds if the API %s', async (_, answer, authentication = 'apiKey') => {
	const context = {
		getCredentials: async () => ({ baseUrl: 'https://api.example', apiKey: 'k' }),
		getNode: () => ({ id: 't1', name: 'Trigger' }),
		getWorkflow: () => ({ id: 'w1' }),
		helpers: { httpRequestWithAuthentication: answer },
	} as unknown as IWebhookFunctions;
	const [kind] = chosenKinds(['project.edited']);
	const began = Date.now();
	const refused = fetchRecord(context, kind, { project: { id } }, authentication).catch(
		(error: unknown) => ({ error, seconds: (Date.now() - began) / 1000 }),
	);
	await vi.advanceTimersByTimeAsync(60_000);
	const { error, seconds } = (await refused) as { error: Refusal; seconds: number };
	expect(error.reason).toBe('recordUnread');
	expect(seconds).toBeLessThanOrEqual(22);
});
