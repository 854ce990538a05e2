import { sleep } from 'n8n-workflow';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { vi } from 'vitest';
import { createClient } from '../../../../nodes/EnergyProjects/http/client.ts';
import type { ClientOptions } from '../../../../nodes/EnergyProjects/http/client.ts';
import type { ApiContext, ApiRequest } from '../../../../nodes/EnergyProjects/http/request.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from '../requestInfo.mts';

type Answer = { statusCode: number; headers?: Record<string, string>; body?: unknown } | Error;

/** How long the service takes for an answer, in milliseconds. */
export const ANSWER_MS = 10;

/** What the credential contains that no error may show. */
export const SECRET = 'secret-of-the-test';

/**
 * A run with a service that gives these answers in turn, and then the last one again and again. The clock has to be a
 * fake one.
 */
export function runWith(answers: readonly Answer[], options: ClientOptions = {}) {
	const began = Date.now();
	/** The ID at the end of each path, and when the request was sent, in milliseconds since the run began. */
	const sent: Array<{ id: string; at: number }> = [];
	let reads = 0;
	const context = {
		getNode: () => node,
		getCredentials: async () => {
			reads++;
			const baseUrl = 'https://api.example.com';
			return { baseUrl, apiKey: SECRET, oauthTokenData: { access_token: SECRET } };
		},
		helpers: {
			httpRequestWithAuthentication: async (_: string, { url }: IHttpRequestOptions) => {
				const answer = answers[Math.min(sent.length, answers.length - 1)];
				sent.push({ id: String(url.split('/').at(-1)), at: Date.now() - began });
				await sleep(ANSWER_MS);
				if (answer instanceof Error) throw answer;
				return { headers: {}, body: { id: 'p1' }, ...answer };
			},
		},
	};
	const client = createClient(context as unknown as ApiContext, options);
	const send = async (
		operation: 'get' | 'create' | 'update' | 'delete',
		id = 'p1',
		more: ApiRequest = {},
	): Promise<unknown> => {
		const request = { path: { projectId: id }, ...more };
		return await client.send(projectRecord.endpoints[operation], request).catch(asFailure);
	};
	return { send, sent, stop: client.stop, reads: () => reads };
}

/** What a person reads when a request fails: the error, and what to do about it. */
export interface ShownFailure {
	readonly failed: string;
	readonly advice: string;
}

function asFailure(error: Error): ShownFailure {
	// A request that was not sent has its advice in the error itself.
	const { description, advice } = Object(error) as Record<string, unknown>;
	return { failed: error.message, advice: String(description ?? advice) };
}

/** What becomes of a request, and after how many seconds. It has an hour. */
export async function endOf<T>(request: Promise<T>): Promise<{ outcome: T; seconds: number }> {
	const began = Date.now();
	let seconds: number | undefined;
	const ended = request.finally(() => (seconds = (Date.now() - began) / 1000));
	for (let waited = 0; waited < 3600 && seconds === undefined; waited++) {
		await vi.advanceTimersByTimeAsync(1000);
	}
	if (seconds === undefined) throw new Error('The request has not ended within an hour');
	return { outcome: await ended, seconds };
}
