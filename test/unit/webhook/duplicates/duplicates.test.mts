import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { n8n, stored } from './n8nProcess.mts';
import type { Times } from './n8nProcess.mts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 1, 12);
/** n8n takes longer than any test to hand the execution over: it never answers. */
const NEVER: Times = { handOver: 1e9 };
const setClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** A weak reference to something that is no longer in memory. */
class Dropped {
	deref(): undefined {}
}

// The service can send a delivery again at any moment, even while n8n still handles it.
describe('the same delivery again', () => {
	it('after it was answered: starts nothing', async () => {
		const { executions, receive } = n8n();
		expect([await receive('a'), await receive('a')]).toEqual([200, 200]);
		expect(executions).toEqual(['a']);
	});

	it.each<[string, Times]>([
		['while the record is read', { take: 60 }],
		['while n8n hands the execution over', { handOver: 60 }],
	])(
		'%s: is refused so that the service sends it later, and starts nothing then',
		async (_, times) => {
			const { executions, receive, ready } = n8n();
			await ready;
			const first = receive('a', times);
			await sleep(20);
			expect(await receive('a')).toBe(503);
			expect(await first).toBe(200);
			expect(await receive('a')).toBe(200);
			expect(executions).toEqual(['a']);
		},
	);

	it('while n8n saves: starts nothing, since its execution is stored or queued', async () => {
		const { executions, receive, ready } = n8n();
		await ready;
		const first = receive('a', { save: 60 });
		await sleep(20);
		expect(await receive('a')).toBe(200);
		expect(await first).toBe(200);
		expect(executions).toEqual(['a']);
	});

	it('after another delivery saved a document that it had loaded before: starts nothing', async () => {
		const { executions, receive } = n8n();
		const other = receive('b', { take: 60 });
		await receive('a');
		await other;
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a', 'b']);
	});

	it('after n8n could not hand the execution over: starts the workflow', async () => {
		const { executions, receive } = n8n();
		expect(await receive('a', { take: 20, handOver: new Error('no database') })).toBe(500);
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a']);
	});

	it('more than an hour after n8n began to handle it and never answered: starts the workflow', async () => {
		const { executions, receive, ready } = n8n();
		await ready;
		setClock(START);
		void receive('a', NEVER);
		await sleep(0);
		setClock(START + HOUR);
		expect(await receive('a')).toBe(503);
		setClock(START + HOUR + 1000);
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a']);
	});

	it('after n8n dropped the request without an answer: starts the workflow', async () => {
		vi.stubGlobal('WeakRef', Dropped);
		const { executions, receive } = n8n();
		void receive('a', NEVER);
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

	it('at another workflow, or at another trigger of the same workflow: starts the workflow', async () => {
		const first = n8n(stored('{}', { t1: 'One', t2: 'Other' }));
		const second = first.withOtherWorkflow();
		await first.receive('a');
		await first.receive('a', {}, 't2');
		await second.receive('a');
		expect([first.executions, second.executions]).toEqual([['a', 'a'], ['a']]);
	});

	it('after the trigger was renamed: starts nothing', async () => {
		const before = n8n();
		await before.receive('a');
		const after = n8n({ ...before.database, nodes: { t1: 'Renamed' } });
		await after.receive('a');
		expect(after.executions).toEqual([]);
	});

	it('after something else overwrote the saved document: starts nothing, and is saved again', async () => {
		const { database, receive, executions, afterRestart } = n8n();
		await receive('a');
		database.text = '{}';
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a']);
		const restarted = afterRestart();
		await restarted.receive('a');
		expect(restarted.executions).toEqual([]);
	});
});

describe('many deliveries at once, then a restart and the same deliveries again', () => {
	const random = () => Math.round(Math.random() * 30);
	const anyTimes = (): Times => ({ take: random(), handOver: random(), save: 5 });
	const bodiesOf = (count: number) =>
		Array.from({ length: count }, (_, number) => `body ${number}`);

	it.each([2, 5, 20, 100])('%i: no second execution', async (count) => {
		const { executions, receive, afterRestart } = n8n();
		const bodies = bodiesOf(count);
		const statuses = await Promise.all(bodies.map(async (body) => await receive(body, anyTimes())));
		expect(new Set(statuses)).toEqual(new Set([200]));
		expect(executions).toHaveLength(count);
		const restarted = afterRestart();
		await Promise.all(bodies.map(async (body) => await restarted.receive(body, anyTimes())));
		expect(restarted.executions).toEqual([]);
	});

	it('at two triggers of one workflow: no second execution of either', async () => {
		const database = stored('{}', { t1: 'One', t2: 'Other' });
		const { executions, receive, afterRestart } = n8n(database);
		const all = bodiesOf(20).flatMap((body) => [
			[body, 't1'],
			[body, 't2'],
		]);
		await Promise.all(all.map(async ([body, node]) => await receive(body, anyTimes(), node)));
		expect(executions).toHaveLength(40);
		const restarted = afterRestart();
		await Promise.all(
			all.map(async ([body, node]) => await restarted.receive(body, anyTimes(), node)),
		);
		expect(restarted.executions).toEqual([]);
	});

	it('one after the other at two processes: no second execution at either', async () => {
		const one = n8n();
		const other = one.beside();
		const bodies = bodiesOf(20);
		for (const [index, body] of bodies.entries()) await [one, other][index % 2].receive(body);
		for (const body of bodies) {
			await one.receive(body);
			await other.receive(body);
		}
		expect(one.executions.length + other.executions.length).toBe(20);
	});
});

describe('a delivery that was taken', () => {
	it('is no duplicate of one that differs in a single byte, for example in the time of the change', async () => {
		const { executions, receive } = n8n();
		for (const body of ['{"n":1}', '{"n":2}', '{"n":1}\n']) await receive(body);
		expect(executions).toHaveLength(3);
	});

	it('is remembered for 24 hours, and no longer', async () => {
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

	it('is still remembered when the clock was set back', async () => {
		const { executions, receive } = n8n();
		setClock(START);
		await receive('a');
		setClock(START - HOUR);
		await receive('a');
		expect(executions).toHaveLength(1);
	});

	it('keeps its place in the order when the clock was set back: the oldest deliveries are forgotten first', async () => {
		const before = n8n();
		setClock(START);
		for (let number = 0; number < 500; number++) await before.receive(`old ${number}`);
		setClock(START - HOUR);
		for (let number = 0; number < 10; number++) await before.receive(`new ${number}`);
		for (const { executions, receive } of [before.afterRestart(), before]) {
			executions.splice(0);
			for (let number = 0; number < 10; number++) await receive(`new ${number}`);
			for (let number = 10; number < 500; number++) await receive(`old ${number}`);
			expect(executions).toEqual([]);
		}
	});

	it('is forgotten in the end, even if the clock was years ahead when it was taken', async () => {
		const { executions, receive } = n8n();
		setClock(START + 20_000 * HOUR);
		await receive('a');
		setClock(START);
		await receive('b');
		setClock(START + 49 * HOUR);
		await receive('b');
		expect(executions).toEqual(['a', 'b', 'b']);
	});

	it('is not saved again with each duplicate, which would undo what others have saved meanwhile', async () => {
		const { database, receive } = n8n();
		await receive('a');
		const text = `${database.text}\n`;
		database.text = text;
		await receive('a');
		expect(database.text).toBe(text);
	});

	it('is forgotten after 500 others, the oldest first, with and without a restart', async () => {
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

	it('leaves nothing in the saved document after its 24 hours', async () => {
		const { receive, saved } = n8n();
		setClock(START);
		for (let number = 0; number < 40; number++) await receive(`body ${number}`);
		const full = saved().length;
		setClock(START + 25 * HOUR);
		await receive('a');
		expect(saved().length).toBeLessThan(full / 10);
	});

	it('is found exactly if a plain list with times has it, in any order of deliveries', async () => {
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
