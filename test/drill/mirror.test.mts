import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '../../sandbox/service/records.mts';
import { addDemoData } from '../../sandbox/service/seed.mts';
import { waitFor } from '../../sandbox/service/waitFor.mts';
import { ExecutionLog } from '../e2e/harness/executionLog.mts';
import { Mirror } from '../e2e/harness/mirror.mts';
import { Postgres } from '../e2e/harness/postgres.mts';
import { within } from '../e2e/harness/rest.mts';
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

/** A large office, an n8n that is killed and a database that is away: what the mirror has in the end. */
describe.skipIf(!Postgres.isInstalled)(`${COUNT} projects and customers in PostgreSQL`, () => {
	const env = { N8N_METRICS: 'true' };
	const stack = useOwnStack({ workflows: [], runsCode: true, service: { seed: 'empty' }, env });
	let mirror: Mirror;
	beforeAll(async () => {
		const { store, company } = stack().service;
		addDemoData(store, company, COUNT);
		for (const [number, project] of recordsOf(stack().service, 'project').entries()) {
			Object.assign(project, { projectValue: (number * 7_919 + 1) / 100 });
		}
		mirror = new Mirror(stack(), company, 15);
		await mirror.create();
	});
	afterAll(async () => await mirror.close());

	const gone: string[] = [];
	/** The last ones of both lists. */
	function remove(count: number): void {
		for (const subject of subjects) {
			for (const { id } of recordsOf(stack().service, subject).slice(-count)) {
				stack().service.store.delete(subject, id);
				gone.push(id);
			}
		}
	}
	function change(): void {
		const { store, company } = stack().service;
		for (const subject of subjects) {
			const records = recordsOf(stack().service, subject);
			const field = subject === 'project' ? 'name' : 'lastName';
			for (const [number, record] of records.slice(0, CHANGES).entries()) {
				store.edit(subject, record.id, { [field]: HOSTILE[number] ?? `Changed ${number}` });
				store.insert(subject, company.id, record);
				const last = records[COUNT - 1 - number];
				if (subject === 'project') store.calculate(last.id, { buildingHeatLoadKw: number / 100 });
			}
		}
	}

	const number = (sql: string) => Number(mirror.postgres.query(sql)[0][0]);
	const marked = () => number('select count(*) from energy_records where deleted_at is not null');
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
	/** n8n would take an execution that has just begun for one that was broken off. */
	const restart = async () =>
		await stack()
			.restart()
			.then(async () => await sleep(10_000));

	it('equal the service after a night in which n8n was killed, and are written only if something has changed', async () => {
		await night('first night');
		mirror.postgres.query('delete from energy_records');
		await begin();
		const written = () => number('select count(*) from energy_records');
		await waitFor(() => written() > COUNT / 4, within(900, 'Nothing was written'));
		await stack().n8n.stop('SIGKILL');
		expect(written()).toBeLessThan(2 * COUNT);
		await restart();
		await night('after the kill');
		const before = mirror.versions();
		await night('nothing has changed');
		expect(mirror.versions()).toEqual(before);
		change();
		await night('after changes');
	});

	it('hold every deletion, also of a time without the database or without n8n, and all cents', async () => {
		await timed('first poll', async () => await stack().rest.publish(mirror.id, 300));
		remove(CHANGES);
		const isMarked = () => marked() === gone.length;
		await timed('a poll', async () => await waitFor(isMarked, within(300, 'Not all were marked')));

		await mirror.postgres.stop();
		for (let polls = 1; polls <= 2; polls++) {
			change();
			remove(1);
			const haveFailed = () => executions(`status = 'error'`).length >= polls;
			await waitFor(haveFailed, within(300, 'No poll failed'));
		}
		await mirror.postgres.start();
		await night('after two polls without a database');

		await stack().n8n.stop('SIGKILL');
		remove(CHANGES);
		await restart();
		await night('after deletions without n8n');
		await stack().rest.unpublish(mirror.id);
		console.table(figures);
		const rows = mirror.postgres.query(
			'select id from energy_records where deleted_at is not null',
		);
		expect(rows.flat().sort()).toEqual(gone.sort());
		const projects = recordsOf(stack().service, 'project');
		const cents = projects.map(({ projectValue }) => Math.round(Number(projectValue) * 100));
		const sum = 'select 100 * sum(project_value) from energy_projects where deleted_at is null';
		expect(number(sum)).toBe(cents.reduce((all, one) => all + one, 0));
	});
});
