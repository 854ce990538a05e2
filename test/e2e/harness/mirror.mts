import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiRecord, Company, Subject } from '../../../sandbox/service/records.mts';
import type { Execution } from '../../../sandbox/n8n/rest.mts';
import { importFilledIn } from './liveExample.mts';
import { Postgres } from './postgres.mts';
import type { Stack } from './stack.mts';
import { pollEvery } from './workflows.mts';

export const MIRROR = 'EnergyPostgres01';
const NODES = 'n8n-nodes-energy-projects';
const LONGEST_RUN_SECONDS = 300;

/** A row, with times as milliseconds since 1970. */
export type Row = Record<string, unknown>;

/** What one run wrote, from the outputs of a node that writes. */
export interface Written {
	read: number;
	created: number;
	updated: number;
	marked_deleted: number;
}

export const writtenBy = ({ outputs }: Execution, subject: Subject): Written[] =>
	(outputs[`Write ${subject}s`]?.[0] ?? []).map(({ json }) => json as unknown as Written);

/** The example that mirrors one company of the service into a PostgreSQL of its own. */
export class Mirror {
	readonly postgres: Postgres;
	id = '';
	private readonly stack: Stack;
	private readonly company: Company;
	private readonly folder = mkdtempSync(join(tmpdir(), 'energy-projects-mirror-'));

	constructor(stack: Stack, company: Company) {
		this.stack = stack;
		this.company = company;
		this.postgres = new Postgres(join(this.folder, 'postgres'));
	}

	/** Starts PostgreSQL, and imports the example as a person fills it in. */
	async create(): Promise<void> {
		await this.postgres.create();
		const { rest, service } = this.stack;
		const save = async (credential: object) =>
			(await rest.call<{ id: string }>('POST', '/rest/credentials', credential)).id;
		const apiKey = {
			type: 'energyProjectsApi',
			id: await save({
				name: 'The company of the mirror',
				type: 'energyProjectsApi',
				data: { baseUrl: service.baseUrl, apiKey: this.company.apiKey },
			}),
		};
		this.id = await importFilledIn(this.stack, MIRROR, {
			credentials: {
				[`${NODES}.energyProjects`]: apiKey,
				[`${NODES}.energyProjectsPollingTrigger`]: apiKey,
				'n8n-nodes-base.postgres': { type: 'postgres', id: await save(this.postgres.credential) },
			},
			parameters: { 'When something changes': { pollTimes: pollEvery(2) } },
		});
	}

	async close(): Promise<void> {
		await this.postgres.stop();
		rmSync(this.folder, { recursive: true, force: true });
	}

	/** One run as at night. */
	async run(): Promise<Execution> {
		const { rest } = this.stack;
		const path = `/rest/workflows/${this.id}`;
		const from = { triggerToStartFrom: { name: 'Every night' } };
		// A run must not be started twice: so a reading finds out first whether the connection still stands.
		await patiently(async () => await rest.call('GET', path));
		const { executionId } = await rest.call<{ executionId: string }>('POST', `${path}/run`, from);
		return await patiently(async () => await rest.finished(executionId, LONGEST_RUN_SECONDS));
	}

	/** The rows of a table by ID, without the time at which each was read. */
	rows(subject: Subject, where = 'true'): Map<string, Row> {
		const columns = this.columns(subject).join();
		const rows = this.postgres.objects(`select ${columns} from energy_${subject}s where ${where}`);
		return new Map(rows.map((row) => [String(row.id), withMilliseconds(row)]));
	}

	/** The rows that a table has to have for what the service has now, by ID. */
	expected(subject: Subject): Map<string, Row> {
		const columns = this.columns(subject);
		return new Map(
			this.stack.service.store
				.list(subject, this.company.id)
				.map((record) => [record.id, rowOf(record, columns)]),
		);
	}

	private columns(subject: Subject): string[] {
		const sql = `select column_name from information_schema.columns where table_name = 'energy_${subject}s'`;
		return this.postgres
			.query(sql)
			.map(([name]) => name)
			.filter((name) => name !== 'read_at');
	}

	/** In which transaction each row was last written. */
	versions(subject: Subject): string[][] {
		return this.postgres.query(`select id, xmin from energy_${subject}s order by id`);
	}
}

/** Asks again if n8n, busy with much data, has closed the connection: it does so after five idle seconds. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
	try {
		return await ask();
	} catch (error) {
		if ((error as Error).message !== 'fetch failed') throw error;
		return await patiently(ask);
	}
}

const TIMES = ['created_at', 'updated_at', 'deleted_at'];

const withMilliseconds = (row: Row): Row => ({
	...row,
	...Object.fromEntries(
		TIMES.map((name) => [name, row[name] === null ? null : Date.parse(String(row[name]))]),
	),
});

/** A record's values by column: its own, else those of its address, else those of its sizing. */
function rowOf(record: ApiRecord, columns: readonly string[]): Row {
	const { address, heatPumpSizing } = record as Record<string, Row | null | undefined>;
	const values: Row = { ...heatPumpSizing, ...address, ...record };
	const row = columns.map((column) => {
		const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
		return [column, values[name] ?? null];
	});
	return withMilliseconds(Object.fromEntries(row) as Row);
}
