import pLimit from 'p-limit';
import pWaitFor from 'p-wait-for';
import { readExamples, webhookUrl } from '../../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { within } from '../../../sandbox/n8n/rest.mts';
import { payloadOf } from '../../../sandbox/service/events.mts';
import type { StoreChange } from '../../../sandbox/service/store.mts';
import { Changes } from './changes.mts';
import { ExecutionLog, repeatsIn } from './executionLog.mts';
import { PollingWatch } from './pollingWatch.mts';
import { sendSigned } from './sender.mts';
import type { Stack } from './stack.mts';
import { pollEvery } from './workflows.mts';

const HANDLE = 'EnergyCatchUp001';
const WEBHOOK = 'EnergyCatchUp002';
const POLLING = 'EnergyCatchUp003';
const TABLE = 'Energy Projects events';
const WEBHOOK_ID = 'e7000000-7c1e-4a5b-9d42-000000000007';

/** The three workflows as they are, but for the time between two polls: nobody waits for an hour here. */
export function catchUpExamples(): ExampleWorkflow[] {
	const examples = readExamples().filter(({ id }) => [HANDLE, WEBHOOK, POLLING].includes(id));
	if (examples.length !== 3) throw new Error('An example is missing');
	for (const { type, parameters } of examples.flatMap(({ nodes }) => nodes)) {
		if (type.endsWith('PollingTrigger')) parameters.pollTimes = pollEvery(5);
	}
	return examples;
}

/** What became of the changes in the example. */
export interface CaughtUp {
	changes: number;
	/** Of the webhooks, by the sender. */
	dropped: number;
	byWebhook: number;
	byPolling: number;
	/** Events that were handled more often than once: two executions at the same moment both found no row. */
	doubles: number;
	/** Rows beyond one for each event. */
	doubleRows: number;
	failedExecutions: number;
	/** Events without a row. */
	notWorkedOn: string[];
	/** Changes from the first to the last row. */
	seconds: number;
}

/** Lets so many changes happen, and a third of the webhooks get lost on their way to n8n. */
export async function catchUp(stack: Stack, count: number, inParallel = 5): Promise<CaughtUp> {
	const { service, rest, n8n } = stack;
	for (let number = 0; number < count; number++) {
		new Changes(service).create(number % 2 === 0 ? 'project' : 'customer');
	}
	await rest.publish(HANDLE);
	await rest.publish(WEBHOOK);
	const polls = new PollingWatch(stack, POLLING);
	await polls.publish();
	await polls.polls(2);

	const url = webhookUrl(n8n.url, WEBHOOK_ID);
	const inTurn = pLimit(inParallel);
	const made = new Changes(service);
	const sent: Array<Promise<number>> = [];
	let dropped = 0;
	const send = ({ subject, change, record }: StoreChange) => {
		const number = made.eventIds.length;
		// Of each kind of change a third.
		if (number % 3 === Math.floor(number / 3) % 3) {
			dropped++;
			return;
		}
		const body = JSON.stringify(payloadOf(service.store, `${subject}.${change}`, record));
		sent.push(inTurn(async () => await sendSigned(url, body)));
	};
	const begun = Date.now();
	service.store.on('change', send);
	for (let number = 0; made.eventIds.length < count; number++) {
		const subject = number % 2 === 0 ? 'project' : 'customer';
		(['create', 'edit', 'delete'] as const)
			.slice(0, count - made.eventIds.length)
			.forEach((change) => made[change](subject));
		// As fast as n8n takes them: a queue before it would tell nothing.
		await Promise.all(sent);
	}
	service.store.off('change', send);

	const log = new ExecutionLog(stack.options.userFolder);
	const rows = () => log.tableRows(TABLE).map(({ eventId }) => String(eventId));
	const missing = () => {
		const there = new Set(rows());
		return made.eventIds.filter((eventId) => !there.has(eventId));
	};
	await pWaitFor(() => missing().length === 0, within(90, 'Not every change was worked on')).catch(
		() => undefined,
	);
	const seconds = Math.round((Date.now() - begun) / 1000);
	await polls.polls(2);
	await polls.unpublish();
	await rest.unpublish(WEBHOOK);
	const idsAt = (id: string, node: string) => log.eventsOf(id, node).map(({ eventId }) => eventId);
	const statuses = [HANDLE, WEBHOOK, POLLING].flatMap((id) => log.statusesOf(id));
	return {
		changes: count,
		dropped,
		byWebhook: idsAt(WEBHOOK, 'Told by the service').length,
		byPolling: idsAt(POLLING, 'Poll once an hour').length,
		doubles: repeatsIn(idsAt(HANDLE, 'Your own step goes here')),
		doubleRows: repeatsIn(rows()),
		failedExecutions: statuses.filter((one) => one !== 'success').length,
		notWorkedOn: missing(),
		seconds,
	};
}
