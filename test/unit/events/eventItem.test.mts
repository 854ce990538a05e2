import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { contentDigest, eventIdOf } from '../../../nodes/EnergyProjects/events/eventId.ts';
import { simplify } from '../../../nodes/EnergyProjects/events/eventItem.ts';
import { triggerSchema } from '../../../nodes/EnergyProjects/events/eventSchema.ts';
import { inUtc } from '../../../nodes/EnergyProjects/values/dates.ts';
import { BODY, bytes, projectEvent } from '../webhook/fixtures.mts';
import { chosenKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';

const address = {
	...{ id: 'b7a6a9d4-4b7a-4b58-8f56-6b9a3a2d9f10', addressLine1: 'Lindenstraße 5', city: 'Köln' },
	...{ postalCode: '50674', country: 'DE' },
};

const kindNamed = (value: string) => chosenKinds([value])[0];
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
				...{ id: '5d3f0d7e-6f8b-4a0f-9a55-5f6d1b2c3d4e', humanId: 'P-001' },
				...{ name: 'Wärmepumpe Müller', status: 'inProgress' },
				companyId: '9c1e7f0a-2b3c-4d5e-8f90-a1b2c3d4e5f6',
				...{ createdAt: '2026-02-01T07:00:00.000Z', updatedAt: '2026-03-01T12:00:00.000Z' },
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
					...{ id: 'c2d3e4f5-0a1b-4c2d-8e3f-4a5b6c7d8e9f', name: 'Floor' },
					...{ circuitType: 'underfloorHeating', flowTemperature: 35, returnTemperature: 28.5 },
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

	it.each(['event', 'event_id', 'record'])(
		'adds nothing from the key "%s" of the data: an item has such a value only from the trigger',
		(name) => {
			const { project } = projectEvent.data;
			expect(dataOf({ project, [name]: 'strange' })).toEqual(dataOf({ project }));
		},
	);

	it.each([
		['address_line_1', 'addressLine1'],
		['heated_living_area_m2', 'heatedLivingAreaM2'],
		['double__underscore', 'doubleUnderscore'],
		['_private', '_private'],
		['with-dash', 'with-dash'],
		['größe_in_m2', 'größeInM2'],
	])('spells the key "%s" as "%s"', (name, camelCase) => {
		const { project } = dataOf({ project: { [name]: 1 } });
		expect(Object.keys(project as IDataObject)).toEqual([camelCase]);
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
	});

	it('keeps a key "__proto__" as a key, and gives nothing a new prototype', () => {
		const evil = '"__proto__":{"is_admin":true}';
		const data = JSON.parse(`{${evil},"project":{${evil}}}`) as IDataObject;
		const simple = dataOf(data);
		const project = simple.project as IDataObject;
		expect(Object.keys(simple)).toEqual(['event', 'eventId', '__proto__', 'project']);
		expect(JSON.stringify(project)).toBe('{"__proto__":{"isAdmin":true}}');
		for (const value of [simple, project, {}]) expect('isAdmin' in value).toBe(false);
	});
});

const digest = () => 'DIGEST';
const id = '5D3F0D7E-6f8b-4a0f-9a55-5f6d1b2c3d4e';
const lower = '5d3f0d7e-6f8b-4a0f-9a55-5f6d1b2c3d4e';

describe('the ID of an event', () => {
	it.each([
		['project.created', '2026-03-01T13:00:00+01:00', `project.created:${lower}`],
		['project.deleted', undefined, `project.deleted:${lower}`],
		[
			'project.edited',
			'2026-03-01T13:00:00+01:00',
			`project.edited:${lower}:2026-03-01T12:00:00.000Z`,
		],
		['project.edited', 'yesterday', `project.edited:${lower}:DIGEST`],
	])('of %s, changed %s', (kind, updatedAt, expected) => {
		expect(eventIdOf({ kind: kindNamed(kind), id, updatedAt, digest })).toBe(expected);
	});

	it('of a delivery without a time of change is a digest of the body', () => {
		const body = bytes('{"event":"project.edited"}');
		expect(simplify(kindNamed('project.edited'), { project: { id: 'a' } }, body).eventId).toBe(
			`project.edited:a:${contentDigest(body)}`,
		);
		expect(contentDigest(body)).toMatch(/^[\w-]{16}$/);
	});
});

it.each(['', 'yesterday', '2026-13-01T00:00:00Z', null, 12])(
	'a time that cannot be read stays as it is: %s',
	(time) => {
		expect(inUtc(time)).toBe(time);
	},
);

it.each<[string, IDataObject]>([
	['eventId', { eventId: 1 }],
	['project.name', { project: { name: 1 } }],
	['addresses[].city', { addresses: [{ city: 1 }] }],
	['heatingCircuits[].flowTemperature', { heatingCircuits: [{ flowTemperature: '35' }] }],
	['record', { record: 'R' }],
	['changedFields', { changedFields: 'name' }],
])('what the editor offers before the first execution says of which type %s is', (_, item) => {
	const ajv = new Ajv({ allowUnionTypes: true }).addVocabulary(['version']);
	expect(ajv.validate(triggerSchema, item)).toBe(false);
});
