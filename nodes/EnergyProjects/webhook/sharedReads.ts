import { sleep } from 'n8n-workflow';
import { now } from '../http/clock';

/** Time limits of a read, in milliseconds. */
export interface ReadLimits {
	/** So long after its beginning the next one may begin beside it: one that hangs must not hold up whoever comes later. */
	readonly overdueMs: number;
	/** So long after its beginning those who share it stop waiting. */
	readonly givenUpMs: number;
	/** No pause between two reads is longer. */
	readonly longestPauseMs: number;
}

/**
 * The pause after a read, as a multiple of the time it took: in it those gather who share the next one. Dear reads then
 * take a quarter of the time, cheap ones make nobody wait, and who comes to a quiet node never does.
 */
const PAUSE = 3;

type Read<Value> = () => Promise<Value>;

/** A read that has not begun: whoever comes before that shares it. */
interface Next<Value> {
	readonly latest: { read: Read<Value> };
	readonly value: Promise<Value>;
}

/** What is read for one key, one read at a time. */
interface Line<Value> {
	/** Settles once the next one may begin, and never fails. */
	free: Promise<void>;
	next?: Next<Value>;
}

/**
 * Lets all who need the same share one read of it, but never one that began before they asked: what they get is no
 * older than their question. So a few reads serve hundreds, and nothing is kept from one to the next. A read that fails
 * fails those who share it, and nobody else.
 *
 * @returns a function of a key, the same for those who would read the same, and of the way in which the asker would read
 * it. Of those who share a read the way of the last one is taken, who knows the newest. Fails as the read does, or
 * where that takes too long.
 */
export function sharedReads<Value>({ overdueMs, givenUpMs, longestPauseMs }: ReadLimits) {
	/** Only what is being read, or was a moment ago. */
	const lines = new Map<string, Line<Value>>();

	return async (key: string, read: Read<Value>): Promise<Value> => {
		const line = lines.get(key) ?? { free: Promise.resolve() };
		lines.set(key, line);
		line.next ??= nextOf(key, line, { read });
		line.next.latest.read = read;
		return await line.next.value;
	};

	function nextOf(key: string, line: Line<Value>, latest: Next<Value>['latest']): Next<Value> {
		const value = line.free.then(async () => {
			delete line.next;
			const reading = (async () => await latest.read())();
			line.free = pauseAfter(reading).then(() => {
				if (line.next === undefined) lines.delete(key);
			});
			return await within(givenUpMs, reading);
		});
		return { latest, value };
	}

	async function pauseAfter(reading: Promise<Value>): Promise<void> {
		const began = now();
		await within(overdueMs, reading).then(nothing, nothing);
		const pauseMs = Math.min(PAUSE * (now() - began), longestPauseMs);
		if (pauseMs > 0) await sleep(pauseMs);
	}
}

/** What was read is none of the business of the one who waits for its end. */
const nothing = () => {};

/** Settles as a promise does, and fails where that takes longer. Holds nothing of it once it is settled. */
async function within<Value>(limitMs: number, promise: Promise<Value>): Promise<Value> {
	const limit = AbortSignal.timeout(limitMs);
	let end = () => {};
	const tooLong = new Promise<never>((_, reject) => {
		end = () => reject(new Error(`It took longer than ${limitMs / 1000} seconds`));
		limit.addEventListener('abort', end);
	});
	try {
		return await Promise.race([promise, tooLong]);
	} finally {
		limit.removeEventListener('abort', end);
	}
}
