import { pathOf } from '../../../../sandbox/service/description.mts';
import type { Subject } from '../../../../sandbox/service/records.mts';
import { byId } from '../../../shared.mts';

// Parameters of a create, an update and a create-or-update of either record, and what comes of them.

export const address = { value: { addressLine1: 'Weg 1', postalCode: '24103', city: 'Kiel' } };
/** With every part: an update need not read the record to complete it. */
export const wholeAddress = {
	value: {
		...address.value,
		...{ addressLine2: 'Hinterhaus', country: 'Germany', countryCode: 'DE' },
		...{ latitude: 54.32, longitude: 10.13 },
	},
};
const ada = { firstName: 'Ada', lastName: 'Weber' } as const;
export const required = { project: { name: 'Haus Weber' }, customer: ada } as const;
const matched = {
	project: { matchOn: 'humanId', matchValue: 'P-900' },
	customer: { matchOn: 'email', matchValue: 'ada@mail.example' },
} as const;
export const collections = {
	project: pathOf('listProjects'),
	customer: pathOf('listCustomers'),
} as const;
export const columns = {
	project: [
		...['id', 'humanId', 'name', 'status', 'isLead', 'customerId', 'city'],
		...['installationDate', 'buildingHeatLoadKw', 'updatedAt'],
	],
	customer: [
		...['id', 'humanId', 'firstName', 'lastName', 'companyName', 'email', 'phoneNumber'],
		...['postalCode', 'city', 'updatedAt'],
	],
} as const;

/** The columns of the answer to a write: only a read returns what the service computes. */
export const columnsOfWrite = {
	project: columns.project.filter((column) => column !== 'buildingHeatLoadKw'),
	customer: columns.customer,
} as const;

export const create = (resource: Subject, more: object = {}) => ({
	resource,
	operation: 'create',
	...required[resource],
	address,
	...more,
});
export const upsert = (resource: Subject, more: object = {}) => ({
	...create(resource, more),
	operation: 'upsert',
	...matched[resource],
});
export const update = (resource: Subject, id: string, more: object = {}) => ({
	resource,
	operation: 'update',
	[`${resource}Id`]: byId(id),
	updateFields: { ...required[resource], address: wholeAddress },
	...more,
});

/** Fields come from the item, by their names. */
export const mapped = { dataMode: 'autoMapInputData' };
export const customerUpsert = (own: object) => ({ resource: 'customer', ...projectUpsert(own) });
export const projectUpsert = (parameters: object) => ({ operation: 'upsert', ...parameters });
export const updateCustomer = (id: string, more: object) => ({
	resource: 'customer',
	operation: 'update',
	customerId: byId(id),
	...more,
});
