import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from '../../../../nodes/EnergyProjects/http/pace/throttle.ts';
import { failed, moment, refused, requests, taken } from './throttleRequests.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const reason = new Error('an earlier item failed');

describe('when the run ends', () => {
	it('a request that comes afterwards ends at once, even while others are under way', async () => {
		const throttle = createThrottle(1);
		const some = requests(throttle, 1);
		await moment();
		throttle.end(reason);
		await expect(some.ask('late')).rejects.toBe(reason);
		expect(some.underWay()).toBe(1);
	});

	it('a request that was about to start is not sent any more', async () => {
		const throttle = createThrottle(1);
		const task = vi.fn(async () => 'answer');
		const asked = throttle.run(task);
		throttle.end(reason);
		await expect(asked).rejects.toBe(reason);
		expect(task).not.toHaveBeenCalled();
	});

	it('the first reason counts', async () => {
		const throttle = createThrottle(1);
		throttle.end(reason);
		throttle.end(new Error('another'));
		await expect(throttle.wait(1)).rejects.toBe(reason);
	});
});

describe('when the service is slow', () => {
	it('several requests that took too long at once count as one', async () => {
		const some = requests(createThrottle(20), 50);
		await moment();
		await some.answer();
		expect(some.underWay()).toBe(5);
		for (let time = 0; time < 5; time++) await some.answer((turn) => turn.timedOut());
		expect(some.underWay()).toBe(2);
	});
});

describe('when the service asks for a time and then again', () => {
	it('the second pause is longer by 50 to 100 ms, since services round seconds down', async () => {
		const some = requests(createThrottle(1), 5);
		await moment();
		const pauses: number[] = [];
		for (let time = 0; time < 2; time++) {
			await some.answer((turn) => void pauses.push(turn.refused(1_000)));
			await vi.advanceTimersByTimeAsync(5_000);
		}
		expect(pauses[0]).toBe(1_000);
		expect(pauses[1]).toBeGreaterThanOrEqual(1_050);
		expect(pauses[1]).toBeLessThanOrEqual(1_100);
	});

	it.each([
		[120_000, 130],
		[120_001, 10],
	])('a pause of %i ms and a patience of 120,000: idle for %i s', async (askedMs, idle) => {
		const throttle = createThrottle(1);
		const some = requests(throttle, 5);
		await moment();
		await some.answer(taken);
		await some.answer(refused(askedMs));
		await some.answer(failed, some.underWay());
		await vi.advanceTimersByTimeAsync(130_000);
		expect(Math.round(throttle.idleMs(120_000) / 1000)).toBe(idle);
	});
});
