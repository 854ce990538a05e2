import { capitalised } from './field';
import type { ListedResource } from './resource';
import { customerResource } from './records/customer';
import { projectResource } from './records/project';

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
	readonly subject: ListedResource;
	/** What happened to the record. After a deletion there is nothing to read from the API. */
	readonly change: 'created' | 'edited' | 'deleted';
	/**
	 * What the event tells of its subject besides its dates, as the API spells it. Service document, section Payload
	 * shapes.
	 */
	readonly carries: readonly string[];
}

/**
 * What an event tells of the lists in it, as the API spells it, and what only the service's own payloads tell of them.
 * Service document, section Payload shapes.
 */
export const carriedLists = {
	addresses: { parts: ['addressLine1', 'city', 'postalCode', 'country'], onlyInPayload: ['id'] },
	heatingCircuits: {
		parts: ['id', 'name', 'flowTemperature', 'returnTemperature'],
		onlyInPayload: ['circuitType'],
	},
} as const;

/** What an event of a project tells of its customer. */
export const carriedOfCustomer = ['id', 'firstName', 'lastName', 'email'] as const;

/** What a description says of each change. */
const descriptions = {
	created: 'was created',
	edited:
		'was changed; if it changes several times in a row, the service reports only the last change',
	deleted: 'was deleted, which cannot be undone',
} as const;

/** The kinds about one record: created, edited, deleted. */
const kindsOf = (subject: ListedResource, name: string, carries: readonly string[]): EventKind[] =>
	(['created', 'edited', 'deleted'] as const).map((change) => ({
		value: `${subject.noun}.${change}`,
		name: `${name} ${capitalised(change)}`,
		shortName: `${name.slice(0, 4)} ${capitalised(change)}`,
		description: `A ${subject.noun} ${descriptions[change]}`,
		subject,
		change,
		carries,
	}));

/** Every kind, in the service's fixed order, which is the order of the outputs. New kinds go to the end. */
export const eventKinds: readonly EventKind[] = [
	...kindsOf(projectResource, 'Project', ['id', 'humanId', 'name', 'status', 'companyId']),
	...kindsOf(customerResource, 'Customer', [...carriedOfCustomer, 'companyId']),
];

/** The value of each. */
export const kindValues = eventKinds.map(({ value }) => value);

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
export const subjectsOf = (kinds: readonly EventKind[]): ListedResource[] => [
	...new Set(kinds.map(({ subject }) => subject)),
];
