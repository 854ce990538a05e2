import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '../../sandbox/service/records.mts';
import type { Subject } from '../../sandbox/service/records.mts';
import { addDemoData } from '../../sandbox/service/seed.mts';
import { waitFor, within } from '../../sandbox/service/waitFor.mts';
import { ExecutionLog } from '../e2e/harness/executionLog.mts';
import { Mirror } from '../e2e/harness/mirror.mts';
import { Postgres } from '../e2e/harness/postgres.mts';
import { useOwnStack } from '../e2e/harness/stack.mts';
import { watching } from '../e2e/harness/watching.mts';
import { recordsOf } from '../shared.mts';

/** Fewer with e.g. DRILL_RECORDS=1000. */
const COUNT = Number(process.env.DRILL_RECORDS ?? 20_000);
/** So many of each type are edited, created, computed again or deleted at a time. */
const CHANGES = Math.min(300, COUNT / 20);
const HOSTILE = [
	`O'Brien "Haus" \\' \\" $1 $$ \${x} {{ $json.id }} C:\\udata \\u0000 \\ud83d`,
	`'); DROP TABLE energy_records; --`,
	'one\ntwo\r\nthree\ttab\u2028end',
	'ä'.repeat(40_000),
];

const WRITTEN = 'select count(*) from energy_records where';

/** A large office, an n8n that is killed and a database that is away: what the mirror has in the end. */
describe.skipIf(!Postgres.isInstalled)(`${COUNT} projects and customers in PostgreSQL`, () => {
	const env = { N8N_METRICS: 'true' };
	const stack = useOwnStack({ workflows: [], runsCode: true, service: { seed: 'empty' }, env });
	let mirror: Mirror;
	beforeAll(async () => {
		const { store, company } = stack().service;
		addDemoData(store, company, COUNT);
		for (const [number, project] of records('project').entries())
			project.projectValue = (number * 7_919 + 1) / 100;
		mirror = new Mirror(stack(), company, 15);
		await mirror.create();
	});
	afterAll(async () => await mirror.close());

	const records = (subject: Subject) => recordsOf(stack().service, subject);
	const gone: string[] = [];
	/** The last ones of both lists. */
	const remove = (count: number) =>
		subjects.forEach((subject) =>
			records(subject)
				.slice(-count)
				.forEach(({ id }) => {
					stack().service.store.delete(subject, id);
					gone.push(id);
				}),
		);
	const change = () => {
		const { store, company } = stack().service;
		for (const [number, { id }] of records('customer').slice(0, CHANGES).entries())
			store.edit('customer', id, { lastName: HOSTILE[number] ?? `Changed ${number}` });
		for (const [number, one] of records('project').slice(0, CHANGES).entries()) {
			store.edit('project', one.id, { name: HOSTILE[number] ?? `Changed ${number}` });
			store.calculate(store.insert('project', company.id, one).id, { usageLevel: number / 100 });
		}
	};

	const number = (sql: string) => Number(mirror.postgres.query(sql)[0][0]);
	const executions = (where: string) =>
		new ExecutionLog(stack().options.userFolder).rows(
			`select status from execution_entity where workflowId = ? and ${where}`,
			mirror.id,
		);
	const figures: object[] = [];
	/** Something that n8n does, with the worst time for which it answers nobody. */
	async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
		const { over, seen } = watching(stack().n8n.url);
		await over(work);
		const [seconds, waited] = seen.figures.map(Math.round);
		const load = loadavg()[0].toFixed();
		figures.push({ what, seconds, waited, megabytes: Math.round(seen.megabytes), load });
		console.log(figures.at(-1));
	}
	const begin = async () =>
		await stack().rest.call<{ executionId: string }>('POST', `/rest/workflows/${mirror.id}/run`, {
			triggerToStartFrom: { name: 'Every night' },
		});
	async function night(what: string): Promise<void> {
		await timed(what, async () => {
			const { executionId } = await begin();
			const ended = () => executions(`id = ${executionId} and stoppedAt is not null`)[0];
			const execution = await waitFor(ended, within(900, 'The night did not end'));
			expect(execution).toEqual({ status: 'success' });
		});
		for (const subject of subjects) {
			expect(mirror.rows(subject, 'deleted_at is null')).toEqual(mirror.expected(subject));
		}
	}

	it('equal the service, whatever was broken off, and nothing is written twice', async () => {
		const { n8n, rest } = stack();
		await night('first night');
		await timed('first poll', async () => await rest.publish(mirror.id, 600));
		remove(CHANGES);
		const isMarked = () => number(`${WRITTEN} deleted_at is not null`) === gone.length;
		await timed('a poll', async () => await waitFor(isMarked, within(600, 'Not all were marked')));

		await rest.unpublish(mirror.id);
		const [[now]] = mirror.postgres.query('select now()');
		change();
		await begin();
		const isWriting = () => number(`${WRITTEN} written_at > '${now}'`) > 0;
		await waitFor(isWriting, within(900, 'Nothing was written'));
		await n8n.stop('SIGKILL');
		expect(mirror.rows('customer')).not.toEqual(mirror.expected('customer'));
		remove(CHANGES);
		await stack().restart();
		// n8n would take an execution that has just begun for one that was broken off.
		await sleep(10_000);
		await rest.publish(mirror.id, 600);

		await mirror.postgres.stop();
		for (let polls = 1; polls <= 2; polls++) {
			change();
			remove(1);
			const haveFailed = () => executions(`status = 'error'`).length >= polls;
			await waitFor(haveFailed, within(600, 'No poll failed'));
		}
		await mirror.postgres.start();
		await night('after a kill, and two polls without a database');
		await rest.unpublish(mirror.id);
		const versions = mirror.versions();
		await night('nothing has changed');
		expect(mirror.versions()).toEqual(versions);
		console.table(figures);

		const idsOf = (sql: string) => mirror.postgres.query(sql).flat().sort();
		// What came and went while the database was away was never there.
		const known = new Set(idsOf('select id from energy_records'));
		const marked = idsOf('select id from energy_records where deleted_at is not null');
		expect(marked).toEqual(gone.filter((id) => known.has(id)).sort());
		const sum = 'select 100 * sum(project_value) from energy_projects where deleted_at is null';
		const cents = records('project').map((one) => Math.round(Number(one.projectValue) * 100));
		expect(number(sum)).toBe(cents.reduce((all, one) => all + one, 0));
	});
});
