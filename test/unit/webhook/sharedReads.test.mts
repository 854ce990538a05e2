import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedReads } from '../../../nodes/EnergyProjects/webhook/verify/sharedReads.ts';

const PATIENT = { overdueMs: 60_000, givenUpMs: 60_000, longestPauseMs: 0 };
/** Long enough for whatever is ready to go on. */
const settled = async () => await sleep(0);

/** A read that ends when it is told to. */
function slowRead() {
	const running: Array<{ end: (value: string) => void; fail: (error: Error) => void }> = [];
	const read = async () =>
		await new Promise<string>((end, fail) => {
			running.push({ end, fail });
		});
	return { running, read };
}

describe('reads that are shared', () => {
	it('500 who ask at once: one read for all, and none before the first asks', async () => {
		let reads = 0;
		const ask = sharedReads<number>(PATIENT);
		const read = async () => {
			await settled();
			return ++reads;
		};
		expect(reads).toBe(0);
		const answers = await Promise.all(
			Array.from({ length: 500 }, async () => await ask('k', read)),
		);
		expect(new Set(answers)).toEqual(new Set([1]));
		expect(await ask('k', read)).toBe(2);
	});

	it('who asks while a read is under way waits for the next one', async () => {
		const { running, read } = slowRead();
		const ask = sharedReads<string>(PATIENT);
		const first = ask('k', read);
		await settled();
		const later = [ask('k', read), ask('k', read)];
		await settled();
		expect(running).toHaveLength(1);
		running[0]?.end('old');
		expect(await first).toBe('old');
		await settled();
		expect(running).toHaveLength(2);
		running[1]?.end('new');
		expect(await Promise.all(later)).toEqual(['new', 'new']);
	});

	it('other keys do not wait, and share nothing', async () => {
		const { running, read } = slowRead();
		const ask = sharedReads<string>(PATIENT);
		const answers = [ask('one', read), ask('other', read)];
		await settled();
		running[1]?.end('of the other');
		expect(await answers[1]).toBe('of the other');
		running[0]?.end('of the one');
		expect(await answers[0]).toBe('of the one');
	});

	it('the read is made as the last one who shares it would make it', async () => {
		const ask = sharedReads<string>(PATIENT);
		const ways = ['first', 'second', 'last'];
		const answers = ways.map(async (way) => await ask('k', async () => way));
		expect(await Promise.all(answers)).toEqual(['last', 'last', 'last']);
	});

	it('one that fails fails those who share it, and nobody else', async () => {
		const { running, read } = slowRead();
		const ask = sharedReads<string>(PATIENT);
		const sharing = Promise.allSettled([ask('k', read), ask('k', read)]);
		await settled();
		const later = ask('k', read);
		running[0]?.fail(new Error('no database'));
		expect((await sharing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		await settled();
		running[1]?.end('read');
		expect(await later).toBe('read');
	});

	it('one that throws before it waits for anything fails like any other', async () => {
		const ask = sharedReads<string>(PATIENT);
		const broken = () => {
			throw new Error('not to be read');
		};
		await expect(ask('k', broken)).rejects.toThrow('not to be read');
		expect(await ask('k', async () => 'read')).toBe('read');
	});

	it('one that hangs holds up nobody who comes later for longer than until it is overdue', async () => {
		const ask = sharedReads<string>({ ...PATIENT, overdueMs: 40 });
		const { running, read } = slowRead();
		const hanging = ask('k', read);
		await settled();
		expect(await ask('k', async () => 'read')).toBe('read');
		expect(await ask('k', async () => 'read again')).toBe('read again');
		// It is overdue, not lost.
		running[0]?.end('at last');
		expect(await hanging).toBe('at last');
	});

	it('those who share one that hangs get what the next one yields', async () => {
		const ask = sharedReads<string>({ ...PATIENT, overdueMs: 20 });
		const { running, read } = slowRead();
		const sharing = [ask('k', read), ask('k', read)];
		await vi.waitFor(() => expect(running).toHaveLength(2));
		running[1]?.end('read');
		expect(await Promise.all(sharing)).toEqual(['read', 'read']);
	});

	it('those who share one that is only slow get it, also where the next one fails', async () => {
		const ask = sharedReads<string>({ ...PATIENT, overdueMs: 20 });
		const { running, read } = slowRead();
		const sharing = [ask('k', read), ask('k', read)];
		await vi.waitFor(() => expect(running).toHaveLength(2));
		running[1]?.fail(new Error('no database'));
		await settled();
		running[0]?.end('slow');
		expect(await Promise.all(sharing)).toEqual(['slow', 'slow']);
	});

	it('nobody waits for ever where every read hangs, and no more reads begin', async () => {
		const ask = sharedReads<string>({ overdueMs: 20, givenUpMs: 40, longestPauseMs: 0 });
		const { running, read } = slowRead();
		const all = await Promise.allSettled([ask('k', read), ask('k', read)]);
		expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(String((all[0] as PromiseRejectedResult).reason)).toContain('0.04 seconds');
		await sleep(100);
		expect(running).toHaveLength(2);
		expect(await ask('k', async () => 'read')).toBe('read');
	});

	describe('a read that took long', () => {
		beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
		afterEach(() => void vi.useRealTimers());

		/** A read of a tenth of a second, and how many have begun. */
		function dearRead() {
			const begun: number[] = [];
			const read = async () => {
				begun.push(performance.now());
				await new Promise((resolve) => setTimeout(resolve, 100));
			};
			return { begun, read };
		}

		it('is followed by a pause of three times as long, in which those gather who share the next', async () => {
			const { begun, read } = dearRead();
			const ask = sharedReads<void>({ ...PATIENT, longestPauseMs: 1_000 });
			const first = ask('k', read);
			await vi.advanceTimersByTimeAsync(150);
			await first;
			const waiting = [ask('k', read)];
			await vi.advanceTimersByTimeAsync(200);
			waiting.push(ask('k', read));
			expect(begun).toHaveLength(1);
			await vi.advanceTimersByTimeAsync(200);
			await Promise.all(waiting);
			expect(begun).toHaveLength(2);
			expect(begun[1] - begun[0]).toBe(400);
		});

		it('makes nobody wait longer than that', async () => {
			const { begun, read } = dearRead();
			const ask = sharedReads<void>({ ...PATIENT, longestPauseMs: 50 });
			const both = [ask('k', read)];
			await vi.advanceTimersByTimeAsync(10);
			both.push(ask('k', read));
			await vi.advanceTimersByTimeAsync(300);
			await Promise.all(both);
			expect(begun[1] - begun[0]).toBe(150);
		});

		it.each(['while it runs', 'in the pause'])(
			'is followed by the next one at once where six wait, come %s',
			async (when) => {
				const { begun, read } = dearRead();
				const ask = sharedReads<void>({ ...PATIENT, longestPauseMs: 1_000 });
				const all = [ask('k', read)];
				await vi.advanceTimersByTimeAsync(when === 'in the pause' ? 150 : 50);
				for (let number = 0; number < 6; number++) all.push(ask('k', read));
				await vi.advanceTimersByTimeAsync(200);
				await Promise.all(all);
				expect(begun[1] - begun[0]).toBe(when === 'in the pause' ? 150 : 100);
			},
		);

		it('makes nobody wait who comes later', async () => {
			const { begun, read } = dearRead();
			const ask = sharedReads<void>({ ...PATIENT, longestPauseMs: 1_000 });
			void ask('k', read);
			await vi.advanceTimersByTimeAsync(450);
			void ask('k', read);
			await vi.advanceTimersByTimeAsync(0);
			expect(begun).toHaveLength(2);
		});
	});

	it('nothing of a value is held once those who shared it are done with it', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const ask = sharedReads<object>({ ...PATIENT, longestPauseMs: 60_000 });
		const held: Array<WeakRef<object>> = [];
		const read = async () => {
			const value = { secret: 'x'.repeat(10) };
			held.push(new WeakRef(value));
			await settled();
			return value;
		};
		await Promise.all(Array.from({ length: 10 }, async () => void (await ask('k', read))));
		const failing = ask('k', async () => await read().then(() => Promise.reject(new Error('no'))));
		await failing.catch(() => undefined);
		for (let times = 0; times < 3; times++) {
			await sleep(5);
			collectGarbage();
		}
		expect(held.map((value) => value.deref())).toEqual([undefined, undefined]);
	});
});

/** What happens, one after the other: somebody asks, the value changes, the oldest read under way ends or fails. */
type Step = { ask: 'a' | 'b' } | 'change' | 'end' | 'fail';

const steps = fc.array(
	fc.oneof(
		{ weight: 4, arbitrary: fc.record({ ask: fc.constantFrom<'a' | 'b'>('a', 'b') }) },
		{ weight: 3, arbitrary: fc.constant<Step>('change') },
		{ weight: 3, arbitrary: fc.constant<Step>('end') },
		{ weight: 1, arbitrary: fc.constant<Step>('fail') },
	),
	{ maxLength: 40 },
);

describe('in any order of questions, changes and reads', () => {
	it('nobody gets what was true before they asked, all get something, and one read of a key is under way', async () => {
		await fc.assert(
			fc.asyncProperty(steps, async (course) => {
				let version = 0;
				const running: Array<{ key: string; end: () => void; fail: () => void }> = [];
				const ask = sharedReads<number>(PATIENT);
				const reader = (key: string) => async () => {
					// A read sees what is true when it begins: the oldest that it can see.
					const seen = version;
					await new Promise<void>((resolve, reject) => {
						running.push({ key, end: resolve, fail: () => reject(new Error('no')) });
					});
					return seen;
				};
				const asked: Array<{ at: number; answer: Promise<number | 'failed'> }> = [];
				const finish = async (how: 'end' | 'fail') => {
					running.shift()?.[how]();
					await settled();
				};
				for (const step of course) {
					if (step === 'change') version++;
					else if (step === 'end' || step === 'fail') await finish(step);
					else {
						const answer = ask(step.ask, reader(step.ask)).catch(() => 'failed' as const);
						asked.push({ at: version, answer });
						// Sometimes many come before anything goes on.
						if (asked.length % 3 !== 0) await settled();
					}
					const keys = running.map(({ key }) => key);
					expect(new Set(keys).size).toBe(keys.length);
				}
				await settled();
				while (running.length > 0) await finish('end');
				for (const { at, answer } of asked) {
					const got = await answer;
					if (got !== 'failed') expect(got).toBeGreaterThanOrEqual(at);
				}
			}),
			{ numRuns: 300 },
		);
	});
});
