import type { IDataObject } from 'n8n-workflow';
import { visible } from './text';

/** Whether a value is an object with keys: not null, not a list, not a date. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Whether an object has a key of its own. Every object knows names such as "constructor" without having them. */
export const hasOwn = (object: object, name: string): boolean =>
	Object.prototype.hasOwnProperty.call(object, name);

/** What an object holds at a path of keys of its own; undefined if there is nothing. */
export const valueAt = (object: IDataObject, path: readonly string[]): unknown =>
	path.reduce<unknown>(
		(value, key) => (isObject(value) && hasOwn(value, key) ? value[key] : undefined),
		object,
	);

/** Whether an object has no key at all. */
export const hasNoKeys = (object: IDataObject): boolean => Object.keys(object).length === 0;

// The words for nothing. Each answers one question, and there are no others:
//
// isMissing   did a person give nothing?
// isNothing   the same, but no switch is meant
// isBlank     the same, with everything inside a list or an object
// isEmpty     does the service hold nothing?

/** No value, or a text in which nobody sees anything. */
export const isMissing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && visible(value) === '');

/** The same, or `false`: Odoo gives it for every empty field. */
export const isNothing = (value: unknown): boolean => isMissing(value) || value === false;

/** The same, or a list or an object in which everything is so. */
export const isBlank = (value: unknown): boolean =>
	isMissing(value) ||
	(Array.isArray(value) && value.every(isBlank)) ||
	(isObject(value) && Object.values(value).every(isBlank));

/** No value, an empty text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);
