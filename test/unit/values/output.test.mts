import { describe, expect, it } from 'vitest';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import {
	deletedSchema,
	recordSchema,
	shapeRecord,
	simplifiedSchema,
	syncedSchema,
} from '../../../nodes/EnergyProjects/values/output.ts';

const project = {
	id: 'p1',
	humanId: 'P-001',
	name: 'Heat pump',
	status: 'inProgress',
	customerId: null,
	isLead: false,
	projectValue: 0,
	installationDate: '2026-12-31',
	buildingHeatLoadKw: 8.2,
	heatPumpSizing: { heatPumpStandardOutputKw: 9 },
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

	it.each([
		['nothing else', {}],
		['null instead of an address', { address: null }],
		['something else instead of an address', { address: 'Leipzig' }],
	])('has null in each column that the record lacks: %s', (_, record) => {
		const known = { id: 'p1', buildingHeatLoadKw: null, ...record };
		const shaped = shapeRecord(projectRecord, known, 'simplified');
		expect(Object.keys(shaped)).toEqual(
			Object.keys(shapeRecord(projectRecord, project, 'simplified')),
		);
		expect(Object.values(shaped).filter((value) => value !== null)).toEqual(['p1']);
	});

	it('lacks a computed field that is not known: null would mean "not computed"', () => {
		const { buildingHeatLoadKw: _load, ...written } = project;
		expect(shapeRecord(projectRecord, written, 'simplified')).not.toHaveProperty(
			'buildingHeatLoadKw',
		);
	});
});

it('raw output is the record as the service sent it, also with unknown fields', () => {
	expect(shapeRecord(projectRecord, project, 'raw')).toEqual(project);
});

describe('selected fields', () => {
	it('come in the order in which they were chosen; what is not known is null, or missing if computed', () => {
		const chosen = ['projectValue', 'id', 'buildingAge', 'area', 'address'];
		const shaped = shapeRecord(projectRecord, project, 'selectedFields', chosen);
		expect(Object.entries(shaped)).toEqual([
			['projectValue', 0],
			['id', 'p1'],
			['buildingAge', null],
			['address', { city: 'Leipzig', postalCode: '04109' }],
		]);
	});

	it.each([[['name']], [[]], [['constructor']]])('%j come with the ID', (chosen) => {
		const shaped = shapeRecord(projectRecord, project, 'selectedFields', chosen);
		expect(Object.keys(shaped)).toEqual(['id', ...chosen]);
		expect(shaped.constructor ?? null).toBe(chosen[0] === 'constructor' ? null : Object);
	});
});

describe('what the editor offers before the first execution', () => {
	it('is what comes out', () => {
		for (const record of [projectRecord, customerRecord]) {
			const columns = Object.keys(shapeRecord(record, project, 'simplified'));
			expect(Object.keys(simplifiedSchema(record).properties as object)).toEqual(columns);
			expect(Object.keys(syncedSchema(record).properties as object)).toEqual([
				...columns,
				'syncResult',
			]);
		}
	});

	it('of a deletion says what was deleted', () => {
		const properties = {
			...{ deleted: { type: 'boolean' }, id: { type: 'string' }, message: { type: 'string' } },
		};
		expect(deletedSchema).toEqual({ type: 'object', properties, version: 1 });
		expect(syncedSchema(customerRecord)).toMatchObject({
			...{ type: 'object', version: 1, properties: { syncResult: { type: 'string' } } },
		});
	});

	it('has the types of the fields', () => {
		expect(simplifiedSchema(projectRecord).properties).toMatchObject({
			city: { type: 'string' },
			isLead: { type: 'boolean' },
			buildingHeatLoadKw: { type: 'number' },
		});
		expect(recordSchema(projectRecord).properties).toMatchObject({
			address: { type: 'object', properties: { latitude: { type: 'number' } } },
			heatingCircuits: {
				type: 'array',
				items: { type: 'object', properties: { index: { type: 'number' } } },
			},
			heatPumpSizing: { type: 'object', properties: { bivalencePoint: { type: 'number' } } },
		});
	});
});
