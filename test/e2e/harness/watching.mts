import { setTimeout as sleep } from 'node:timers/promises';

/** Asks n8n again and again while it works whether it is well, and, if it tells its metrics, what memory it takes. */
export function watching(url: string) {
	const seen = { figures: [] as number[], megabytes: 0 };
	/** @param times how often the work is done, for a mean that says something */
	const over = async <T,>(work: () => Promise<T>, times = 1): Promise<T> => {
		const state = { isOver: false, blockedMs: 0 };
		const repeatedly = async (everyMs: number, act: () => Promise<void>) => {
			for (; !state.isOver; await sleep(everyMs)) {
				// n8n may close a connection that was kept open just as it is used. If n8n is gone, the work fails.
				await act().catch(() => {});
			}
		};
		const asking = repeatedly(20, async () => {
			const asked = performance.now();
			await fetch(`${url}/healthz`);
			state.blockedMs = Math.max(state.blockedMs, performance.now() - asked);
		});
		const measuring = repeatedly(500, async () => {
			const metrics = await (await fetch(`${url}/metrics`)).text();
			const [, bytes = '0'] = /^\w*process_resident_memory_bytes (\S+)/m.exec(metrics) ?? [];
			seen.megabytes = Math.max(seen.megabytes, Number(bytes) / 2 ** 20);
		});
		const began = performance.now();
		const all: T[] = [];
		try {
			while (all.length < times) all.push(await work());
		} finally {
			state.isOver = true;
		}
		const seconds = (performance.now() - began) / 1000 / times;
		await Promise.all([asking, measuring]);
		seen.figures.push(seconds, state.blockedMs);
		return all[0];
	};
	return { over, seen };
}
