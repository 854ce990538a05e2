import { describe, expect, it } from 'vitest';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import type { RecordType } from '../../../nodes/EnergyProjects/service/record.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { shapeRecord, shapeWritten } from '../../../nodes/EnergyProjects/values/output/shapes.ts';

const project = {
	id: 'p1',
	humanId: 'P-001',
	name: 'Heat pump',
	status: 'inProgress',
	customerId: null,
	isLead: false,
	projectValue: 0,
	installationDate: '2026-12-31',
	technicalFeasibilityAssesment: 'notStarted',
	heatedLivingAreaM2: 0,
	buildingHeatLoadKw: 8.2,
	heatPumpSizing: { heatPumpStandardOutputKw: 9, bivalencePoint: -5 },
	address: { city: 'Leipzig', postalCode: '04109' },
	updatedAt: '2026-01-01T00:00:00Z',
	futureField: 'new',
};

describe('simplified output', () => {
	it('of a project is flat and in the order in which people read it', () => {
		const shaped = shapeRecord(projectRecord, project, 'simplified');
		expect(Object.entries(shaped)).toEqual([
			['id', 'p1'],
			['humanId', 'P-001'],
			['name', 'Heat pump'],
			['status', 'inProgress'],
			['isLead', false],
			['customerId', null],
			['city', 'Leipzig'],
			['installationDate', '2026-12-31'],
			['buildingHeatLoadKw', 8.2],
			['updatedAt', '2026-01-01T00:00:00Z'],
		]);
	});

	it('of a customer is flat and in the order in which people read it', () => {
		const customer = {
			...{ id: 'c1', humanId: 'C-001', firstName: 'Ada', lastName: 'Weber', isCompany: false },
			...{ companyName: null, email: 'ada@mail.example', invoiceEmail: null, phoneNumber: '1' },
			...{ address: { city: 'Kiel', postalCode: '24103' }, updatedAt: '2026-01-01T00:00:00Z' },
		};
		expect(Object.entries(shapeRecord(customerRecord, customer, 'simplified'))).toEqual([
			['id', 'c1'],
			['humanId', 'C-001'],
			['firstName', 'Ada'],
			['lastName', 'Weber'],
			['companyName', null],
			['email', 'ada@mail.example'],
			['phoneNumber', '1'],
			['postalCode', '24103'],
			['city', 'Kiel'],
			['updatedAt', '2026-01-01T00:00:00Z'],
		]);
	});

	it.each([projectRecord, customerRecord])('of a $noun always has the same columns', (record) => {
		const columns = Object.keys(shapeRecord(record, {}, 'simplified'));
		const partly = { id: 'x', address: null, heatPumpSizing: null };
		expect(Object.keys(shapeRecord(record, partly, 'simplified'))).toEqual(columns);
		expect(Object.values(shapeRecord(record, {}, 'simplified'))).toEqual(columns.map(() => null));
	});

	it.each([projectRecord, customerRecord])('of a $noun shows fields that it has', (record) => {
		for (const path of record.simplified) expect(labelsOn(record, path)).not.toContain(undefined);
	});

	it.each([projectRecord, customerRecord])('of a $noun hides no field behind another', (record) => {
		const shown = Object.keys(shapeRecord(record, {}, 'simplified'));
		expect(shown).toHaveLength(record.simplified.length);
	});

	it('does not break if the service sends something else instead of an address', () => {
		const shaped = shapeRecord(projectRecord, { address: 'Leipzig' }, 'simplified');
		expect(shaped.city).toBeNull();
	});
});

describe('the output of a write', () => {
	const { buildingHeatLoadKw, heatPumpSizing, ...written } = project;

	it('lacks a computed field that is not known, since null would mean "not computed"', () => {
		const shaped = shapeWritten(projectRecord, written, 'simplified');
		const { buildingHeatLoadKw: load, ...others } = shapeRecord(
			projectRecord,
			project,
			'simplified',
		);
		expect(load).toBe(buildingHeatLoadKw);
		expect(Object.entries(shaped)).toEqual(Object.entries(others));
		const chosen = ['heatPumpSizing', 'area', 'name', 'buildingAge'];
		const selected = shapeWritten(
			projectRecord,
			{ ...written, heatPumpSizing },
			'selectedFields',
			chosen,
		);
		expect(Object.entries(selected)).toEqual([
			['id', 'p1'],
			['heatPumpSizing', heatPumpSizing],
			['name', 'Heat pump'],
			['buildingAge', null],
		]);
	});

	it('shows null if the service sent null', () => {
		const shaped = shapeWritten(
			projectRecord,
			{ ...written, buildingHeatLoadKw: null },
			'simplified',
		);
		expect(shaped).toHaveProperty('buildingHeatLoadKw', null);
	});

	it('of a customer has every column: nothing in it is computed', () => {
		const shaped = shapeWritten(customerRecord, { id: 'c1' }, 'simplified');
		expect(shaped).toEqual(shapeRecord(customerRecord, { id: 'c1' }, 'simplified'));
	});

	it('is the record as it is: Raw', () => {
		expect(shapeWritten(projectRecord, written, 'raw')).toEqual(written);
	});
});

describe('raw output', () => {
	it('is the record as the service sent it, also with unknown fields', () => {
		expect(shapeRecord(projectRecord, project, 'raw')).toEqual(project);
	});
});

describe('selected fields', () => {
	it('come in the order in which they were chosen, and are null if the record lacks them', () => {
		const chosen = ['projectValue', 'id', 'isLead', 'area', 'address'];
		const shaped = shapeRecord(projectRecord, project, 'selectedFields', chosen);
		expect(Object.entries(shaped)).toEqual([
			['projectValue', 0],
			['id', 'p1'],
			['isLead', false],
			['area', null],
			['address', { city: 'Leipzig', postalCode: '04109' }],
		]);
	});
});

describe('a name that every object knows', () => {
	it.each(['constructor', 'toString', '__proto__'])('is no field of a record: %s', (name) => {
		const shaped = shapeRecord(projectRecord, project, 'selectedFields', [name]);
		expect(Object.values(shaped)).toEqual(['p1', null]);
	});
});

describe('selected fields without the ID', () => {
	it.each([
		[['name'], ['id', 'name']],
		[[], ['id']],
		[
			['name', 'id'],
			['name', 'id'],
		],
	])('%j come as %j', (chosen, columns) => {
		const shaped = shapeRecord(projectRecord, project, 'selectedFields', chosen);
		expect(Object.keys(shaped)).toEqual(columns);
		expect(shaped.id).toBe('p1');
	});
});

/** The labels of the fields along a path; undefined if there is no such field. */
function labelsOn(record: RecordType, path: string): Array<string | undefined> {
	let fields: readonly Field[] = record.fields;
	return path.split('.').map((step) => {
		const field = fields.find(({ name }) => name === step);
		fields = field?.fields ?? [];
		return field?.label;
	});
}
