import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { differences, locatorOf } from '../harness/samples/differences.mts';
import { required } from '../harness/samples/sampleWrites.mts';
import { byChance, useScenario } from '../harness/scenario.mts';
import { addProject, addRecord } from '../harness/service/records.mts';
import { requestsWith, writes } from '../harness/service/requests.mts';

const { service, run } = useScenario();
const MAY_EXIST =
	'The record may have been created although no confirmation came back. Look for it';

describe.each(subjects)('reads, updates and deletions of a %s are repeated', (resource) => {
	const failures: Array<[string, Fault]> = [
		['503', { status: 503, headers: { 'retry-after': '0' } }],
		['500', { status: 500 }],
		['a reset', { reset: true }],
	];
	it.each([
		...failures.map(([name, fault]) => ['GET', 'get', name, fault] as const),
		...failures.map(([name, fault]) => ['PATCH', 'update', name, fault] as const),
		...failures.map(([name, fault]) => ['DELETE', 'delete', name, fault] as const),
	])('%s (%s) after %s', async (method, operation, _, fault) => {
		const { id } = addRecord[resource](service());
		service().faults.add({ method, times: 1, ...fault });
		const { json, error } = await run({
			resource,
			operation,
			...locatorOf(resource, id),
			updateFields: differences[resource].change,
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ id });
		expect(requestsWith(service(), method)).toHaveLength(2);
	});

	it('a deletion whose first answer was lost counts as done', async () => {
		const { id } = addRecord[resource](service());
		service().faults.add({ method: 'DELETE', times: 1, reset: true, afterHandling: true });
		const { json } = await run({ resource, operation: 'delete', ...locatorOf(resource, id) });
		expect(json).toEqual([{ deleted: true, id }]);
	});
});

describe('a request is repeated', () => {
	it('as often as Max Retries says, no more', async () => {
		service().faults.add({ status: 503, headers: { 'retry-after': '0' } });
		const read = { resource: 'account', operation: 'get' };
		const { error } = await run({ ...read, options: { maxRetries: 2 } });
		expect(error?.httpCode).toBe('503');
		expect(service().requests).toHaveLength(3);

		service().requests.splice(0);
		expect((await run({ ...read, options: { maxRetries: 0 } })).error?.httpCode).toBe('503');
		expect(service().requests).toHaveLength(1);
	});

	it('never after an answer that stays the same', async () => {
		service().faults.add({ status: 422 });
		const { error } = await run({ resource: 'account', operation: 'get' });
		expect(error?.httpCode).toBe('422');
		expect(service().requests).toHaveLength(1);
	});
});

describe.each(subjects)(
	'a create of a %s is never sent again once it may have arrived',
	(resource) => {
		const create = (more: object = {}) => ({
			resource,
			operation: 'create',
			...required[resource],
			...more,
		});
		const records = () => recordsOf(service(), resource);

		it.each<[string, Fault, number]>([
			['a reset before it was carried out', { reset: true }, 0],
			['a lost answer', { reset: true, afterHandling: true }, 1],
			['an answer that came too late', { delayMs: 1_500, status: 500 }, 0],
			['an answer cut in the middle', { cut: true, status: 201, afterHandling: true }, 1],
			['an answer that is no JSON', { status: 201, body: 'Created', afterHandling: true }, 1],
			['a list in place of the record', { status: 201, body: [], afterHandling: true }, 1],
			['500', { status: 500 }, 0],
			['500 after it was carried out', { status: 500, afterHandling: true }, 1],
			['503 without Retry-After', { status: 503 }, 0],
		])('%s: the error says that the record may exist', async (_, fault, created) => {
			service().faults.add({ method: 'POST', ...fault });
			const { error } = await run(create({ options: { timeout: 1 } }));
			expect(error?.message).toContain(`Could not create a ${resource}`);
			expect(error?.description).toContain(MAY_EXIST);
			expect(requestsWith(service(), 'POST')).toHaveLength(1);
			expect(records()).toHaveLength(created);
		});

		it.each<[string, Fault]>([
			['429', { status: 429 }],
			['429 with Retry-After', { status: 429, headers: { 'retry-after': '0' } }],
			['503 with Retry-After', { status: 503, headers: { 'retry-after': '0' } }],
		])('%s did not take it: it is sent again', async (_, fault) => {
			service().faults.add({ method: 'POST', times: 1, ...fault });
			const { error } = await run(create());
			expect(error).toBeUndefined();
			expect(requestsWith(service(), 'POST')).toHaveLength(2);
			expect(records()).toHaveLength(1);
		});

		it('a create that was refused says nothing about a record that may exist', async () => {
			service().faults.add({ method: 'POST', status: 429, headers: { 'retry-after': '0' } });
			const { error } = await run(create({ options: { maxRetries: 0 } }));
			expect(error?.httpCode).toBe('429');
			expect(error?.description).not.toContain('may have been created');
		});
	},
);

describe('a create', () => {
	it('under a storm of refusals and resets nothing is created twice', async () => {
		await byChance(service(), async () => {
			const { faults } = service();
			const random = { method: 'POST', probability: 0.15 };
			faults.add({ ...random, status: 429, headers: { 'retry-after': '0' } });
			faults.add({ ...random, status: 503, headers: { 'retry-after': '0' } });
			faults.add({ ...random, reset: true });
			faults.add({ ...random, reset: true, afterHandling: true });
			const items = Array.from({ length: 30 }, (_, index) => ({ lastName: `Weber ${index}` }));
			const upsert = {
				resource: 'customer',
				operation: 'create',
				firstName: 'Ada',
				lastName: '={{ $json.lastName }}',
				options: { maxRetries: 10 },
			};
			const { json } = await run(upsert, { items, onError: 'continueRegularOutput' });

			const created = recordsOf(service(), 'customer').map(({ lastName }) => lastName);
			expect(new Set(created).size).toBe(created.length);
			const failed = items.filter((_, index) => json[index].error !== undefined);
			const succeeded = items.filter((_, index) => json[index].error === undefined);
			expect(created).toEqual(expect.arrayContaining(succeeded.map(({ lastName }) => lastName)));
			// The storm is strong enough to tell: some got through, some did not.
			expect(failed.length).toBeGreaterThan(0);
			expect(succeeded.length).toBeGreaterThan(0);
		});
		// By chance the storm lasts, and every refusal in a row makes the next pause longer.
	}, 240_000);
});

describe('Retry-After', () => {
	const answers = () => service().requests.map(({ status }) => status);

	it('in seconds: not asked again before they have passed', async () => {
		service().faults.add({ times: 1, status: 429, headers: { 'retry-after': '1' } });
		const { error } = await run({ resource: 'account', operation: 'get' });
		expect(error).toBeUndefined();
		expect(answers()).toEqual([429, 200]);
		const [first, second] = service().requests;
		// Timers may fire a millisecond early.
		expect(second.at - first.at).toBeGreaterThanOrEqual(995);
	});

	it('as an HTTP date: not asked again before it', async () => {
		const date = new Date(Date.now() + 2_000).toUTCString();
		service().faults.add({ times: 1, status: 503, headers: { 'retry-after': date } });
		const { error } = await run({ resource: 'account', operation: 'get' });
		expect(error).toBeUndefined();
		expect(answers()).toEqual([503, 200]);
		expect(service().requests[1].at).toBeGreaterThanOrEqual(Date.parse(date) - 5);
	});

	it.each([
		['seconds', () => '3600'],
		['an HTTP date', () => new Date(Date.now() + 3_600_000).toUTCString()],
	])('longer than anybody wants to wait (%s): the error says so at once', async (_, header) => {
		service().faults.add({ status: 429, headers: { 'retry-after': header() } });
		const { error } = await run({ resource: 'account', operation: 'get' });
		expect(error?.description).toMatch(/The service asked to wait 3\d\d\d seconds/);
		expect(answers()).toEqual([429]);
	});
});

describe('a service that updates with PUT', () => {
	const { service: putService, run: runThere } = useScenario({ updateMethod: 'PUT' });

	it.each(subjects)('gets the same body of a %s once more as PUT', async (resource) => {
		const { id } = addRecord[resource](putService());
		const { change } = differences[resource];
		const { json } = await runThere({
			resource,
			operation: 'update',
			...locatorOf(resource, id),
			updateFields: change,
			output: 'raw',
		});
		expect(json[0]).toMatchObject({ id, ...change });
		expect(writes(putService())).toEqual([
			{ method: 'PATCH', body: change },
			{ method: 'PUT', body: change },
		]);
	});

	it('is not asked with PATCH again in the same execution', async () => {
		const items = [addProject(putService()), addProject(putService())].map(({ id }) => ({ id }));
		const { json } = await runThere(
			{
				operation: 'update',
				projectId: byId('={{ $json.id }}'),
				updateFields: { isLead: true },
				options: { maxParallelRequests: 1 },
			},
			{ items },
		);
		expect(json.map(({ isLead }) => isLead)).toEqual([true, true]);
		expect(writes(putService()).map(({ method }) => method)).toEqual(['PATCH', 'PUT', 'PUT']);
	});
});

describe('cancelling', () => {
	const items = Array.from({ length: 60 }, () => ({}));
	const read = { operation: 'get', projectId: byId(UNKNOWN_ID) };

	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'stops the requests (On Error: %s)',
		async (onError) => {
			service().faults.add({ delayMs: 60 });
			const projectId = byId(addProject(service()).id);
			const { status } = await run(
				{ ...read, projectId, options: { maxParallelRequests: 3 } },
				{ items, cancelAfterMs: 150, onError },
			);
			expect(status).toBe('canceled');
			// What was on its way when it was cancelled still arrives.
			await sleep(100);
			const sent = service().requests.length;
			expect(sent).toBeLessThan(items.length);
			await sleep(200);
			expect(service().requests).toHaveLength(sent);
		},
	);

	it('ends a wait for the next attempt', { timeout: 10_000 }, async () => {
		service().faults.add({ status: 503, headers: { 'retry-after': '60' } });
		const { status } = await run(read, { items, cancelAfterMs: 150 });
		expect(status).toBe('canceled');
		expect(service().requests).toHaveLength(1);
	});
});
