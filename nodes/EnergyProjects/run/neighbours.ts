// What the executions of one n8n process know of each other, so that none creates what another one creates meanwhile: each reads
// its list once. With several processes, as in queue mode, each knows only its own executions.
import { createHash } from 'crypto';
import { sleep } from 'n8n-workflow';
import { now } from '../http/throttle';

/** Longer than an execution may work with one list, in milliseconds. */
const KNOWN_MS = 60 * 60_000;
/** How long IDs by Human ID are believed; the record itself is read all the same. */
const HUMAN_IDS_MS = 60_000;
const MOST_KEYS = 50_000;
const MOST_OF_KEY = 1_000;

/** A record that was created for a key; without an ID it may have been, since no clear answer came. */
interface Created {
	readonly id?: string;
	readonly at: number;
}

const turns = new Map<string, Promise<unknown>>();
/** By key, the key with the oldest news first. Several records can have one value to match, such as the name of a project. */
const created = new Map<string, readonly Created[]>();
const humanIds = new Map<
	string,
	{ readonly ids: ReadonlyMap<string, string>; readonly at: number }
>();

/** What the executions with one credential share. Times are on the clock of `now`. */
export interface Neighbours {
	/**
	 * Runs the tasks of all executions with the same key one after the other, in the order of the calls.
	 *
	 * @param orEnd waits for the task before, or throws if the own execution ends first
	 */
	inTurn<T>(
		key: string,
		orEnd: (awaited: Promise<unknown>) => Promise<unknown>,
		task: () => Promise<T>,
	): Promise<T>;
	/** Remembers that a record was created for a key; without an ID, that it may have been. */
	noteCreated(key: string, id?: string): void;
	/** What was created for a key after a list was read, or may have been. */
	createdSince(key: string, readAt: number): readonly Created[];
	/** The IDs by Human ID, as a complete list of the last minute has them. */
	idsByHumanId(noun: string): ReadonlyMap<string, string>;
	noteIds(noun: string, ids: ReadonlyMap<string, string>): void;
}

/** @param identity see ItemCredential; it holds secrets, so only its digest is kept */
export function neighboursOf(identity: string): Neighbours {
	const own = createHash('sha256').update(identity).digest('base64');
	return {
		async inTurn(key, orEnd, task) {
			const name = `${own} ${key}`;
			const before = turns.get(name) ?? Promise.resolve();
			let leave = () => {};
			const left = new Promise<void>((resolve) => (leave = resolve));
			// It ends after the one before it, also if this execution ends while it waits.
			const turn: Promise<unknown> = before
				.then(async () => await left)
				.then(() => turns.get(name) === turn && turns.delete(name));
			turns.set(name, turn);
			try {
				await orEnd(before);
				return await task();
			} finally {
				// If it failed and the node stops on errors, it gets the time to stop the run.
				void sleep(0).then(leave);
			}
		},
		noteCreated(key, id) {
			const name = `${own} ${key}`;
			const known = created.get(name) ?? [];
			const others = known.filter((one) => one.id !== id && one.id !== undefined);
			created.delete(name);
			created.set(name, [...others, { id, at: now() }].slice(-MOST_OF_KEY));
			for (const [oldest, news] of created) {
				const { at } = news[news.length - 1];
				if (created.size <= MOST_KEYS && now() - at < KNOWN_MS) break;
				created.delete(oldest);
			}
		},
		createdSince: (key, readAt) =>
			(created.get(`${own} ${key}`) ?? []).filter(({ at }) => at > readAt),
		idsByHumanId(noun) {
			const known = humanIds.get(`${own} ${noun}`);
			return known !== undefined && now() - known.at < HUMAN_IDS_MS ? known.ids : new Map();
		},
		noteIds(noun, ids) {
			// Else a workflow with the keys of many companies would keep the lists of all of them.
			for (const [name, { at }] of humanIds) if (now() - at >= HUMAN_IDS_MS) humanIds.delete(name);
			humanIds.set(`${own} ${noun}`, { ids, at: now() });
		},
	};
}
