import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Outcome } from '../answers/client.mts';
import { idOf } from '../answers/unwrap.mts';
import type { Json } from '../answers/unwrap.mts';
import { isSuccess } from '../judge.mts';
import { isOfCheck, TestRecords } from './testRecords.mts';
import type { Noun } from './testRecords.mts';

/** A service may show only after a while what was created or deleted. */
const LOOKS = 4;
const PAUSE_MS = 1200;

/** What is known of the creates of one kind of record. */
interface Open {
	readonly ids: Set<string>;
	/** What the service said to the latest create. */
	said: 'created' | 'refused' | 'unclear';
	isDeleted: boolean;
}

/** Remembers what the check may have left behind, and deletes it. */
export class Cleanup {
	/** What may be left, in sentences for people. */
	readonly left: string[] = [];
	/** Records of this name that were there before. They belong to somebody else. */
	private readonly before = new Set<string>();
	/** Kinds whose list could not be read before: nobody knows whose the records in it are. */
	private readonly unlisted = new Set<Noun>();
	private readonly open = new Map<Noun, Open>();
	private readonly records: TestRecords;

	constructor(client: Client) {
		this.records = new TestRecords(client);
	}

	/** Whether anything was created, or may have been. */
	get isNeeded(): boolean {
		return [...this.open.values()].some(({ said }) => said !== 'refused');
	}

	/** Notes which records of this name are there before anything is created. */
	async remember(): Promise<void> {
		for (const noun of ['project', 'customer'] as const) {
			const { ids, isRead } = await this.records.find(noun);
			for (const id of ids) this.before.add(id);
			if (!isRead) this.unlisted.add(noun);
		}
	}

	/** A create is about to be sent: from now on there may be a record whose ID nobody has seen. */
	attempted(noun: Noun): void {
		this.open.set(noun, { ids: new Set(), said: 'unclear', isDeleted: false });
	}

	/** What the service said to a create. */
	answered(noun: Noun, outcome: Outcome): void {
		const open = this.open.get(noun);
		if (open === undefined) return;
		const isRefused =
			outcome.kind === 'answer' &&
			outcome.status >= 300 &&
			outcome.status < 500 &&
			outcome.status !== 408;
		if (isSuccess(outcome)) open.said = 'created';
		else open.said = isRefused ? 'refused' : 'unclear';
	}

	isRefused(noun: Noun): boolean {
		return this.open.get(noun)?.said === 'refused';
	}

	/**
	 * The ID of what was created. A record of another name, or one that was there before, is somebody else's.
	 *
	 * @param answered the record that the create was answered with
	 */
	async idOfCreated(noun: Noun, answered: Json | undefined): Promise<string | undefined> {
		const id = (await this.ownId(noun, answered)) ?? (await this.find(noun)).ids[0];
		if (id !== undefined) this.open.get(noun)?.ids.add(id);
		return id;
	}

	/** Checks whether a record is certainly gone. A 404 that does not come from the service itself proves nothing. */
	async isGone(noun: Noun, id: string, isDeleted: boolean): Promise<boolean> {
		for (let look = 1; ; look++) {
			const { outcome, record } = await this.records.read(noun, id);
			const { ids, isRead } = await this.records.find(noun);
			const isSaidMissing =
				outcome.kind === 'answer' &&
				[404, 410].includes(outcome.status) &&
				outcome.body.form === 'json';
			if (idOf(record) !== id && !ids.includes(id)) return isSaidMissing || (isDeleted && isRead);
			if (!isDeleted || look === LOOKS) return false;
			await sleep(PAUSE_MS);
		}
	}

	/** A record is certainly gone. */
	deleted(noun: Noun, id: string): void {
		const open = this.open.get(noun);
		this.before.add(id);
		if (open?.ids.delete(id) === true) open.isDeleted = true;
	}

	/** Deletes what is left. */
	async run(): Promise<void> {
		for (const [noun, open] of [...this.open].reverse()) {
			const { ids, isRead } = await this.findAgain(noun, open);
			for (const id of ids) open.ids.add(id);
			for (const id of [...open.ids]) {
				if (await this.isGone(noun, id, await this.records.delete(noun, id)))
					this.deleted(noun, id);
				else this.left.push(wordsForLeft(noun, id));
			}
			if (open.ids.size > 0 || open.isDeleted) continue;
			const isUnsure = open.said === 'unclear' && (!isRead || this.unlisted.has(noun));
			if (open.said === 'created' || isUnsure) this.left.push(wordsForLeft(noun));
		}
	}

	private async ownId(noun: Noun, answered: Json | undefined): Promise<string | undefined> {
		const id = idOf(answered);
		if (answered === undefined || id === undefined || this.before.has(id)) return undefined;
		if (isOfCheck(noun, answered)) return id;
		// An answer with only the ID does not say whose record it is.
		const { record } = await this.records.read(noun, id);
		return record !== undefined && isOfCheck(noun, record) ? id : undefined;
	}

	/** The records of this check that can be found in the list. */
	private async find(noun: Noun): Promise<{ ids: string[]; isRead: boolean }> {
		const { ids, isRead } = await this.records.find(noun);
		const own = this.unlisted.has(noun) ? [] : ids.filter((id) => !this.before.has(id));
		return { ids: own, isRead };
	}

	/** Looks again for a while if a record was certainly created, but has not been found. */
	private async findAgain(noun: Noun, { said, ids, isDeleted }: Open) {
		for (let look = 1; ; look++) {
			const found = await this.find(noun);
			const isSought = said === 'created' && ids.size === 0 && !isDeleted;
			if (!isSought || found.ids.length > 0 || look === LOOKS) return found;
			await sleep(PAUSE_MS);
		}
	}
}

const wordsForLeft = (noun: Noun, id?: string): string =>
	`A test record may be left: search for "n8n check" in the service, and delete it there (${noun}${id === undefined ? '' : `, ID ${id}`}).`;
