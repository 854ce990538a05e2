import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../../service/field';
import type { Field } from '../../service/field';

/** Whether the service holds nothing there: no value, an empty text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);

/** The filled parts of an address or circuit that a client may send. */
export const filledParts = (field: Field, value: IDataObject): IDataObject =>
	Object.fromEntries(
		fieldsInside(field)
			.filter(({ name }) => !isEmpty(value[name]))
			.map(({ name }) => [name, value[name] as GenericValue]),
	);
