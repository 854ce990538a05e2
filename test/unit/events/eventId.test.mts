import { describe, expect, it } from 'vitest';
import { contentDigest, eventIdOf, inUtc } from '../../../nodes/EnergyProjects/events/eventId.ts';
import { simplify } from '../../../nodes/EnergyProjects/events/eventItem.ts';
import { bytes } from '../webhook/fixtures.mts';
import { kindNamed } from './kinds.mts';

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
		['project.edited', '2026-03-01T12:00:00Z', `project.edited:${lower}:2026-03-01T12:00:00.000Z`],
		['project.edited', undefined, `project.edited:${lower}:DIGEST`],
		['project.edited', 'yesterday', `project.edited:${lower}:DIGEST`],
		['customer.edited', 5, `customer.edited:${lower}:DIGEST`],
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

describe('a time', () => {
	it.each([
		['2026-03-01T13:00:00+01:00', '2026-03-01T12:00:00.000Z'],
		['2026-03-01T13:00:00.5+0100', '2026-03-01T12:00:00.500Z'],
		['2026-03-01T13:00:00.123456Z', '2026-03-01T13:00:00.123Z'],
		['2026-03-01 13:00:00+01', '2026-03-01T12:00:00.000Z'],
		['2026-03-01T13:00Z', '2026-03-01T13:00:00.000Z'],
		['2026-03-01t13:00:00z', '2026-03-01T13:00:00.000Z'],
		['2026-03-01T13:00:00', '2026-03-01T13:00:00.000Z'],
	])('%s is %s', (time, expected) => {
		expect(inUtc(time)).toBe(expected);
	});

	it.each(['', 'yesterday', '2026', '2026-13-01T00:00:00Z', '1', null, undefined, 12, {}, []])(
		'%s stays as it is',
		(time) => {
			expect(inUtc(time)).toBe(time);
		},
	);
});
