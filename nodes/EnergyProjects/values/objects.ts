import type { IDataObject } from 'n8n-workflow';

/** An object with keys: neither null nor a list nor a date. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** A text in which nothing was written. */
export const isBlank = (value: unknown): boolean =>
	typeof value === 'string' && value.trim() === '';

/** No value, or a text in which nothing was written. */
export const isMissing = (value: unknown): boolean =>
	value === undefined || value === null || isBlank(value);
