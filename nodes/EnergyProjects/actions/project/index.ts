import type { Resource } from '../operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

export const project: Resource = {
	name: 'Project',
	value: 'project',
	operations: [create, upsert, remove, get, getAll, update],
};
