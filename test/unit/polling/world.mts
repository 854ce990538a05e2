import type { IDataObject } from 'n8n-workflow';
import type { ListReading, Source } from '../../../nodes/EnergyProjects/polling/source.ts';
import type { ListedResource } from '../../../nodes/EnergyProjects/service/resource.ts';

/** What the polls of the present test read. */
export const present: { source?: Source; budgetMs?: number } = {};

const COMPANY = '9c1e7f0a-2b3c-4d5e-8f90-a1b2c3d4e5f6';
const START = Date.UTC(2026, 2, 1);

export const idNumber = (number: number) =>
	`00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

const timeText = (ms: number) => new Date(ms).toISOString();

/** What goes wrong while a poll reads. */
export type Fault =
	| 'none'
	/** The list cannot be read. */
	| 'failed'
	/** Every third record is missing, and the list is known to be incomplete. */
	| 'incomplete'
	/** There was no time for more than the first records. */
	| 'outOfTime'
	/** The list is empty, and looks complete. */
	| 'empty'
	/** Every third record is missing, but the list looks complete. */
	| 'lossy'
	/** The service does not say of any record whether it exists. */
	| 'mute'
	/** The list leaves out what the service computes. */
	| 'bare';

/** Computed fields of projects. */
export const COMPUTED = ['buildingHeatLoadKw', 'heatPumpSizing'] as const;
export type Computed = (typeof COMPUTED)[number];

const KILOWATTS = [null, 9.2, 9.200000000000001, 0, 12];

/** A value of a computed field. */
const valueOf = (field: Computed, kilowatts: number | null) =>
	field === 'buildingHeatLoadKw' || kilowatts === null
		? kilowatts
		: { heatPumpStandardOutputKw: kilowatts, bivalencePoint: -5 };

export const isComputed = (name: string): name is Computed =>
	(COMPUTED as readonly string[]).includes(name);

export const withoutComputed = (record: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !isComputed(name)));

/** A service with a clock, and how it is read. */
export class World {
	now = START;
	readonly projects = new Map<string, IDataObject>();
	readonly customers = new Map<string, IDataObject>();
	fault: Fault = 'none';
	/** Called when a poll begins to read. */
	whileReading: (() => void) | undefined;
	private created = 0;
	/** Every version of every record, without what is computed. */
	private readonly versions = new Set<string>();
	/** Computed values that no record takes on again. */
	private readonly neverAgain = new Set<string>();

	/** Of projects, and of customers. */
	private readonly everyId: readonly [string[], string[]] = [[], []];

	private put(noun: string, record: IDataObject): void {
		this.versions.add(JSON.stringify(withoutComputed(record)));
		this.of({ noun }).set(String(record.id), record);
	}

	private of({ noun }: { readonly noun: string }): Map<string, IDataObject> {
		return noun === 'project' ? this.projects : this.customers;
	}

	/** IDs of all records that exist now, or that ever were. */
	ids(noun: string, when: 'now' | 'ever' = 'ever'): string[] {
		if (when === 'now') return [...this.of({ noun }).keys()];
		return this.everyId[noun === 'project' ? 0 : 1];
	}

	/** @param ageMs how old the record is when it first appears in the list */
	create(noun: string, ageMs: number, editedLaterMs: number): void {
		const number = ++this.created;
		this.ids(noun).push(idNumber(number));
		const createdAt = this.now - ageMs;
		const record = {
			id: idNumber(number),
			companyId: COMPANY,
			createdAt: timeText(createdAt),
			updatedAt: timeText(createdAt + editedLaterMs),
			...(noun === 'project'
				? {
						...{ humanId: `P-${number}`, name: `Haus ${number}`, status: 'inProgress' },
						...{ isLead: false, buildingHeatLoadKw: null, heatPumpSizing: null },
					}
				: { humanId: `C-${number}`, firstName: 'Ada', lastName: `Weber ${number}` }),
		};
		this.put(noun, record);
	}

	/** @param shiftMs the new time of change, relative to the former one; undefined for now */
	edit(noun: string, which: number, value: number, shiftMs: number | undefined): void {
		const former = this.pick(noun, which);
		if (former === undefined) return;
		const updatedAt =
			shiftMs === undefined ? this.now : Date.parse(String(former.updatedAt)) + shiftMs;
		const field =
			noun === 'project'
				? [{ projectValue: value }, { status: value % 2 === 0 ? 'completed' : 'archived' }][
						value % 2
					]
				: { phoneNumber: String(value) };
		const edited = { ...former, ...field, updatedAt: timeText(updatedAt) };
		// If a record became exactly what it was before, with the same time of change, nobody could see the edit.
		while (this.versions.has(JSON.stringify(withoutComputed(edited)))) {
			edited.updatedAt = timeText(Date.parse(edited.updatedAt) + 1);
		}
		this.put(noun, edited);
	}

	/** The service computes a value of a project: its time of change stays, and values come back. */
	compute(which: number, field: Computed, value: number): void {
		const former = this.pick('project', which);
		if (former === undefined) return;
		const kilowatts = KILOWATTS[value % KILOWATTS.length];
		const isForbidden = this.neverAgain.has(versionOf(former, field, valueOf(field, kilowatts)));
		const fresh = isForbidden ? 100 + this.neverAgain.size : kilowatts;
		this.put('project', { ...former, [field]: valueOf(field, fresh) });
	}

	/**
	 * From now on no computed value comes back that differs between these versions of a record. If n8n loses what a poll
	 * has told, nobody could see that it came back.
	 */
	forbidReturn(from: IDataObject, to: IDataObject): void {
		for (const field of COMPUTED) {
			const before = versionOf(from, field, from[field]);
			if (before !== versionOf(to, field, to[field])) this.neverAgain.add(before);
		}
	}

	delete(noun: string, which: number): void {
		const record = this.pick(noun, which);
		if (record !== undefined) this.of({ noun }).delete(String(record.id));
	}

	private pick(noun: string, which: number): IDataObject | undefined {
		const records = [...this.of({ noun }).values()];
		return records[which % Math.max(1, records.length)];
	}

	/** The latest time of change, or the clock if it is ahead of that. */
	latest(): number {
		const records = [...this.projects.values(), ...this.customers.values()];
		const times = records.map(({ updatedAt }) => Date.parse(String(updatedAt)));
		return Math.max(this.now, ...times);
	}

	/** What everybody has to take for the whole list now. */
	mistakenFor(noun: string): IDataObject[] {
		const all = [...this.of({ noun }).values()];
		const records = this.fault === 'bare' ? all.map(withoutComputed) : all;
		if (this.fault === 'empty') return [];
		const isThinned = this.fault === 'incomplete' || this.fault === 'lossy';
		return records.filter((_, index) => !isThinned || index % 3 !== 1);
	}

	/** @param show is called with the projects of each list that is read */
	source(show?: (projects: readonly IDataObject[]) => void): Source {
		const list = ({ noun }: ListedResource): ListReading => {
			this.whileReading?.();
			if (this.fault === 'failed' || this.fault === 'outOfTime') throw new Error('500');
			const records = this.mistakenFor(noun);
			if (noun === 'project') show?.(records);
			return { records, complete: this.fault !== 'incomplete' };
		};
		return {
			baseUrlDigest: 'here',
			readAll: async (resource) => list(resource),
			readNewest: async (resource, isKnown) => {
				const { records } = list(resource);
				const newest = [...records].sort((a, b) =>
					String(b.createdAt).localeCompare(String(a.createdAt)),
				);
				const end = newest.findIndex((_, at) => newest.slice(at, at + 2).every(isKnown));
				return { records: end === -1 ? newest : newest.slice(0, end + 2) };
			},
			readSome: async (resource) => list(resource).records,
			company: async () => COMPANY,
			isDeleted: async (resource, id) =>
				this.fault === 'mute' ? undefined : !this.of(resource).has(id),
			isInTime: () => true,
		};
	}
}

const versionOf = ({ id }: IDataObject, field: Computed, value: unknown) =>
	`${String(id)} ${field} ${JSON.stringify(value)}`;
