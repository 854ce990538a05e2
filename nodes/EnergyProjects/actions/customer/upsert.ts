import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../api/contract';
import { customerRecord } from '../../api/fields/customer';
import { syncedSchema } from '../../api/outputSchemas';
import type { Operation } from '../operation';
import { inputOptions } from '../shared/input';
import { orUndefined } from '../shared/notFound';
import { matchParameters, upsertItem } from '../shared/upserting';
import type { Upsertable } from '../shared/upserting';
import { upsertParameters } from '../shared/writing';

const target: Upsertable = {
	record: customerRecord,
	matchOn: ['email', 'humanId', 'id'],
	givenByService: ['humanId', 'id'],
	create: endpoints.customer.create,
	update: endpoints.customer.update,
	idName: 'customerId',
	describe: ({ humanId, firstName, lastName }) =>
		[humanId, firstName, lastName].filter(Boolean).join(' '),
	async readAll(run, itemIndex) {
		const all = await run.client.send(endpoints.customer.getAll, { expect: 'array', itemIndex });
		return all as IDataObject[];
	},
	async readOne(run, itemIndex, id) {
		const path = { customerId: id };
		const reading = run.client.send(endpoints.customer.get, { path, expect: 'object', itemIndex });
		return (await orUndefined(reading)) as IDataObject | undefined;
	},
};

/** Made of the service's list, create and update of customers: it has no such operation itself. */
export const upsert: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update a customer',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	properties: [...matchParameters(target), ...upsertParameters(customerRecord)],
	options: inputOptions,
	outputSchema: syncedSchema(customerRecord),
	execute: async (run, itemIndex) => await upsertItem(run, itemIndex, target),
};
