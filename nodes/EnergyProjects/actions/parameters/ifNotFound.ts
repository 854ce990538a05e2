import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Run } from '../run';

/** Option of a read by ID: what happens when there is no such record. */
export const notFoundOption: INodeProperties = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'The item fails with an error' },
		{
			name: 'Return an Empty Item',
			value: 'emptyItem',
			description: 'The workflow goes on with an item without fields',
		},
	],
	default: 'fail',
	description: 'What to do when there is no record with this ID',
};

export const emptyIfNotFound = (run: Run, itemIndex: number): boolean =>
	(run.context.getNodeParameter('options', itemIndex, {}) as IDataObject).ifNotFound ===
	'emptyItem';

/** The result of a read, or undefined where the service answers that there is no such record. */
export async function orUndefined<T>(read: Promise<T>): Promise<T | undefined> {
	return await read.catch((error: unknown) => {
		if (error instanceof NodeApiError && error.httpCode === '404') return undefined;
		return Promise.reject(error);
	});
}
