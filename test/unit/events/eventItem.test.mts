import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { simplify } from '../../../nodes/EnergyProjects/events/eventItem.ts';
import { BODY, projectEvent } from '../webhook/fixtures.mts';
import { kindNamed } from './kinds.mts';

const address = {
	id: 'b7a6a9d4-4b7a-4b58-8f56-6b9a3a2d9f10',
	addressLine1: 'Lindenstraße 5',
	city: 'Köln',
	postalCode: '50674',
	country: 'DE',
};

const dataOf = (data: IDataObject) => simplify(kindNamed('project.edited'), data, BODY);

/** Every value that is neither object nor list, in order. */
const leaves = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];

describe('simplify', () => {
	it('gives a project event in the names of the API', () => {
		expect(simplify(kindNamed(projectEvent.event), projectEvent.data, BODY)).toEqual({
			event: 'project.edited',
			eventId: 'project.edited:5d3f0d7e-6f8b-4a0f-9a55-5f6d1b2c3d4e:2026-03-01T12:00:00.000Z',
			project: {
				id: '5d3f0d7e-6f8b-4a0f-9a55-5f6d1b2c3d4e',
				humanId: 'P-001',
				name: 'Wärmepumpe Müller',
				status: 'inProgress',
				companyId: '9c1e7f0a-2b3c-4d5e-8f90-a1b2c3d4e5f6',
				createdAt: '2026-02-01T07:00:00.000Z',
				updatedAt: '2026-03-01T12:00:00.000Z',
				deletedAt: null,
			},
			customer: {
				id: '0f0a3f0e-6d6f-4a53-9f2f-3f1f3f6d0c11',
				firstName: 'Jörg',
				lastName: 'Müller',
				email: 'joerg@example.com',
			},
			addresses: [address],
			heatingCircuits: [
				{
					id: 'c2d3e4f5-0a1b-4c2d-8e3f-4a5b6c7d8e9f',
					name: 'Floor',
					circuitType: 'underfloorHeating',
					flowTemperature: 35,
					returnTemperature: 28.5,
				},
			],
		});
	});

	it('gives a deleted project as it was sent, and adds nothing', () => {
		const project = { id: '1', deleted_at: '2026-03-01T13:00:00+01:00' };
		expect(simplify(kindNamed('project.deleted'), { project }, BODY)).toEqual({
			event: 'project.deleted',
			eventId: 'project.deleted:1',
			project: { id: '1', deletedAt: '2026-03-01T12:00:00.000Z' },
		});
	});

	it.each(['event', 'eventId', 'event_id', 'event__id', 'record'])(
		'adds nothing from the key "%s" of the data: an item has such a value only from the trigger',
		(name) => {
			const { project } = projectEvent.data;
			expect(dataOf({ project, [name]: 'strange' })).toEqual(dataOf({ project }));
		},
	);

	it.each([
		['human_id', 'humanId'],
		['address_line_1', 'addressLine1'],
		['heated_living_area_m2', 'heatedLivingAreaM2'],
		['heatingCircuits', 'heatingCircuits'],
		['id', 'id'],
		['double__underscore', 'doubleUnderscore'],
		['_private', '_private'],
		['trailing_', 'trailing_'],
		['_', '_'],
		['', ''],
		['with-dash', 'with-dash'],
		['größe_in_m2', 'größeInM2'],
	])('spells the key "%s" as "%s"', (name, camelCase) => {
		expect(Object.keys(dataOf({ project: { [name]: 1 } }).project as IDataObject)).toEqual([
			camelCase,
		]);
	});

	it('leaves values as they were sent, also texts that look like keys', () => {
		const values = {
			text: 'human_id',
			empty: '',
			zero: 0,
			negative: -0.5,
			no: false,
			nothing: null,
			texts: ['first_name', 'last_name'],
			emptyList: [],
			emptyObject: {},
			nested: [[{ inner: ['a_b'] }]],
		};
		expect(dataOf({ project: values }).project).toEqual(values);
	});

	it('keeps every value of any data, in the same order', () => {
		const key = fc.stringMatching(/^[a-z]{2,6}(_[a-z]{2,6}){0,2}$/);
		fc.assert(
			fc.property(fc.object({ key, maxDepth: 3 }), (project) => {
				const data = { project } as IDataObject;
				expect(leaves(dataOf(data).project)).toEqual(leaves(project));
			}),
			{ numRuns: 300 },
		);
	});

	it('keeps both values if the data has a key in both spellings', () => {
		expect(dataOf({ project: { human_id: 'P-001', humanId: 'P-002' } }).project).toEqual({
			human_id: 'P-001',
			humanId: 'P-002',
		});
		expect(dataOf({ project: { humanId: 'P-002', human_id: 'P-001' } }).project).toEqual({
			human_id: 'P-001',
			humanId: 'P-002',
		});
	});

	it('keeps both values if two keys become the same', () => {
		const { project } = dataOf({ project: { address_line_1: 'here', address_line1: 'there' } });
		expect(leaves(project)).toEqual(['here', 'there']);
	});

	it('keeps a key "__proto__" as a key, and gives nothing a new prototype', () => {
		const data = JSON.parse(
			'{"__proto__":{"is_admin":true},"project":{"__proto__":{"is_admin":true}}}',
		) as IDataObject;
		const simple = dataOf(data);
		const project = simple.project as IDataObject;
		expect(Object.keys(simple)).toEqual(['event', 'eventId', '__proto__', 'project']);
		expect(JSON.stringify(project)).toBe('{"__proto__":{"isAdmin":true}}');
		for (const value of [simple, project, {}]) expect('isAdmin' in value).toBe(false);
	});

	it('survives keys that every object has', () => {
		const data = { constructor: 1, to_string: 2, has_own_property: 3 };
		expect(JSON.parse(JSON.stringify(dataOf({ project: data as IDataObject }).project))).toEqual({
			constructor: 1,
			toString: 2,
			hasOwnProperty: 3,
		});
	});
});
