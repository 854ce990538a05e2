import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { n8n } from './n8nProcess.mts';
import type { Times } from './n8nProcess.mts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 1, 12);
const setClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
afterEach(() => void vi.useRealTimers());

// Whether the sender still waits makes no difference to n8n: it may send again at any moment.
describe('the same delivery again', () => {
	it('after it was answered: starts nothing', async () => {
		const { executions, receive } = n8n();
		expect([await receive('a'), await receive('a')]).toEqual([200, 200]);
		expect(executions).toEqual(['a']);
	});

	it.each<[string, Times]>([
		['while the record is read', { take: 60 }],
		['while n8n hands the execution over', { handOver: 60 }],
		['while n8n saves', { save: 60 }],
	])('%s: is to be sent later, and starts nothing then', async (_, times) => {
		const { executions, receive } = n8n();
		const first = receive('a', times);
		await sleep(20);
		expect(await receive('a')).toBe(503);
		expect(await first).toBe(200);
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a']);
	});

	it('after another one saved what it had read before: starts nothing', async () => {
		const { executions, receive } = n8n();
		const other = receive('b', { take: 60 });
		await receive('a');
		await other;
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a', 'b']);
	});

	it('after the execution could not be handed over: starts it', async () => {
		const { executions, receive } = n8n();
		expect(await receive('a', { take: 20, handOver: new Error('no database') })).toBe(500);
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a']);
	});

	it('an hour after n8n began and never answered: starts it', async () => {
		const { executions, receive } = n8n();
		void receive('a', { handOver: 1e9 });
		expect(await receive('a')).toBe(503);
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 });
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a']);
	});

	it('after a restart: starts nothing', async () => {
		const { receive, afterRestart } = n8n();
		await receive('a');
		// Static data that exists already is what n8n forgets to save.
		await receive('b');
		const { executions, receive: receiveAgain } = afterRestart();
		expect([await receiveAgain('a'), await receiveAgain('b')]).toEqual([200, 200]);
		expect(executions).toEqual([]);
	});

	it('to another node: starts it', async () => {
		const first = n8n();
		const second = n8n();
		await first.receive('a');
		await second.receive('a');
		expect(second.executions).toEqual(['a']);
	});
});

describe('what was taken', () => {
	it('is another delivery when a single byte differs, as the time of the change does', async () => {
		const { executions, receive } = n8n();
		for (const body of ['{"n":1}', '{"n":2}', '{"n":1}\n']) await receive(body);
		expect(executions).toHaveLength(3);
	});

	it('is known for 24 hours, and not longer', async () => {
		const { executions, receive } = n8n();
		setClock(START);
		await receive('a');
		setClock(START + 24 * HOUR - 1000);
		await receive('a');
		expect(executions).toHaveLength(1);
		setClock(START + 24 * HOUR + 1000);
		await receive('a');
		expect(executions).toHaveLength(2);
	});

	it('stays known when the clock was set back', async () => {
		const { executions, receive } = n8n();
		setClock(START);
		await receive('a');
		setClock(START - HOUR);
		await receive('a');
		expect(executions).toHaveLength(1);
	});

	it('is the last 500: the oldest go first, here and after a restart', async () => {
		const before = n8n();
		const bodies = Array.from({ length: 501 }, (_, number) => `body ${number}`);
		for (const [number, body] of bodies.entries()) {
			setClock(START + number * 1000);
			await before.receive(body);
		}
		for (const { executions, receive } of [before.afterRestart(), before]) {
			executions.splice(0);
			for (const body of bodies.slice(1)) await receive(body);
			expect(executions).toEqual([]);
			await receive('body 0');
			expect(executions).toEqual(['body 0']);
		}
	});

	it('leaves nothing behind once its time is over', async () => {
		const { receive, saved } = n8n();
		setClock(START);
		for (let number = 0; number < 20; number++) await receive(`body ${number}`);
		const full = saved().length;
		setClock(START + 25 * HOUR);
		await receive('a');
		expect(saved().length).toBeLessThan(full / 10);
	});

	it('behaves like a list with times, in any order of deliveries', async () => {
		const steps = fc.array(fc.record({ body: fc.nat(8), hours: fc.integer({ min: 0, max: 30 }) }), {
			maxLength: 20,
		});
		await fc.assert(
			fc.asyncProperty(steps, async (deliveries) => {
				let trigger = n8n();
				const takenAt = new Map<number, number>();
				let now = START;
				for (const { body, hours } of deliveries) {
					now += hours * HOUR + 1000;
					setClock(now);
					const known = now - (takenAt.get(body) ?? -Infinity) < 24 * HOUR;
					trigger = hours % 2 === 0 ? trigger : trigger.afterRestart();
					trigger.executions.splice(0);
					await trigger.receive(`body ${body}`);
					expect(trigger.executions).toHaveLength(known ? 0 : 1);
					if (!known) takenAt.set(body, now);
				}
			}),
			{ numRuns: 30 },
		);
	});
});

describe('the document n8n saves', () => {
	it('stays below 12,000 characters, whatever was sent', async () => {
		const { receive, saved } = n8n();
		for (let number = 0; number < 600; number++) await receive(`${number} ${'x'.repeat(1000)}`);
		expect(saved().length).toBeLessThan(12_000);
	});

	it('holds neither content nor secret of a delivery', async () => {
		const { receive, saved } = n8n();
		await receive('a');
		expect(saved()).toMatch(/^\{"seen":"[\w-]{20,24}"\}$/);
	});

	it('keeps what else is in it', async () => {
		const { receive, saved } = n8n('{"node:Trigger":{"other":{"a":1}}}');
		await receive('a');
		expect(JSON.parse(saved())).toMatchObject({ other: { a: 1 } });
	});

	it.each(['null', '42', '[]', '{}', 'true', '""', '"   "', '"nonsense"', '"0123456789abcdef"'])(
		'does no harm when it was spoiled: %s',
		async (spoiled) => {
			const { executions, receive, afterRestart } = n8n(`{"node:Trigger":{"seen":${spoiled}}}`);
			await receive('a');
			expect(executions).toEqual(['a']);
			const restarted = afterRestart();
			await restarted.receive('a');
			expect(restarted.executions).toEqual([]);
		},
	);
});
