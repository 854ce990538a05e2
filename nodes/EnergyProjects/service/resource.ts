import type { Endpoint, recordEndpoints } from './endpoints';
import { canBeBlank, fieldsInside } from './field';
import type { Field } from './field';

/** A resource of the service, as n8n calls a kind of record: its fields, its endpoints, and what a person wants to see first. */
export interface Resource {
	/** In the singular, lower case, for messages and for the name of its ID. */
	readonly noun: string;
	readonly fields: readonly Field[];
	/** Paths shown by the simplified output, in this order; the last segment is the output's key. */
	readonly simplified: readonly string[];
	readonly endpoints: Readonly<Record<string, Endpoint>>;
}

/** A resource that the service lists. */
export interface ListedResource extends Resource {
	readonly endpoints: Readonly<Record<string, Endpoint> & { getAll: Endpoint }>;
	readonly list: ResourceList;
}

/** An order in which the service can sort a list. Service document, section Endpoints, "List projects". */
export interface ListOrder {
	/** One of the list's sort keys. */
	readonly sortBy: string;
	readonly order: 'asc' | 'desc';
}

/** The list of a record. */
export interface ResourceList {
	/** How the service hands it over: all records in one array, or page by page under `items`. */
	readonly form: 'array' | 'pages';
	/** The service may ignore what the query asks for: the node applies it to the answer as well. */
	readonly mayIgnoreQuery?: true;
	/** The keys by which the service can sort, each with the field that it sorts by. */
	readonly sortKeys?: Readonly<Record<string, string>>;
	/** The orders by age. Without them the order is the service's own. */
	readonly byAge?: Readonly<Record<'newestFirst' | 'newestLast', ListOrder>>;
}

/** A resource with all of the usual endpoints, from whose list people choose a record. */
export interface StandardResource extends ListedResource {
	readonly endpoints: ReturnType<typeof recordEndpoints> & Readonly<Record<string, Endpoint>>;
	/** Fields that together name a record to a person. */
	readonly namedBy: readonly string[];
	/** What a create-or-update can match on, the default first. */
	readonly matchOn: readonly [MatchOn, ...MatchOn[]];
}

/** One way in which a create-or-update finds a record. */
export interface MatchOn {
	/** The value of the choice; the name of the field if there is one. */
	readonly value: string;
	/** The label of the choice, if it is not that of the field. */
	readonly label?: string;
	/** What is compared, if that is more than the field says. */
	readonly meaning?: string;
	/** The fields that have to be the same. */
	readonly fields: readonly string[];
	/** The fields and parts that have to be the same too, if both sides have them. */
	readonly and?: readonly string[];
}

/** The field of this name, or undefined if the record has none. */
export const fieldOf = (resource: Resource, name: string): Field | undefined =>
	resource.fields.find((field) => field.name === name);

/** Whether the service calculates this field, so that the answer to a write need not have it. */
export const isComputed = (resource: Resource, name: string): boolean =>
	fieldOf(resource, name)?.isComputed === true;

/**
 * Whether a write may change this field although nobody sends it: what the service calculates, and the time of the last
 * change.
 */
export const followsWrites = (resource: Resource, name: string): boolean =>
	name === 'updatedAt' || isComputed(resource, name);

/** The fields a client may send. */
export const writableFields = (resource: Resource): readonly Field[] =>
	resource.fields.filter((field) => field.access !== 'readOnly');

/** Fields the service wants in every create. */
export const requiredFields = (resource: Resource): readonly Field[] =>
	resource.fields.filter((field) => field.access === 'required');

/** Those of them that only a person can give. */
export const fieldsToAskFor = (resource: Resource): readonly Field[] =>
	requiredFields(resource).filter((field) => field.defaultsTo === undefined);

/** Fields that can be added to a create, without those to which the service allows only one value. */
export const addableFields = (resource: Resource): readonly Field[] =>
	writableFields(resource).filter(
		(field) => !fieldsToAskFor(resource).includes(field) && field.createdWith === undefined,
	);

/** Fields that hold an object, such as the address. */
export const objectFields = (resource: Resource): readonly Field[] =>
	writableFields(resource).filter((field) => field.type === 'object');

/**
 * The parts of an object that an item may also have outside of it, as the simplified output has `city`. A name that the
 * record itself has is that field.
 */
export const flatParts = (resource: Resource, object: Field): readonly Field[] =>
	fieldsInside(object).filter(({ name }) => fieldOf(resource, name) === undefined);

/** Values for the placeholder of a path that leads to one record. */
export const pathTo = (
	{ noun }: Pick<Resource, 'noun'>,
	id: string,
): Readonly<Record<string, string>> => ({
	[`${noun}Id`]: id,
});

/** What an update can empty: fields (set to null), lists (set to an empty list), and parts of an object (set to an empty text). */
export const clearableFields = (resource: Resource): readonly Field[] => [
	...writableFields(resource).filter(({ nullable, type }) => nullable === true || type === 'list'),
	...objectFields(resource).flatMap((object) => flatParts(resource, object).filter(canBeBlank)),
];
