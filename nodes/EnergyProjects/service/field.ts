import type { EnumerationValue } from './enumerations';

/**
 * One field of a record of the service, and the only place for its type, unit and wording. Parameters, conversion,
 * clearing, outputs and output schemas all derive from it.
 */
export interface Field {
	/** As the service spells it. */
	readonly name: string;
	readonly label: string;
	/** What it means to an installer; the unit is added from `unit`. */
	readonly description: string;
	readonly type: FieldType;
	/** Whether a client may send it, and whether a create has to. Read-only fields are only returned. */
	readonly access: 'required' | 'optional' | 'readOnly';
	/** The service accepts and returns null: the field can be cleared. */
	readonly nullable?: true;
	/**
	 * The service calculates it: a list and a get return it, null if it has not been calculated. The answer to a write need
	 * not have it.
	 */
	readonly isComputed?: true;
	/** Shown in brackets after the display name, such as "m²". */
	readonly unit?: string;
	readonly values?: readonly EnumerationValue[];
	/** The service has further values that its document does not show: other text is accepted too. */
	readonly valuesAreOpen?: true;
	/** The fields inside an `object`, or inside each entry of a `list`. */
	readonly fields?: readonly Field[];
	/**
	 * Only parts of an address have it. 'decides': changing it moves the address (street, postal code, city). 'follows':
	 * derived from those (coordinates), and dropped when they change. The country is neither: people spell it in many ways.
	 */
	readonly addressRole?: 'decides' | 'follows';
	/** What one entry of a `list` is called, in parameters and in the editor. */
	readonly entry?: { readonly name: string; readonly label: string };
	/** Sent with every create, no matter what the person chose: the service asks for exactly this value. */
	readonly createdWith?: string;
	/** What a new record has if nothing was sent. */
	readonly startsAs?: false;
	/** What a create sends if nothing was given: the ID of the company that the credential belongs to. */
	readonly defaultsTo?: 'companyOfCredential';
	/**
	 * The noun of the record that an ID points to; the editor offers a searchable list of such records. See
	 * referredResource.
	 */
	readonly refersTo?: 'customer';
	readonly placeholder?: string;
	/** The largest number that it can be, with either sign. */
	readonly most?: number;
	/** A pattern that the service's document prescribes, with words for it, such as "two letters". */
	readonly pattern?: { readonly regex: RegExp; readonly words: string };
}

export type FieldType =
	| 'string'
	| 'number'
	| 'boolean'
	| 'date'
	| 'dateTime'
	| 'uuid'
	| 'email'
	| 'enumeration'
	| 'object'
	| 'list';

type Details = Partial<Omit<Field, 'name' | 'type' | 'description'>>;

/** A word with a capital first letter, for a label. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The label of a field that is called like its name: "installationDate" is "Installation Date". */
const labelFrom = (name: string) =>
	capitalised(name.replace(/[A-Z]/g, ' $&'))
		.replace(/\bId\b/g, 'ID')
		.replace(/ Of /g, ' of ');

/** Fields are optional and have the label of their name, unless their details say otherwise. */
const ofType =
	(type: FieldType) =>
	(name: string, description: string, details: Details = {}): Field => ({
		name,
		label: labelFrom(name),
		description,
		type,
		access: 'optional',
		...details,
	});

export const readOnly = { access: 'readOnly' } as const;
export const string = ofType('string');
export const number = ofType('number');
export const boolean = ofType('boolean');
export const date = ofType('date');
export const dateTime = ofType('dateTime');
export const uuid = ofType('uuid');
export const email = ofType('email');
export const enumeration = ofType('enumeration');
export const object = ofType('object');
export const list = ofType('list');

/** A value as the editor's lists of options take it. */
export const optionOf = ({ name, value, description }: EnumerationValue) => ({
	name,
	value,
	...(description !== undefined && { description }),
});

/** The values of an enumeration a client may send. */
export const writableValues = (field: Field): readonly EnumerationValue[] =>
	(field.values ?? []).filter((value) => value.readOnly !== true);

/** Whether a value of an enumeration is only returned by the service. */
export const isReadOnlyValue = (field: Field, value: unknown): boolean =>
	(field.values ?? []).some((entry) => entry.readOnly === true && entry.value === value);

/** The display name with its unit, as the editor shows it. */
export const labelOf = (field: Field): string =>
	field.unit === undefined ? field.label : `${field.label} (${field.unit})`;

/** What the field means, in one sentence. Any further sentences are about filling it in. */
export const meaningOf = ({ description }: Field): string => description.split('. ', 1)[0];

/** The field as an entry of a list to choose from. */
export const choiceOf = (field: Field) => ({
	name: labelOf(field),
	value: field.name,
	description: meaningOf(field),
});

/** Whether an empty text is a value of the field. Service document, section Address: its parts are texts, never null. */
export const canBeBlank = ({ type, pattern }: Field): boolean =>
	type === 'string' && pattern === undefined;

/** The fields inside an object, or inside each entry of a list; no other field has any. */
export const fieldsInside = (field: Field): readonly Field[] => field.fields ?? [];

/**
 * The field of this name.
 *
 * @throws Error if there is none, which is a mistake in this package
 */
export function fieldNamed(fields: readonly Field[], name: string): Field {
	const field = fields.find((candidate) => candidate.name === name);
	if (field === undefined) throw new Error(`There is no field ${name}`);
	return field;
}
