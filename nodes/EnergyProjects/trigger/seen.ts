import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

const MOST_REMEMBERED = 500;
const REMEMBERED_SECONDS = 24 * 60 * 60;
const DIGEST_LENGTH = 16;

/**
 * Deliveries that were taken lately, so that the same one does not start a second execution. Two are the same when
 * their bodies are byte for byte the same, also when signed anew.
 *
 * They are kept in the node's static data, which n8n saves after the execution was handed over and before the sender
 * gets its 200: what was not answered does not count. n8n writes that document with every delivery, so it holds one
 * short text: 16 characters of each digest and the time in seconds, base 36.
 */
export class SeenDeliveries {
	private readonly entries: string[];
	private readonly staticData: IDataObject;
	private readonly nowMs: number;

	constructor(staticData: IDataObject, nowMs: number) {
		this.staticData = staticData;
		this.nowMs = nowMs;
		const kept = typeof staticData.seen === 'string' ? staticData.seen.split(' ') : [];
		this.entries = kept.filter((entry) => this.isRecent(entry));
	}

	has(body: Uint8Array): boolean {
		const digest = digestOf(body);
		return this.entries.some((entry) => entry.slice(0, DIGEST_LENGTH) === digest);
	}

	add(body: Uint8Array): void {
		const seconds = Math.floor(this.nowMs / 1000).toString(36);
		this.entries.push(`${digestOf(body)}${seconds}`);
		this.markAsChanged();
	}

	/** Lets n8n know, once more, that there is something to save. */
	markAsChanged(): void {
		this.staticData.seen = this.entries.slice(-MOST_REMEMBERED).join(' ');
	}

	private isRecent(entry: string): boolean {
		const seconds = parseInt(entry.slice(DIGEST_LENGTH), 36);
		return Number.isFinite(seconds) && seconds + REMEMBERED_SECONDS > this.nowMs / 1000;
	}
}

const digestOf = (body: Uint8Array) =>
	createHash('sha256').update(body).digest('base64url').slice(0, DIGEST_LENGTH);
