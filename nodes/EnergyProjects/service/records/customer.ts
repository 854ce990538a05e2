import { recordEndpoints } from '../endpoints';
import { boolean, dateTime, email, object, string, uuid, readOnly } from '../field';
import type { Field } from '../field';
import { UUID_EXAMPLE } from '../ids';
import type { StandardResource } from '../resource';
import { addressFields } from './parts';

const fields: readonly Field[] = [
	uuid('id', 'ID of the customer, assigned by the service', readOnly),
	string('humanId', 'Readable ID of the customer, assigned by the service', {
		...readOnly,
		placeholder: 'e.g. C-001',
	}),
	uuid('companyId', 'ID of the company the customer belongs to', {
		access: 'required',
		defaultsTo: 'companyOfCredential',
		placeholder: `e.g. ${UUID_EXAMPLE}`,
	}),
	string('firstName', 'First name of the customer or of the contact at a company', {
		access: 'required',
		placeholder: 'e.g. Nathan',
	}),
	string('lastName', 'Last name of the customer or of the contact at a company', {
		access: 'required',
		placeholder: 'e.g. Smith',
	}),
	email('email', 'Email address of the customer', {
		nullable: true,
		placeholder: 'e.g. name@email.com',
	}),
	email('invoiceEmail', 'Email address for invoices, if it differs', {
		nullable: true,
		placeholder: 'e.g. invoices@email.com',
	}),
	string('phoneNumber', 'Phone number at which to reach the customer', {
		nullable: true,
		placeholder: 'e.g. +49 30 901820',
	}),
	boolean('isCompany', 'Whether the customer is a company rather than a private individual'),
	string('companyName', 'Name of the company, if the customer is one', {
		nullable: true,
		placeholder: 'e.g. Smith Property Management',
	}),
	object('address', 'Address of the person or of the company', {
		access: 'required',
		nullable: true,
		fields: addressFields,
	}),
	dateTime('createdAt', 'When the customer was created', readOnly),
	dateTime('updatedAt', 'When the customer was last changed', readOnly),
];

/** Service document, section Customer. */
export const customerResource = {
	noun: 'customer',
	fields,
	simplified: [
		'id',
		'humanId',
		'firstName',
		'lastName',
		'companyName',
		'email',
		'phoneNumber',
		'address.postalCode',
		'address.city',
		'updatedAt',
	],
	endpoints: recordEndpoints('customer'),
	list: { form: 'array' },
	matchOn: [
		{ value: 'email', fields: ['email'] },
		{
			value: 'name',
			label: 'Name',
			fields: ['firstName', 'lastName'],
			and: ['companyName', 'address.postalCode'],
			meaning:
				'First and last name, as you fill them in, for customers without an email address. If item and record both have a company or a postal code, these must match too.',
		},
	],
	namedBy: ['humanId', 'firstName', 'lastName'],
} as const satisfies StandardResource;
