import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useQueue } from './harness/queueStack.mts';
import { sendSigned } from './harness/sender.mts';

/** Within this time PostgreSQL has brought its statistics up to date. */
const STATISTICS_MS = 11_000;
const { queue, workflowId, url, settled } = useQueue(1);

/** Inserts, updates and deletes so far in the tables a delivery could touch. */
const writes = () =>
	queue
		.query(
			"select relname, n_tup_ins + n_tup_upd + n_tup_del from pg_stat_user_tables where relname in ('execution_entity', 'execution_data', 'workflow_entity') order by 1",
		)
		.join(';');

describe('queue mode, with two webhook processes', () => {
	it('puts events at their outputs; one that is sent again starts at most once for each process', async () => {
		const body = '{"event":"customer.created","data":{"customer":{"id":"first"}}}';
		for (let times = 0; times < 6; times++) expect(await sendSigned(url(), body)).toBe(200);
		await settled();
		const ids = await queue.rest.executionIds(workflowId);
		expect(ids.length).toBeGreaterThan(0);
		expect(ids.length).toBeLessThanOrEqual(queue.webhooks.length);
		const started = await Promise.all(ids.map(async (id) => await queue.rest.finished(id)));
		const items = started.map(({ outputs }) =>
			outputs.Trigger?.map((output) => output.map(({ json }) => json.eventId)),
		);
		// The same each time, so that the workflow can tell.
		expect(items).toEqual(ids.map(() => [[], [expect.stringMatching(/^customer\.created:first/)]]));
	});

	it('spends no execution and no database write on forged deliveries', async () => {
		await sleep(STATISTICS_MS);
		const before = writes();
		for (let number = 0; number < 100; number++) {
			const body = `{"event":"project.created","data":{"number":${number}}}`;
			expect(await sendSigned(url(), body, 'whsec_forged_0123456789')).toBe(401);
		}
		await sleep(STATISTICS_MS);
		expect(writes()).toBe(before);
	});
});
