import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

const MOST_REMEMBERED = 500;
const REMEMBERED_SECONDS = 24 * 60 * 60;
const DIGEST_LENGTH = 16;

/** By digest: when a delivery was taken, in seconds since 1970. */
export type Taken = Map<string, number>;

/** Two deliveries are the same when their bodies are byte for byte the same, also when signed anew. */
export const digestOf = (body: Uint8Array) =>
	createHash('sha256').update(body).digest('base64url').slice(0, DIGEST_LENGTH);

/** Adds one to the memory of a process, and drops the oldest where there are too many. */
export function remember(taken: Taken, digest: string, seconds: number): void {
	taken.set(digest, seconds);
	const [oldest] = taken.keys();
	if (taken.size > MOST_REMEMBERED) taken.delete(oldest);
}

/**
 * Deliveries that were taken lately, so that the same one does not start a second execution.
 *
 * They are kept in the node's static data, which n8n saves after the execution was handed over and before the sender
 * gets its 200: what was not answered does not count. n8n writes that document with every delivery, so it holds one
 * short text: 16 characters of each digest and the time in seconds, base 36.
 */
export class SeenDeliveries {
	private readonly staticData: IDataObject;
	private readonly nowSeconds: number;
	private readonly inProcess: Taken;

	/**
	 * @param inProcess the memory of this process. n8n reads and writes static data as a whole: of two deliveries at
	 * the same moment, the one that saves last would forget the other
	 */
	constructor(staticData: IDataObject, nowMs: number, inProcess: Taken = new Map()) {
		this.staticData = staticData;
		this.nowSeconds = Math.floor(nowMs / 1000);
		this.inProcess = inProcess;
	}

	has(digest: string): boolean {
		return this.taken().has(digest);
	}

	/** Notes it in the static data, together with all that is known. */
	add(digest: string): void {
		const latest = [...this.taken().set(digest, this.nowSeconds)]
			.sort(([, a], [, b]) => a - b)
			.slice(-MOST_REMEMBERED);
		this.staticData.seen = latest.map(([key, at]) => `${key}${at.toString(36)}`).join(' ');
	}

	private taken(): Taken {
		const { seen } = this.staticData;
		const saved = (typeof seen === 'string' ? seen.split(' ') : []).map(
			(entry): [string, number] => [
				entry.slice(0, DIGEST_LENGTH),
				parseInt(entry.slice(DIGEST_LENGTH), 36),
			],
		);
		const isRecent = ([, at]: [string, number]) => at + REMEMBERED_SECONDS > this.nowSeconds;
		return new Map([...saved, ...this.inProcess].filter(isRecent));
	}
}
