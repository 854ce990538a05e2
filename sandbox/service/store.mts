import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { computedFields } from './computed.mts';
import type { ApiRecord, Change, Company, Subject } from './records.mts';

export interface StoreChange {
	subject: Subject;
	change: Change;
	record: ApiRecord;
}

/** What outlives a start: all but the companies, which every sandbox has. */
const KEPT = ['projects', 'customers', 'documents', 'calculations', 'counters'] as const;
export type SavedStore = Record<(typeof KEPT)[number], Array<[string, unknown]>>;

const stageId = (companyId: string) => `${companyId.slice(0, 24)}${'5'.repeat(12)}`;

/** A circuit without an ID is a new one, whatever its name: it gets an ID of its own. */
const withIds = (circuits: unknown) =>
	(circuits as object[]).map((circuit) => ({ id: randomUUID(), ...circuit }));

/** All data of the service, in memory. Emits `change` whenever a project or customer is created, edited or deleted. */
export class Store extends EventEmitter<{ change: [StoreChange] }> {
	readonly companies: Company[] = [];
	readonly projects = new Map<string, ApiRecord>();
	readonly customers = new Map<string, ApiRecord>();
	readonly documents = new Map<string, ApiRecord>();
	/** Computed values that were set, by project. */
	private readonly calculations = new Map<string, object>();
	private lastTime = 0;
	private readonly counters = new Map<string, number>();

	insert(
		subject: Subject,
		companyId: string,
		fields: object,
		id: string = randomUUID(),
	): ApiRecord {
		const now = this.now();
		const humanId = this.nextHumanId(subject, companyId);
		const defaults =
			subject === 'project'
				? {
						currentStageId: stageId(companyId),
						status: 'inProgress',
						isLead: false,
						isMonumentProtected: false,
						customerId: null,
						technicalFeasibilityAssesment: 'notStarted',
						heatingCircuits: [],
						humanId,
					}
				: { email: null, isCompany: false, humanId };
		const given = fields as Record<string, unknown>;
		const record: ApiRecord = {
			...defaults,
			createdAt: now,
			updatedAt: now,
			...given,
			humanId: given.humanId ?? humanId,
			id,
			companyId,
		};
		this.keep(subject, record);
		this.emit('change', { subject, change: 'created', record });
		return record;
	}

	/**
	 * Changes the given fields. A field is replaced as a whole: the parts of an address and the values of a circuit that
	 * are not given are gone. The service's document allows this, and it is the worst case for a client.
	 */
	edit(subject: Subject, id: string, fields: object): ApiRecord {
		const former = this.of(subject).get(id);
		if (former === undefined) throw new Error(`There is no ${subject} ${id}`);
		const record: ApiRecord = { ...former, ...fields, id, updatedAt: this.now() };
		this.keep(subject, record);
		this.emit('change', { subject, change: 'edited', record });
		return record;
	}

	/**
	 * Sets computed values of a project, as if somebody had calculated its rooms. They stay through later edits. The time
	 * of the last change stays as it was, and no event goes out: the service's document does not say otherwise, and it is
	 * the worst case for a client.
	 */
	calculate(id: string, values: object): ApiRecord {
		const former = this.projects.get(id);
		if (former === undefined) throw new Error(`There is no project ${id}`);
		this.calculations.set(id, { ...this.calculations.get(id), ...values });
		const record: ApiRecord = { ...former };
		this.keep('project', record);
		return record;
	}

	delete(subject: Subject, id: string): ApiRecord {
		const record = this.of(subject).get(id);
		if (record === undefined) throw new Error(`There is no ${subject} ${id}`);
		this.of(subject).delete(id);
		const change: StoreChange = {
			subject,
			change: 'deleted',
			record: { ...record, updatedAt: this.now() },
		};
		this.emit('change', change);
		return record;
	}

	of(subject: Subject): Map<string, ApiRecord> {
		return subject === 'project' ? this.projects : this.customers;
	}

	list(subject: Subject, companyId: string): ApiRecord[] {
		return [...this.of(subject).values()].filter((record) => record.companyId === companyId);
	}

	/** The present time, strictly increasing, so that it always shows the order of changes. */
	now(): string {
		this.lastTime = Math.max(Date.now(), this.lastTime + 1);
		return new Date(this.lastTime).toISOString();
	}

	private keep(subject: Subject, record: ApiRecord) {
		if (subject === 'project') {
			const heatingCircuits = withIds(record.heatingCircuits);
			const calculation = this.calculations.get(record.id);
			Object.assign(record, { heatingCircuits, ...computedFields(record), ...calculation });
		}
		this.of(subject).set(record.id, record);
	}

	/** Deletes every record; human IDs start over. */
	clear(): void {
		for (const records of [this.projects, this.customers, this.documents]) records.clear();
		this.calculations.clear();
		this.counters.clear();
	}

	toJSON(): SavedStore {
		return Object.fromEntries(KEPT.map((name) => [name, [...this[name]]])) as SavedStore;
	}

	restore(saved: SavedStore): void {
		for (const name of KEPT)
			for (const [key, value] of saved[name]) (this[name] as Map<string, unknown>).set(key, value);
	}

	private nextHumanId(subject: Subject, companyId: string): string {
		const key = `${subject} ${companyId}`;
		const number = (this.counters.get(key) ?? 0) + 1;
		this.counters.set(key, number);
		return `${subject === 'project' ? 'P' : 'C'}-${String(number).padStart(3, '0')}`;
	}
}
