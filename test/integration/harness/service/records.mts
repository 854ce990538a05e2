import type { ApiRecord } from '../../../../sandbox/service/records.mts';
import type { RunningService } from '../../../../sandbox/service/start.mts';

export const addProject = ({ store, company }: RunningService, fields: object = {}): ApiRecord =>
	store.insert('project', company.id, {
		name: 'Haus Weber',
		source: 'api',
		address: null,
		...fields,
	});

export const addCustomer = ({ store, company }: RunningService, fields: object = {}): ApiRecord =>
	store.insert('customer', company.id, {
		firstName: 'Ada',
		lastName: 'Weber',
		address: null,
		...fields,
	});

/** Adds a record of either kind. */
export const addRecord = { project: addProject, customer: addCustomer } as const;

export const idsOf = (records: ReadonlyArray<{ id?: unknown }>) =>
	records.map(({ id }) => String(id));
