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

/** A context with only what n8n 1.85 offers, without the abort signal and the hints that some of its contexts lack. */
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

describe('in an older version of n8n', () => {
	const readAccount = { authentication: 'apiKey', resource: 'account', operation: 'get' };

	it('a request is sent although n8n gives no signal when an execution is canceled', async () => {
		const requests: IHttpRequestOptions[] = [];
		const items = await execute(contextWith(readAccount, requests));
		expect(items).toEqual([{ json: { id: '1' }, pairedItem: { item: 0 } }]);
		expect(requests[0].abortSignal).toBeInstanceOf(AbortSignal);
	});

	it('a request uses the option for HTTP statuses that every version understands', async () => {
		const requests: IHttpRequestOptions[] = [];
		await execute(contextWith(readAccount, requests));
		expect(requests[0].ignoreHttpStatusErrors).toBe(true);
	});

	it('a hint is left out if n8n cannot show it', () => {
		const run = createRun(contextWith(readAccount));
		expect(() => run.hint('There is more')).not.toThrow();
	});

	it('a poll without a time limit of n8n uses a long one', () => {
		expect(pollBudgetMs({} as IPollFunctions)).toBe(UNLIMITED_BUDGET_MS);
	});
});
