import { getEventListeners } from 'node:events';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { expect, it } from 'vitest';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { sendOnce } from '../../../nodes/EnergyProjects/http/send.ts';

it.each([
	['of its own', undefined],
	['and the cancel signal of the execution', new AbortController().signal],
])('an answer is not kept until the time limit is over (signal %s)', async (_, cancelSignal) => {
	const signals: AbortSignal[] = [];
	const context = {
		getExecutionCancelSignal: () => cancelSignal,
		helpers: {
			async httpRequestWithAuthentication(_: string, { abortSignal }: IHttpRequestOptions) {
				signals.push(abortSignal as AbortSignal);
				return { statusCode: 200, headers: {}, body: {} };
			},
		},
	} as unknown as ApiContext;
	const outcome = await sendOnce(context, 'energyProjectsApi', { url: '' }, 60_000);
	expect(outcome).toMatchObject({ statusCode: 200 });
	expect(signals).toHaveLength(1);
	expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
});
