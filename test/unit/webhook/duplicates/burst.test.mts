import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { n8n, stored } from './n8nProcess.mts';
import type { Times } from './n8nProcess.mts';

const bodiesOf = (count: number) => Array.from({ length: count }, (_, number) => `body ${number}`);

/** A trigger that has received "before", and whose modules are loaded: what follows takes no longer than its steps. */
async function trigger(nodes?: Record<string, string>) {
	const process = n8n(stored('{}', nodes));
	await process.receive('before');
	const { saves } = process.database;
	return { ...process, saves: () => process.database.saves - saves };
}

describe('saving what was taken', () => {
	it('happens once in a burst: with the last delivery, for all of them', async () => {
		const { receive, saves, afterRestart } = await trigger();
		const bodies = bodiesOf(100);
		await Promise.all(
			bodies.map(async (body, index) => await receive(body, { handOver: 5 + index })),
		);
		expect(saves()).toBe(1);
		const restarted = afterRestart();
		for (const body of ['before', ...bodies]) await restarted.receive(body);
		expect(restarted.executions).toEqual([]);
	});

	it('happens with each delivery that comes alone', async () => {
		const { receive, saves } = await trigger();
		for (const body of bodiesOf(3)) await receive(body);
		expect(saves()).toBe(3);
	});

	it('does not wait for an older delivery, which n8n may hold back for an hour', async () => {
		const { receive, saves } = await trigger();
		void receive('held back', { handOver: 1e9 });
		await receive('a');
		expect(saves()).toBe(1);
	});

	it('happens with a refusal if the last delivery of a burst is refused', async () => {
		const { receive, afterRestart } = await trigger();
		const first = receive('a', { handOver: 20 });
		const last = receive('b', { take: 60, isRefused: true });
		expect([await first, await last]).toEqual([200, 503]);
		const restarted = afterRestart();
		expect(await restarted.receive('a')).toBe(200);
		expect(restarted.executions).toEqual([]);
	});

	it('does not happen with a refusal that has nothing to save', async () => {
		const { receive, saves } = await trigger();
		expect(await receive('a', { isRefused: true })).toBe(503);
		expect(saves()).toBe(0);
	});

	it('happens with the next delivery if n8n could not hand over the last one of a burst', async () => {
		const { receive, afterRestart } = await trigger();
		const first = receive('a', { handOver: 20 });
		const last = receive('b', { handOver: new Error('no database'), take: 60 });
		expect([await first, await last]).toEqual([200, 500]);
		await receive('c');
		const restarted = afterRestart();
		for (const body of ['a', 'c']) await restarted.receive(body);
		expect(restarted.executions).toEqual([]);
	});

	it('does not wait for deliveries to another trigger of the workflow', async () => {
		const { receive, saves } = await trigger({ t1: 'One', t2: 'Other' });
		const first = receive('a', { handOver: 20 });
		void receive('a', { handOver: 1e9 }, 't2');
		await first;
		expect(saves()).toBe(1);
	});

	it('is left to the others if a duplicate comes in the middle of a burst', async () => {
		const { receive, saves, executions } = await trigger();
		const first = receive('a', { handOver: 10 });
		const last = receive('b', { handOver: 80 });
		await first;
		expect(await receive('a')).toBe(200);
		expect(saves()).toBe(0);
		await last;
		expect(saves()).toBe(1);
		expect(executions).toEqual(['before', 'a', 'b']);
	});

	it('is complete after a burst in whatever order its deliveries end', async () => {
		const random = fc.integer({ min: 0, max: 20 });
		const times = fc.record({ take: random, handOver: random, isRefused: fc.boolean() });
		await fc.assert(
			fc.asyncProperty(fc.array(times, { minLength: 1, maxLength: 12 }), async (all: Times[]) => {
				const { receive, executions, afterRestart } = await trigger();
				await Promise.all(all.map(async (each, index) => await receive(`body ${index}`, each)));
				const restarted = afterRestart();
				for (const body of executions) await restarted.receive(body);
				expect(restarted.executions).toEqual([]);
			}),
			{ numRuns: 40 },
		);
	});
});

describe('a kill of n8n in the middle of a burst', () => {
	it('forgets what the burst has taken so far, and nothing from before it', async () => {
		const { receive, executions, afterRestart } = await trigger();
		const first = receive('answered', { handOver: 10 });
		void receive('under way', { handOver: 1e9 });
		expect(await first).toBe(200);
		expect(executions).toEqual(['before', 'answered']);

		const restarted = afterRestart();
		for (const body of ['before', 'answered', 'under way']) {
			expect(await restarted.receive(body)).toBe(200);
		}
		expect(restarted.executions).toEqual(['answered', 'under way']);
	});

	it('never turns a delivery into one that was answered 200 and started nothing', async () => {
		const { receive, executions, afterRestart } = await trigger();
		const bodies = bodiesOf(30);
		for (const [index, body] of bodies.entries()) void receive(body, { handOver: 3 * index });
		await sleep(40);
		const before = [...executions];
		const restarted = afterRestart();
		for (const body of bodies) await restarted.receive(body);
		expect(before.length).toBeLessThan(30);
		const started = new Set([...before, ...restarted.executions]);
		expect(bodies.filter((body) => !started.has(body))).toEqual([]);
	});
});
