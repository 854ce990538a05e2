import pWaitFor from 'p-wait-for';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { payloadOf } from '../../sandbox/service/events.mts';
import { eventKinds } from '../../sandbox/service/records.mts';
import type { StoreChange } from '../../sandbox/service/store.mts';
import { Changes } from '../e2e/harness/changes.mts';
import { ExecutionLog, repeatsIn } from '../e2e/harness/executionLog.mts';
import { PollingWatch } from '../e2e/harness/pollingWatch.mts';
import { answerToSigned } from '../e2e/harness/sender.mts';
import { useStack } from '../e2e/harness/stack.mts';
import {
	link,
	node,
	pollEvery,
	pollingWorkflow,
	triggerWorkflow,
} from '../e2e/harness/workflows.mts';

/** Short with e.g. DRILL_KILLS=3. */
const KILLS = Number(process.env.DRILL_KILLS ?? 20);
/** Kills before all is waited for: no record is changed twice until then. */
const MOST_KILLS = 3;
const NO_ANSWER = { status: 0, text: '' };
const HOOK = 'eeeeeeee-0000-4000-8000-000000000002';
const COUNT = `const data = $getWorkflowStaticData('global');
data.count = (data.count ?? 0) + 1;
return $input.all().map(({ json }) => ({ json: { ...json, count: data.count } }));`;

const events = [...eventKinds];
const code = { ...node('Count', 'n8n-nodes-base.code', { jsCode: COUNT }), typeVersion: 2 };
const alone = triggerWorkflow('KilledWebhook001', HOOK, { events, splitByEvent: false });
const counting = {
	...alone,
	nodes: [...alone.nodes, code],
	connections: { Trigger: { main: [[link('Count')]] } },
};
const polling = pollingWorkflow('KilledPolling001', { events, pollTimes: pollEvery(3) });
const workflows = [counting, polling];
const stack = useStack({
	workflows,
	publish: workflows.map(({ id }) => id),
	// The next n8n takes up at once what a killed one left.
	env: { N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '10' },
});

const log = () => new ExecutionLog(stack().options.userFolder);

async function allEnded(): Promise<void> {
	const running = () =>
		log()
			.statusesOf(counting.id)
			.some((one) => /new|running/.test(one));
	await pWaitFor(() => !running(), { interval: 100, timeout: 120_000 });
}

/** Sends one event after the other, each again until it is answered 200, as the service does while n8n is down. */
class Sender {
	/** A 200 that says "n8n is starting up": n8n gives it by itself while it updates its database, and nobody has the event. */
	startingUp = 0;
	private last: Promise<void> = Promise.resolve();

	send(body: string): void {
		this.last = this.last.then(async () => {
			const url = webhookUrl(stack().n8n.url, HOOK);
			for (;;) {
				const { status, text } = await answerToSigned(url, body).catch(() => NO_ANSWER);
				const isStartingUp = text.includes('starting up');
				if (isStartingUp) this.startingUp++;
				if (status === 200 && !isStartingUp) break;
				await sleep(500);
			}
			// Two executions at the same moment overwrite what the other has saved. That is n8n's own.
			await allEnded();
		});
	}

	async done(): Promise<void> {
		await this.last;
	}
}

it(`both triggers and a Code node that counts lose nothing in ${KILLS} kills`, async () => {
	const { service } = stack();
	const polls = new PollingWatch(stack(), polling.id);
	const sender = new Sender();
	const expected: string[] = [];
	let made = new Changes(service);
	const listen = ({ subject, change, record }: StoreChange) => {
		const kind = `${subject}.${change}` as const;
		sender.send(JSON.stringify(payloadOf(service.store, kind, record)));
	};
	service.store.on('change', listen);
	await polls.polls(2, 120);
	for (let kill = 1; kill <= KILLS; kill++) {
		for (const change of ['create', 'edit', 'delete'] as const) {
			for (const subject of ['project', 'customer'] as const) {
				made[change](subject);
				await sleep(Math.random() * 400);
			}
		}
		await sleep(Math.random() * 2_000);
		await stack().n8n.stop('SIGKILL');
		await stack().restart();
		if (kill < KILLS && kill % MOST_KILLS !== 0) continue;
		await sender.done();
		await polls.reported(made.eventIds, 120);
		expected.push(...made.eventIds);
		made = new Changes(service);
	}
	service.store.off('change', listen);
	const byWebhook = log()
		.eventsOf(counting.id)
		.map(({ eventId }) => eventId);
	const byPolling = polls.events().map(({ eventId }) => eventId);
	const counts = log()
		.eventsOf(counting.id, 'Count')
		.filter(({ status }) => status === 'success')
		.map(({ json }) => Number(json.count));
	const lost = (events: string[]) => expected.filter((eventId) => !events.includes(eventId));
	const wentBack = counts.flatMap((count, index) => {
		const before = counts[index - 1] ?? 0;
		return count <= before ? [`${before} -> ${count}, execution ${index + 1}`] : [];
	});
	console.table([
		{
			...{ kills: KILLS, changes: expected.length, executions: counts.length },
			'lost by the webhook': lost(byWebhook).length,
			'twice by the webhook': repeatsIn(byWebhook),
			'lost by the poll': lost(byPolling).length,
			'twice by the poll': repeatsIn(byPolling),
			'counts that went back': wentBack.length,
			'200 by a starting n8n': sender.startingUp,
		},
	]);
	expect({ webhook: lost(byWebhook), polling: lost(byPolling), wentBack }).toEqual({
		webhook: [],
		polling: [],
		wentBack: [],
	});
});
