import { accountRecord } from '../../service/records/account';
import { recordSchema } from '../../values/schemas';
import type { Operation } from '../operation';

/** Service document, section Endpoints, "Get account". */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get the account',
	description: 'Read the company the credential belongs to: name, contact and address',
	properties: [],
	outputSchema: recordSchema(accountRecord),
	async execute(run, itemIndex) {
		return [{ ...(await run.account(itemIndex)) }];
	},
};
