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
	forgetReport,
	noteReport,
} from '../../../nodes/EnergyProjects/polling/state/processMemory.ts';
import type { ProcessMemory } from '../../../nodes/EnergyProjects/polling/state/processMemory.ts';
import type { State } from '../../../nodes/EnergyProjects/polling/state/state.ts';
import { stateIn, stateText } from '../../../nodes/EnergyProjects/polling/state/stateText.ts';
import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { SeenValues } from './seenValues.mts';
import { isComputed } from './world.mts';
import type { Computed, Fault, World } from './world.mts';

/** How much n8n gets done after a poll before its process ends or the workflow is published again. */
export type Ending =
	| 'whole'
	| 'killedBeforeBoth'
	| 'onlySaved'
	| 'onlyStarted'
	| 'discarded'
	/** The database is away: nothing is saved and no execution starts. The process goes on, and says so. */
	| 'notStarted';

/** What one process told since it became the leader. */
interface Told {
	readonly eventIds: Set<string>;
	/** Records of which it told an edit, so that the next one has to tell something new. */
	readonly edited: Set<string>;
}

const allKinds = eventKinds.map(({ value }) => value as string);

/** An n8n with one polling trigger, and a replica of the world to which every event is applied. */
export class Model {
	readonly replica = new Map<string, IDataObject>();
	/** Started executions whose report n8n saved too, by event. */
	readonly deliveries = new Map<string, number>();
	/** What no user should see: events about something that did not happen, and repeats although n8n did not end. */
	readonly wrong: string[] = [];
	kinds: readonly string[] = allKinds;
	/** The computed fields that are chosen in Only If Changed. */
	computed: readonly Computed[] = [];
	private database: string | undefined;
	private live: string | undefined;
	/** Two processes, of which one leads. */
	private readonly memories = [emptyMemory(), emptyMemory()];
	private leader = 0;
	/** Records whose last events were lost once: they count as reported, but n8n did not start the execution. */
	private readonly lost = new Set<string>();
	/** What the service showed when a kind of event began: it is not an event. */
	private readonly atBegin = new Map<string, IDataObject | null>();
	private readonly told = new WeakMap<object, Told>();
	private readonly seenValues = new SeenValues();
	private readonly world: World;
	/** Whether n8n saves the state and the execution in one transaction. */
	private readonly isDurable: boolean;

	constructor(world: World, isDurable = false) {
		this.world = world;
		this.isDurable = isDurable;
	}

	private get memory(): ProcessMemory {
		return this.memories[this.leader];
	}

	/** The other process becomes the leader. */
	async changeLeader(): Promise<void> {
		this.leader = 1 - this.leader;
		this.told.delete(this.memory);
		await this.activate(false);
	}

	/** n8n starts, or the workflow is published. */
	async activate(isNewProcess: boolean, ending: Ending = 'whole'): Promise<void> {
		if (isNewProcess) this.memories[this.leader] = emptyMemory();
		this.live = this.database;
		const isOver = await this.poll(ending, true);
		if (isOver) await this.activate(isOver === 'killed');
	}

	/**
	 * A poll that is due. If the process ends meanwhile, n8n starts again.
	 *
	 * @param fault what goes wrong from the end of the poll until n8n has started again
	 */
	async pollDue(ending: Ending, fault: Fault = this.world.fault): Promise<void> {
		const { fault: before } = this.world;
		const isOver = await this.poll(ending, false);
		this.world.fault = fault;
		if (isOver) await this.activate(isOver === 'killed');
		this.world.fault = before;
	}

	private async poll(
		ending: Ending,
		isActivation: boolean,
	): Promise<'killed' | 'republished' | undefined> {
		const { world, memory, live } = this;
		const text = latestState(memory, live);
		const stored = text === undefined ? undefined : await stateIn(text);
		const kinds = eventKinds.filter(({ value }) => this.kinds.includes(value));
		const result = await comparePoll(
			stored,
			world.source(),
			{
				...{ kinds, emitExisting: false, passes: () => true },
				watchedFields: ({ value }) => (value === 'project.edited' ? this.computed : []),
			},
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
		const fields = this.kinds.includes('project.edited') ? this.computed : [];
		const next = await stateText(result.state);
		for (const { id, values } of this.seenValues.note(text, next, fields, world.shown)) {
			this.adopt(`project ${id}`, values);
		}
		return await this.handOver(result, begun, ending, isActivation);
	}

	/** The replica takes over parts of a record that no event has told: they count as seen from now on. */
	private adopt(key: string, parts: IDataObject): void {
		const edits = key.replace(' ', '.edited ');
		const there = this.atBegin.get(edits);
		if (there) this.atBegin.set(edits, { ...there, ...parts });
		const own = this.replica.get(key);
		if (own === undefined) return;
		const record = { ...own, ...parts };
		this.world.forbidReturn(own, record);
		this.replica.set(key, record);
	}

	/** n8n saves the state and starts the execution, or less than that. */
	private async handOver(
		{ state, events }: PollResult,
		begun: readonly string[],
		ending: Ending,
		isActivation: boolean,
	): Promise<'killed' | 'republished' | undefined> {
		const { memory, live } = this;
		const next = await stateText(state);
		if (ending === 'killedBeforeBoth') return 'killed';
		if (ending === 'discarded' && !isActivation) {
			if (state.lastReport !== undefined) noteReport(memory, state.lastReport.mark);
			return 'republished';
		}
		if (this.isDurable && ending === 'notStarted') return undefined;
		this.live = next;
		if (this.isDurable) {
			this.database = next;
			this.apply(events, true);
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
		const isSaved = ending !== 'onlyStarted' && ending !== 'notStarted';
		const isLost = this.isLost(events, ending);
		if (isLost && ending === 'notStarted' && state.lastReport !== undefined) {
			forgetReport(memory, state.lastReport.mark);
		}
		if (isSaved || (ending === 'notStarted' && !isLost)) this.database = next;
		if (!isLost) this.apply(events, ending !== 'onlyStarted');
		// If the baseline was saved, a kind begins with what exists now.
		if (ending !== 'onlyStarted') this.beginWith(begun);
		const isKilled = ending === 'onlyStarted' || (isLost && ending !== 'notStarted');
		return isKilled ? 'killed' : undefined;
	}

	/** Whether the execution does not start. What is lost twice never comes again, so that does not happen here. */
	private isLost(events: readonly RecordEvent[], ending: Ending): boolean {
		const keys = events.map(({ kind, id }) => `${kind.subject.noun} ${id}`);
		const isFailure = ending === 'onlySaved' || ending === 'notStarted';
		const isLost = isFailure && !keys.some((key) => this.lost.has(key));
		for (const key of keys) {
			if (isLost) this.lost.add(key);
			else this.lost.delete(key);
			// If the record becomes what it was before the loss, that is an event too.
			if (!isLost) continue;
			this.toldBy(this.memory).edited.delete(key);
			this.atBegin.delete(key.replace(' ', '.edited '));
		}
		return isLost;
	}

	/** Kinds of events that begin now report nothing that happened before. */
	private beginWith(kinds: readonly string[]): void {
		for (const noun of ['project', 'customer'] as const) {
			const present = noun === 'project' ? this.world.projects : this.world.customers;
			const has = (change: string) => kinds.includes(`${noun}.${change}`);
			const shown = new Map(this.world.mistakenFor(noun).map((record) => [record.id, record]));
			for (const id of this.world.ids(noun)) {
				const record = shown.get(id);
				this.noteBegin(has('created'), `${noun}.created ${id}`, record && null);
				this.noteBegin(has('edited'), `${noun}.edited ${id}`, record);
			}
			for (const [id, record] of present) {
				const isThere = this.replica.has(`${noun} ${id}`);
				if (has('created') && !isThere) this.replica.set(`${noun} ${id}`, record);
				if (!has('edited') || !isThere) continue;
				this.adopt(`${noun} ${id}`, record);
				// The list may hide the record now, and show it later.
				this.toldBy(this.memory).edited.delete(`${noun} ${id}`);
			}
			if (!has('deleted')) continue;
			for (const key of this.replica.keys()) {
				const [ofNoun, id] = key.split(' ');
				if (ofNoun === noun && !present.has(id)) this.replica.delete(key);
			}
		}
	}

	/** @param there undefined if an event about it will be a new one */
	private noteBegin(begins: boolean, about: string, there: IDataObject | null | undefined): void {
		if (begins && there !== undefined) this.atBegin.set(about, there);
		else if (begins) this.atBegin.delete(about);
	}

	private apply(events: readonly RecordEvent[], isSaved: boolean): void {
		const told = this.toldBy(this.memory);
		for (const event of events) {
			const { kind, id, record } = event;
			const key = `${kind.subject.noun} ${id}`;
			const eventId = String(recordItem(event).eventId);
			if (isSaved) this.deliveries.set(eventId, (this.deliveries.get(eventId) ?? 0) + 1);
			if (told.eventIds.has(eventId)) this.wrong.push(`repeated ${eventId}`);
			told.eventIds.add(eventId);
			const isNothingNew = this.isInvented(event) || this.isToldAlready(event, told);
			if (isNothingNew) this.wrong.push(`invented ${eventId}`);
			if (record === null) {
				this.replica.delete(key);
				continue;
			}
			const own = this.replica.get(key) ?? {};
			const known = Object.entries(own).filter(([name]) => isComputed(name));
			// If a repeat names a field that the service leaves out at this moment, a person looks it up.
			const present = this.world.projects.get(id) ?? {};
			const named = event.changedFields?.filter(isComputed) ?? [];
			const lookedUp = Object.fromEntries(named.map((name) => [name, present[name]]));
			const next = { ...Object.fromEntries(known), ...lookedUp, ...record };
			if (!isSaved) this.world.forbidReturn({ ...own, id }, next);
			this.replica.set(key, next);
			if (kind.change === 'edited') told.edited.add(key);
		}
	}

	private toldBy(memory: ProcessMemory): Told {
		const told = this.told.get(memory) ?? { eventIds: new Set(), edited: new Set() };
		this.told.set(memory, told);
		return told;
	}

	/** Whether nothing happened since this kind of event began. */
	private isInvented({ kind, id, record }: RecordEvent): boolean {
		if (record === null) return this.world.ids(kind.subject.noun, 'now').includes(id);
		const about = `${kind.value} ${id}`;
		const there = this.atBegin.get(about);
		if (there === undefined) return false;
		if (there === null || !this.differs(there, record)) return true;
		// From now on computed values can come back.
		this.atBegin.delete(about);
		return false;
	}

	/** Whether this process told of an edit before, and nothing has changed since. */
	private isToldAlready({ kind, id, record }: RecordEvent, { edited }: Told): boolean {
		const key = `${kind.subject.noun} ${id}`;
		const own = this.replica.get(key);
		if (record === null || kind.change !== 'edited' || own === undefined) return false;
		return edited.has(key) && !this.differs(own, record);
	}

	/** Whether two versions of a record differ in what is compared and known of both. */
	private differs(one: IDataObject, other: IDataObject): boolean {
		const isCompared = (name: string) =>
			!isComputed(name) || (this.computed.includes(name) && name in one && name in other);
		const names = new Set([...Object.keys(one), ...Object.keys(other)]);
		return [...names].some(
			(name) => isCompared(name) && JSON.stringify(one[name]) !== JSON.stringify(other[name]),
		);
	}

	/** Events that came more often than promised. */
	tooOften(): string[] {
		const most = this.isDurable ? 1 : 2;
		return [...this.deliveries]
			.filter(([, times]) => times > most)
			.map(([eventId, times]) => `${times} times ${eventId}`);
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
				} else if (has('edited') && this.differs(own, record)) {
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
