import { sleep } from 'n8n-workflow';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../nodes/EnergyProjects/http/client.ts';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from './requestInfo.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Answer = { statusCode: number; headers?: Record<string, string>; body?: unknown };

/** A client whose service gives these answers in turn, and then the last one again and again. */
function clientOf(...answers: Array<Answer | Error>) {
	const sent: string[] = [];
	const context = {
		getNode: () => node,
		getCredentials: async () => ({ baseUrl: 'https://api.example.com', apiKey: 'key-123456' }),
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
				const answer = answers[Math.min(sent.length, answers.length - 1)];
				sent.push(String(request.method));
				if (answer instanceof Error) throw answer;
				return { headers: {}, body: {}, ...answer };
			},
		},
	};
	return { client: createClient(context as unknown as ApiContext, { maxRetries: 3 }), sent };
}

const path = { projectId: 'p1', customerId: 'c1' };
const broken = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

/** What becomes of a request within a quarter of an hour. */
async function outcomeOf(request: Promise<unknown>): Promise<unknown> {
	let outcome: unknown = 'still waiting';
	request.then(
		(result) => (outcome = result ?? 'no body'),
		(error: unknown) => (outcome = error),
	);
	await vi.advanceTimersByTimeAsync(15 * 60_000);
	return outcome;
}

describe('a request', () => {
	it.each([
		['that is answered with 500', { statusCode: 500 }],
		['that is answered with 408', { statusCode: 408 }],
		['that is answered with 429', { statusCode: 429, headers: { 'retry-after': '1' } }],
		['that breaks off', broken],
		['that reaches nobody', refused],
	])('%s is sent again until it succeeds', async (_, failure) => {
		const { client, sent } = clientOf(failure, failure, { statusCode: 200, body: { id: 'p1' } });
		const outcome = await outcomeOf(client.send(projectRecord.endpoints.get, { path }));
		expect(outcome).toEqual({ id: 'p1' });
		expect(sent).toHaveLength(3);
	});

	it('that keeps failing is sent again as often as the option says, and then is an error', async () => {
		const { client, sent } = clientOf({ statusCode: 502, body: { message: 'Upstream' } });
		const outcome = await outcomeOf(client.send(projectRecord.endpoints.get, { path }));
		expect(sent).toHaveLength(4);
		expect(outcome).toMatchObject({ message: 'Could not get project p1 (502): Upstream' });
	});

	it.each([
		['answered with 500', { statusCode: 500 }],
		['answered with 503', { statusCode: 503 }],
		['broken off', broken],
	])('to create, %s, is sent once, and the error says to look first', async (_, failure) => {
		const { client, sent } = clientOf(failure);
		const outcome = await outcomeOf(client.send(projectRecord.endpoints.create, { body: {} }));
		expect(sent).toEqual(['POST']);
		expect(outcome).toMatchObject({ description: expect.stringMatching(/may have been created/) });
	});

	it('to delete whose answer was lost has succeeded if the record is gone', async () => {
		const { client } = clientOf(broken, { statusCode: 404 });
		expect(await outcomeOf(client.send(projectRecord.endpoints.delete, { path }))).toBe('no body');
	});

	it('to delete whose answer was lost has succeeded if the service says that the record is gone (410)', async () => {
		const { client } = clientOf(broken, { statusCode: 410 });
		expect(await outcomeOf(client.send(projectRecord.endpoints.delete, { path }))).toBe('no body');
	});

	it('to delete what never existed is an error', async () => {
		const { client } = clientOf({ statusCode: 404 });
		const outcome = await outcomeOf(client.send(projectRecord.endpoints.delete, { path }));
		expect(outcome).toMatchObject({ httpCode: '404' });
	});
});

describe('the address of a record that was created', () => {
	const addressesIn = async (headers: Record<string, string>) => {
		const { client } = clientOf({ statusCode: 201, headers, body: { id: 'p9' } });
		const addresses: string[] = [];
		const request = { body: {}, onLocation: (address: string) => void addresses.push(address) };
		const outcome = await outcomeOf(client.send(projectRecord.endpoints.create, request));
		expect(outcome).toEqual({ id: 'p9' });
		return addresses;
	};

	it('is handed over, as the Location header names it', async () => {
		expect(await addressesIn({ location: '/api/v1/projects/p9' })).toEqual([
			'https://api.example.com/api/v1/projects/p9',
		]);
	});

	it.each<Record<string, string>>([{}, { location: 'https://elsewhere.example/projects/p9' }])(
		'is not, if there is none at the service (%j)',
		async (headers) => {
			expect(await addressesIn(headers)).toEqual([]);
		},
	);

	it('need not be asked for', async () => {
		const { client } = clientOf({ statusCode: 201, headers: { location: '/api/v1/projects/p9' } });
		const outcome = await outcomeOf(client.send(projectRecord.endpoints.create, { body: {} }));
		expect(outcome).toEqual({});
	});
});

describe('an update', () => {
	it('goes out as PUT if the service allows that but not PATCH, from then on at once', async () => {
		const { client, sent } = clientOf(
			{ statusCode: 405, headers: { allow: 'GET, PUT' } },
			{ statusCode: 200 },
		);
		await outcomeOf(client.send(projectRecord.endpoints.update, { path, body: {} }));
		await outcomeOf(client.send(projectRecord.endpoints.update, { path, body: {} }));
		expect(sent).toEqual(['PATCH', 'PUT', 'PUT']);
	});

	it('is an error if the service allows neither', async () => {
		const { client, sent } = clientOf({ statusCode: 405, headers: { allow: 'GET' } });
		const outcome = await outcomeOf(
			client.send(projectRecord.endpoints.update, { path, body: {} }),
		);
		expect(sent).toEqual(['PATCH']);
		expect(outcome).toMatchObject({ httpCode: '405' });
	});
});

describe('a service that asks to wait for an hour', () => {
	const anHour = { statusCode: 429, headers: { 'retry-after': '3600' } };

	it('makes a request fail at once, with the time it asked for', async () => {
		const { client } = clientOf(anHour);
		const outcome = await outcomeOf(client.send(projectRecord.endpoints.get, { path }));
		expect(outcome).toMatchObject({ description: expect.stringMatching(/wait 3600 seconds/) });
	});

	it('ends the run: the requests behind it are not sent, and do not wait for that hour', async () => {
		const { client, sent } = clientOf(anHour);
		const requests = [1, 2, 3].map(() =>
			client.send(projectRecord.endpoints.get, { path }).catch(({ message }: Error) => message),
		);
		const notSent = 'Not sent: the service asked to wait 3600 seconds, longer than this node waits';
		expect(await outcomeOf(Promise.all(requests))).toEqual([
			'Could not get project p1 (429)',
			notSent,
			notSent,
		]);
		expect(sent).toHaveLength(1);
	});
});

it('a token that n8n has renewed since does not appear in an error', async () => {
	const tokens = ['first-token-123', 'renewed-token-456'];
	let reads = 0;
	const context = {
		getNode: () => node,
		getCredentials: async () => ({
			baseUrl: 'https://api.example.com',
			oauthTokenData: { access_token: tokens[Math.min(reads++, 1)] },
		}),
		helpers: {
			httpRequestWithAuthentication: async () => ({
				statusCode: 422,
				headers: {},
				body: { message: `Known tokens: ${tokens.join(', ')}` },
			}),
		},
	} as unknown as ApiContext;
	const client = createClient(context, { authentication: 'oAuth2' });
	const error = (await outcomeOf(client.send(projectRecord.endpoints.get, { path }))) as Error;
	expect(error.message).toContain('Known tokens: ***, ***');
});

describe('a service that does not answer', () => {
	/** Every connection is lost after ten seconds, except those of the requests with these numbers. */
	function silent(answered: readonly number[] = []) {
		let sent = 0;
		const context = {
			getNode: () => node,
			getCredentials: async () => ({ baseUrl: 'https://api.example.com', apiKey: 'key-123456' }),
			helpers: {
				httpRequestWithAuthentication: async () => {
					const number = ++sent;
					await sleep(10_000);
					if (answered.includes(number)) return { statusCode: 404, headers: {}, body: {} };
					throw broken;
				},
			},
		} as unknown as ApiContext;
		const client = createClient(context, {});
		const outcomes = Array.from({ length: 100 }, () =>
			client
				.send(projectRecord.endpoints.get, { path })
				.then(String, (error: Error) => error.message),
		);
		return { all: Promise.all(outcomes), sent: () => sent };
	}

	it('ends the run: most of a hundred requests were never sent, and say so', async () => {
		const { all, sent } = silent();
		const messages = (await outcomeOf(all)) as string[];
		expect(messages[0]).toBe(
			'Could not get project p1: the connection to the service was lost (ECONNRESET)',
		);
		expect(messages.slice(20)).toEqual(
			Array.from({ length: 80 }, () => 'Not sent: the service could not be reached'),
		);
		expect(sent()).toBeLessThan(30);
	});

	it('except now and then is asked to the end', async () => {
		const { all } = silent(Array.from({ length: 200 }, (_, number) => number * 5));
		let messages: string[] = [];
		void all.then((all) => (messages = all));
		await vi.advanceTimersByTimeAsync(3 * 60 * 60_000);
		expect(messages).toHaveLength(100);
		expect(messages.filter((message) => message.startsWith('Not sent'))).toEqual([]);
	});
});
