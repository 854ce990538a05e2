import { sleep } from 'n8n-workflow';
import type { IHttpRequestOptions, INode } from 'n8n-workflow';
import { vi } from 'vitest';
import { createClient } from '../../../nodes/EnergyProjects/http/client.ts';
import type { ClientOptions } from '../../../nodes/EnergyProjects/http/client.ts';
import type { RequestInfo } from '../../../nodes/EnergyProjects/http/errors.ts';
import { readAnswer } from '../../../nodes/EnergyProjects/http/answer.ts';
import { mapParallel } from '../../../nodes/EnergyProjects/http/parallel.ts';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { MOST_AT_ONCE } from '../../../nodes/EnergyProjects/http/throttle.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';

export const node: INode = {
	...{ id: 'a1', name: 'Energy Projects', type: 'n8n-nodes-energy-projects.energyProjects' },
	...{ typeVersion: 1, position: [0, 0] },
	parameters: {},
};

/** A request of item 3 to get a project, with the differences a test needs. */
export const requestInfo = (other: Partial<RequestInfo> = {}): RequestInfo => ({
	endpoint: projectResource.endpoints.get,
	itemIndex: 3,
	secrets: [],
	expected: {},
	timeoutMs: 60_000,
	...other,
});

export type Reply =
	| Error
	| { readonly statusCode: number; readonly headers?: object; readonly body?: unknown };

export const network = (code: string): Reply => Object.assign(new Error('network'), { code });
export const asking = (statusCode: number, seconds: number | string): Reply => ({
	statusCode,
	headers: { 'retry-after': String(seconds) },
	body: { message: 'Later' },
});
/** The page of a proxy. */
export const gateway = (statusCode: number): Reply => ({ statusCode, body: '<html>Bad Gateway' });
/** An answer as the node reads it. */
export const answered = (statusCode: number, body: unknown, headers = {}) =>
	readAnswer({ statusCode, body, headers });

/** A client of a service that gives a reply to each request. @param reply gets its number, from 1 */
export function clientOf(
	reply: (number: number, request: IHttpRequestOptions) => Reply | Promise<Reply>,
	options: ClientOptions = {},
	credential: object = { apiKey: 'key-123456' },
) {
	const sent: Array<{ method: string; at: number }> = [];
	const context = {
		getNode: () => node,
		getCredentials: async () => ({ baseUrl: 'https://api.example.com', ...credential }),
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
				sent.push({ method: String(request.method), at: performance.now() });
				const given = await reply(sent.length, request);
				if (given instanceof Error) throw given;
				return { headers: {}, body: {}, ...given };
			},
		},
	};
	return { client: createClient(context as unknown as ApiContext, options), sent };
}

export const OK: Reply = { statusCode: 200, body: { id: 'p1' } };
export const json = (statusCode: number): Reply => ({ statusCode, body: { message: 'Sorry' } });

/** These replies, and the last one for ever. */
export const inTurn =
	(...replies: Reply[]) =>
	(number: number): Reply =>
		replies[Math.min(number, replies.length) - 1];

/** A client of a service that replies so. */
export const replying = (...replies: Reply[]) => clientOf(inTurn(...replies));

export type Action = 'get' | 'update' | 'create' | 'delete';

interface Ended {
	readonly body?: unknown;
	readonly error?: Error & { description?: string };
	readonly seconds: number;
}
const secondsSince = (began: number) => (performance.now() - began) / 1000;

/** Sends a request, and lets time pass until it has ended. The clock has to be a fake one. */
export async function outcomeOf(client: ReturnType<typeof createClient>, action: Action) {
	const began = performance.now();
	const request = { path: { projectId: 'p1' }, ...(action !== 'get' && { body: {} }) };
	const ended = client.send(projectResource.endpoints[action], request).then(
		(body): Ended => ({ body, seconds: secondsSince(began) }),
		(error: Error): Ended => ({ error, seconds: secondsSince(began) }),
	);
	for (let minutes = 0; minutes < 60; minutes++) await vi.advanceTimersByTimeAsync(60_000);
	return await ended;
}

/**
 * What becomes of items with On Error: Continue. The clock has to be a fake one.
 *
 * @param troubleAt what the service does with a request this many milliseconds after the first one, in place of an answer;
 * the records are `0`, `1` …
 */
export async function items(
	count: number,
	troubleAt: (at: number, record: string) => Reply | undefined,
	action: Action = 'update',
	options: ClientOptions = {},
) {
	const began = performance.now();
	const { client, sent } = clientOf(async (_, { url }) => {
		const trouble = troubleAt(performance.now() - began, url.replace(/.*\//, ''));
		await sleep(trouble === undefined ? 20 : 5);
		return trouble ?? { statusCode: 200 };
	}, options);
	const errors: Array<Error & { description?: string }> = [];
	let seconds: number | undefined;
	void mapParallel(Array.from({ length: count }), MOST_AT_ONCE, async (_, index) => {
		await client
			.send(projectResource.endpoints[action], { path: { projectId: String(index) }, body: {} })
			.catch((error: Error) => void errors.push(error));
	}).then(() => (seconds = (performance.now() - began) / 1000));
	for (let waited = 0; waited < 3_600 && seconds === undefined; waited++) {
		await vi.advanceTimersByTimeAsync(1_000);
	}
	const texts = errors.map(({ message }) => message);
	const notSent = texts.filter((text) => text.startsWith('Not sent'));
	const lost = texts.filter((text) => !text.startsWith('Not sent'));
	return { errors, lost, notSent, seconds, sent };
}

/** This trouble from the first to the second time, in milliseconds after the first request. */
export const from =
	(first: number, second: number, trouble: Reply) =>
	(at: number): Reply | undefined =>
		at >= first && at < second ? trouble : undefined;
