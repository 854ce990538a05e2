import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { sendSigned } from './harness/sender.mts';
import { useStack } from './harness/stack.mts';
import { triggerWorkflow } from './harness/workflows.mts';

const hook = (number: number) => `dddddddd-0000-4000-8000-00000000000${number}`;
const parameters = { events: ['project.edited'] };
const one = triggerWorkflow('BurstOneTrigger1', hook(1), parameters);
const [first] = triggerWorkflow('', hook(2), parameters).nodes;
const [second] = triggerWorkflow('', hook(3), parameters).nodes;
/** Two triggers of one workflow, which share one saved document. */
const two = {
	...triggerWorkflow('BurstTwoTrigger1', hook(2), parameters),
	nodes: [first, { ...second, name: 'Other trigger' }],
};
const stack = useStack({ workflows: [one, two], publish: [one.id, two.id] });

let serial = 0;
const bodiesOf = (count: number) =>
	Array.from({ length: count }, () =>
		JSON.stringify({ event: 'project.edited', data: { project: { id: `P ${++serial}` } } }),
	);

const send = async (number: number, body: string) =>
	await sendSigned(webhookUrl(stack().n8n.url, hook(number)), body);

/** Counts executions in n8n's database: n8n's own lists show a hundred at a time. */
function count(workflowId: string): number {
	const file = join(stack().options.userFolder, '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { readOnly: true });
	const row = database
		.prepare('select count(*) as count from execution_entity where workflowId = ?')
		.get(workflowId);
	database.close();
	return Number(row?.count);
}

/** Sends all at once, to each of the triggers. */
async function burst(triggers: readonly number[], bodies: readonly string[]): Promise<number[]> {
	return await Promise.all(
		triggers.flatMap((number) => bodies.map(async (body) => await send(number, body))),
	);
}

describe('many deliveries at once, a restart of n8n, and the same deliveries again', () => {
	it.each([
		[5, 'one trigger', one.id, [1]],
		[100, 'one trigger', one.id, [1]],
		[50, 'each of two triggers in one workflow', two.id, [2, 3]],
	] as const)('%i to %s: no second execution', async (size, _, workflowId, triggers) => {
		const bodies = bodiesOf(size);
		const before = count(workflowId);
		const expected = triggers.length * size;
		expect(await burst(triggers, bodies)).toEqual(Array(expected).fill(200));
		expect(count(workflowId) - before).toBe(expected);

		const seconds: number[] = [];
		for (let restarts = 1; restarts <= 2; restarts++) {
			await stack().restart();
			expect(await burst(triggers, bodies)).toEqual(Array(expected).fill(200));
			await sleep(500);
			seconds.push(count(workflowId) - before - expected);
		}
		console.log(`bursts: ${expected} at once, second executions after two restarts: ${seconds}`);
		expect(seconds).toEqual([0, 0]);
	});
});
