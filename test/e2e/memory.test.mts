import getPort from 'get-port';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { memoryInUse } from './harness/inspector.mts';
import { sendSigned } from './harness/sender.mts';
import { useStack } from './harness/stack.mts';
import { triggerWorkflow } from './harness/workflows.mts';

const TRIGGERS = 12;
const BODY_BYTES = 6 * 2 ** 20;

const inspectorPort = await getPort();
const hook = (number: number) => `ffffffff-0000-4000-8000-0000000000${10 + number}`;
// The last one is for the warm-up.
const workflows = Array.from({ length: TRIGGERS + 1 }, (_, number) =>
	triggerWorkflow(`BigBodies00000${10 + number}`, hook(number), { events: ['project.edited'] }),
);
const stack = useStack({
	workflows,
	publish: workflows.map(({ id }) => id),
	env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` },
});

async function send(number: number): Promise<void> {
	const note = `${number} ${'x'.repeat(BODY_BYTES)}`;
	const body = JSON.stringify({ event: 'project.edited', data: { note } });
	expect(await sendSigned(webhookUrl(stack().n8n.url, hook(number)), body)).toBe(200);
}

it('n8n keeps nothing in memory of 12 requests of 6 MB to 12 triggers after they were answered', async () => {
	await send(TRIGGERS);
	await sleep(2_000);
	const before = await memoryInUse(inspectorPort);
	for (let number = 0; number < TRIGGERS; number++) await send(number);
	await sleep(3_000);
	const after = await memoryInUse(inspectorPort);
	console.log(`memory in use: ${before} MB before, ${after} MB after ${TRIGGERS} bodies of 6 MB`);
	expect(after - before).toBeLessThan(36);
});
