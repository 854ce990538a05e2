import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	changesBetween,
	completeBody,
} from '../../../../nodes/EnergyProjects/values/changes/changes.ts';
import { customerRecord } from '../../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const customer: IDataObject = {
	id: ID,
	humanId: 'C-007',
	firstName: 'Anna',
	lastName: 'Schmidt',
	email: 'anna@example.com',
	invoiceEmail: null,
	isCompany: false,
	address: {
		addressLine1: 'Lindenstraße 12',
		addressLine2: null,
		city: 'Leipzig',
		countryCode: 'DE',
	},
};
const floor = { id: 'c1', name: 'Floor', flowTemperature: 35 };
const radiators = { id: 'c2', name: 'Radiators', flowTemperature: 55 };
const project: IDataObject = {
	name: 'Heat pump',
	customerId: ID,
	projectValue: 0,
	avgHeatload: '45.50',
	isLead: null,
	installationDate: '2026-12-31',
	heatingCircuits: [floor, radiators],
};

describe('nothing is sent', () => {
	it.each<[string, IDataObject]>([
		['if nothing was given', {}],
		['if everything is as it was', { ...customer }],
		['for an email address that differs in letter case', { email: 'Anna@Example.COM' }],
		['for an empty text if there is no value', { invoiceEmail: '', phoneNumber: '' }],
		['to clear fields that are empty', { invoiceEmail: null, phoneNumber: null }],
		['for parts of an address that are as they were', { address: { city: 'Leipzig' } }],
		['for a country code that differs in letter case', { address: { countryCode: 'de' } }],
		['for an empty part of an address if there is no value', { address: { addressLine2: '' } }],
		['for fields that the service sets itself', { id: 'other', humanId: 'C-008', updatedAt: 'x' }],
		['for fields that the service does not know', { favouriteColour: 'green' }],
	])('%s', (_, body) => {
		expect(changesBetween(customerRecord, customer, body)).toEqual({});
	});

	it.each<[string, IDataObject]>([
		['for an ID that differs in letter case', { customerId: ID.toUpperCase() }],
		['for circuits that are as they were', { heatingCircuits: project.heatingCircuits }],
		['for a number that the service returns as text', { avgHeatload: 45.5 }],
		[
			'for parts of circuits that are as they were',
			{
				heatingCircuits: [{ name: 'Floor' }, { name: 'Radiators' }],
			},
		],
	])('%s', (_, body) => {
		expect(changesBetween(projectRecord, project, body)).toEqual({});
	});

	it('for an empty address if there is none', () => {
		const address = { addressLine1: '', city: '' };
		expect(changesBetween(customerRecord, { address: null }, { address })).toEqual({});
	});

	it('for a text in another Unicode form', () => {
		const name = 'Wärmepumpe Müller';
		const record = { name: name.normalize('NFC') };
		expect(changesBetween(projectRecord, record, { name: name.normalize('NFD') })).toEqual({});
	});

	it('to clear an address that the service stores without content', () => {
		const record = { address: { addressLine1: '', city: null } };
		expect(changesBetween(customerRecord, record, { address: null })).toEqual({});
	});

	it('for a date that the service returns with a time', () => {
		const record = { installationDate: '2026-12-31T00:00:00.000Z' };
		expect(changesBetween(projectRecord, record, { installationDate: '2026-12-31' })).toEqual({});
	});
});

describe('only what differs is sent', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['a text', { firstName: 'Anne', lastName: 'Schmidt' }, { firstName: 'Anne' }],
		['a text that differs in letter case', { firstName: 'ANNA' }, { firstName: 'ANNA' }],
		['true instead of false', { isCompany: true }, { isCompany: true }],
		['a value instead of none', { invoiceEmail: 'a@b.de' }, { invoiceEmail: 'a@b.de' }],
		['null instead of a value', { email: null }, { email: null }],
		['an empty text instead of a text', { lastName: '' }, { lastName: '' }],
		['null for a whole address', { address: null }, { address: null }],
	])('%s', (_, body, sent) => {
		expect(changesBetween(customerRecord, customer, body)).toEqual(sent);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['a number instead of 0', { projectValue: 1 }, { projectValue: 1 }],
		['null instead of 0', { projectValue: null }, { projectValue: null }],
		['0 instead of no value', { numberOfFloors: 0 }, { numberOfFloors: 0 }],
		['false instead of null', { isLead: false }, { isLead: false }],
		['another day', { installationDate: '2027-01-01' }, { installationDate: '2027-01-01' }],
		['no circuits', { heatingCircuits: [] }, { heatingCircuits: [] }],
		['an address instead of none', { address: { city: 'X' } }, { address: { city: 'X' } }],
	])('%s', (_, body, sent) => {
		expect(changesBetween(projectRecord, project, body)).toEqual(sent);
	});

	it('a complete address, since a service may replace it', () => {
		expect(changesBetween(customerRecord, customer, { address: { city: 'Dresden' } })).toEqual({
			address: { addressLine1: 'Lindenstraße 12', city: 'Dresden', countryCode: 'DE' },
		});
	});

	it.each<[string, IDataObject[], IDataObject[]]>([
		['that are fewer', [{ id: 'c1' }], [floor]],
		[
			'that are more',
			[{ id: 'c1' }, { id: 'c2' }, { name: 'New' }],
			[floor, radiators, { name: 'New' }],
		],
		[
			'with another temperature',
			[{ id: 'c1', flowTemperature: 30 }, { id: 'c2' }],
			[{ ...floor, flowTemperature: 30 }, radiators],
		],
		['without IDs', [{ name: 'Floor' }], [floor]],
	])('the whole list of circuits %s, and the circuits complete', (_, heatingCircuits, sent) => {
		const changes = changesBetween(projectRecord, project, { heatingCircuits });
		expect(changes).toEqual({ heatingCircuits: sent });
	});

	it.each<[string, IDataObject, IDataObject]>([
		['of another place', { city: 'Berlin' }, { addressLine1: 'Weg 1', city: 'Berlin' }],
		[
			'given again',
			{ city: 'Berlin', latitude: 52.5, longitude: 13.4 },
			{ addressLine1: 'Weg 1', city: 'Berlin', latitude: 52.5, longitude: 13.4 },
		],
		[
			'alone',
			{ latitude: 54.4 },
			{ addressLine1: 'Weg 1', city: 'Kiel', latitude: 54.4, longitude: 10.1 },
		],
	])('coordinates never stay with an address that moved: %s', (_, address, sent) => {
		const record = {
			address: { addressLine1: 'Weg 1', city: 'Kiel', latitude: 54.3, longitude: 10.1 },
		};
		expect(changesBetween(customerRecord, record, { address })).toEqual({ address: sent });
	});

	it.each<[string, IDataObject]>([
		['completed', { addressLine2: '2. OG', countryCode: 'DE', postalCode: '24103' }],
		['written differently', { addressLine1: ' weg 1 ', city: 'KIEL' }],
	])('coordinates stay with an address that was only %s', (_, address) => {
		const record = { address: { addressLine1: 'Weg 1', city: 'Kiel', latitude: 54.3 } };
		const sent = { addressLine1: 'Weg 1', city: 'Kiel', latitude: 54.3, ...address };
		expect(changesBetween(customerRecord, record, { address })).toEqual({ address: sent });
	});

	it.each<[string, IDataObject, IDataObject | null]>([
		['all of it', { addressLine1: '', city: '' }, null],
		[
			'all but the country, which is new',
			{ addressLine1: '', city: '', country: 'Austria' },
			{ addressLine1: '', city: '', country: 'Austria' },
		],
		['a part', { addressLine1: '' }, { addressLine1: '', city: 'Kiel', country: 'D', latitude: 5 }],
	])('coordinates are removed together with the place: %s', (_, address, sent) => {
		const record = { address: { addressLine1: 'Weg 1', city: 'Kiel', country: 'D', latitude: 5 } };
		expect(changesBetween(customerRecord, record, { address })).toEqual({ address: sent });
	});

	it('what an address has, even if parts are emptied that were empty already', () => {
		const record = { firstName: 'Ada', address: { country: 'D', latitude: 5 } };
		const completed = completeBody(customerRecord, record, {
			address: { city: '', postalCode: '' },
		});
		expect(completed).toEqual({ address: { country: 'D', latitude: 5 } });
		const none = { address: null };
		expect(completeBody(customerRecord, none, { address: { city: '' } })).toEqual(none);
	});

	it('a circuit that replaces another one', () => {
		const heatingCircuits = [{ id: 'c2' }, { name: 'Radiators' }];
		const changes = changesBetween(projectRecord, project, { heatingCircuits });
		expect(changes).toEqual({ heatingCircuits: [radiators, { name: 'Radiators' }] });
	});

	it('a part of an address that is cleared', () => {
		const record = { address: { addressLine1: 'Weg 1', addressLine2: 'Hinterhaus' } };
		const address = { addressLine2: '' };
		const sent = { addressLine1: 'Weg 1', addressLine2: '' };
		expect(changesBetween(customerRecord, record, { address })).toEqual({ address: sent });
	});
});

/** The changes, unless the circuits of the two are refused. */
function changesIfAny(record: IDataObject, wanted: IDataObject): IDataObject {
	try {
		return changesBetween(projectRecord, record, wanted);
	} catch {
		return fc.pre(false) as never;
	}
}

describe('two systems do not update each other for ever', () => {
	const text = fc.constantFrom('', 'a', 'A', 'b');
	const number = fc.constantFrom(0, 1, -2.5);
	const address = fc.record(
		{ city: text, postalCode: text, latitude: number },
		{ requiredKeys: [] },
	);
	const circuit = fc.record({ name: text, flowTemperature: number }, { requiredKeys: [] });
	const body = fc.record(
		{
			name: text,
			humanId: fc.option(text),
			isLead: fc.option(fc.boolean()),
			projectValue: fc.option(number),
			installationDate: fc.option(fc.constantFrom('2026-12-31', '2027-01-01')),
			buildingType: fc.option(fc.constantFrom('terracedHouse', 'commercialBuilding')),
			address: fc.option(address),
			heatingCircuits: fc.array(circuit, { maxLength: 3 }),
		},
		{ requiredKeys: [] },
	) as fc.Arbitrary<IDataObject>;

	it('a change that was sent is not sent again', () => {
		fc.assert(
			fc.property(body, body, (record, wanted) => {
				const updated = { ...record, ...changesIfAny(record, wanted) };
				expect(changesBetween(projectRecord, updated, wanted)).toEqual({});
			}),
			{ numRuns: 1000 },
		);
	});

	it('only fields that were given are sent', () => {
		fc.assert(
			fc.property(body, body, (record, wanted) => {
				const sent = Object.keys(changesIfAny(record, wanted));
				expect(Object.keys(wanted)).toEqual(expect.arrayContaining(sent));
			}),
		);
	});

	it('comparing changes neither the record nor the given values', () => {
		fc.assert(
			fc.property(body, body, (record, wanted) => {
				const before = structuredClone({ record, wanted });
				changesIfAny(record, wanted);
				expect({ record, wanted }).toEqual(before);
			}),
		);
	});
});
