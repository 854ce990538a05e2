import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory } from '../../e2e/harness/inspector.mts';

/** What an n8n needed for some work. */
export interface Needed {
	readonly seconds: number;
	/** The longest that it left another request without an answer. */
	readonly blockedMs: number;
	/** The most that its process took of the machine's memory; undefined without an inspector. */
	readonly megabytes?: number;
}

const ASK_EVERY_MS = 20;
const MEASURE_EVERY_MS = 500;

/** Watches an n8n from outside while it works: it is asked again and again whether it is well. */
export async function watching(
	n8nUrl: string,
	inspectorPort: number | undefined,
	work: () => Promise<unknown>,
): Promise<Needed> {
	const state = { isOver: false, blockedMs: 0, megabytes: 0 };
	const asking = whileNotOver(state, ASK_EVERY_MS, async () => {
		const asked = performance.now();
		// n8n may close a connection that was kept open just as it is used. If n8n is gone, the work fails.
		await fetch(`${n8nUrl}/healthz`).catch(() => {});
		state.blockedMs = Math.max(state.blockedMs, performance.now() - asked);
	});
	const measuring = whileNotOver(state, MEASURE_EVERY_MS, async () => {
		if (inspectorPort === undefined) return;
		state.megabytes = Math.max(state.megabytes, await residentMemory(inspectorPort));
	});
	const begun = performance.now();
	let seconds = 0;
	try {
		await work();
		seconds = (performance.now() - begun) / 1000;
	} finally {
		state.isOver = true;
		await Promise.all([asking, measuring]);
	}
	const { blockedMs, megabytes } = state;
	return { seconds, blockedMs, ...(inspectorPort !== undefined && { megabytes }) };
}

async function whileNotOver(
	state: { readonly isOver: boolean },
	everyMs: number,
	act: () => Promise<void>,
): Promise<void> {
	while (!state.isOver) {
		await act();
		await sleep(everyMs);
	}
}
