import type { IDataObject } from 'n8n-workflow';
import { createItem } from '../../../nodes/EnergyProjects/actions/item.ts';
import type { Operation } from '../../../nodes/EnergyProjects/actions/operation.ts';
import { createRun } from '../../../nodes/EnergyProjects/actions/run.ts';
import type { Run } from '../../../nodes/EnergyProjects/actions/run.ts';
import type { ApiRequest } from '../../../nodes/EnergyProjects/http/request.ts';
import { addressOf } from '../../../nodes/EnergyProjects/http/url.ts';
import type { Endpoint } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import { apiPrefix } from '../../../sandbox/service/description.mts';
import { node } from '../http/requestInfo.mts';

/** A request as a service would see it: method and path below the prefix, and its query and body if it has any. */
export type Sent = readonly [request: string, more?: IDataObject];

const BASE = 'https://api.example.com';

/**
 * Runs an operation for items, each with its parameters.
 *
 * @param answer what the service answers to a request
 */
export async function runOperation(
	operation: Operation,
	items: readonly IDataObject[],
	answer: (request: string) => unknown,
): Promise<{ outputs: IDataObject[][]; sent: Sent[] }> {
	const sent: Sent[] = [];
	const context = {
		getNode: () => node,
		getInputData: () => items.map(() => ({ json: {} })),
		getNodeParameter: (name: string, index: number, fallback?: unknown) =>
			items[index][name] ?? fallback,
		getTimezone: () => 'Europe/Berlin',
	};
	const client = {
		maxParallelRequests: 1,
		async send(endpoint: Endpoint, { path, query, body }: ApiRequest = {}) {
			const address = addressOf(BASE, endpoint, path).slice(`${BASE}${apiPrefix}`.length);
			const request = `${endpoint.method} ${address}`;
			const more = { ...query, ...body };
			sent.push(Object.keys(more).length > 0 ? [request, more] : [request]);
			return answer(request);
		},
	};
	const run = { ...createRun(context as never), client } as unknown as Run;
	const outputs = await Promise.all(
		items.map(async (_, index) => await operation.execute(createItem(run, index))),
	);
	return { outputs, sent };
}
