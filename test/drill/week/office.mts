import { addCompanies, addDemoData } from '../../../sandbox/service/seed.mts';
import type { ApiRecord, Change, Company, Subject } from '../../../sandbox/service/records.mts';
import { Store } from '../../../sandbox/service/store.mts';

/** A change that was made, and the event that has to come of it. */
export interface Made {
	subject: Subject;
	change: Change;
	record: ApiRecord;
	/** The names of the fields that were given. */
	fields: readonly string[];
	eventId: string;
}

/** Rounds for which a record stays as it is after a change: what happens to it between two polls is one event. */
const REST = 6;
const MINUTE_MS = 60_000;
const STATUSES = ['inProgress', 'completed', 'archived'];

/** What an office does with its projects and customers in the course of a week. The same seed gives the same week. */
export class Office {
	readonly made: Made[] = [];
	private readonly touched = new Map<string, number>();
	/** Of all records there ever were. */
	private readonly ids: Record<Subject, string[]> = { project: [], customer: [] };
	private round = 0;
	private lastSpecialDay = -1;
	private readonly store: Store;
	private readonly company: Company;
	private readonly random: () => number;
	private readonly samples = samples();

	constructor(store: Store, company: Company, seed: number) {
		this.store = store;
		this.company = company;
		this.random = randomFrom(seed);
	}

	/** What was there before the week. */
	fill(projects: number, customers: number): void {
		const before = (index: number, count: number) => {
			const time = new Date(Date.now() - (count - index) * MINUTE_MS - MINUTE_MS).toISOString();
			return { createdAt: time, updatedAt: time };
		};
		for (let index = 0; index < customers; index++) {
			this.insert('customer', before(index, customers));
		}
		for (let index = 0; index < projects; index++) this.insert('project', before(index, projects));
		this.touched.clear();
	}

	/** The changes between two polls. @param hour of the day, 0 to 23 */
	hour(day: number, hour: number): void {
		this.round++;
		if (hour < 8 || hour > 17) {
			// An enquiry by the form on the website.
			if (this.random() < 0.2) this.create('project', 1, { isLead: true });
			return;
		}
		this.create('project', this.upTo(3));
		this.editProjects(3 + this.upTo(8));
		this.create('customer', this.upTo(2));
		this.edit('customer', this.upTo(3), () => ({ phoneNumber: `+49 30 ${this.upTo(1e6)}` }));
		if (this.random() < 0.3) this.delete('project', 1 + this.upTo(2));
		if (this.random() < 0.15) this.delete('customer', 1);
		if (hour >= 10) this.special(day);
	}

	/** What comes in while n8n is off. */
	night(): void {
		this.round++;
		this.create('project', 2, { isLead: true });
		this.editProjects(3);
		this.delete('project', 1);
		this.edit('customer', 1, () => ({ phoneNumber: null }));
	}

	/** Once a day at most. */
	private special(day: number): void {
		if (this.lastSpecialDay >= day) return;
		this.lastSpecialDay = day;
		if (day === 1) this.editProjects(60);
		if (day === 2) {
			this.create('customer', 100);
			this.create('project', 300);
		}
		if (day === 4) this.delete('project', 25);
	}

	private create(subject: Subject, count: number, fields: object = {}): void {
		for (let index = 0; index < count; index++) {
			this.note(subject, 'created', this.insert(subject, fields), []);
		}
	}

	private editProjects(count: number): void {
		this.edit('project', count, (former) => this.projectFields(former));
	}

	private edit(subject: Subject, count: number, fieldsFor: (former: ApiRecord) => object): void {
		for (let index = 0; index < count; index++) {
			const former = this.rested(subject);
			const fields = fieldsFor(former);
			const record = this.store.edit(subject, former.id, fields);
			this.note(subject, 'edited', record, Object.keys(fields));
		}
	}

	private delete(subject: Subject, count: number): void {
		for (let index = 0; index < count; index++) {
			const { id } = this.rested(subject);
			this.note(subject, 'deleted', this.store.delete(subject, id), []);
		}
	}

	/** What an office changes most: each field gets a value that it did not have. */
	private projectFields(former: ApiRecord): object {
		const chance = this.random();
		const number = this.upTo(1e6);
		if (chance < 0.35) {
			const others = STATUSES.filter((status) => status !== former.status);
			return { status: others[this.upTo(others.length)] };
		}
		if (chance < 0.6) return { installationDate: this.otherDay(former.installationDate) };
		if (chance < 0.75) return { projectValue: Number(former.projectValue ?? 0) + 1 + number };
		if (chance < 0.9) {
			return { heatingCircuits: [{ name: `Heizkreis ${number}`, flowTemperature: 40 }] };
		}
		return { name: `${String(former.name)} ${number}` };
	}

	private otherDay(former: unknown): string {
		const day = new Date(Date.UTC(2027, 0, 1 + this.upTo(365))).toISOString().slice(0, 10);
		return day === former ? '2028-01-01' : day;
	}

	private insert(subject: Subject, fields: object): ApiRecord {
		const { size } = this.store.of(subject);
		const sample = this.samples[subject][size % this.samples[subject].length];
		const { id, companyId, humanId, createdAt, updatedAt, ...rest } = sample;
		void [id, companyId, humanId, createdAt, updatedAt];
		const own = subject === 'project' ? { customerId: this.anyOf('customer') } : {};
		const record = this.store.insert(subject, this.company.id, { ...rest, ...own, ...fields });
		this.ids[subject].push(record.id);
		return record;
	}

	/** A record that has not been changed for a while. */
	private rested(subject: Subject): ApiRecord {
		for (let attempt = 0; attempt < 10_000; attempt++) {
			const record = this.store.of(subject).get(this.anyOf(subject));
			if (record === undefined) continue;
			if (this.round - (this.touched.get(record.id) ?? -Infinity) >= REST) return record;
		}
		throw new Error(`There is no ${subject} left to change`);
	}

	private anyOf(subject: Subject): string {
		const ids = this.ids[subject];
		return ids[this.upTo(ids.length)];
	}

	private note(subject: Subject, change: Change, record: ApiRecord, fields: string[]): void {
		this.touched.set(record.id, this.round);
		const time = change === 'edited' ? `:${record.updatedAt}` : '';
		const eventId = `${subject}.${change}:${record.id}${time}`;
		this.made.push({ subject, change, record, fields, eventId });
	}

	/** 0 to `count` - 1. */
	private upTo(count: number): number {
		return Math.floor(this.random() * count);
	}
}

/** The records of the demo. Circuits get IDs of their own. */
function samples(): Record<Subject, ApiRecord[]> {
	const store = new Store();
	addCompanies(store);
	const [company] = store.companies;
	addDemoData(store, company);
	const projects = store.list('project', company.id).map((project) => ({
		...project,
		heatingCircuits: (project.heatingCircuits as Array<Record<string, unknown>>).map(
			({ name, flowTemperature, returnTemperature, index }) => ({
				...{ name, flowTemperature, returnTemperature, index },
			}),
		),
	}));
	return { project: projects, customer: store.list('customer', company.id) };
}

/** Numbers from 0 to 1 by the generator "mulberry32": good enough to choose by, and the same each time. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let value = Math.imul(state ^ (state >>> 15), 1 | state);
		value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
		return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
	};
}
