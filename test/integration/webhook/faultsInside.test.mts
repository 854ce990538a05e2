import { WebhookContext } from 'n8n-core';
import { describe, expect, it, vi } from 'vitest';
import type { EventKind } from '../../../sandbox/service/records.mts';
import { refusedWith, started } from '../harness/webhook/answers.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload, SECRET } from '../harness/webhook/signed.mts';

const { service, fetching } = useDeliveries();

const about = (event: EventKind, ageSeconds = 0) =>
	delivery(payload(service(), event), SECRET, ageSeconds);

describe('whatever goes wrong', () => {
	it.each([
		'getHeaderData',
		'getRequestObject',
		'getNodeParameter',
		'getMode',
		'getWorkflowStaticData',
	] as const)('in %s: 503 and a line in the log', async (name) => {
		vi.spyOn(WebhookContext.prototype, name).mockImplementation(() => {
			throw new Error('it broke');
		});
		const answer = await receiver().receive(about('project.edited'));
		expect(started(answer)).toEqual(refusedWith(503));
		expect(answer.log).toEqual([expect.stringContaining('it broke')]);
	});

	it.each([5_000, 100_000])('a body nested %i deep: 400 and a line in the log', async (depth) => {
		const { data } = payload(service(), 'project.edited') as { data: object };
		const body = JSON.stringify({ event: 'project.edited', data: { ...data, deep: 0 } }).replace(
			'"deep":0',
			`"deep":${'['.repeat(depth)}${']'.repeat(depth)}`,
		);
		const answer = await receiver().receive(delivery(body));
		expect(started(answer)).toEqual(refusedWith(400));
		expect(answer.log).toEqual([expect.stringContaining('nested more than 100 levels deep')]);
	});

	it('the log has one line for refusals that carry an id each', async () => {
		const trigger = fetching();
		const lines: string[] = [];
		for (let number = 0; number < 10; number++) {
			service().faults.clear();
			service().faults.add({ status: 400, body: { message: `request ${crypto.randomUUID()}` } });
			lines.push(...(await trigger.receive(about('project.edited'))).log);
		}
		expect(lines).toHaveLength(1);
	});
});
