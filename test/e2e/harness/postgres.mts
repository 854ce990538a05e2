import { execa } from 'execa';
import type { ResultPromise } from 'execa';
import { freePort } from '../../../sandbox/ports.mts';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitFor, within } from '../../../sandbox/service/waitFor.mts';

const VERSIONS = '/usr/lib/postgresql';

/** A PostgreSQL of its own, for one n8n or one test. */
export class Postgres {
	/** Whether this machine has one. */
	static get isInstalled(): boolean {
		return existsSync(VERSIONS);
	}

	private readonly data: string;
	private bin = '';
	private port = 0;
	private server: ResultPromise | undefined;

	/** @param data the folder to make for it; PostgreSQL also has to reach the one around it */
	constructor(data: string) {
		this.data = data;
	}

	/** What tells n8n to use it. */
	get env(): NodeJS.ProcessEnv {
		return {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
		};
	}

	/** What n8n's Postgres node needs to reach it. */
	get access() {
		return { host: '127.0.0.1', port: this.port, database: 'postgres', user: 'n8n' };
	}

	async create(): Promise<void> {
		if (!Postgres.isInstalled) {
			throw new Error('PostgreSQL is missing (on Debian: apt-get install postgresql)');
		}
		this.bin = join(VERSIONS, readdirSync(VERSIONS).sort().reverse()[0] ?? '', 'bin');
		this.port = await freePort();
		mkdirSync(this.data);
		const options = { stdio: 'ignore', cwd: '/', ...this.user() } as const;
		execFileSync(join(this.bin, 'initdb'), ['-D', this.data, '-U', 'n8n', '-A', 'trust'], options);
		await this.start();
	}

	/** Starts it, for the first time or again. */
	async start(): Promise<void> {
		const { data, port } = this;
		const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data];
		const options = { stdio: 'ignore', reject: false, cwd: '/', ...this.user() } as const;
		this.server = execa(join(this.bin, 'postgres'), args, options);
		const answers = () => {
			try {
				return this.query('select 1').length > 0;
			} catch {
				return false;
			}
		};
		await waitFor(answers, within(60, 'PostgreSQL did not start'));
	}

	/** Ends it at once: every connection breaks, and new ones are refused. */
	async stop(): Promise<void> {
		// In PostgreSQL's words a fast shutdown: it does not wait for its clients.
		this.server?.kill('SIGINT');
		await this.server;
	}

	/** Rows of a query, columns separated by tabs. */
	query(sql: string): string[][] {
		const output = execFileSync(join(this.bin, 'psql'), [...this.client, '-c', sql], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
			maxBuffer: 1 << 30,
		});
		return output
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => line.split('\t'));
	}

	/** Rows of a query as objects, whatever characters their values have. */
	objects(sql: string): Array<Record<string, unknown>> {
		const [[text]] = this.query(`select coalesce(jsonb_agg(one), '[]') from (${sql}) as one`);
		return JSON.parse(text) as Array<Record<string, unknown>>;
	}

	/**
	 * Locks what a query selects for an update, in a transaction of its own.
	 *
	 * @returns ends the transaction
	 */
	async lock(select: string): Promise<() => Promise<void>> {
		const session = execa(join(this.bin, 'psql'), this.client, { stdin: 'pipe' });
		session.stdin.write(`begin; ${select} for update;\n`);
		await once(session.stdout, 'data');
		return async () => {
			session.stdin.end('commit;\n');
			await session;
		};
	}

	private get client(): string[] {
		const args = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'n8n', '-d', 'postgres'];
		return [...args, '-qAt', '-F', '\t'];
	}

	/** PostgreSQL refuses to run as root. */
	private user(): { uid?: number; gid?: number } {
		if (process.getuid?.() !== 0) return {};
		const id = (of: string) => Number(execFileSync('id', [of, 'postgres'], { encoding: 'utf8' }));
		const user = { uid: id('-u'), gid: id('-g') };
		chownSync(dirname(this.data), user.uid, user.gid);
		chownSync(this.data, user.uid, user.gid);
		return user;
	}
}
