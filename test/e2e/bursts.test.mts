import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { sendSigned } from './harness/sender.mts';
import { useStack } from './harness/stack.mts';
import { triggerWorkflow } from './harness/workflows.mts';

const hook = (number: number) => `dddddddd-0000-4000-8000-00000000000${number}`;
const parameters = { events: ['project.edited'] };
const one = triggerWorkflow('BurstOneTrigger1', hook(1), parameters);
const few = triggerWorkflow('BurstFew00000001', hook(4), parameters);
const [first] = triggerWorkflow('', hook(2), parameters).nodes;
const [second] = triggerWorkflow('', hook(3), parameters).nodes;
/** Two triggers of one workflow, which share one saved document. */
const two = {
	...triggerWorkflow('BurstTwoTrigger1', hook(2), parameters),
	nodes: [first, { ...second, name: 'Other trigger' }],
};
const stack = useStack({ workflows: [few, one, two], publish: [few.id, one.id, two.id] });

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

/** Each to triggers of its own, so that every burst after a start of n8n is the first one for them. */
const bursts = [
	{ what: '5 to one trigger', size: 5, workflowId: few.id, triggers: [4] },
	{ what: '100 to one trigger', size: 100, workflowId: one.id, triggers: [1] },
	{
		what: '50 to each of two triggers in one workflow',
		...{ size: 50, workflowId: two.id, triggers: [2, 3] },
	},
].map((each) => ({ ...each, bodies: bodiesOf(each.size), sent: each.size * each.triggers.length }));

describe('many deliveries at once', () => {
	it.each(bursts)('$what: one execution each', async (each) => {
		expect(await burst(each.triggers, each.bodies)).toEqual(Array(each.sent).fill(200));
		expect(count(each.workflowId)).toBe(each.sent);
	});

	describe.each([1, 2])('the same again after restart %i of n8n', (restarts) => {
		beforeAll(async () => await stack().restart());

		it.each(bursts)('$what: no second execution', async (each) => {
			expect(await burst(each.triggers, each.bodies)).toEqual(Array(each.sent).fill(200));
			await sleep(500);
			const second = count(each.workflowId) - each.sent;
			console.log(`bursts: ${each.what}, second executions after ${restarts} restarts: ${second}`);
			expect(second).toBe(0);
		});
	});
});
