import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import type { RecordType } from '../../../nodes/EnergyProjects/service/record.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { changesBetween, mayEmptyAddress } from '../../../nodes/EnergyProjects/values/changes.ts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const floor = { id: 'c1', name: 'Floor', flowTemperature: 35 };
const radiators = { id: 'c2', name: 'Radiators', flowTemperature: 55 };

/** One value of a field in the record, and the one that was given. */
type Row = [what: string, type: RecordType, field: string, current: unknown, wanted: unknown];

const changesOf = ([, type, field, current, wanted]: Row) =>
	changesBetween(type, { [field]: current } as IDataObject, { [field]: wanted } as IDataObject);

describe('a value that differs is sent, whatever its type', () => {
	it.each<Row>([
		[
			'an email address with another ending',
			customerRecord,
			'email',
			'anna@example.com',
			'anna@example.org',
		],
		['another ID', projectRecord, 'customerId', ID, ID.replace(/4$/, '5')],
		['a text instead of a number', projectRecord, 'name', 5, '5'],
		['a text instead of a boolean', projectRecord, 'name', true, 'true'],
		['a boolean instead of a text', customerRecord, 'isCompany', 'true', true],
		['another choice', projectRecord, 'status', 'inProgress', 'completed'],
		[
			'circuits instead of a value that is not a list',
			projectRecord,
			'heatingCircuits',
			'none',
			[{ name: 'A' }],
		],
		['circuits instead of none', projectRecord, 'heatingCircuits', null, [{ name: 'A' }]],
		['an address instead of a text', customerRecord, 'address', 'Weg 1', { city: 'Kiel' }],
	])('%s', (...row) => {
		expect(changesOf(row)).toEqual({ [row[2]]: row[4] });
	});

	it('another country in an address, with the rest of it', () => {
		const record = { address: { city: 'Wien', countryCode: 'DE' } };
		const changes = changesBetween(customerRecord, record, { address: { countryCode: 'AT' } });
		expect(changes).toEqual({ address: { city: 'Wien', countryCode: 'AT' } });
	});
});

describe('nothing is sent', () => {
	it.each<Row>([
		['if there are no circuits and none are given', projectRecord, 'heatingCircuits', null, []],
		[
			'if the field is missing and an empty list is given',
			projectRecord,
			'heatingCircuits',
			undefined,
			[],
		],
		['if an empty list is cleared', projectRecord, 'heatingCircuits', [], null],
		[
			'for a circuit without an ID that equals the one whose ID was not given',
			projectRecord,
			'heatingCircuits',
			[floor, radiators],
			[{ id: 'c1' }, { name: 'Radiators' }],
		],
		[
			'for circuits as they were among entries that are not circuits',
			projectRecord,
			'heatingCircuits',
			[null, floor, 'x', radiators],
			[{ id: 'c1' }, { id: 'c2' }],
		],
	])('%s', (...row) => {
		expect(changesOf(row)).toEqual({});
	});
});

describe('circuits', () => {
	it('of a service that repeats an ID are completed from the first of them', () => {
		const twice = [floor, { ...radiators, id: 'c1' }];
		const heatingCircuits = [{ id: 'c1', index: 1 }, { name: 'New' }];
		const changes = changesBetween(projectRecord, { heatingCircuits: twice }, { heatingCircuits });
		expect(changes).toEqual({ heatingCircuits: [{ ...floor, index: 1 }, { name: 'New' }] });
	});

	it('are more than before if an ID is given that the service repeats', () => {
		const twice = [floor, { ...radiators, id: 'c1' }];
		const heatingCircuits = [{ id: 'c1' }, { name: 'Radiators' }];
		const changes = changesBetween(projectRecord, { heatingCircuits: twice }, { heatingCircuits });
		expect(changes).toEqual({ heatingCircuits: [floor, { name: 'Radiators' }] });
	});

	it('with an ID are completed among entries that are not circuits', () => {
		const record = { heatingCircuits: [null, floor] as never };
		const heatingCircuits = [{ id: 'c1', flowTemperature: 40 }];
		const changes = changesBetween(projectRecord, record, { heatingCircuits });
		expect(changes).toEqual({ heatingCircuits: [{ ...floor, flowTemperature: 40 }] });
	});
});

describe('an address', () => {
	const inAddress = (change: (field: Field) => Field): RecordType => ({
		...customerRecord,
		fields: customerRecord.fields.map((field) =>
			field.name === 'address' ? change(field) : field,
		),
	});

	it('is not null if the given parts do not say where it is', () => {
		const record = { address: { country: 'D', latitude: 54.3 } };
		const changes = changesBetween(customerRecord, record, { address: { country: '' } });
		expect(changes).toEqual({ address: { latitude: 54.3, country: '' } });
	});

	it('that cannot be null is sent with its empty parts', () => {
		const notNullable = inAddress((field) => ({ ...field, nullable: undefined }) as never);
		const record = { address: { city: 'Kiel', latitude: 54.3 } };
		const changes = changesBetween(notNullable, record, { address: { city: '' } });
		expect(changes).toEqual({ address: { city: '' } });
	});
});

describe('an address may lose its place', () => {
	it.each<[boolean, string, IDataObject]>([
		[
			true,
			'if parts that say where it is are emptied and none is filled in',
			{ address: { city: '' } },
		],
		[
			true,
			'also together with other parts that are emptied',
			{ address: { city: null, country: '' } },
		],
		[false, 'not if one of them is filled in', { address: { city: '', postalCode: '24103' } }],
		[false, 'not if any part is filled in', { address: { city: '', country: 'Austria' } }],
		[
			false,
			'not by parts that do not say where it is',
			{ address: { addressLine2: '', country: '' } },
		],
		[false, 'not if the whole address is cleared', { address: null }],
		[false, 'not if the address is not given', { firstName: '', heatingCircuits: [] }],
		[false, 'not if no part is given', { address: {} }],
	])('%s: %s', (may, _, body) => {
		expect(mayEmptyAddress(customerRecord, body)).toBe(may);
		expect(mayEmptyAddress(projectRecord, body)).toBe(may);
	});
});
