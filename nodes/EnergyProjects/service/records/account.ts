import { endpoint } from '../endpoints';
import type { RecordType } from '../record';
import { addressFields } from './address';

/** The company that the credential belongs to. Service document, section Account. */
export const accountRecord = {
	noun: 'account',
	fields: [
		{
			name: 'id',
			label: 'ID',
			description: 'ID of the company',
			type: 'uuid',
			access: 'readOnly',
		},
		{
			name: 'companyName',
			label: 'Company Name',
			description: 'Name of the company',
			type: 'string',
			access: 'readOnly',
		},
		{
			name: 'email',
			label: 'Email',
			description: 'Email address of the company',
			type: 'email',
			access: 'readOnly',
		},
		{
			name: 'phoneNumber',
			label: 'Phone Number',
			description: 'Phone number of the company',
			type: 'string',
			access: 'readOnly',
		},
		{
			name: 'website',
			label: 'Website',
			description: 'Website of the company',
			type: 'string',
			access: 'readOnly',
		},
		{
			name: 'address',
			label: 'Address',
			description: 'Address of the company',
			type: 'object',
			access: 'readOnly',
			fields: addressFields,
		},
		{
			name: 'createdAt',
			label: 'Created At',
			description: 'When the account was created',
			type: 'dateTime',
			access: 'readOnly',
		},
		{
			name: 'updatedAt',
			label: 'Updated At',
			description: 'When the account was last changed',
			type: 'dateTime',
			access: 'readOnly',
		},
	],
	simplified: [],
	endpoints: { get: endpoint('read the account', 'GET', '/account') },
} as const satisfies RecordType;
