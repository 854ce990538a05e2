import getPort from 'get-port';
import { setTimeout as sleep } from 'node:timers/promises';
import pWaitFor from 'p-wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { within } from '../../sandbox/n8n/rest.mts';
import { eventKinds } from '../../sandbox/service/records.mts';
import { recordsOf } from '../shared.mts';
import { memoryInUse, profiled } from '../e2e/harness/inspector.mts';
import { LargeService } from '../e2e/harness/largeService.mts';
import { PollingWatch } from '../e2e/harness/pollingWatch.mts';
import { useStack } from '../e2e/harness/stack.mts';
import { pollEvery, pollingWorkflow } from '../e2e/harness/workflows.mts';

const sizes = (process.env.DRILL_PROJECTS ?? '10000,50000').split(',').map(Number);

describe.each(sizes)('polling %i projects in a real n8n', (count) => {
	const large = new LargeService();
	const workflow = pollingWorkflow(`PollMany${String(count).padStart(8, '0')}`, {
		events: [...eventKinds],
		pollTimes: pollEvery(60),
	});
	const port = getPort();
	const env: NodeJS.ProcessEnv = {};
	beforeAll(async () => {
		await large.start();
		env.NODE_OPTIONS = `--inspect=127.0.0.1:${await port}`;
	});
	afterAll(() => large.close());
	const stack = useStack({ workflows: [workflow], env });

	/** Waits for one poll, from its first request until a while after its last answer. */
	async function onePoll(): Promise<number> {
		const before = large.requests;
		await pWaitFor(() => large.requests > before, within(90, 'There was no poll'));
		const begun = Date.now();
		let [last, seen] = [Date.now(), large.answered];
		while (Date.now() - last < 4_000) {
			await sleep(50);
			if (large.answered !== seen) [last, seen] = [Date.now(), large.answered];
		}
		return (last - begun) / 1000;
	}

	it('takes so much time, memory and room', async () => {
		const { rest, service } = stack();
		const watch = new PollingWatch(stack(), workflow.id);
		large.fillProjects(recordsOf(service, 'project'), count);
		await rest.call('PATCH', `/rest/credentials/${credentialIds.apiKey}`, {
			...{ id: credentialIds.apiKey, name: 'API key', type: 'energyProjectsApi' },
			data: { baseUrl: large.url, apiKey: 'key' },
		});
		const inspectorPort = await port;
		const memoryBefore = await memoryInUse(inspectorPort);
		const publishing = watch.publish();
		await onePoll();
		await publishing;
		const saved = watch.state;
		const requestsBefore = large.requests;
		let seconds = 0;
		const quiet = await profiled(
			inspectorPort,
			/EnergyProjects\/polling\//,
			async () => void (seconds = await onePoll()),
		);
		const requests = large.requests - requestsBefore;
		const savedByQuiet = watch.state === saved ? 0 : 1;
		large.editProject(7);
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
