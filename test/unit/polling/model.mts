import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { vi } from 'vitest';
import type { State } from '../../../nodes/EnergyProjects/polling/saved.ts';
import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { loaded } from './loadPoll.mts';
import { isComputed, present } from './world.mts';
import type { Computed, Fault, World } from './world.mts';

/** How much n8n gets done after a poll before its process ends or the workflow is published again. */
export type Ending =
	| 'whole'
	| 'killedBeforeBoth'
	| 'onlySaved'
	| 'onlyStarted'
	/** The workflow is published again during the poll. */
	| 'discarded'
	/** The database is away: nothing is saved and no execution starts. The process goes on, and n8n says so. */
	| 'notStarted'
	/** The state is saved, but no execution starts. */
	| 'savedNotStarted'
	/** The same, but n8n says so only after the next poll, which may have gone on from there. */
	| 'savedNotStartedLate';

/** What one process told since it became the leader. */
interface Told {
	readonly eventIds: Set<string>;
	/** Records of which it told an edit, so that the next one has to tell something new. */
	readonly edited: Set<string>;
}

/** An event as the model reads it from an item. */
interface ToldEvent {
	readonly eventId: string;
	readonly kind: string;
	readonly noun: string;
	readonly id: string;
	readonly record: IDataObject | null;
	readonly changedFields?: readonly string[];
}

function eventIn({ json }: INodeExecutionData): ToldEvent {
	const { event, eventId, record, changedFields } = json;
	const [noun] = String(event).split('.');
	return {
		...{ eventId: String(eventId), kind: String(event), noun },
		id: String((json[noun] as IDataObject).id),
		record: record as IDataObject | null,
		changedFields: changedFields as string[] | undefined,
	};
}

type Done = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

/** A registration of the node in one process. */
interface Registration {
	readonly context: IPollFunctions;
	/** What n8n has in memory of what it saves. */
	readonly staticData: IDataObject;
	/** What was handed over. */
	emitted?: { readonly outputs: INodeExecutionData[][]; readonly done?: Done };
}

/** What became of a poll, before n8n does anything with it. */
interface Polled {
	readonly registration: Registration;
	/** The text of the state before it and after it. */
	readonly before?: string;
	readonly after?: string;
	/** The projects that it read; undefined if it read none. */
	readonly shown?: readonly IDataObject[];
	readonly events: readonly ToldEvent[];
	/** By this n8n says what became of the execution. */
	readonly done?: Done;
}

const KEY = 'energyProjectsPollingTrigger';
const allKinds = eventKinds.map(({ value }) => value as string);
const startFailed = new Error('The database is away');
/** n8n says that an execution did not start. */
async function failed(done: Done | undefined): Promise<void> {
	done?.reject(startFailed);
	await Promise.resolve();
}

let nodes = 0;
let processes = 0;

/** An n8n with one polling trigger, and a replica of the world to which every event is applied. */
export class Model {
	readonly replica = new Map<string, IDataObject>();
	/** Started executions whose report n8n saved too, by event. */
	readonly deliveries = new Map<string, number>();
	/** What no user should see: events about something that did not happen, repeats although n8n did not end, silent losses. */
	readonly wrong: string[] = [];
	kinds: readonly string[] = allKinds;
	/** The computed fields that are chosen in Only If Changed. */
	computed: readonly Computed[] = [];
	private readonly nodeId = `node ${++nodes}`;
	/** What n8n has saved: static data, or the cursor. */
	private database = '{}';
	/** Two processes, of which one leads. */
	private readonly processes = [++processes, ++processes];
	private leader = 0;
	private registration: Registration | undefined;
	private readonly log: string[] = [];
	/** Events that the saved state holds as told, but whose execution did not start: the next poll tells them. */
	private unstarted: readonly ToldEvent[] = [];
	/** The same, while n8n has not said so. */
	private late: Partial<Polled> & Pick<Polled, 'events'> = { events: [] };
	/** If the state is the later one of these, the next poll goes on from the former one. */
	private undone: Pick<Polled, 'before' | 'after'> = {};
	/** Whether the process that leads could not start an execution. */
	private couldNotStart = false;
	/** What the service showed when a kind of event began: it is not an event. */
	private readonly atBegin = new Map<string, IDataObject | null>();
	private readonly told = new Map<number, Told>();
	private readonly seenValues = new SeenValues();
	private readonly world: World;
	/** Whether n8n saves the state and the execution in one transaction. */
	private readonly isDurable: boolean;

	constructor(world: World, isDurable = false) {
		this.world = world;
		this.isDurable = isDurable;
	}

	private get process(): number {
		return this.processes[this.leader];
	}

	/**
	 * The other process becomes the leader. One that could not start an execution ends before it leads again: it knows
	 * nothing of what the other one told, and would tell it once more.
	 */
	async changeLeader(): Promise<void> {
		if (this.couldNotStart) this.processes[this.leader] = ++processes;
		this.leader = 1 - this.leader;
		this.told.delete(this.process);
		this.endProcess();
		await this.activate(false);
	}

	/** n8n starts, or the workflow is published. */
	async activate(isNewProcess: boolean, ending: Ending = 'whole'): Promise<void> {
		if (isNewProcess) {
			this.processes[this.leader] = ++processes;
			this.endProcess();
		}
		await this.tellLate();
		this.registration = this.publish();
		const isOver = await this.poll(ending, true);
		if (isOver) await this.activate(isOver === 'killed');
	}

	/** Other events are chosen, which publishes the workflow again. */
	async choose(kinds: readonly string[]): Promise<void> {
		await this.tellLate();
		this.kinds = kinds;
		await this.activate(false);
	}

	/** n8n says that an execution did not start. Its events come with the next poll, or the log names them. */
	private async tellLate(): Promise<void> {
		const { events, done, ...step } = this.late;
		this.late = { events: [] };
		const linesBefore = this.log.length;
		await failed(done);
		const lost = this.log.slice(linesBefore).find((line) => line.includes('Lost: '));
		if (lost === undefined) {
			if (done !== undefined) this.undone = step;
			this.unstarted = [...events, ...this.unstarted];
			return;
		}
		const isNamed = ({ kind, id }: ToldEvent) =>
			/ more$/.test(lost) || lost.includes(`${kind} ${id}`);
		for (const event of events) if (!isNamed(event)) this.wrong.push(`lost ${event.eventId}`);
		this.lose(events);
	}

	private endProcess(): void {
		this.undone = {};
		this.couldNotStart = false;
		this.giveUpUnstarted();
	}

	/** What did not start comes never. */
	private giveUpUnstarted(): void {
		const never = [...this.unstarted, ...this.late.events];
		this.unstarted = [];
		this.late = { events: [] };
		this.lose(never);
	}

	/**
	 * A poll that is due. If the process ends meanwhile, n8n starts again.
	 *
	 * @param fault what goes wrong from the end of the poll until n8n has started again
	 */
	async pollDue(ending: Ending, fault: Fault = this.world.fault): Promise<void> {
		const { fault: before } = this.world;
		if (this.isDurable) this.registration = this.register(false);
		const isOver = await this.poll(ending, false);
		this.world.fault = fault;
		if (isOver) await this.activate(isOver === 'killed');
		this.world.fault = before;
	}

	/** n8n registers the workflow again. */
	private publish(): Registration {
		const registration = this.register(true);
		// If a later poll was not saved, nobody knows of the former state any more.
		if (this.stateIn(registration.staticData) !== this.undone.after) this.giveUpUnstarted();
		return registration;
	}

	/** As n8n makes a context: for each activation, with durable cursors for each poll. */
	private register(isActivation: boolean): Registration {
		const staticData = JSON.parse(this.database) as IDataObject;
		const { process, nodeId, isDurable } = this;
		const parameters = (): IDataObject => ({
			...{ events: [...this.kinds], splitByEvent: false },
			onlyIfChanged: this.computed.map((name) => `project.${name}`),
		});
		const registration: Registration = {
			staticData,
			context: {
				getMode: () => 'trigger',
				getNode: () => ({ id: nodeId, name: 'Changes', parameters: parameters() }),
				// What a process remembers, it remembers by the ID of the workflow.
				getWorkflow: () => ({ id: `workflow ${process}` }),
				getWorkflowStaticData: (of: string) =>
					isDurable === (of === 'node') ? staticData : isDurable ? {} : { __dataChanged: false },
				getNodeParameter: (name: string, fallback: unknown) => parameters()[name] ?? fallback,
				getPollBudgetMs: () => (isDurable && !isActivation ? 36_000 : 300_000),
				helpers: { createDeferredPromise: () => Promise.withResolvers() },
				logger: { warn: (line: string) => void this.log.push(line) },
				__runPoll: () => undefined,
				__commitCursor: async () =>
					await Promise.resolve(void (this.database = JSON.stringify(staticData))),
				__emit: (outputs: INodeExecutionData[][], _: undefined, done: Done) =>
					void (registration.emitted = { outputs, done }),
			} as unknown as IPollFunctions,
		};
		return registration;
	}

	/** The text of the state in static data or a cursor. */
	private stateIn(staticData: IDataObject): string | undefined {
		const states = (staticData[KEY] ?? {}) as IDataObject;
		return (this.isDurable ? staticData[KEY] : states[this.nodeId]) as string | undefined;
	}

	private async poll(ending: Ending, isActivation: boolean): Promise<'killed' | undefined> {
		const { registration } = this;
		if (registration === undefined) throw new Error('It is not activated');
		if (ending === 'discarded' && !isActivation) return await this.publishDuring(registration);
		return await this.finish(await this.run(registration), ending, isActivation);
	}

	/** While a poll reads, n8n registers the workflow again: its first poll waits for this one, whose result n8n drops. */
	private async publishDuring(registration: Registration): Promise<'killed' | undefined> {
		const newer = this.publish();
		let next: Promise<Polled> | undefined;
		this.world.whileReading = () => void (next ??= this.run(newer));
		await this.run(registration);
		this.world.whileReading = undefined;
		this.registration = newer;
		return await this.finish(await (next ?? this.run(newer)), 'whole', true);
	}

	private async run(registration: Registration): Promise<Polled> {
		const { world } = this;
		const { staticData, context } = registration;
		const text = this.stateIn(staticData);
		const before = text === this.undone.after ? this.undone.before : text;
		let shown: readonly IDataObject[] | undefined;
		present.source = world.source((projects) => void (shown = projects));
		vi.setSystemTime(world.now);
		const returned = await loaded.poll(context).catch(() => null);
		if (returned !== null) context.__emit(returned);
		const { emitted } = registration;
		registration.emitted = undefined;
		const events = (emitted?.outputs ?? []).flat().map(eventIn);
		const isMoved = events.length > 0 || this.stateIn(staticData) !== text;
		const after = isMoved ? this.stateIn(staticData) : before;
		if (isMoved) this.undone = {};
		return { registration, before, after, events, shown, done: emitted?.done };
	}

	/** What n8n does with a poll: it saves the state and starts the execution, or less than that. */
	private async finish(
		polled: Polled,
		ending: Ending,
		isActivation: boolean,
	): Promise<'killed' | undefined> {
		const { before, after, shown, done } = polled;
		// The first poll has failed.
		if (after === undefined) return undefined;
		const covered = (text = '{"lists":{}}') =>
			Object.values((JSON.parse(text) as State).lists).flatMap(({ kinds }) => kinds);
		const begun = covered(after).filter((kind) => !covered(before).includes(kind));
		const fields = this.kinds.includes('project.edited') ? this.computed : [];
		const first = shown === undefined ? [] : this.seenValues.note(before, after, fields, shown);
		for (const { id, values } of first) this.adopt(`project ${id}`, values);
		// The node has committed the first poll of an activation by itself.
		const isCommitted = this.isDurable && isActivation && polled.events.length === 0;
		if (isCommitted) this.beginWith(begun);
		if (ending === 'killedBeforeBoth') return 'killed';
		const isToldNow = (event: ToldEvent) =>
			polled.events.some(({ noun, id }) => noun === event.noun && id === event.id);
		// If nothing is saved, the state of the database still holds them as told.
		if (ending !== 'notStarted')
			this.unstarted = this.unstarted.filter((event) => !isToldNow(event));
		const isOver = this.isDurable
			? this.commit(polled, begun, ending, isActivation)
			: this.saveAndStart(polled, begun, ending, isActivation);
		if (isOver) return isOver;
		await this.tellLate();
		if (polled.events.length === 0 || this.isDurable) return undefined;
		this.couldNotStart ||= ending.includes('otStarted');
		if (ending === 'savedNotStartedLate') {
			// What was late until now is older than this: there is a newer event of the record.
			this.unstarted = this.unstarted.filter((event) => !isToldNow(event));
			this.late = polled;
			for (const { noun, id, record } of polled.events) {
				const own = { ...this.replica.get(`${noun} ${id}`), id };
				this.world.forbidReturn(own, { ...own, ...record });
			}
		} else if (ending.endsWith('otStarted')) {
			this.undone = { before, after };
			await failed(done);
		}
		return undefined;
	}

	/** With durable cursors: both or neither. */
	private commit(
		{ registration, events }: Polled,
		begun: readonly string[],
		ending: Ending,
		isActivation: boolean,
	): 'killed' | undefined {
		if (ending.includes('otStarted')) return undefined;
		if (!isActivation || events.length > 0) this.database = JSON.stringify(registration.staticData);
		this.apply(events, true);
		this.beginWith(begun);
		return ending === 'whole' ? undefined : 'killed';
	}

	private saveAndStart(
		{ registration, before, after, events }: Polled,
		begun: readonly string[],
		ending: Ending,
		isActivation: boolean,
	): 'killed' | undefined {
		if (ending === 'onlyStarted' && events.length > 0) {
			this.apply(events, false);
			return 'killed';
		}
		const isSaved = events.length > 0 ? ending !== 'notStarted' : isActivation;
		if (isSaved) {
			this.database = JSON.stringify(registration.staticData);
			// It knows of them again, or that there is nothing left to tell, unless the poll has failed.
			if (before !== after) this.unstarted = [];
		}
		if (ending === 'onlySaved') this.lose(events);
		else if (ending === 'savedNotStarted' && events.length > 0) this.unstarted = events;
		else if (!ending.includes('otStarted')) this.apply(events, true);
		// A kind begins with what exists now.
		this.beginWith(begun);
		return ending === 'onlySaved' && events.length > 0 ? 'killed' : undefined;
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

	/**
	 * What did not start before is of no more use: there is a newer event of the record. It may lack a computed value that
	 * the service leaves out at this moment: a person has that from the service.
	 */
	private supersede({ noun, id }: ToldEvent): void {
		const isOther = (one: ToldEvent) => one.noun !== noun || one.id !== id;
		for (const { record } of this.late.events.filter((one) => !isOther(one))) {
			const computed = Object.entries(record ?? {}).filter(([name]) => isComputed(name));
			this.adopt(`${noun} ${id}`, Object.fromEntries(computed) as IDataObject);
		}
		this.late = { ...this.late, events: this.late.events.filter(isOther) };
	}

	/** These events come never. */
	private lose(events: readonly ToldEvent[]): void {
		for (const event of events) {
			const { noun, id, record } = event;
			this.supersede(event);
			const key = `${noun} ${id}`;
			this.atBegin.delete(key.replace(' ', '.edited '));
			if (record === null) this.replica.delete(key);
			else this.replica.set(key, { ...this.replica.get(key), ...record });
		}
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
				this.toldBy(this.process).edited.delete(`${noun} ${id}`);
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

	private apply(events: readonly ToldEvent[], isSaved: boolean): void {
		const told = this.toldBy(this.process);
		for (const event of events) {
			const { eventId, kind, noun, id, record } = event;
			const key = `${noun} ${id}`;
			this.supersede(event);
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
			if (kind.endsWith('.edited')) told.edited.add(key);
		}
	}

	private toldBy(process: number): Told {
		const told = this.told.get(process) ?? { eventIds: new Set(), edited: new Set() };
		this.told.set(process, told);
		return told;
	}

	/** Whether nothing happened since this kind of event began. */
	private isInvented({ kind, noun, id, record }: ToldEvent): boolean {
		if (record === null) return this.world.ids(noun, 'now').includes(id);
		const about = `${kind} ${id}`;
		const there = this.atBegin.get(about);
		if (there === undefined) return false;
		if (there === null || !this.differs(there, record)) return true;
		// From now on computed values can come back.
		this.atBegin.delete(about);
		return false;
	}

	/** Whether this process told of an edit before, and nothing has changed since. */
	private isToldAlready({ kind, noun, id, record }: ToldEvent, { edited }: Told): boolean {
		const key = `${noun} ${id}`;
		const own = this.replica.get(key);
		if (record === null || !kind.endsWith('.edited') || own === undefined) return false;
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
		return [...this.deliveries]
			.filter(([, times]) => times > 1)
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

/** Computed values of one project that a poll was the first to see. */
interface FirstSeen {
	readonly id: string;
	readonly values: IDataObject;
}

/**
 * Which computed values the polls have seen. The first sight of a value is no event. It belongs to the state that the
 * poll led to: if n8n loses the state, the next poll with an older one sees the value for the first time again.
 */
class SeenValues {
	private readonly byState = new Map<string | undefined, ReadonlySet<string>>();

	/**
	 * @param former the state before the poll
	 * @param next the state after it
	 * @param fields names of the chosen computed fields
	 * @param shown the projects that it read
	 * @returns what it was the first to see
	 */
	note(
		former: string | undefined,
		next: string,
		fields: readonly string[],
		shown: readonly IDataObject[],
	): FirstSeen[] {
		const before = [...(this.byState.get(former) ?? [])];
		const seen = new Set(before.filter((value) => fields.some((field) => value.endsWith(field))));
		const first = shown.flatMap((record) => {
			const id = String(record.id);
			const names = fields.filter((field) => field in record && !seen.has(`${id} ${field}`));
			const values = Object.fromEntries(names.map((name) => [name, record[name]]));
			return names.length === 0 ? [] : [{ id, values }];
		});
		for (const { id, values } of first) {
			for (const name of Object.keys(values)) seen.add(`${id} ${name}`);
		}
		this.byState.set(next, seen);
		return first;
	}
}
