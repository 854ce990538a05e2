import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pWaitFor from 'p-wait-for';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { within } from '../../sandbox/n8n/rest.mts';
import { eventKinds } from '../../sandbox/service/records.mts';
import { Changes } from '../e2e/harness/changes.mts';
import { Postgres } from '../e2e/harness/postgres.mts';
import { startStack } from '../e2e/harness/startStack.mts';
import type { Stack } from '../e2e/harness/startStack.mts';
import { pollEvery, pollingWorkflow } from '../e2e/harness/workflows.mts';

const AWAY_MS = 10_000;
/** What a poll of all events reads last, and how long the service takes to answer meanwhile. */
const CUSTOMER_LIST = /\/customers(\?|$)/;
const ANSWER_MS = 5_000;

const durableCursors = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

describe.each([
	{ mode: 'as n8n comes', env: {} },
	{ mode: 'with durable cursors', env: durableCursors },
])('a database that is away when a poll hands over its events, $mode', ({ mode, env }) => {
	const workflow = pollingWorkflow('PollFailover0001', {
		events: [...eventKinds],
		pollTimes: pollEvery(10),
	});
	const folder = mkdtempSync(join(tmpdir(), 'energy-projects-away-'));
	const postgres = new Postgres(join(folder, 'postgres'));
	const started: { stack?: Stack } = {};
	const stack = () => {
		if (started.stack === undefined) throw new Error('n8n has not started');
		return started.stack;
	};
	beforeAll(async () => {
		await postgres.create();
		const options = { workflows: [workflow], env: { ...postgres.env, ...env } };
		started.stack = await startStack([inject('tarball')], options);
	}, 600_000);
	afterAll(async () => {
		await started.stack?.close();
		await postgres.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	const readsOfCustomers = () =>
		stack().service.requests.filter(({ path }) => CUSTOMER_LIST.test(path)).length;
	const nextPoll = async () => {
		const before = readsOfCustomers();
		await pWaitFor(() => readsOfCustomers() > before, within(120, 'There was no poll'));
	};

	/** The events of all executions, however they ended. */
	async function eventIds(): Promise<string[]> {
		const { rest } = stack();
		const ids = await rest.executionIds(workflow.id);
		const executions = await Promise.all(ids.map(async (id) => await rest.finished(id)));
		return executions
			.flatMap(({ outputs }) => Object.values(outputs).flat(2))
			.flatMap(({ json }) => (typeof json.eventId === 'string' ? [json.eventId] : []));
	}
	const hasCome = async (expected: readonly string[]) => {
		const come = await eventIds().catch(() => [] as string[]);
		return expected.every((eventId) => come.includes(eventId));
	};

	it('loses no event, and repeats none', async () => {
		await stack().rest.publish(workflow.id);
		await nextPoll();
		await sleep(5_000);
		const made = new Changes(stack().service);
		stack().service.faults.add({ path: CUSTOMER_LIST, delayMs: ANSWER_MS });
		made.ofEachKind();
		await nextPoll();
		await postgres.stop();
		stack().service.faults.clear();
		await sleep(AWAY_MS);
		await postgres.start();
		const later = new Changes(stack().service);
		later.create('project');
		const expected = [...made.eventIds, ...later.eventIds];
		await pWaitFor(async () => await hasCome(later.eventIds), within(240, 'Nothing came'));
		await pWaitFor(async () => await hasCome(expected), within(60, 'Not all came')).catch(() => {});
		await nextPoll();
		await nextPoll();

		const come = await eventIds();
		console.table([
			{
				mode,
				changes: expected.length,
				lost: expected.filter((eventId) => !come.includes(eventId)).length,
				repeated: come.length - new Set(come).size,
			},
		]);
		const lines = stack().n8n.output().split('\n');
		console.log(
			[
				...new Set(
					lines.filter((line) => /hand over|Driver not Connected|Postgres pool/.test(line)),
				),
			].join('\n'),
		);
		expect(come.sort()).toEqual(expected.sort());
	});
});
