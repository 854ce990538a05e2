import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { startService } from '../../sandbox/service/start.mts';
import type { RunningService } from '../../sandbox/service/start.mts';
import { QueueMode } from '../e2e/harness/queueMode.mts';
import { sendSigned } from '../e2e/harness/sender.mts';
import { SECRET } from '../e2e/harness/stack.mts';
import { triggerWorkflow } from '../e2e/harness/workflows.mts';

const WEBHOOK_ID = 'cccccccc-0000-4000-8000-000000000002';
const workflow = triggerWorkflow('QueueBursts00001', WEBHOOK_ID, { events: ['project.edited'] });
const queue = new QueueMode();
const started: { service?: RunningService } = {};

beforeAll(async () => {
	started.service = await startService({ seed: 'empty' });
	const { company } = started.service;
	const demo = { ...started.service, apiKey: company.apiKey, signingSecret: SECRET };
	await queue.start(inject('tarball'), demo, [workflow]);
}, 300_000);

afterAll(async () => {
	await queue.close();
	await started.service?.close();
}, 60_000);

const send = async (process: number, body: string) =>
	await sendSigned(webhookUrl(queue.webhooks[process].running.url, WEBHOOK_ID), body);

const count = () =>
	Number(
		queue.query(
			`select count(*) from execution_entity where "workflowId" = '${workflow.id}'`,
		)[0]?.[0],
	);

let serial = 0;
const bodiesOf = (size: number) =>
	Array.from({ length: size }, () =>
		JSON.stringify({ event: 'project.edited', data: { project: { id: `P ${++serial}` } } }),
	);

/** All at once, in turn to the first and the second process, or the other way round. */
async function burst(bodies: readonly string[], swapped = false): Promise<void> {
	const statuses = await Promise.all(
		bodies.map(async (body, index) => await send((index + Number(swapped)) % 2, body)),
	);
	expect(new Set(statuses)).toEqual(new Set([200]));
}

// Each process saves what it knows as a whole, and the last one wins: nothing a node could do about it.
describe('many deliveries at once to two processes, and the same again', () => {
	it.each([2, 5, 20, 100])('%i: each starts an execution, and some a second one', async (size) => {
		/** Second executions of a burst that comes again. */
		const secondsOf = async (again: (bodies: readonly string[]) => Promise<void>) => {
			const bodies = bodiesOf(size);
			const before = count();
			await burst(bodies);
			expect(count() - before).toBe(size);
			await again(bodies);
			await sleep(500);
			return count() - before - size;
		};
		const sameProcess = await secondsOf(async (bodies) => await burst(bodies));
		const otherProcess = await secondsOf(async (bodies) => await burst(bodies, true));
		const afterRestart = await secondsOf(async (bodies) => {
			for (const index of [0, 1]) await queue.replace(queue.webhooks, index, 'SIGTERM');
			await burst(bodies);
		});
		console.log(
			`two processes, ${size} at once: second executions ${sameProcess} at the same process, ${otherProcess} at the other, ${afterRestart} after a restart of both`,
		);
		expect(sameProcess).toBe(0);
		for (const seconds of [otherProcess, afterRestart]) expect(seconds).toBeLessThan(size);
	});
});
