import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, vi } from 'vitest';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import type { RunningService, ServiceOptions } from '../../../sandbox/service/start.mts';
import { expectValidRequests } from '../../shared.mts';
import { runNode } from './n8n/engine.mts';
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
 * A service of their own for the tests of one file or block, and the action node run against it. Each test begins
 * without faults, requests and (unless the seed is `demo`) records, and fails where a request broke the description.
 */
export function useScenario(options: ServiceOptions = {}) {
	const service = useService({ seed: 'empty', ...options });
	const start = options.seed === 'demo' ? startAfresh : startEmpty;
	beforeEach(() => start(service()));
	afterEach(() => {
		vi.restoreAllMocks();
		expectValidRequests(service());
	});
	return { service, run: runner(service) };
}

/** The requests so far with this method, and with this path without its query. */
export const requestsWith = (service: RunningService, method: string, path?: string) =>
	service.requests.filter(
		(request) =>
			request.method === method && (path === undefined || request.path.split('?')[0] === path),
	);

/** The requests that change something. */
export const writes = ({ requests }: RunningService) =>
	requests.filter(({ method }) => method !== 'GET').map(({ method, body }) => ({ method, body }));

/** What they sent. */
export const bodiesOf = (service: RunningService) => writes(service).map(({ body }) => body);

export const addProject = ({ store, company }: RunningService, fields: object = {}): ApiRecord =>
	store.insert('project', company.id, {
		name: 'Haus Weber',
		source: 'api',
		address: null,
		...fields,
	});

export const addCustomer = ({ store, company }: RunningService, fields: object = {}): ApiRecord =>
	store.insert('customer', company.id, {
		firstName: 'Ada',
		lastName: 'Weber',
		address: null,
		...fields,
	});

/** Adds a record of either kind. */
export const addRecord = { project: addProject, customer: addCustomer } as const;

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

/** Runs a test whose faults come by chance. Where it fails, fast-check tells the seed that repeats the numbers. */
export async function byChance(
	{ faults }: RunningService,
	test: () => Promise<void>,
): Promise<void> {
	await fc.assert(
		fc.asyncProperty(fc.infiniteStream(fc.noBias(fc.nat(999))), async (numbers) => {
			faults.random = () => Number(numbers.next().value) / 1000;
			await test();
		}),
		{ numRuns: 1, endOnFailure: true },
	);
}

export const idsOf = (records: ReadonlyArray<{ id?: unknown }>) =>
	records.map(({ id }) => String(id));
