import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { required } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { requestsWith } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run } = useScenario();
const onError = 'continueRegularOutput';
const itemsOf = (count: number) => Array.from({ length: count }, () => ({}));

it.each<[string, Fault, number]>([
	['a lost answer', { reset: true, afterHandling: true }, 1],
	['an answer cut in the middle', { cut: true, status: 201, afterHandling: true }, 1],
	['503 without Retry-After', { status: 503 }, 0],
])('a record is not created again after %s: it may exist', async (_, fault, count) => {
	says('docs/action-node.md', '**A create is never sent again if it may have arrived.**');
	service().faults.add({ method: 'POST', ...fault });
	for (const resource of subjects) {
		service().requests.splice(0);
		const { error } = await run({ resource, operation: 'create', ...required[resource] });
		expect(error?.message).toContain('may have been created although no confirmation came back');
		expect(requestsWith(service(), 'POST')).toHaveLength(1);
		expect(recordsOf(service(), resource)).toHaveLength(count);
	}
});

describe('whoever stops', () => {
	it('an execution that has written something is a canceled one all the same', async () => {
		service().faults.add({ delayMs: 30, afterHandling: true });
		const companyId = service().company.id;
		const create = { operation: 'create', name: 'Haus', additionalFields: { companyId } };
		const { status } = await run(create, { items: itemsOf(1_000), cancelAfterMs: 500 });
		expect(status).toBe('canceled');
		expect(recordsOf(service(), 'project').length).toBeGreaterThan(0);
	});

	it.each<[string, Fault]>([
		['requests under way', { delayMs: 60 }],
		['a pause', { status: 503, headers: { 'retry-after': '60' } }],
	])('an execution ends %s', async (_, fault) => {
		service().faults.add(fault);
		const read = { operation: 'get', projectId: byId(UNKNOWN_ID) };
		const { status } = await run(read, { items: itemsOf(200), cancelAfterMs: 150, onError });
		expect(status).toBe('canceled');
		await sleep(100);
		const sent = service().requests.length;
		expect(sent).toBeLessThan(100);
		await sleep(150);
		expect(service().requests).toHaveLength(sent);
	});
});
