import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../service/endpoints';
import { customerRecord } from '../../service/records/customer';
import { syncedSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { inputOptions } from '../write/input';
import { orUndefined } from '../parameters/ifNotFound';
import { matchParameters, upsertItem } from '../write/upsert';
import type { Upsertable } from '../write/upsert';
import { upsertParameters } from '../write/body';

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
