import type { INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, vi } from 'vitest';
import type { RunningService, ServiceOptions } from '../../../sandbox/service/start.mts';
import { expectValidRequests } from '../../shared.mts';
import { runNode, searchList } from './n8n/engine.mts';
import type { NodeRun } from './n8n/engine.mts';
import { apiKeyCredential, useService } from './service/service.mts';

type Service = () => RunningService;

/** Runs the action node with the API key of the service. */
export const runner =
	(service: Service) =>
	async (parameters: object, more: Partial<Omit<NodeRun, 'parameters'>> = {}) =>
		await runNode({
			parameters: parameters as INodeParameters,
			credentials: apiKeyCredential(service()),
			...more,
		});

type SearchMethod = Parameters<typeof searchList>[1];

/** No fault, no limit, and no request yet. */
export function startAfresh({ faults, rateLimiter, requests }: RunningService): void {
	faults.clear();
	rateLimiter.set(undefined);
	requests.splice(0);
}

/** The same, and no record. */
export function startEmpty(service: RunningService): void {
	startAfresh(service);
	service.store.clear();
}

/**
 * A service for the tests of one file or block, the action node run against it, and its lists searched as in the editor.
 * Each test begins without faults, requests and (but for the seed `demo`) records; no request may break the description.
 */
export function useScenario(options: ServiceOptions = {}) {
	const service = useService({ seed: 'empty', ...options });
	const start = options.seed === 'demo' ? startAfresh : startEmpty;
	beforeEach(() => start(service()));
	afterEach(() => {
		vi.restoreAllMocks();
		expectValidRequests(service());
	});
	const search = async (method: SearchMethod, text = '', page?: string) => {
		const parameters = { authentication: 'apiKey' };
		const node = { parameters, credentials: apiKeyCredential(service()) };
		return await searchList(node, method, text, page);
	};
	return { service, run: runner(service), search };
}

/**
 * Lets something happen each time after the service has read its records for a list, so that the next page is
 * cut from a list that has moved.
 *
 * @param happen gets the number of lists read so far, from 1
 */
export function betweenPages({ store }: RunningService, happen: (read: number) => void): void {
	const list = store.list.bind(store);
	let reads = 0;
	vi.spyOn(store, 'list').mockImplementation((subject, companyId) => {
		const records = list(subject, companyId);
		happen(++reads);
		return records;
	});
}

/** For each request, how many were under way at the service when it came, itself included. */
export function watchInFlight({ faults, requests }: RunningService): number[] {
	const take = faults.take.bind(faults);
	const counts: number[] = [];
	vi.spyOn(faults, 'take').mockImplementation((method, path) => {
		counts.push(requests.filter(({ status }) => status === 0).length);
		return take(method, path);
	});
	return counts;
}
