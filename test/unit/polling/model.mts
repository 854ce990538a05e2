import type { IDataObject } from 'n8n-workflow';
import { recordItem } from '../../../nodes/EnergyProjects/events/recordItem.ts';
import type { RecordEvent } from '../../../nodes/EnergyProjects/events/recordItem.ts';
import {
	noteUnsaved,
	latestState,
	noteReport,
} from '../../../nodes/EnergyProjects/polling/state/processMemory.ts';
import type { ProcessMemory } from '../../../nodes/EnergyProjects/polling/state/processMemory.ts';
import { comparePoll } from '../../../nodes/EnergyProjects/polling/comparePoll.ts';
import { stateIn, stateText } from '../../../nodes/EnergyProjects/polling/state/state.ts';
import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import type { World } from './world.mts';

/** What n8n gets done of a hand-over before its process ends, or the trigger is registered anew. */
export type Ending = 'whole' | 'killedBeforeBoth' | 'onlySaved' | 'onlyStarted' | 'discarded';

/** Times in a row that n8n may be ended between saving and starting: three times is once too often. */
const MOST_LOST = 2;

const allKinds = eventKinds.map(({ value }) => value as string);

/** An n8n with one polling trigger, as it saves and starts by default, and somebody who repeats every event. */
export class Model {
	readonly replica = new Map<string, IDataObject>();
	readonly eventIds: string[] = [];
	kinds: readonly string[] = allKinds;
	private database: string | undefined;
	private live: string | undefined;
	private memory = newMemory();
	private lost = 0;
	private readonly world: World;
	/** Whether n8n saves the state and starts the execution in one transaction. */
	private readonly isDurable: boolean;

	constructor(world: World, isDurable = false) {
		this.world = world;
		this.isDurable = isDurable;
	}

	/** n8n starts or publishes the workflow. */
	async activate(isNewProcess: boolean, ending: Ending = 'whole'): Promise<void> {
		if (isNewProcess) this.memory = newMemory();
		this.live = this.database;
		const isOver = await this.poll(ending, true);
		if (isOver) await this.activate(isOver === 'killed');
	}

	/** A poll that is due; where the process ends meanwhile, it starts again. */
	async pollDue(ending: Ending): Promise<void> {
		const isOver = await this.poll(ending, false);
		if (isOver) await this.activate(isOver === 'killed');
	}

	private async poll(
		ending: Ending,
		isActivation: boolean,
	): Promise<'killed' | 'republished' | undefined> {
		const { world, memory, live } = this;
		const text = latestState(memory, live);
		const stored = text === undefined ? undefined : stateIn(text);
		const kinds = eventKinds.filter(({ value }) => this.kinds.includes(value));
		const round = await comparePoll(
			stored,
			world.source(),
			{ kinds, emitExisting: false, passes: () => true },
			{
				nowMs: world.now,
				isOwnReport: (mark) => memory.reportMarks.includes(mark),
				keepsBatch: !this.isDurable,
			},
		).catch(() => undefined);
		if (round === undefined) return undefined;
		const { state, events } = round;
		const next = stateText(state);
		const covered = (sections: typeof state.sections = {}) =>
			Object.values(sections).flatMap(({ covers }) => covers);
		const before = covered(stored?.sections);
		const begun = covered(state.sections).filter((kind) => !before.includes(kind));

		if (ending === 'killedBeforeBoth') return 'killed';
		if (ending === 'discarded' && !isActivation) {
			if (state.batch !== undefined) noteReport(memory, state.batch.mark);
			return 'republished';
		}
		this.live = next;
		if (this.isDurable) {
			this.database = next;
			this.repeat(events);
			this.beginWith(begun);
			return ending === 'whole' ? undefined : 'killed';
		}
		if (events.length === 0) {
			noteUnsaved(memory, live, next);
			if (isActivation) this.database = next;
			this.beginWith(begun);
			return undefined;
		}
		memory.unsaved = undefined;
		if (state.batch !== undefined) noteReport(memory, state.batch.mark);
		const isLost = ending === 'onlySaved' && this.lost < MOST_LOST;
		this.lost = isLost ? this.lost + 1 : 0;
		if (ending !== 'onlyStarted') this.database = next;
		if (!isLost) this.repeat(events);
		// Where the base line was saved, what is there now is what it began with.
		if (ending !== 'onlyStarted') this.beginWith(begun);
		return isLost || ending === 'onlyStarted' ? 'killed' : undefined;
	}

	/** Kinds that begin now report nothing of what happened before. */
	private beginWith(kinds: readonly string[]): void {
		for (const noun of ['project', 'customer'] as const) {
			const present = noun === 'project' ? this.world.projects : this.world.customers;
			const has = (change: string) => kinds.includes(`${noun}.${change}`);
			for (const [id, record] of present) {
				const isThere = this.replica.has(`${noun} ${id}`);
				if (has('created') && !isThere) this.replica.set(`${noun} ${id}`, record);
				if (has('edited') && isThere) this.replica.set(`${noun} ${id}`, record);
			}
			if (!has('deleted')) continue;
			for (const key of this.replica.keys()) {
				const [ofNoun, id] = key.split(' ');
				if (ofNoun === noun && !present.has(id)) this.replica.delete(key);
			}
		}
	}

	private repeat(events: readonly RecordEvent[]): void {
		for (const event of events) {
			const { kind, id, record } = event;
			this.eventIds.push(String(recordItem(event).eventId));
			const key = `${kind.subject.noun} ${id}`;
			if (record === null) this.replica.delete(key);
			else this.replica.set(key, record);
		}
	}

	/** What the replica lacks of the world, in the kinds that were chosen last. */
	missed(): string[] {
		const problems: string[] = [];
		for (const noun of ['project', 'customer'] as const) {
			const present = noun === 'project' ? this.world.projects : this.world.customers;
			const has = (change: string) => this.kinds.includes(`${noun}.${change}`);
			for (const [id, record] of present) {
				const own = this.replica.get(`${noun} ${id}`);
				if (own === undefined) {
					if (has('created')) problems.push(`${noun}.created ${id}`);
				} else if (has('edited') && JSON.stringify(own) !== JSON.stringify(record)) {
					problems.push(`${noun}.edited ${id}`);
				}
			}
			for (const key of this.replica.keys()) {
				const [ofNoun, id] = key.split(' ');
				if (ofNoun === noun && has('deleted') && !present.has(id)) {
					problems.push(`${noun}.deleted ${id}`);
				}
			}
		}
		return problems;
	}
}

const newMemory = (): ProcessMemory => ({
	reportMarks: [],
	registrations: new WeakSet(),
	superseded: new Map(),
	lastLogged: new Map(),
});
