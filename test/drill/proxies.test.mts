import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { proxyNames, startProxy } from '../e2e/harness/proxies.mts';
import type { RunningProxy } from '../e2e/harness/proxies.mts';
import { sendSigned } from '../e2e/harness/sender.mts';
import { SECRET, useStack } from '../e2e/harness/stack.mts';
import { triggerWorkflow } from '../e2e/harness/workflows.mts';

const WEBHOOK_ID = 'eeeeeeee-0000-4000-8000-000000000001';
const workflow = triggerWorkflow('BehindProxy00001', WEBHOOK_ID, { events: ['project.created'] });
const stack = useStack({
	workflows: [workflow],
	publish: [workflow.id],
	service: {
		seed: 'empty',
		debounceMs: 0,
		maxParallelDeliveries: 5,
		retryDelaysMs: Array.from({ length: 120 }, () => 500),
	},
});

/** What n8n keeps of the executions, as text. */
function executionData(): string[] {
	const file = join(stack().options.userFolder, '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { readOnly: true });
	const rows = database
		.prepare(
			'select data from execution_data join execution_entity e on e.id = executionId where workflowId = ?',
		)
		.all(workflow.id);
	database.close();
	return rows.map(({ data }) => String(data));
}

describe.each(proxyNames)('behind %s with the configuration of docs/proxy', (name) => {
	let proxy: RunningProxy | undefined;
	const url = () => webhookUrl(proxy?.url ?? '', WEBHOOK_ID);
	beforeEach(async () => {
		proxy = await startProxy(name, stack().options.port);
	});
	afterEach(async () => await proxy?.close());

	const send = async (body: string, secret?: string) => await sendSigned(url(), body, secret);

	it('deliveries and answers of the trigger go through as they are', async () => {
		const body = (note: string) => JSON.stringify({ event: 'project.created', data: { note } });
		expect(await send(body(`${name} ü`))).toBe(200);
		expect(await send(body(`${name} ${'x'.repeat(8_000_000)}`))).toBe(200);
		expect(await send(body('forged'), 'whsec_forged_0123456789')).toBe(401);
		expect(await send('{}')).toBe(400);
		expect((await fetch(`${proxy?.url}/rest/settings`)).status).toBe(200);
	});

	it('a restart of n8n makes none final and loses none', { timeout: 300_000 }, async () => {
		const { store, company, webhooks } = stack().service;
		const registration = { events: ['project.created' as const], companyId: company.id };
		const { id } = webhooks.register({ url: url(), secret: SECRET, ...registration });
		const first = webhooks.deliveries.length;
		const ids: string[] = [];
		let restarted = false;
		const sending = (async () => {
			for (let rest = 30; rest > 0; rest -= restarted ? 1 : 0) {
				const fields = { name: `${name} ${ids.length}`, source: 'api', address: null };
				ids.push(store.insert('project', company.id, fields).id);
				await sleep(100);
			}
		})();
		await sleep(3_000);
		await stack().restart();
		restarted = true;
		await sending;
		await webhooks.idle();
		webhooks.remove(id);
		await sleep(1_000);

		const deliveries = webhooks.deliveries.slice(first);
		const statuses = new Map<string, number>();
		for (const { status, failure } of deliveries.flatMap(({ attempts }) => attempts)) {
			const key = String(status ?? failure);
			statuses.set(key, (statuses.get(key) ?? 0) + 1);
		}
		const data = executionData();
		const started = ids.map((project) => data.filter((text) => text.includes(project)).length);
		console.log(
			`${name}: ${ids.length} events through a restart of n8n, answers ${JSON.stringify(Object.fromEntries(statuses))}, ` +
				`${started.filter((times) => times === 0).length} without an execution, ${started.filter((times) => times > 1).length} with more than one`,
		);
		expect(deliveries).toHaveLength(ids.length);
		expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
		expect(started.filter((times) => times === 0)).toEqual([]);
	});
});
