import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { waitFor, within } from '../../sandbox/service/waitFor.mts';
import { useQueue } from './harness/queueMode.mts';
import { sendSigned } from './harness/sender.mts';

const { queue, workflowId, url, settled } = useQueue(1);

/** Has PostgreSQL note every write to the tables that a delivery could touch. @returns how many there were so far */
function countWrites(): () => number {
	const tables = ['execution_entity', 'execution_data', 'workflow_entity'];
	const triggers = tables.map(
		(table) =>
			`create trigger noted after insert or update or delete on ${table} execute function note_write();`,
	);
	queue.query(
		`create table noted_writes (at timestamptz); create function note_write() returns trigger language plpgsql as 'begin insert into noted_writes values (now()); return null; end'; ${triggers.join(' ')}`,
	);
	return () => Number(queue.query('select count(*) from noted_writes')[0]?.[0]);
}

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
		await sleep(1_000);
		const writes = countWrites();
		for (let number = 0; number < 100; number++) {
			const body = `{"event":"project.created","data":{"number":${number}}}`;
			expect(await sendSigned(url(), body, 'whsec_forged_0123456789')).toBe(401);
		}
		await sleep(1_000);
		expect(writes()).toBe(0);
		// They would have been noted.
		const genuine = '{"event":"project.created","data":{"project":{"id":"second"}}}';
		expect(await sendSigned(url(), genuine)).toBe(200);
		await waitFor(() => writes() > 0, within(30, 'Nothing was noted'));
	});
});
