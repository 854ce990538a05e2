import { describe, expect, it } from 'vitest';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { shaperOf } from '../../../nodes/EnergyProjects/values/outputShape.ts';

const project = {
	...{ id: 'p1', humanId: 'P-001', name: 'Heat pump', status: 'inProgress', customerId: null },
	...{ isLead: false, projectValue: 0, installationDate: '2026-12-31', buildingHeatLoadKw: 8.2 },
	heatPumpSizing: { heatPumpStandardOutputKw: 9 },
	address: { city: 'Leipzig', postalCode: '04109' },
	...{ updatedAt: '2026-01-01T00:00:00Z', futureField: 'new' },
};

const simplify = shaperOf(projectResource, 'simplified');

describe('simplified output', () => {
	it.each([
		['nothing else', {}],
		['null instead of an address', { address: null }],
		['something else instead of an address', { address: 'Leipzig' }],
	])('has null in each column that the record lacks: %s', (_, record) => {
		const known = { id: 'p1', buildingHeatLoadKw: null, ...record };
		const shaped = simplify(known);
		expect(Object.keys(shaped)).toEqual(Object.keys(simplify(project)));
		expect(Object.values(shaped).filter((value) => value !== null)).toEqual(['p1']);
	});

	it('lacks a computed field that is not known: null would mean "not computed"', () => {
		const { buildingHeatLoadKw: _load, ...written } = project;
		expect(simplify(written)).not.toHaveProperty('buildingHeatLoadKw');
	});
});

describe('selected fields', () => {
	it('come in the order in which they were chosen; what is not known is null, or missing if computed', () => {
		const chosen = ['projectValue', 'id', 'buildingAge', 'area', 'address'];
		const shaped = shaperOf(projectResource, 'selectedFields', chosen)(project);
		expect(Object.entries(shaped)).toEqual([
			['projectValue', 0],
			['id', 'p1'],
			['buildingAge', null],
			['address', { city: 'Leipzig', postalCode: '04109' }],
		]);
	});

	it.each([[['name']], [[]], [['constructor']]])('%j come with the ID', (chosen) => {
		const shaped = shaperOf(projectResource, 'selectedFields', chosen)(project);
		expect(Object.keys(shaped)).toEqual(['id', ...chosen]);
		expect(shaped.constructor ?? null).toBe(chosen[0] === 'constructor' ? null : Object);
	});
});
