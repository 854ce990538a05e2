import { sleep } from 'n8n-workflow';
import { now } from '../../http/pace/clock';

/** Time limits of reads, in milliseconds. */
export interface ReadLimits {
	/** So long after its beginning a read may hang: another one begins beside it. */
	readonly overdueMs: number;
	/** So much later those whose read and the next one hang stop waiting. */
	readonly givenUpMs: number;
	/** No pause between two reads is longer. */
	readonly longestPauseMs: number;
}

/**
 * The pause after a read, as a multiple of the time it took: in it those gather who share the next one. Expensive reads
 * then take a quarter of the time, cheap ones make nobody wait, and who comes to a quiet node never does.
 */
const PAUSE = 3;
/** So many are enough to share one, and the pause ends. */
const ENOUGH = 6;

type Read<Value> = () => Promise<Value>;

/** A read that has begun. */
interface Begun<Value> {
	readonly reading: Promise<Value>;
	/** False as soon as it has ended in time. */
	readonly isOverdue: Promise<boolean>;
}

/** What is read for one key, one read at a time. */
interface Line<Value> {
	/** Settles once the next one may begin, and never fails. */
	free: Promise<void>;
	/** How many wait for the next one. */
	waiting: number;
	/** Ends the pause before it. */
	hurry(): void;
	/** The one that has not begun: whoever comes before that shares it. */
	next?: { readonly latest: { read: Read<Value> }; readonly begun: Promise<Begun<Value>> };
}

/**
 * Lets all who need the same share one read of it, but never one that began before they asked: what they get is no
 * older than their question. So a few reads serve hundreds, and nothing is kept from one to the next. A read that fails
 * fails those who share it, and nobody else; those whose read hangs get what the next one yields.
 *
 * @returns a function of a key, the same for those who would read the same, and of the way in which the asker would
 * read it. Of those who share a read the way of the last one is taken, who knows the newest. Fails as the read does, or
 * where that takes too long.
 */
export function sharedReads<Value>({ overdueMs, givenUpMs, longestPauseMs }: ReadLimits) {
	/** Only what is being read, or was a moment ago. */
	const lines = new Map<string, Line<Value>>();

	return async (key: string, read: Read<Value>): Promise<Value> => {
		const { reading, isOverdue } = await begun(key, read);
		if (!(await isOverdue)) return await reading;
		const again = async () => await (await begun(key, read)).reading;
		return await within(givenUpMs, Promise.race([reading, again().catch(() => reading)]));
	};

	async function begun(key: string, read: Read<Value>): Promise<Begun<Value>> {
		const line = lines.get(key) ?? { free: Promise.resolve(), waiting: 0, hurry: () => {} };
		lines.set(key, line);
		line.waiting++;
		if (line.waiting >= ENOUGH) line.hurry();
		line.next ??= nextOf(key, line, { read });
		line.next.latest.read = read;
		return await line.next.begun;
	}

	function nextOf(key: string, line: Line<Value>, latest: { read: Read<Value> }) {
		const beginInTurn = (): Begun<Value> => {
			delete line.next;
			line.waiting = 0;
			const reading = begin(latest);
			const isOverdue = lasts(overdueMs, reading);
			line.free = pauseAfter(isOverdue, line).then(() => {
				if (line.next === undefined) lines.delete(key);
			});
			return { reading, isOverdue };
		};
		return { latest, begun: line.free.then(beginInTurn) };
	}

	async function pauseAfter(end: Promise<unknown>, line: Line<Value>): Promise<void> {
		const began = now();
		await end;
		const pauseMs = Math.min(PAUSE * (now() - began), longestPauseMs);
		if (pauseMs <= 0 || line.waiting >= ENOUGH) return;
		const enough = new Promise<void>((resolve) => (line.hurry = resolve));
		await Promise.race([sleep(pauseMs), enough]);
	}
}

/** Begins a read and lets go of the way to it: behind that is a whole request, which no pause may hold. */
async function begin<Value>(latest: { read: Read<Value> }): Promise<Value> {
	const { read } = latest;
	latest.read = begunAlready;
	return await read();
}

const begunAlready = async (): Promise<never> =>
	await Promise.reject(new Error('This read has begun already'));

/** Whether a promise takes longer than this to settle. Known as soon as it has. */
const lasts = async (limitMs: number, promise: Promise<unknown>): Promise<boolean> =>
	await within(
		limitMs,
		promise.then(
			() => false,
			() => false,
		),
	).catch(() => true);

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
