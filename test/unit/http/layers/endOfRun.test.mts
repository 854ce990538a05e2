import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asking, network } from '../troubledItems.mts';
import { endOf, runWith, SECRET } from './service.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ok = { statusCode: 200 };

describe('a credential that gives no access', () => {
	const refused = { statusCode: 401, body: { message: `Unknown: ${SECRET}` } };

	it.each([
		['apiKey', ['p1']],
		// n8n renews the token before the last attempt.
		['oAuth2', ['p1', 'p1', 'p1']],
	] as const)(
		'ends the run: the other requests are not sent, and say why (%s)',
		async (authentication, attempts) => {
			const { send, sent } = runWith([refused], { authentication });
			const all = Promise.all(['p1', 'p2', 'p3'].map((id) => send('get', id)));
			const notSent = {
				failed: 'Not sent, because the credential gives no access (401): Unknown: ***',
				advice: expect.stringMatching(/^Nothing of this item was sent.*Open the credential/),
			};
			expect((await endOf(all)).outcome).toMatchObject([
				{ failed: 'Could not get project p1 (401): Unknown: ***' },
				notSent,
				notSent,
			]);
			expect(sent.map(({ id }) => id)).toEqual(attempts);
		},
	);

	it('ends the run too if the authorization server did not answer, and the old token is still refused', async () => {
		const refusal = { statusCode: 401 };
		const { send } = runWith([refusal, refusal, network('ETIMEDOUT'), refusal], {
			authentication: 'oAuth2',
			timeoutMs: 7_000,
		});
		const all = Promise.all(['p1', 'p2', 'p3'].map((id) => send('get', id)));
		const problem = ': the authorization server did not answer within 7 seconds';
		expect((await endOf(all)).outcome.slice(1)).toMatchObject([
			{ failed: `Could not get project p2${problem}` },
			{ failed: `Not sent, because the credential gives no access${problem}` },
		]);
	});
});

describe('a token that the service refuses once', () => {
	it('may have been renewed by another execution: the request is sent again, and succeeds', async () => {
		const { send, sent } = runWith([{ statusCode: 401 }, ok], { authentication: 'oAuth2' });
		expect((await endOf(send('get'))).outcome).toEqual({ id: 'p1' });
		expect(sent).toHaveLength(2);
	});
});

describe('the run goes on', () => {
	it('after an item that the service refused for a while, if that is not too long', async () => {
		const { send, sent } = runWith([{ statusCode: 503 }, ok], { maxRetries: 0 });
		const all = Promise.all([send('get', 'p1'), send('get', 'p2')]);
		expect((await endOf(all)).outcome).toMatchObject([
			{ failed: 'Could not get project p1 (503)' },
			{ id: 'p1' },
		]);
		expect(sent).toHaveLength(2);
	});

	it('after a pause of ten minutes that the service asked for: that is not too long yet', async () => {
		const { send, sent } = runWith([asking(503, 600), ok], { maxRetries: 0 });
		const all = Promise.all([send('get', 'p1'), send('get', 'p2')]);
		expect((await endOf(all)).outcome).toMatchObject([
			{ failed: 'Could not get project p1 (503)' },
			{ id: 'p1' },
		]);
		expect(sent[1].at).toBeGreaterThanOrEqual(600_000);
	});

	it.each([
		['the certificate is refused', network('CERT_HAS_EXPIRED'), 'certificate'],
		['the service has an internal problem', { statusCode: 500 }, '(500)'],
	])('while %s, however long: each item has its own error', async (_, trouble, text) => {
		const { send } = runWith([trouble], { maxRetries: 1, maxTotalWaitMs: 1_000 });
		for (const id of ['p1', 'p2', 'p3', 'p4']) {
			const { outcome } = await endOf(send('get', id));
			expect(outcome).toMatchObject({ failed: expect.stringContaining(text) });
			expect(outcome).toMatchObject({ failed: expect.stringMatching(/^Could not get project/) });
			await vi.advanceTimersByTimeAsync(20_000);
		}
	});
});

describe('a service that takes nothing for longer than a request may wait', () => {
	it.each([
		['asks for no pause', { statusCode: 429 }],
		['asks for a second each time', asking(429, 1)],
	])('ends the run, and is not said to have asked for a long pause (it %s)', async (_, refusal) => {
		const { send } = runWith([refusal], { maxTotalWaitMs: 5_000 });
		const all = Promise.all(['p1', 'p2'].map((id) => send('get', id)));
		const { outcome, seconds } = await endOf(all);
		expect(outcome).toMatchObject([
			{ failed: 'Could not get project p1 (429)' },
			{ failed: 'Not sent: the service has not accepted any request for too long' },
		]);
		expect(seconds).toBeLessThan(15);
	});
});
