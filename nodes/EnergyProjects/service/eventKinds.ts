import type { RecordType } from './record';
import { customerRecord } from './records/customer';
import { projectRecord } from './records/project';

/** One kind of event. Service document, section Event kinds. */
export interface EventKind {
	readonly value: string;
	readonly name: string;
	readonly description: string;
	/** The record it is about; in the payload it stands under its noun. */
	readonly subject: RecordType;
	/** The record is gone: there is nothing to read from the API. */
	readonly isDeletion?: true;
	/** Name of its output. The editor cuts it after about 11 characters: they differ within the first 9. */
	readonly output: string;
}

/** What events tell of their subject beside its dates, as the API spells it. Service document, section Payload shapes. */
export const eventSubjects: ReadonlyArray<{ record: RecordType; carries: readonly string[] }> = [
	{ record: projectRecord, carries: ['id', 'humanId', 'name', 'status', 'companyId'] },
	{ record: customerRecord, carries: ['id', 'firstName', 'lastName', 'email', 'companyId'] },
];

/** Every kind, in the service's fixed order, which is the order of the outputs. */
export const eventKinds = [
	{
		value: 'project.created',
		name: 'Project Created',
		description: 'A project was created',
		subject: projectRecord,
		output: 'Created Project',
	},
	{
		value: 'project.edited',
		name: 'Project Edited',
		description: 'A project was changed; of several changes in a row the last one is reported',
		subject: projectRecord,
		output: 'Edited Project',
	},
	{
		value: 'project.deleted',
		name: 'Project Deleted',
		description: 'A project was deleted; the service does not keep it',
		subject: projectRecord,
		isDeletion: true,
		output: 'Deleted Project',
	},
	{
		value: 'customer.created',
		name: 'Customer Created',
		description: 'A customer was created',
		subject: customerRecord,
		output: 'Created Customer',
	},
	{
		value: 'customer.edited',
		name: 'Customer Edited',
		description: 'A customer was changed; of several changes in a row the last one is reported',
		subject: customerRecord,
		output: 'Edited Customer',
	},
	{
		value: 'customer.deleted',
		name: 'Customer Deleted',
		description: 'A customer was deleted; the service does not keep it',
		subject: customerRecord,
		isDeletion: true,
		output: 'Deleted Customer',
	},
] as const satisfies readonly EventKind[];

/**
 * The kinds a new trigger starts with, written out for ever: n8n saves nothing for a parameter at its default, so a
 * kind that joined this list would start workflows that were built without it.
 */
export const presetKinds: readonly string[] = [
	'project.created',
	'project.edited',
	'project.deleted',
	'customer.created',
	'customer.edited',
	'customer.deleted',
];

/** The chosen kinds in the service's order, whatever the order they were chosen in. */
export const chosenKinds = (events: readonly string[]): readonly EventKind[] =>
	eventKinds.filter((kind) => events.includes(kind.value));
