import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { sendSigned } from './harness/sender.mts';
import { useStack } from './harness/stack.mts';
import { triggerWorkflow } from './harness/workflows.mts';

const HOOK = 'ffffffff-0000-4000-8000-000000000002';
const workflow = triggerWorkflow('TakenOnce0000001', HOOK, { events: ['project.created'] });
const stack = useStack({ workflows: [workflow], publish: [workflow.id] });

const event = (id: string) =>
	JSON.stringify({ event: 'project.created', data: { project: { id } } });
const send = async (id: string) => await sendSigned(webhookUrl(stack().n8n.url, HOOK), event(id));

/** Lets n8n fail whenever it stores an execution. */
async function whileNoExecutionIsStored<Value>(run: () => Promise<Value>): Promise<Value> {
	const file = join(stack().options.userFolder, '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { timeout: 10_000 });
	try {
		database.exec(
			"CREATE TRIGGER none BEFORE INSERT ON execution_entity BEGIN SELECT RAISE(ABORT, 'none'); END",
		);
		return await run();
	} finally {
		database.exec('DROP TRIGGER IF EXISTS none');
		database.close();
	}
}

// The trigger has no documented way to learn of this moment: it takes the one at which n8n reads `webhookResponse`.
it('a delivery counts as taken when n8n has stored its execution, neither earlier nor later', async () => {
	expect(await send('first')).toBe(200);
	await stack().executions(workflow.id, 1);
	expect(await whileNoExecutionIsStored(async () => await send('second'))).toBe(500);
	expect(await send('second')).toBe(200);
	await stack().executions(workflow.id, 2);
	for (const id of ['first', 'second']) expect(await send(id)).toBe(200);
	await sleep(500);
	expect(await stack().rest.executionIds(workflow.id)).toHaveLength(2);
});
