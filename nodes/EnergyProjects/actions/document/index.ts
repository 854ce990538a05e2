import type { Resource } from '../operation';
import { getAll } from './getAll';

export const document: Resource = {
	name: 'Document',
	value: 'document',
	defaultOperation: getAll,
	operations: [getAll],
};
