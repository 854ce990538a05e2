import type { EnumerationValue } from './enumerations';

/**
 * One field of a record of the service: the only place its type, nullability, unit and wording stand.
 * Parameters, conversion, clearing, outputs and output schemas all derive from it.
 */
export interface Field {
	/** As the service spells it. */
	readonly name: string;
	readonly label: string;
	/** What it means to an installer; the unit is added from `unit`. */
	readonly description: string;
	readonly type: FieldType;
	/** Whether a client may send it, and whether a create has to. Read-only fields only come back. */
	readonly access: 'required' | 'optional' | 'readOnly';
	/** The service accepts and returns null: the field can be cleared. */
	readonly nullable?: true;
	/** Shown in brackets behind the display name, e.g. "m²". */
	readonly unit?: string;
	readonly values?: readonly EnumerationValue[];
	/** The service knows further values that its document does not show: other text is let through. */
	readonly valuesAreOpen?: true;
	/** The fields inside an `object` or of each entry of a `list`. */
	readonly fields?: readonly Field[];
	/** Of a part of an address: it decides where that is, or follows from it and is wrong once that has changed. */
	readonly addressRole?: 'decides' | 'follows';
	/** What one entry of a `list` is called, in parameters and in the editor. */
	readonly entry?: { readonly name: string; readonly label: string };
	/** Sent with every create, whatever the person chose: the service asks for exactly this value. */
	readonly createdWith?: string;
	/** What a create sends where nothing was given: the ID of the company behind the credential. */
	readonly defaultsTo?: 'companyOfCredential';
	/** The record that an id points to; the editor offers a searchable list of them. */
	readonly refersTo?: string;
	readonly placeholder?: string;
	/** A pattern the service's document fixes, with the words for it, e.g. two letters. */
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

/** A value as the editor's lists of options take it. */
export const optionOf = ({ name, value, description }: EnumerationValue) => ({
	name,
	value,
	...(description !== undefined && { description }),
});

/** The values of an enumeration a client may send. */
export const writableValues = (field: Field): readonly EnumerationValue[] =>
	(field.values ?? []).filter((value) => value.readOnly !== true);

/** Whether a value of an enumeration only ever comes back from the service. */
export const isReadOnlyValue = (field: Field, value: unknown): boolean =>
	(field.values ?? []).some((entry) => entry.readOnly === true && entry.value === value);

/** The display name with its unit, as the editor shows it. */
export const labelOf = (field: Field): string =>
	field.unit === undefined ? field.label : `${field.label} (${field.unit})`;

/** What the field means, in one sentence: further ones are about filling it in. */
export const meaningOf = ({ description }: Field): string => description.split('. ', 1)[0];

/** The field itself as one of a list to choose from. */
export const choiceOf = (field: Field) => ({
	name: labelOf(field),
	value: field.name,
	description: meaningOf(field),
});

/** The fields inside of an object, or of each entry of a list; no other field has any. */
export const fieldsInside = (field: Field): readonly Field[] => field.fields ?? [];

/**
 * The field of this name.
 *
 * @throws Error where there is none: a slip in this package, not of a person
 */
export function fieldNamed(fields: readonly Field[], name: string): Field {
	const field = fields.find((candidate) => candidate.name === name);
	if (field === undefined) throw new Error(`There is no field ${name}`);
	return field;
}
