import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { n8n, stored } from './n8nProcess.mts';
import type { Times } from './n8nProcess.mts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 1, 12);
/** Handing over takes longer than any test: n8n never answers. */
const NEVER: Times = { handOver: 1e9 };
const setClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** A reference to what nobody else holds on to any more. */
class Dropped {
	deref(): undefined {}
}

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
	])('%s: is to be sent later, and starts nothing then', async (_, times) => {
		const { executions, receive, ready } = n8n();
		await ready;
		const first = receive('a', times);
		await sleep(20);
		expect(await receive('a')).toBe(503);
		expect(await first).toBe(200);
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a']);
	});

	it('while n8n saves: starts nothing, since its execution is stored or queued', async () => {
		const { executions, receive, ready } = n8n();
		await ready;
		const first = receive('a', { save: 60 });
		await sleep(20);
		expect(await receive('a')).toBe(200);
		expect(await first).toBe(200);
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

	it('more than an hour after n8n began and never answered: starts it', async () => {
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

	it('after n8n dropped its request without an answer: starts it', async () => {
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

	it('to another workflow, or another trigger of the same one: starts it', async () => {
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

	it('after something else wrote over what was saved: starts nothing, and is saved again', async () => {
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

describe('many at once, then a restart and the same again', () => {
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

	it('keeps its order when the clock was set back: the oldest go first all the same', async () => {
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

	it('is forgotten in the end, also where a clock that was years ahead gave the time', async () => {
		const { executions, receive } = n8n();
		setClock(START + 20_000 * HOUR);
		await receive('a');
		setClock(START);
		await receive('b');
		setClock(START + 49 * HOUR);
		await receive('b');
		expect(executions).toEqual(['a', 'b', 'b']);
	});

	it('is not saved again with each repeat: that would undo what others saved meanwhile', async () => {
		const { database, receive } = n8n();
		await receive('a');
		const text = `${database.text}\n`;
		database.text = text;
		await receive('a');
		expect(database.text).toBe(text);
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
		for (let number = 0; number < 40; number++) await receive(`body ${number}`);
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
