import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IPollFunctions,
} from 'n8n-workflow';
import { expect, describe, it } from 'vitest';
import { execute } from '../../../nodes/EnergyProjects/actions/router.ts';
import { createRun } from '../../../nodes/EnergyProjects/actions/run.ts';
import {
	pollBudgetMs,
	UNLIMITED_BUDGET_MS,
} from '../../../nodes/EnergyProjects/polling/reading/budget.ts';
import { node } from '../http/requestInfo.mts';

/** A context that has no more than n8n 1.85 gives, and not the signal and the hints that some of its contexts lack. */
const contextWith = (parameters: IDataObject, requests: IHttpRequestOptions[] = []) =>
	({
		getNode: () => node,
		getInputData: () => [{ json: {} }],
		getNodeParameter: (name: string, _: number, fallback?: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => ({ baseUrl: 'https://api.example.com', apiKey: 'key' }),
		getTimezone: () => 'Europe/Berlin',
		continueOnFail: () => false,
		helpers: {
			async httpRequestWithAuthentication(_: string, request: IHttpRequestOptions) {
				requests.push(request);
				return { statusCode: 200, headers: {}, body: { id: '1' } };
			},
		},
	}) as unknown as IExecuteFunctions;

describe('in an n8n that lacks what newer ones have', () => {
	const readAccount = { authentication: 'apiKey', resource: 'account', operation: 'get' };

	it('a request is sent without a signal that the execution was canceled', async () => {
		const requests: IHttpRequestOptions[] = [];
		const items = await execute(contextWith(readAccount, requests));
		expect(items).toEqual([{ json: { id: '1' }, pairedItem: { item: 0 } }]);
		expect(requests[0].abortSignal).toBeInstanceOf(AbortSignal);
	});

	it('statuses are asked for in the one form that every version understands', async () => {
		const requests: IHttpRequestOptions[] = [];
		await execute(contextWith(readAccount, requests));
		expect(requests[0].ignoreHttpStatusErrors).toBe(true);
	});

	it('a hint that cannot be shown is left out', () => {
		const run = createRun(contextWith(readAccount));
		expect(() => run.hint('There is more')).not.toThrow();
	});

	it('a poll that is told no time limit takes a long one', () => {
		expect(pollBudgetMs({} as IPollFunctions)).toBe(UNLIMITED_BUDGET_MS);
	});
});
