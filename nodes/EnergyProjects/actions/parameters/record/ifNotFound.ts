import type { INodeProperties } from 'n8n-workflow';
import { isNotFoundError } from '../../../http/errors/requestError';
import type { Item } from '../../item';

/** Option of a read by ID: what happens when there is no such record. */
export const ifNotFoundOption: INodeProperties = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'The item fails' },
		{
			name: 'Return an Empty Item',
			value: 'emptyItem',
			description: 'The workflow goes on with an item without fields',
		},
	],
	default: 'fail',
	description: 'What to do when there is no record with this ID or human ID',
};

/** Whether an item without fields is to come out where there is no such record. */
export const emptyIfNotFound = (item: Item): boolean => item.option('ifNotFound') === 'emptyItem';

/** The result of a read, or undefined where the service answers that there is no such record. */
export async function undefinedIfNotFound<T>(read: Promise<T>): Promise<T | undefined> {
	return await read.catch((error: unknown) =>
		isNotFoundError(error) ? undefined : Promise.reject(error),
	);
}
