import { createServer, request } from 'node:http';
import { listening } from '../../servers.mts';
import { execa } from 'execa';
import type { ResultPromise } from 'execa';
import { freePort } from '../../../sandbox/ports.mts';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoCredentials, webhookUrl } from '../../../sandbox/n8n/demo.mts';
import type { DemoService, ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { startN8n } from '../../../sandbox/n8n/instance.mts';
import type { RunningN8n } from '../../../sandbox/n8n/instance.mts';
import { installPackage } from '../../../sandbox/n8n/nodePackage.mts';
import { N8nRest } from './rest.mts';
import { Postgres } from './postgres.mts';
import { withoutCode, SECRET } from './startStack.mts';
import { afterAll, beforeAll, inject } from 'vitest';
import { startService } from '../../../sandbox/service/start.mts';
import type { RunningService } from '../../../sandbox/service/start.mts';
import { waitFor } from '../../../sandbox/service/waitFor.mts';
import { triggerWorkflow } from './workflows.mts';

const quiet = { stdio: 'ignore', reject: false } as const;
const INSTALL = 'on Debian: apt-get install redis-server';

interface Member {
	command: string;
	port: number;
	running: RunningN8n;
}

/** An n8n in queue mode: main, two webhook processes and workers, with Redis and PostgreSQL of their own. */
export class QueueMode {
	rest!: N8nRest;
	readonly webhooks: Member[] = [];
	/** Processes that start again: a load balancer gives them nothing before they say they are ready. */
	private readonly starting = new Set<number>();
	readonly workers: Member[] = [];
	private readonly folder = mkdtempSync(join(tmpdir(), 'energy-projects-queue-'));
	private readonly userFolder = join(this.folder, 'n8n');
	private readonly servers: ResultPromise[] = [];
	private readonly postgres = new Postgres(join(this.folder, 'postgres'));
	private env: NodeJS.ProcessEnv = {};
	private main: RunningN8n | undefined;

	/**
	 * @param own the port of the main process, any free one unless given; settings of n8n beside those here; and how many
	 * workers, two unless given
	 */
	async start(
		tarball: string,
		service: DemoService,
		workflows: ExampleWorkflow[],
		own: { port?: number; env?: NodeJS.ProcessEnv; workers?: number } = {},
	): Promise<void> {
		const redisPort = await this.startRedis();
		await this.postgres.create();
		this.env = {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			// Killed workers are noticed sooner than after the default minute.
			QUEUE_WORKER_LOCK_DURATION: '5000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
			...this.postgres.env,
			...withoutCode,
			N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
			...own.env,
		};
		mkdirSync(this.userFolder, { recursive: true });
		await installPackage(this.userFolder, [tarball], { log: () => {} });
		const port = own.port ?? (await freePort());
		const options = { userFolder: this.userFolder, port, env: this.env };
		this.main = await startN8n(options);
		this.rest = new N8nRest(this.main.url);
		await this.rest.logIn();
		await this.rest.fill(demoCredentials(service), workflows);
		for (const { id } of workflows) await this.rest.publish(id);
		for (let count = 0; count < 2; count++) this.webhooks.push(await this.startMember('webhook'));
		for (let count = 0; count < (own.workers ?? 2); count++)
			this.workers.push(await this.startMember('worker'));
	}

	/** Kills a process without a word, or ends it as asked, and starts another in its place. */
	async replace(list: Member[], index: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
		const { running, command, port } = list[index];
		await running.stop(signal);
		await sleep(1_000);
		this.starting.add(port);
		list[index] = await this.startMember(command, port);
		this.starting.delete(port);
	}

	/** Where a load balancer sends deliveries: a killed process is not known to be dead at once. */
	webhookPorts(): number[] {
		return this.webhooks.map(({ port }) => port).filter((port) => !this.starting.has(port));
	}

	/** Rows of a query, columns separated by tabs. */
	query(sql: string): string[][] {
		return this.postgres.query(sql);
	}

	async close(): Promise<void> {
		const members = [...this.webhooks, ...this.workers].map(({ running }) => running);
		await Promise.all(members.map(async (running) => await running.stop('SIGKILL')));
		await this.main?.stop();
		for (const server of this.servers.reverse()) {
			server.kill();
			await server;
		}
		await this.postgres.stop();
		rmSync(this.folder, { recursive: true, force: true });
	}

	private async startMember(command: string, port?: number): Promise<Member> {
		const chosen = port ?? (await freePort());
		const health = command === 'worker' && { QUEUE_HEALTH_CHECK_PORT: String(chosen) };
		const env = { ...this.env, ...health };
		const options = { userFolder: this.userFolder, port: chosen, env };
		return { command, port: chosen, running: await startN8n(options, [command]) };
	}

	private async startRedis(): Promise<number> {
		const port = await freePort();
		if (!existsSync('/usr/bin/redis-server')) throw new Error(`Redis is missing (${INSTALL})`);
		const options = { port, bind: '127.0.0.1', save: '', dir: this.folder };
		const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
		this.servers.push(execa('/usr/bin/redis-server', args, quiet));
		return port;
	}
}

/**
 * Hands requests to the ports in turn, as a load balancer in front of n8n does: 502 where one does not answer. By hand,
 * since proxy libraries keep connections and may send a request again, which would hide what the drill is to show.
 */
async function startLoadBalancer(ports: () => readonly number[]) {
	let turn = 0;
	const server = createServer((incoming, outgoing) => {
		const choice = ports();
		const upstream = request(
			{
				host: '127.0.0.1',
				port: choice[turn++ % choice.length],
				method: incoming.method,
				path: incoming.url,
				headers: incoming.headers,
			},
			(answer) => {
				outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(outgoing);
			},
		);
		upstream.once('error', () => {
			if (!outgoing.headersSent) outgoing.writeHead(502);
			outgoing.end();
		});
		incoming.pipe(upstream);
	});
	return await listening(server);
}

const WEBHOOK_ID = 'cccccccc-0000-4000-8000-000000000001';

/** The local service, and an n8n in queue mode with a webhook trigger behind a load balancer, for the tests of one file. */
export function useQueue(workers: number) {
	const events = ['project.created', 'customer.created'];
	const workflow = triggerWorkflow('QueueTrigger0001', WEBHOOK_ID, { events });
	const queue = new QueueMode();
	const started: { service?: RunningService; url?: string; close?: () => void } = {};
	const service = () => {
		if (started.service === undefined) throw new Error('The service has not started');
		return started.service;
	};
	beforeAll(async () => {
		started.service = await startService({
			seed: 'empty',
			debounceMs: 0,
			maxParallelDeliveries: 10,
			retryDelaysMs: Array.from({ length: 60 }, () => 1_000),
		});
		const demo = { ...service(), apiKey: service().company.apiKey, signingSecret: SECRET };
		await queue.start(inject('tarball'), demo, [workflow], { workers });
		const balancer = await startLoadBalancer(() => queue.webhookPorts());
		started.url = webhookUrl(balancer.url, WEBHOOK_ID);
		started.close = balancer.close;
	}, 300_000);
	afterAll(async () => {
		started.close?.();
		await queue.close();
		await started.service?.close();
	}, 60_000);

	/** How many executions n8n has kept. */
	const count = (condition = 'true') =>
		Number(
			queue.query(
				`select count(*) from execution_entity where "workflowId" = '${workflow.id}' and ${condition}`,
			)[0]?.[0],
		);
	return {
		...{ queue, service, count, workflowId: workflow.id },
		url: () => started.url ?? '',
		/** An execution whose worker was killed can stay "running" for ever. */
		settled: async () => {
			const isOver = () => count("status in ('new', 'running')") === 0;
			await waitFor(isOver, { interval: 200, timeout: 40_000 }).catch(() => undefined);
		},
	};
}
