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
	execute: async (item) => [{ ...(await item.account()) }],
};

export const account: Resource = {
	name: 'Account',
	value: 'account',
	defaultOperation: get,
	operations: [get],
};
