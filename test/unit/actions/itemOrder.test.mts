import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { afterEach, expect, it, vi } from 'vitest';
import { execute } from '../../../nodes/EnergyProjects/actions/router.ts';
import { byId, UNKNOWN_ID } from '../../shared.mts';
import { node } from '../http/requestInfo.mts';
import { watchOthers } from '../otherWork.mts';

afterEach(() => {
	vi.restoreAllMocks();
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const isEmpty = (number: number) => number % 3 === 1;

/**
 * Updates one project with as many items, each with its number as the number of floors. Every third item is empty.
 *
 * @param onRead called when the fields of an item are read
 * @returns the numbers in the order in which they were sent
 */
async function updateWith(count: number, onRead: () => void): Promise<unknown[]> {
	const written: unknown[] = [];
	const parameters = (index: number): IDataObject => ({
		...{ authentication: 'apiKey', resource: 'project', operation: 'update', output: 'raw' },
		projectId: byId(UNKNOWN_ID),
		updateFields: isEmpty(index + 1) ? {} : { numberOfFloors: index + 1 },
	});
	const answer = async ({ method, body }: IHttpRequestOptions) => {
		if (method === 'PATCH') written.push((body as IDataObject).numberOfFloors);
		await new Promise((resolve) => setImmediate(resolve));
		return { statusCode: 200, headers: {}, body: { id: UNKNOWN_ID, name: 'Haus' } };
	};
	const context = {
		getNode: () => node,
		getInputData: () => numbers(count).map(() => ({ json: {} })),
		getNodeParameter: (name: string, index: number, fallback?: unknown) => {
			if (name === 'updateFields') onRead();
			return parameters(index)[name] ?? fallback;
		},
		getTimezone: () => 'Europe/Berlin',
		getCredentials: async () => ({ baseUrl: 'https://api.example', apiKey: 'key-of-the-test' }),
		continueOnFail: () => true,
		helpers: {
			httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) =>
				await answer(options),
		},
	};
	await execute(context as never);
	return written;
}

it('updates of the same record are sent in the order of their items, even if reading some takes long and fails', async () => {
	const others = await watchOthers();
	const written = await updateWith(100, () => others.pass(20));
	expect(written).toEqual(numbers(100).filter((number) => !isEmpty(number)));
});
