import type { IWebhookFunctions } from 'n8n-workflow';

const MOST_KEYS = 1000;

interface Last {
	readonly at: number;
	heldBack: number;
}

/**
 * Lets one of each kind pass in an interval, and counts those it holds back. It remembers a limited number of kinds, until
 * the process ends.
 */
export class OncePer {
	/** By key. The one that passed last comes last. */
	private readonly passed = new Map<string, Last>();

	private readonly intervalMs: number;

	/** @param intervalMs in milliseconds */
	constructor(intervalMs: number) {
		this.intervalMs = intervalMs;
	}

	/**
	 * Asks whether one more of this kind may pass now.
	 *
	 * @param nowMs the clock, in milliseconds since 1970
	 * @returns how many of this kind were held back since the last one passed, or undefined if this one is held back too
	 */
	pass(key: string, nowMs: number): number | undefined {
		const last = this.passed.get(key);
		// If the clock was set back, nothing must be held back until the clock reaches the old time again.
		if (last !== undefined && nowMs >= last.at && nowMs < last.at + this.intervalMs) {
			last.heldBack++;
			return undefined;
		}
		this.passed.delete(key);
		this.passed.set(key, { at: nowMs, heldBack: 0 });
		const [oldest] = this.passed.keys();
		if (this.passed.size > MOST_KEYS) this.passed.delete(oldest);
		return last?.heldBack ?? 0;
	}
}

/** A key for one node of one workflow. Nodes of copied workflows have the same IDs. */
export const keyOf = (context: IWebhookFunctions, kind: string): string =>
	`${context.getWorkflow().id}/${context.getNode().id}/${kind}`;
