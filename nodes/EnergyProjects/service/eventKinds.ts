import type { ListedRecord } from './record';
import { customerRecord } from './records/customer';
import { projectRecord } from './records/project';

/** One kind of event. Service document, section Event kinds. */
export interface EventKind {
	readonly value: string;
	/**
	 * What it is called everywhere people see it: list, subtitle, samples, notes. In the panel for adding nodes, n8n puts
	 * "On" before it.
	 */
	readonly name: string;
	/** The label of its output, if there are outputs about other subjects: what fits into it. */
	readonly shortName: string;
	readonly description: string;
	/** The record it is about. In the payload, its noun is the key. */
	readonly subject: ListedRecord;
	/** What happened to the record. After a deletion there is nothing to read from the API. */
	readonly change: 'created' | 'edited' | 'deleted';
	/**
	 * What the event tells of its subject besides its dates, as the API spells it. Service document, section Payload
	 * shapes.
	 */
	readonly carries: readonly string[];
}

const ofProject = {
	subject: projectRecord,
	carries: ['id', 'humanId', 'name', 'status', 'companyId'],
} as const;

const ofCustomer = {
	subject: customerRecord,
	carries: ['id', 'firstName', 'lastName', 'email', 'companyId'],
} as const;

/** Every kind, in the service's fixed order, which is the order of the outputs. New kinds go to the end. */
export const eventKinds: readonly EventKind[] = [
	{
		...ofProject,
		value: 'project.created',
		change: 'created',
		name: 'Project Created',
		shortName: 'Proj Created',
		description: 'A project was created',
	},
	{
		...ofProject,
		value: 'project.edited',
		change: 'edited',
		name: 'Project Edited',
		shortName: 'Proj Edited',
		description:
			'A project was changed; if it changes several times in a row, the service reports only the last change',
	},
	{
		...ofProject,
		value: 'project.deleted',
		change: 'deleted',
		name: 'Project Deleted',
		shortName: 'Proj Deleted',
		description: 'A project was deleted; the service keeps no copy',
	},
	{
		...ofCustomer,
		value: 'customer.created',
		change: 'created',
		name: 'Customer Created',
		shortName: 'Cust Created',
		description: 'A customer was created',
	},
	{
		...ofCustomer,
		value: 'customer.edited',
		change: 'edited',
		name: 'Customer Edited',
		shortName: 'Cust Edited',
		description:
			'A customer was changed; if it changes several times in a row, the service reports only the last change',
	},
	{
		...ofCustomer,
		value: 'customer.deleted',
		change: 'deleted',
		name: 'Customer Deleted',
		shortName: 'Cust Deleted',
		description: 'A customer was deleted; the service keeps no copy',
	},
];

/**
 * The kinds a new trigger starts with. This list never changes: n8n saves nothing for a parameter at its default, so a
 * kind that joined it would start workflows that were built without it.
 */
export const defaultKinds: readonly string[] = [
	'project.created',
	'project.edited',
	'project.deleted',
	'customer.created',
	'customer.edited',
	'customer.deleted',
];

/** The chosen kinds in the service's order, no matter in which order they were chosen. */
export const chosenKinds = (events: readonly string[]): readonly EventKind[] =>
	eventKinds.filter((kind) => events.includes(kind.value));

/** The records that these kinds are about, each once. */
export const subjectsOf = (kinds: readonly EventKind[]): ListedRecord[] => [
	...new Set(kinds.map(({ subject }) => subject)),
];
