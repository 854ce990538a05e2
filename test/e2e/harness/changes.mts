import type { Subject } from '../../../sandbox/service/records.mts';
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

	/** One of each kind, for projects and for customers. */
	ofEachKind(): void {
		const { store, company } = this.service;
		for (const subject of ['project', 'customer'] as const) {
			const isProject = subject === 'project';
			const created = isProject
				? { name: 'Haus Lovelace', source: 'api', address: null }
				: { firstName: 'Ada', lastName: 'Lovelace', address: null };
			const { id } = store.insert(subject, company.id, created);
			this.used.add(id);
			const fields = isProject ? { projectValue: 12_345 } : { phoneNumber: '+49 30 1' };
			const edited = store.edit(subject, this.untouched(subject), fields);
			const deleted = store.delete(subject, this.untouched(subject));
			this.eventIds.push(
				`${subject}.created:${id}`,
				`${subject}.edited:${edited.id}:${edited.updatedAt}`,
				`${subject}.deleted:${deleted.id}`,
			);
		}
	}

	/** The ID of a record that was never touched, which counts as touched from now on. */
	private untouched(subject: Subject): string {
		const record = recordsOf(this.service, subject).find(({ id }) => !this.used.has(id));
		if (record === undefined) throw new Error(`There is no untouched ${subject} left`);
		this.used.add(record.id);
		return record.id;
	}
}
