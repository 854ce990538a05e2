import type { IDataObject } from 'n8n-workflow';
import { accountRecord } from '../service/records/account';
import { recordSchema } from '../values/output';
import type { Operation, Resource } from './operation';

/** Service document, section Endpoints, "Get account". */
const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get account',
	description:
		'Retrieve the account of the company that the credential belongs to: name, contact details and address',
	properties: [],
	outputSchema: recordSchema(accountRecord),
	async execute(item) {
		const request = { expect: 'record' } as const;
		const read = async () => await item.send(accountRecord.endpoints.get, request);
		return [{ ...((await item.run.once('account', read)) as IDataObject) }];
	},
};

export const account: Resource = {
	name: 'Account',
	value: 'account',
	defaultOperation: get,
	operations: [get],
};
