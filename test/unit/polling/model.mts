import type { IDataObject } from 'n8n-workflow';
import { recordItem } from '../../../nodes/EnergyProjects/events/recordItem.ts';
import type { RecordEvent } from '../../../nodes/EnergyProjects/events/recordItem.ts';
import { comparePoll } from '../../../nodes/EnergyProjects/polling/comparePoll.ts';
import type { PollResult } from '../../../nodes/EnergyProjects/polling/comparePoll.ts';
import {
	latestState,
	noteUnsaved,
} from '../../../nodes/EnergyProjects/polling/state/latestState.ts';
import {
	emptyMemory,
	noteReport,
} from '../../../nodes/EnergyProjects/polling/state/processMemory.ts';
import { stateIn, stateText } from '../../../nodes/EnergyProjects/polling/state/state.ts';
import type { State } from '../../../nodes/EnergyProjects/polling/state/state.ts';
import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import type { World } from './world.mts';

/** How much n8n gets done after a poll before its process ends or the workflow is published again. */
export type Ending = 'whole' | 'killedBeforeBoth' | 'onlySaved' | 'onlyStarted' | 'discarded';

/** How many times in a row n8n may end between saving the state and starting the execution: after three, events are lost. */
const MOST_LOST = 2;

const allKinds = eventKinds.map(({ value }) => value as string);

/** An n8n with one polling trigger, and a replica of the world to which every event is applied. */
export class Model {
	readonly replica = new Map<string, IDataObject>();
	readonly eventIds: string[] = [];
	kinds: readonly string[] = allKinds;
	private database: string | undefined;
	private live: string | undefined;
	private memory = emptyMemory();
	private lost = 0;
	private readonly world: World;
	/** Whether n8n saves the state and the execution in one transaction. */
	private readonly isDurable: boolean;

	constructor(world: World, isDurable = false) {
		this.world = world;
		this.isDurable = isDurable;
	}

	/** n8n starts, or the workflow is published. */
	async activate(isNewProcess: boolean, ending: Ending = 'whole'): Promise<void> {
		if (isNewProcess) this.memory = emptyMemory();
		this.live = this.database;
		const isOver = await this.poll(ending, true);
		if (isOver) await this.activate(isOver === 'killed');
	}

	/** A poll that is due. If the process ends meanwhile, n8n starts again. */
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
		const result = await comparePoll(
			stored,
			world.source(),
			{ kinds, emitExisting: false, passes: () => true },
			{
				nowMs: world.now,
				isOwnReport: (mark) => memory.reportMarks.includes(mark),
				isTransactional: this.isDurable,
			},
		).catch(() => undefined);
		if (result === undefined) return undefined;
		const covered = (snapshots: State['snapshots'] = {}) =>
			Object.values(snapshots).flatMap(({ covers }) => covers);
		const before = covered(stored?.snapshots);
		const begun = covered(result.state.snapshots).filter((kind) => !before.includes(kind));
		return this.handOver(result, begun, ending, isActivation);
	}

	/** n8n saves the state and starts the execution, or less than that. */
	private handOver(
		{ state, events }: PollResult,
		begun: readonly string[],
		ending: Ending,
		isActivation: boolean,
	): 'killed' | 'republished' | undefined {
		const { memory, live } = this;
		const next = stateText(state);
		if (ending === 'killedBeforeBoth') return 'killed';
		if (ending === 'discarded' && !isActivation) {
			if (state.lastReport !== undefined) noteReport(memory, state.lastReport.mark);
			return 'republished';
		}
		this.live = next;
		if (this.isDurable) {
			this.database = next;
			this.apply(events);
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
		if (state.lastReport !== undefined) noteReport(memory, state.lastReport.mark);
		const isLost = ending === 'onlySaved' && this.lost < MOST_LOST;
		this.lost = isLost ? this.lost + 1 : 0;
		if (ending !== 'onlyStarted') this.database = next;
		if (!isLost) this.apply(events);
		// If the baseline was saved, a kind begins with what exists now.
		if (ending !== 'onlyStarted') this.beginWith(begun);
		return isLost || ending === 'onlyStarted' ? 'killed' : undefined;
	}

	/** Kinds of events that begin now report nothing that happened before. */
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

	private apply(events: readonly RecordEvent[]): void {
		for (const event of events) {
			const { kind, id, record } = event;
			this.eventIds.push(String(recordItem(event).eventId));
			const key = `${kind.subject.noun} ${id}`;
			if (record === null) this.replica.delete(key);
			else this.replica.set(key, record);
		}
	}

	/** How the replica differs from the world, as far as the kinds chosen last should show it. */
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
