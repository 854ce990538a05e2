import type { RecordType, WritableRecord } from './record';
import { customerRecord } from './records/customer';
import { projectRecord } from './records/project';

/** One kind of event. Service document, section Event kinds. */
export interface EventKind {
	readonly value: string;
	/**
	 * What it is called wherever people meet it: list, output, samples, notes. The editor cuts the label of an output
	 * that nothing is connected to after 76 pixels, too few for the word "Customer" and any other.
	 */
	readonly name: string;
	/** How the panel for adding nodes names it. */
	readonly action: string;
	readonly description: string;
	/** The record it is about; in the payload it stands under its noun. */
	readonly subject: WritableRecord;
	/** The record is gone: there is nothing to read from the API. */
	readonly isDeletion?: true;
}

/**
 * What events tell of their subject beside its dates, as the API spells it. Service document, section Payload shapes.
 */
export const eventSubjects: ReadonlyArray<{ record: RecordType; carries: readonly string[] }> = [
	{ record: projectRecord, carries: ['id', 'humanId', 'name', 'status', 'companyId'] },
	{ record: customerRecord, carries: ['id', 'firstName', 'lastName', 'email', 'companyId'] },
];

/** Every kind, in the service's fixed order, which is the order of the outputs. */
export const eventKinds = [
	{
		value: 'project.created',
		name: 'Project New',
		action: 'On project created',
		description: 'A project was created',
		subject: projectRecord,
	},
	{
		value: 'project.edited',
		name: 'Project Edit',
		action: 'On project edited',
		description: 'A project was changed; of several changes in a row the last one is reported',
		subject: projectRecord,
	},
	{
		value: 'project.deleted',
		name: 'Project Gone',
		action: 'On project deleted',
		description: 'A project was deleted; the service does not keep it',
		subject: projectRecord,
		isDeletion: true,
	},
	{
		value: 'customer.created',
		name: 'Cust. New',
		action: 'On customer created',
		description: 'A customer was created',
		subject: customerRecord,
	},
	{
		value: 'customer.edited',
		name: 'Cust. Edit',
		action: 'On customer edited',
		description: 'A customer was changed; of several changes in a row the last one is reported',
		subject: customerRecord,
	},
	{
		value: 'customer.deleted',
		name: 'Cust. Gone',
		action: 'On customer deleted',
		description: 'A customer was deleted; the service does not keep it',
		subject: customerRecord,
		isDeletion: true,
	},
] as const satisfies readonly EventKind[];

/**
 * The kinds a new trigger starts with, written out for ever: n8n saves nothing for a parameter at its default, so a
 * kind that joined this list would start workflows that were built without it.
 */
export const defaultKinds: readonly string[] = [
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
