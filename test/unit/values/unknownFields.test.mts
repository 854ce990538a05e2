import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { unknownIn } from '../../../nodes/EnergyProjects/values/parse/unknownFields.ts';

describe('names that the service does not know', () => {
	it.each<[string, IDataObject, string[]]>([
		['none', { name: 'A', address: { city: 'B' }, heatingCircuits: [{ name: 'C' }] }, []],
		[
			'none in fields that the service sets itself',
			{ id: 'p1', humanId: 'P-1', createdAt: 'x' },
			[],
		],
		['fields', { mood: 1, name: 'A', colour: 2 }, ['mood', 'colour']],
		['parts of an address', { address: { city: 'A', street: 'B' } }, ['address.street']],
		[
			'parts of any circuit',
			{ heatingCircuits: [{ name: 'A' }, { title: 'B' }, { name: 'C', mood: 'D' }] },
			['heatingCircuits[1].title', 'heatingCircuits[2].mood'],
		],
		['none in circuits that are not objects', { heatingCircuits: ['A', null, 5] }, []],
		['none in an address that is not an object', { address: 'Weg 1' }, []],
		['none in an address that is null', { address: null }, []],
		['none in a field that the service computes', { heatPumpSizing: { mood: 1 } }, []],
		['none inside a value without parts', { name: { mood: 1 } }, []],
	])('of a project: %s', (_, given, unknown) => {
		expect(unknownIn(projectRecord.fields, given)).toEqual(unknown);
	});

	it.each<[string, IDataObject, string[]]>([
		['none', { firstName: 'A', address: { city: 'B' } }, []],
		['fields', { forename: 'A', lastName: 'B' }, ['forename']],
		['parts of an address', { address: { street: 'B', city: 'A' } }, ['address.street']],
	])('of a customer: %s', (_, given, unknown) => {
		expect(unknownIn(customerRecord.fields, given)).toEqual(unknown);
	});

	it('are looked for in as many circuits as can be sent, but not in an endless list', () => {
		const heatingCircuits = Array.from({ length: 1200 }, () => ({ title: 'A' }));
		const unknown = unknownIn(projectRecord.fields, { heatingCircuits });
		expect(unknown).toHaveLength(1000);
		expect(unknown[999]).toBe('heatingCircuits[999].title');
	});
});

it('names that are more than one call takes arguments are all found', () => {
	const many = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
	const heatingCircuits = Array.from({ length: 1_000 }, () => many(300));
	expect(unknownIn(projectRecord.fields, { heatingCircuits } as never)).toHaveLength(300_000);
	expect(unknownIn(projectRecord.fields, { address: many(300_000) } as never)).toHaveLength(
		300_000,
	);
});
