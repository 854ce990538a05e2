import { afterAll, beforeAll, inject } from 'vitest';
import { webhookUrl } from '../../../sandbox/n8n/demo.mts';
import { startService } from '../../../sandbox/service/start.mts';
import type { RunningService } from '../../../sandbox/service/start.mts';
import { waitFor } from '../../../sandbox/service/waitFor.mts';
import { startLoadBalancer, QueueMode } from './queueMode.mts';
import { SECRET } from './startStack.mts';
import { triggerWorkflow } from './workflows.mts';

const WEBHOOK_ID = 'cccccccc-0000-4000-8000-000000000001';

/** The local service, and an n8n in queue mode with a webhook trigger behind a load balancer, for the tests of one file. */
export function useQueue(workers: number) {
	const events = ['project.created', 'customer.created'];
	const workflow = triggerWorkflow('QueueTrigger0001', WEBHOOK_ID, { events });
	const queue = new QueueMode();
	const started: { service?: RunningService; url?: string; close?: () => void } = {};
	const service = () => {
		if (started.service === undefined) throw new Error('The service has not started');
		return started.service;
	};
	beforeAll(async () => {
		started.service = await startService({
			seed: 'empty',
			debounceMs: 0,
			maxParallelDeliveries: 10,
			retryDelaysMs: Array.from({ length: 60 }, () => 1_000),
		});
		const demo = { ...service(), apiKey: service().company.apiKey, signingSecret: SECRET };
		await queue.start(inject('tarball'), demo, [workflow], { workers });
		const balancer = await startLoadBalancer(() => queue.webhookPorts());
		started.url = webhookUrl(balancer.url, WEBHOOK_ID);
		started.close = balancer.close;
	}, 300_000);
	afterAll(async () => {
		started.close?.();
		await queue.close();
		await started.service?.close();
	}, 60_000);

	/** How many executions n8n has kept. */
	const count = (condition = 'true') =>
		Number(
			queue.query(
				`select count(*) from execution_entity where "workflowId" = '${workflow.id}' and ${condition}`,
			)[0]?.[0],
		);
	return {
		...{ queue, service, count, workflowId: workflow.id },
		url: () => started.url ?? '',
		/** An execution whose worker was killed can stay "running" for ever. */
		settled: async () => {
			const isOver = () => count("status in ('new', 'running')") === 0;
			await waitFor(isOver, { interval: 200, timeout: 40_000 }).catch(() => undefined);
		},
	};
}
