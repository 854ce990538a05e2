import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../sandbox/service/waitFor.mts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { startService } from '../../sandbox/service/start.mts';
import type { RunningService } from '../../sandbox/service/start.mts';
import { startLoadBalancer, QueueMode } from './harness/queueMode.mts';
import { sendSigned } from './harness/sender.mts';
import { SECRET } from './harness/stack.mts';
import { triggerWorkflow } from './harness/workflows.mts';

/** More with e.g. QUEUE_EVENTS=2000. */
const EVENTS = Number(process.env.QUEUE_EVENTS ?? 200);
/** Within this time PostgreSQL has brought its statistics up to date. */
const STATISTICS_MS = 11_000;
const WEBHOOK_ID = 'cccccccc-0000-4000-8000-000000000001';
const workflow = triggerWorkflow('QueueTrigger0001', WEBHOOK_ID, {
	events: ['project.created', 'customer.created'],
});
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
	await queue.start(inject('tarball'), demo, [workflow]);
	const balancer = await startLoadBalancer(() => queue.webhookPorts());
	started.url = webhookUrl(balancer.url, WEBHOOK_ID);
	started.close = balancer.close;
}, 300_000);

afterAll(async () => {
	started.close?.();
	await queue.close();
	await started.service?.close();
}, 60_000);

const send = async (body: string, secret?: string) =>
	await sendSigned(started.url ?? '', body, secret);

/** What n8n has kept of its executions, as it stands in the database. */
const executionData = () =>
	queue.query(
		`select replace(replace(data, E'\\n', ' '), E'\\t', ' ') from execution_data join execution_entity e on e.id = "executionId" where e."workflowId" = '${workflow.id}'`,
	);
const count = (condition = 'true') =>
	Number(
		queue.query(
			`select count(*) from execution_entity where "workflowId" = '${workflow.id}' and ${condition}`,
		)[0]?.[0],
	);

/** Inserts, updates and deletes so far in the tables a delivery could touch. */
const writes = () =>
	queue
		.query(
			"select relname, n_tup_ins + n_tup_upd + n_tup_del from pg_stat_user_tables where relname in ('execution_entity', 'execution_data', 'workflow_entity') order by 1",
		)
		.join(';');

/** An execution whose worker was killed can stay "running" for ever. */
async function settled(): Promise<void> {
	await waitFor(() => count("status in ('new', 'running')") === 0, {
		interval: 200,
		timeout: 40_000,
	}).catch(() => undefined);
}

describe('queue mode, with two webhook processes and two workers', () => {
	it('puts events at their outputs; one that is sent again starts at most once for each process', async () => {
		const body = '{"event":"customer.created","data":{"customer":{"id":"first"}}}';
		for (let times = 0; times < 6; times++) expect(await send(body)).toBe(200);
		await settled();
		const ids = await queue.rest.executionIds(workflow.id);
		expect(ids.length).toBeGreaterThan(0);
		expect(ids.length).toBeLessThanOrEqual(queue.webhooks.length);
		const started = await Promise.all(ids.map(async (id) => await queue.rest.finished(id)));
		const items = started.map(({ outputs }) =>
			outputs.Trigger?.map((output) => output.map(({ json }) => json.eventId)),
		);
		// The same each time, so that the workflow can tell.
		expect(items).toEqual(ids.map(() => [[], [expect.stringMatching(/^customer\.created:first/)]]));
	});

	it('spends no execution and no database write on forged deliveries', async () => {
		await sleep(STATISTICS_MS);
		const before = writes();
		for (let number = 0; number < 100; number++) {
			const body = `{"event":"project.created","data":{"number":${number}}}`;
			expect(await send(body, 'whsec_forged_0123456789')).toBe(401);
		}
		await sleep(STATISTICS_MS);
		expect(writes()).toBe(before);
	});

	it(
		'loses no event while webhook processes and workers are killed',
		{ timeout: 1_200_000 },
		async () => {
			const { store, company, webhooks } = service();
			webhooks.register({
				url: started.url ?? '',
				events: ['project.created'],
				companyId: company.id,
				secret: SECRET,
			});
			const startedAt = Date.now();
			const ids = Array.from(
				{ length: EVENTS },
				(_, number) =>
					store.insert('project', company.id, { name: `P ${number}`, source: 'api', address: null })
						.id,
			);
			const delivered = () =>
				webhooks.deliveries.filter(({ state }) => state === 'delivered').length;
			for (const [index, share] of [0.25, 0.6].entries()) {
				await waitFor(() => delivered() >= EVENTS * share, { interval: 100 });
				await Promise.all([
					queue.replace(queue.webhooks, index),
					queue.replace(queue.workers, index),
				]);
			}
			await webhooks.idle();
			await settled();

			const perEvent = new Map(ids.map((id) => [id, 0]));
			let interrupted = 0;
			for (const [data = ''] of executionData()) {
				const id = /"([0-9a-f]{8}-[0-9a-f-]{27})","P-/.exec(data)?.[1] ?? '';
				const known = perEvent.get(id);
				if (known !== undefined) perEvent.set(id, known + 1);
				else if (!data.includes('customer.created')) interrupted++;
			}
			const cutOff = webhooks.deliveries.filter(({ attempts }) => attempts.length > 1);
			const unmatched = ids.filter((id) => perEvent.get(id) === 0);
			const doubled = ids.filter((id) => (perEvent.get(id) ?? 0) > 1);
			console.log(
				[
					`${EVENTS} events in ${Math.round((Date.now() - startedAt) / 1000)} s, two webhook processes and two workers killed on the way`,
					`${delivered()} answered 2xx, ${cutOff.length} of them after more than one attempt`,
					`${count()} executions, one of them of the test before; ${count("status <> 'success'")} ended with the worker that was killed`,
					`${unmatched.length - interrupted} events without an execution, ${doubled.length} with more than one`,
				].join('\n'),
			);
			expect(delivered()).toBe(EVENTS);
			// n8n wipes the data of an execution that ended with its worker: such a one stands for an event all the same.
			expect(unmatched).toHaveLength(interrupted);
			// A process killed after n8n handed the execution over and before it saved what it had seen: nothing a node
			// could do about it. Only events whose first attempt was cut off can be among them.
			const repeated = cutOff.map(({ body }) => body).join(' ');
			expect(doubled.filter((id) => !repeated.includes(id))).toEqual([]);
		},
	);
});
