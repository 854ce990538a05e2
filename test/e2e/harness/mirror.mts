import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiRecord, Company, Subject } from '../../../sandbox/service/records.mts';
import type { Execution } from './rest.mts';
import { importFilledIn } from './liveExample.mts';
import { Postgres } from './postgres.mts';
import type { Stack } from './stack.mts';
import { pollEvery } from './workflows.mts';

export const MIRROR = 'EnergyPostgres01';
const NODES = 'n8n-nodes-energy-projects';
const LONGEST_RUN_SECONDS = 300;

/** A row, with times as milliseconds since 1970. */
export type Row = Record<string, unknown>;

/** The example that mirrors one company of the service into a PostgreSQL of its own. */
export class Mirror {
	readonly postgres: Postgres;
	id = '';
	private readonly stack: Stack;
	private readonly company: Company;
	private readonly pollSeconds: number;
	private readonly folder = mkdtempSync(join(tmpdir(), 'energy-projects-mirror-'));

	/** @param pollSeconds how often it polls once it is published */
	constructor(stack: Stack, company: Company, pollSeconds = 2) {
		this.stack = stack;
		this.company = company;
		this.pollSeconds = pollSeconds;
		this.postgres = new Postgres(join(this.folder, 'postgres'));
	}

	/** Starts PostgreSQL, and imports the example as a person fills it in. */
	async create(): Promise<void> {
		await this.postgres.create();
		const { rest, service } = this.stack;
		const data = { baseUrl: service.baseUrl, apiKey: this.company.apiKey };
		const apiKey = await rest.credential('energyProjectsApi', data);
		this.id = await importFilledIn(this.stack, MIRROR, {
			credentials: {
				[`${NODES}.energyProjects`]: apiKey,
				[`${NODES}.energyProjectsPollingTrigger`]: apiKey,
				'n8n-nodes-base.postgres': await rest.credential('postgres', this.postgres.access),
			},
			parameters: { 'When something changes': { pollTimes: pollEvery(this.pollSeconds) } },
		});
	}

	async close(): Promise<void> {
		await this.postgres.stop();
		rmSync(this.folder, { recursive: true, force: true });
	}

	/** One run as at night. */
	async run(): Promise<Execution> {
		return await this.stack.rest.run(this.id, 'Every night', LONGEST_RUN_SECONDS);
	}

	/** The rows of a view by ID. */
	rows(subject: Subject, where = 'true'): Map<string, Row> {
		const rows = this.postgres.objects(`select * from energy_${subject}s where ${where}`);
		return new Map(rows.map((row) => [String(row.id), withMilliseconds(row)]));
	}

	/** The rows that a view has to have for what the service has now, by ID. */
	expected(subject: Subject): Map<string, Row> {
		const columns = this.postgres
			.query(
				`select column_name from information_schema.columns where table_name = 'energy_${subject}s'`,
			)
			.flat();
		const records = this.stack.service.store.list(subject, this.company.id);
		return new Map(records.map((record) => [record.id, rowOf(record, columns)]));
	}

	/** In which transaction each row was last written. */
	versions(): string[][] {
		return this.postgres.query('select id, xmin from energy_records order by id');
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
		const value = values[name] ?? null;
		// The service's document leaves its type open, so it is a text.
		return [column, name === 'isMonumentProtected' && value !== null ? String(value) : value];
	});
	return withMilliseconds(Object.fromEntries(row) as Row);
}
