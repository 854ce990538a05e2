import getPort from 'get-port';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pWaitFor from 'p-wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { within } from '../../sandbox/n8n/rest.mts';
import { eventKinds } from '../../sandbox/service/records.mts';
import { recordsOf } from '../shared.mts';
import { memoryInUse, profiled } from '../e2e/harness/inspector.mts';
import { PollingWatch } from '../e2e/harness/pollingWatch.mts';
import { useStack } from '../e2e/harness/stack.mts';
import { pollEvery, pollingWorkflow } from '../e2e/harness/workflows.mts';

const sizes = (process.env.DRILL_PROJECTS ?? '10000,50000').split(',').map(Number);

/** A service with very many projects: the local one would take most of the time for itself. */
class BigService {
	url = '';
	requests = 0;
	answered = 0;
	private readonly projects: Array<Record<string, unknown>> = [];
	private readonly texts: string[] = [];
	private readonly server = createServer((request, response) => {
		this.requests++;
		request.resume();
		response.setHeader('content-type', 'application/json');
		response.on('finish', () => this.answered++);
		response.end(this.answer(new URL(request.url ?? '', 'http://localhost')));
	});

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	fill(sample: ReadonlyArray<Record<string, unknown>>, count: number): void {
		for (let number = 0; number < count; number++) {
			const time = new Date(Date.UTC(2024, 0, 1) + number * 60_000).toISOString();
			this.projects.push({
				...sample[number % sample.length],
				id: `${String(number).padStart(8, '0')}-0000-4000-8000-${String(number * 7919).padStart(12, '0')}`,
				...{ humanId: `P-${number}`, name: `Haus ${number}`, createdAt: time, updatedAt: time },
				customerId: null,
			});
			this.texts.push(JSON.stringify(this.projects[number]));
		}
	}

	edit(number: number): void {
		Object.assign(this.projects[number], {
			status: 'archived',
			updatedAt: new Date().toISOString(),
		});
		this.texts[number] = JSON.stringify(this.projects[number]);
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	private answer({ pathname, searchParams }: URL): string {
		if (pathname.endsWith('/customers')) return '[]';
		const limit = Number(searchParams.get('limit') ?? 100);
		const start = (Number(searchParams.get('page') ?? 1) - 1) * limit;
		const { length } = this.texts;
		const items =
			searchParams.get('order') === 'desc'
				? this.texts
						.slice(Math.max(0, length - start - limit), Math.max(0, length - start))
						.reverse()
				: this.texts.slice(start, start + limit);
		return `{"items":[${items.join()}],"metadata":{"page":1,"limit":${limit},"total":"${length}"}}`;
	}
}

describe.each(sizes)('polling %i projects in a real n8n', (count) => {
	const big = new BigService();
	const workflow = pollingWorkflow(`PollMany${String(count).padStart(8, '0')}`, {
		events: [...eventKinds],
		pollTimes: pollEvery(60),
	});
	const port = getPort();
	const env: NodeJS.ProcessEnv = {};
	beforeAll(async () => {
		await big.start();
		env.NODE_OPTIONS = `--inspect=127.0.0.1:${await port}`;
	});
	afterAll(() => big.close());
	const stack = useStack({ workflows: [workflow], env });

	/** Waits for one poll, from its first request until a while after its last answer. */
	async function onePoll(): Promise<number> {
		const before = big.requests;
		await pWaitFor(() => big.requests > before, within(90, 'There was no poll'));
		const begun = Date.now();
		let [last, seen] = [Date.now(), big.answered];
		while (Date.now() - last < 4_000) {
			await sleep(50);
			if (big.answered !== seen) [last, seen] = [Date.now(), big.answered];
		}
		return (last - begun) / 1000;
	}

	it('takes so much time, memory and room', async () => {
		const { rest, service } = stack();
		const watch = new PollingWatch(stack(), workflow.id);
		big.fill(recordsOf(service, 'project'), count);
		await rest.call('PATCH', `/rest/credentials/${credentialIds.apiKey}`, {
			...{ id: credentialIds.apiKey, name: 'API key', type: 'energyProjectsApi' },
			data: { baseUrl: big.url, apiKey: 'key' },
		});
		const inspectorPort = await port;
		const memoryBefore = await memoryInUse(inspectorPort);
		const publishing = watch.publish();
		await onePoll();
		await publishing;
		const saved = watch.state;
		const requestsBefore = big.requests;
		let seconds = 0;
		const quiet = await profiled(
			inspectorPort,
			/EnergyProjects\/polling\//,
			async () => void (seconds = await onePoll()),
		);
		const requests = big.requests - requestsBefore;
		const savedByQuiet = watch.state === saved ? 0 : 1;
		big.edit(7);
		const busy = await profiled(inspectorPort, /EnergyProjects\/polling\//, async () => {
			await onePoll();
		});
		await watch.reported([watch.events()[0]?.eventId ?? 'an edit'], 10);
		expect(watch.events()).toHaveLength(1);
		console.table([
			{
				projects: count,
				requests,
				'seconds a poll': seconds.toFixed(1),
				'ms comparing': quiet.inFilesMs,
				'longest stretch, ms': quiet.longestMs,
				'ms comparing and reporting': busy.inFilesMs,
				'ms on the processor': quiet.cpuMs,
				'MB saved': (Buffer.byteLength(watch.state) / 1e6).toFixed(2),
				'bytes a project': Math.round(Buffer.byteLength(watch.state) / count),
				'saves, quiet': savedByQuiet,
				'MB more in memory': (await memoryInUse(inspectorPort)) - memoryBefore,
			},
		]);
	});
});
