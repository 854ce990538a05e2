import { endpoint } from '../endpoints';
import { dateTime, email, object, string, uuid, readOnly } from '../field';
import type { Resource } from '../resource';
import { addressFields } from './parts';

/** The company that the credential belongs to. Service document, section Account. */
export const accountResource = {
	noun: 'account',
	fields: [
		uuid('id', 'ID of the company', readOnly),
		string('companyName', 'Name of the company', readOnly),
		email('email', 'Email address of the company', readOnly),
		string('phoneNumber', 'Phone number of the company', readOnly),
		string('website', 'Website of the company', readOnly),
		object('address', 'Address of the company', { ...readOnly, fields: addressFields }),
		dateTime('createdAt', 'When the account was created', readOnly),
		dateTime('updatedAt', 'When the account was last changed', readOnly),
	],
	simplified: [],
	endpoints: { get: endpoint('read the account', 'GET', '/account') },
} as const satisfies Resource;
