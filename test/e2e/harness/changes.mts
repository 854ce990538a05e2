import type { ApiRecord, Subject } from '../../../sandbox/service/records.mts';
import type { RunningService } from '../../../sandbox/service/start.mts';
import { recordsOf } from '../../shared.mts';

/** Changes at the local service, and the events a trigger has to bring of them. */
export class Changes {
	/** In the order of the changes. */
	readonly eventIds: string[] = [];
	private readonly service: RunningService;
	/** Changed once: what happens to one record between two polls is one event. */
	private readonly used = new Set<string>();

	constructor(service: RunningService) {
		this.service = service;
	}

	create(subject: Subject): ApiRecord {
		const fields =
			subject === 'project'
				? { name: 'Haus Lovelace', source: 'api', address: null }
				: { firstName: 'Ada', lastName: 'Lovelace', address: null };
		const { store, company } = this.service;
		const record = store.insert(subject, company.id, fields);
		this.used.add(record.id);
		this.eventIds.push(`${subject}.created:${record.id}`);
		return record;
	}

	/** Edits a record that was never touched. */
	edit(subject: Subject): ApiRecord {
		const { id } = this.untouched(subject);
		const fields = subject === 'project' ? { projectValue: 12_345 } : { phoneNumber: '+49 30 1' };
		const record = this.service.store.edit(subject, id, fields);
		this.eventIds.push(`${subject}.edited:${id}:${record.updatedAt}`);
		return record;
	}

	/** Deletes a record that was never touched. */
	delete(subject: Subject): ApiRecord {
		const { id } = this.untouched(subject);
		const record = this.service.store.delete(subject, id);
		this.eventIds.push(`${subject}.deleted:${id}`);
		return record;
	}

	/** One of each kind, for projects and for customers. */
	ofEachKind(): void {
		for (const subject of ['project', 'customer'] as const) {
			this.create(subject);
			this.edit(subject);
			this.delete(subject);
		}
	}

	private untouched(subject: Subject): ApiRecord {
		const record = recordsOf(this.service, subject).find(({ id }) => !this.used.has(id));
		if (record === undefined) throw new Error(`There is no untouched ${subject} left`);
		this.used.add(record.id);
		return record;
	}
}
