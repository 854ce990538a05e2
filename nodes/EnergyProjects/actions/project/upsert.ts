import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../service/endpoints';
import { projectRecord } from '../../service/records/project';
import { syncedSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { inputOptions } from '../write/input';
import { orUndefined } from '../parameters/ifNotFound';
import { matchParameters, upsertItem } from '../write/upsert';
import type { Upsertable } from '../write/upsert';
import { upsertParameters } from '../write/body';
import { readWholeList } from '../../lists/projects';

const target: Upsertable = {
	record: projectRecord,
	matchOn: ['humanId', 'id', 'name'],
	givenByService: ['id'],
	create: endpoints.project.create,
	update: endpoints.project.update,
	idName: 'projectId',
	describe: ({ humanId, name }) => [humanId, name].filter(Boolean).join(' '),
	readAll: async (run, itemIndex) => await readWholeList(run, itemIndex, {}),
	async readOne(run, itemIndex, id) {
		const path = { projectId: id };
		const reading = run.client.send(endpoints.project.get, { path, expect: 'object', itemIndex });
		return (await orUndefined(reading)) as IDataObject | undefined;
	},
};

/** Made of the service's list, create and update of projects: it has no such operation itself. */
export const upsert: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update a project',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	properties: [...matchParameters(target), ...upsertParameters(projectRecord)],
	options: inputOptions,
	outputSchema: syncedSchema(projectRecord),
	execute: async (run, itemIndex) => await upsertItem(run, itemIndex, target),
};
