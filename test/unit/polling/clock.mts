import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/** Time passes only if a test says so, also for n8n's and Node's own waiting. */
export function useStoppedClock(): void {
	// Nothing takes real time here, so whatever a mutant keeps waiting is noticed soon.
	if (process.env.MUTANT_SIZES !== undefined) vi.setConfig({ testTimeout: 2_500 });
	afterAll(() => vi.resetConfig());
	beforeEach(() => {
		vi.useFakeTimers({ now: Date.UTC(2026, 2, 1, 12) });
		// The real one does not follow the stopped clock.
		vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			const controller = new AbortController();
			setTimeout(() => controller.abort(), milliseconds);
			return controller.signal;
		});
	});
	afterEach(async () => {
		// Longer than any poll may take: none goes on while the next test runs.
		await vi.advanceTimersByTimeAsync(10 * 60_000);
		vi.restoreAllMocks();
		vi.useRealTimers();
	});
}

/** What becomes of a promise while so many milliseconds pass. */
export async function outcomeWithin<T>(milliseconds: number, promise: Promise<T>) {
	let outcome: { readonly result?: T; readonly error?: unknown } | 'still waiting' =
		'still waiting';
	promise.then(
		(result) => (outcome = { result }),
		(error: unknown) => (outcome = { error }),
	);
	await vi.advanceTimersByTimeAsync(milliseconds);
	return outcome as { readonly result?: T; readonly error?: unknown } | 'still waiting';
}
