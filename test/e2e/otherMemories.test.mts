import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pWaitFor from 'p-wait-for';
import { expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { pathOf } from '../../sandbox/service/description.mts';
import { recordsOf } from '../shared.mts';
import { sendSigned } from './harness/sender.mts';
import { useStack } from './harness/stack.mts';
import { link, node, triggerWorkflow } from './harness/workflows.mts';

const HOOK = 'eeeeeeee-0000-4000-8000-000000000001';
const COUNTING = `const data = $getWorkflowStaticData('global');
data.count = (data.count ?? 0) + 1;
return $input.all();`;

/** The Code node counts deletions in the data of the workflow. For an edit, nothing but the trigger runs. */
const [trigger] = triggerWorkflow('', HOOK, {
	events: ['project.edited', 'project.deleted'],
	fetchRecord: 'apiKey',
}).nodes;
const code = { ...node('Count', 'n8n-nodes-base.code', { jsCode: COUNTING }), typeVersion: 2 };
const workflow = {
	...triggerWorkflow('OtherMemories001', HOOK, {}),
	nodes: [trigger, code],
	connections: { Trigger: { main: [[], [link('Count')]] } },
};
const stack = useStack({ workflows: [workflow], publish: [workflow.id] });

const send = async (body: string) => await sendSigned(webhookUrl(stack().n8n.url, HOOK), body);
const event = (kind: string, id: unknown) =>
	JSON.stringify({ event: kind, data: { project: { id } } });

/** What n8n has saved for the workflow. */
function saved(): unknown {
	const file = join(stack().options.userFolder, '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
	const row = database
		.prepare('select staticData from workflow_entity where id = ?')
		.get(workflow.id);
	database.close();
	return JSON.parse(String(row?.staticData ?? null)) as unknown;
}

const counted = async (count: number) =>
	await pWaitFor(() => JSON.stringify(saved()) === JSON.stringify({ global: { count } }), {
		interval: 100,
		timeout: 20_000,
	});

it('what a Code node counts never goes back while events are handled, and duplicates are skipped', async () => {
	const { service } = stack();
	const [project] = recordsOf(service, 'project');
	const edit = event('project.edited', project?.id);
	// Nothing is saved yet when the second event begins, and 1 when the third one does.
	for (const count of [1, 2]) {
		service.faults.add({ path: pathOf('getProject', ''), delayMs: 3_000 });
		const slow = send(count === 1 ? edit : edit.replace('}}}', `},"n":${count}}}`));
		await sleep(300);
		expect(await send(event('project.deleted', `gone ${count}`))).toBe(200);
		await counted(count);
		expect(await slow).toBe(200);
		service.faults.clear();
		await sleep(500);
		expect(saved()).toEqual({ global: { count } });
	}
	await stack().executions(workflow.id, 4);
	expect(await send(event('project.deleted', 'gone 1'))).toBe(200);
	expect(await send(event('project.deleted', 'gone 2'))).toBe(200);
	await sleep(500);
	expect(await stack().rest.executionIds(workflow.id)).toHaveLength(4);
});
