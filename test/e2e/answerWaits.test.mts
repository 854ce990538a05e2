import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { isBefore, versionAskedFor } from '../../sandbox/n8n/versions.mts';
import { sendSigned } from './harness/sender.mts';
import { useStack } from './harness/stack.mts';
import { triggerWorkflow } from './harness/workflows.mts';

const HOOK = 'ffffffff-0000-4000-8000-000000000001';
const workflow = triggerWorkflow('AnswerWaits00001', HOOK, {
	events: ['project.created'],
	// The trigger remembers deliveries in the database too. The answer would wait for that in any version.
	options: { skipDuplicates: false },
});
const stack = useStack({ workflows: [workflow], publish: [workflow.id] });

/** docs/versions.md and docs/production.md name this version. */
const waits = !isBefore(versionAskedFor(), '2.8.0');
const event = (id: string) =>
	JSON.stringify({ event: 'project.created', data: { project: { id } } });
const send = async (id: string) => await sendSigned(webhookUrl(stack().n8n.url, HOOK), event(id));

/** Nothing can be written to n8n's database until the given function has ended; reading goes on. */
async function whileNothingIsStored<Value>(run: () => Promise<Value>): Promise<Value> {
	const database = new DatabaseSync(join(stack().options.userFolder, '.n8n', 'database.sqlite'));
	try {
		database.exec('PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE');
		return await run();
	} finally {
		database.exec('ROLLBACK');
		database.close();
	}
}

describe(`an event in n8n ${versionAskedFor()}`, () => {
	// The first event finds nothing in n8n's caches.
	it('is answered 200', async () => {
		expect(await send('first')).toBe(200);
		await stack().executions(workflow.id, 1);
	});

	it.runIf(waits)('is not answered 200 before its execution is stored', async () => {
		let answer: Promise<number | undefined> = Promise.resolve(undefined);
		const status = await whileNothingIsStored(async () => {
			answer = send('second');
			return await Promise.race([answer, sleep(5_000, undefined)]);
		});
		expect(status).not.toBe(200);
		// Then the service sends it again.
		if ((await answer) !== 200) expect(await send('second')).toBe(200);
		await stack().executions(workflow.id, 2);
	});

	it.runIf(!waits)('is answered 200 before its execution is stored, and can be lost', async () => {
		const status = await whileNothingIsStored(async () => {
			const answer = await send('second');
			await sleep(5_000);
			return answer;
		});
		expect(status).toBe(200);
		await sleep(1_000);
		expect(await stack().rest.executionIds(workflow.id)).toHaveLength(1);
	});
});
