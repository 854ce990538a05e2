import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '../../../../nodes/EnergyProjects/http/client.ts';
import {
	deadlineIn,
	inTime,
	OutOfTime,
	clientUntil,
} from '../../../../nodes/EnergyProjects/polling/reading/deadline.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import { outcomeWithin, useStoppedClock } from '../clock.mts';

const { getAll } = projectRecord.endpoints;
const answering = (send: () => Promise<unknown>): ApiClient => ({
	maxParallelRequests: 1,
	send,
	stop: () => undefined,
});

describe('a deadline', () => {
	useStoppedClock();

	it('is ahead until its moment has come', async () => {
		const deadline = deadlineIn(100);
		await vi.advanceTimersByTimeAsync(99);
		expect(deadline.isAhead()).toBe(true);
		await vi.advanceTimersByTimeAsync(1);
		expect(deadline.isAhead()).toBe(false);
	});

	it('lets no work begin that comes too late', async () => {
		const work = vi.fn(async () => 'done');
		await expect(inTime(deadlineIn(0), work)).rejects.toThrow(OutOfTime);
		expect(work).not.toHaveBeenCalled();
	});

	it('ends work that takes longer, in words that say what to do', async () => {
		const work = inTime(deadlineIn(100), async () => await new Promise(() => undefined));
		const { error } = (await outcomeWithin(100, work)) as { error: OutOfTime };
		expect(error).toBeInstanceOf(OutOfTime);
		expect(error.message).toMatch(/did not send its records in the time n8n allows/);
		expect(error.description).toMatch(/less busy.*Max Parallel Requests.*more time for a poll/);
	});

	it('lets work end that ends before it, with its result or its own error', async () => {
		expect(await inTime(deadlineIn(100), async () => 'done')).toBe('done');
		const failing = inTime(deadlineIn(100), async () => await Promise.reject(new Error('own')));
		await expect(failing).rejects.toThrow('own');
	});
});

describe('a client with a deadline', () => {
	it('fails running requests when the deadline passes, and every later one', async () => {
		const client = clientUntil(
			deadlineIn(20),
			answering(async () => await new Promise(() => undefined)),
		);
		await expect(client.send(getAll)).rejects.toThrow(OutOfTime);
		await expect(client.send(getAll)).rejects.toThrow(OutOfTime);
	});

	it('keeps no answer that came before the deadline in memory', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const client = clientUntil(
			deadlineIn(600_000),
			answering(async () => ({ page: 'x'.repeat(1_000) })),
		);
		const ask = async () => new WeakRef((await client.send(getAll)) as object);
		const answers = [await ask(), await ask(), await ask()];
		// The target of a weak reference lives at least until the task that made it has ended.
		await setImmediate();
		collectGarbage();
		expect(answers.filter((answer) => answer.deref() !== undefined)).toEqual([]);
	});
});
