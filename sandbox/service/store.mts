import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { computedFields } from './computed.mts';
import type { ApiRecord, Change, Company, Subject } from './records.mts';

export interface StoreChange {
	subject: Subject;
	change: Change;
	record: ApiRecord;
}

const stageId = (companyId: string) => `${companyId.slice(0, 24)}${'5'.repeat(12)}`;

/** All data of the service, in memory. Emits `change` whenever a project or customer is created, edited or deleted. */
export class Store extends EventEmitter<{ change: [StoreChange] }> {
	readonly companies: Company[] = [];
	readonly projects = new Map<string, ApiRecord>();
	readonly customers = new Map<string, ApiRecord>();
	readonly documents = new Map<string, ApiRecord>();
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

	edit(subject: Subject, id: string, fields: object): ApiRecord {
		const former = this.of(subject).get(id);
		if (former === undefined) throw new Error(`There is no ${subject} ${id}`);
		const record: ApiRecord = { ...former, ...fields, id, updatedAt: this.now() };
		this.keep(subject, record);
		this.emit('change', { subject, change: 'edited', record });
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
		const complete = subject === 'project' ? { ...record, ...computedFields(record) } : record;
		Object.assign(record, complete);
		this.of(subject).set(record.id, record);
	}

	/** Deletes every record; human IDs start over. */
	clear(): void {
		for (const records of [this.projects, this.customers, this.documents]) records.clear();
		this.counters.clear();
	}

	private nextHumanId(subject: Subject, companyId: string): string {
		const key = `${subject} ${companyId}`;
		const number = (this.counters.get(key) ?? 0) + 1;
		this.counters.set(key, number);
		return `${subject === 'project' ? 'P' : 'C'}-${String(number).padStart(3, '0')}`;
	}
}
