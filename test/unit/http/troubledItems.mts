import { sleep } from 'n8n-workflow';
import { vi } from 'vitest';
import { createClient } from '../../../nodes/EnergyProjects/http/client.ts';
import type { ClientOptions } from '../../../nodes/EnergyProjects/http/client.ts';
import { mapParallel } from '../../../nodes/EnergyProjects/http/pace/parallel.ts';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from './requestInfo.mts';

type Answer = { statusCode: number; headers?: Record<string, string>; body?: unknown } | Error;

export const network = (code: string) => Object.assign(new Error('network'), { code });
export const asking = (statusCode: number, seconds: number): Answer => ({
	statusCode,
	headers: { 'retry-after': String(seconds) },
});

/** Answers well within 20 ms, but with this trouble from the first to the second time, in milliseconds. */
export const from =
	(first: number, second: number, trouble: Answer) =>
	(at: number): Answer | undefined =>
		at >= first && at < second ? trouble : undefined;

/** What a proxy answers that reaches nobody behind it. */
export const gateway = (statusCode: number, seconds?: number): Answer => ({
	statusCode,
	body: '<html><title>Bad Gateway</title></html>',
	...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
});

/**
 * What becomes of items with the defaults of the node and On Error: Continue. The clock has to be a fake one.
 *
 * @param troubleAt what the service does with a request this many milliseconds after the first one
 */
export async function items(
	count: number,
	troubleAt: (at: number) => Answer | undefined,
	endpoint: 'get' | 'update' | 'create' = 'update',
	options: ClientOptions = {},
) {
	const began = Date.now();
	const context = {
		getNode: () => node,
		getCredentials: async () => ({ baseUrl: 'https://api.example.com', apiKey: 'key-123456' }),
		helpers: {
			httpRequestWithAuthentication: async () => {
				const trouble = troubleAt(Date.now() - began);
				await sleep(trouble === undefined ? 20 : 5);
				if (trouble instanceof Error) throw trouble;
				return { statusCode: 200, headers: {}, body: {}, ...trouble };
			},
		},
	} as unknown as ApiContext;
	const client = createClient(context, options);
	const errors: Error[] = [];
	let seconds: number | undefined;
	void mapParallel(Array.from({ length: count }), client.maxParallelRequests, async () => {
		const request = { path: { projectId: 'p1' }, body: {} };
		await client
			.send(projectRecord.endpoints[endpoint], request)
			.catch((error: Error) => void errors.push(error));
	}).then(() => (seconds = (Date.now() - began) / 1000));
	const anHour = 60 * 60;
	for (let waited = 0; waited < anHour && seconds === undefined; waited += 10) {
		await vi.advanceTimersByTimeAsync(10_000);
	}
	const texts = errors.map(({ message }) => message);
	const notSent = texts.filter((text) => text.startsWith('Not sent'));
	return { errors, lost: texts.filter((text) => !notSent.includes(text)), notSent, seconds };
}
