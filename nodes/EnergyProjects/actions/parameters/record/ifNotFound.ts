import type { INodeProperties } from 'n8n-workflow';
import { isNotFoundByService } from '../../../http/errors/requestError';
import type { Item } from '../../item';

/** Option of a read by ID: what to do if there is no such record. */
export const ifNotFoundOption: INodeProperties = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'The item fails' },
		{
			name: 'Return an Empty Item',
			value: 'emptyItem',
			description: 'The workflow continues with an item without fields',
		},
	],
	default: 'fail',
	description: 'What to do if the record does not exist',
};

/** Whether to return an item without fields if there is no such record. */
export const emptyIfNotFound = (item: Item): boolean => item.option('ifNotFound') === 'emptyItem';

/** The result of a read, or undefined if the service answers that there is no such record. */
export async function undefinedIfNotFound<T>(read: Promise<T>): Promise<T | undefined> {
	return await read.catch((error: unknown) =>
		isNotFoundByService(error) ? undefined : Promise.reject(error),
	);
}
