import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { recordItem } from '../../../nodes/EnergyProjects/events/recordItem.ts';
import type { RecordEvent } from '../../../nodes/EnergyProjects/events/recordItem.ts';
import { kindNamed } from './kinds.mts';

const ID = '5d3f0d7e-6f8b-4a0f-9a55-5f6d1b2c3d4e';
const project = {
	...{ id: ID, humanId: 'P-001', name: 'Wärmepumpe Müller', status: 'inProgress', isLead: false },
	...{ companyId: 'a company', customerId: 'a customer', projectValue: 20_000 },
	...{ createdAt: '2026-02-01T08:00:00+01:00', updatedAt: '2026-03-01T13:00:00+01:00' },
};
const eventOf = (kind: string, record: IDataObject | null, more: Partial<RecordEvent> = {}) => ({
	...{ kind: kindNamed(kind), id: ID, record, at: Date.UTC(2026, 2, 1, 12) },
	...{ digest: () => 'a digest', ...more },
});

describe('the item of an event that was found by comparing records', () => {
	it.each([
		{},
		{ address: null, heatingCircuits: null },
		{ address: 'Köln', heatingCircuits: ['odd'] },
	])('has empty lists for a project without address and circuits (%j)', (record) => {
		const { addresses, heatingCircuits } = recordItem(eventOf('project.created', record));
		expect({ addresses, heatingCircuits }).toEqual({ addresses: [], heatingCircuits: [] });
	});

	it('leaves out a customer that could not be read, and changed fields of what was not edited', () => {
		const item = recordItem(eventOf('project.created', project));
		expect(Object.keys(item)).toEqual([
			...['event', 'eventId', 'project', 'addresses', 'heatingCircuits', 'record'],
		]);
	});

	it.each([
		['project.deleted', 'P-001', { id: ID, humanId: 'P-001' }],
		['project.deleted', undefined, { id: ID, humanId: null }],
		['customer.deleted', 'C-001', { id: ID }],
	])('has of %s with the human ID %s what is still known', (kind, humanId, known) => {
		const [noun] = kind.split('.');
		expect(recordItem(eventOf(kind, null, { humanId }))).toEqual({
			event: kind,
			eventId: `${kind}:${ID}`,
			[noun]: { ...known, deletedAt: '2026-03-01T12:00:00.000Z' },
			record: null,
		});
	});

	it.each<[string, Partial<RecordEvent>, IDataObject]>([
		[`${ID}:2026-03-01T12:00:00.000Z`, {}, {}],
		[`${ID}:2026-03-01T12:00:00.000Z:a digest`, { isSameTime: true }, {}],
		[`${ID}:a digest`, {}, { updatedAt: 'soon' }],
		['a digest', { id: '' }, {}],
	])('of an edit has the ID project.edited:%s', (rest, more, record) => {
		const item = recordItem(eventOf('project.edited', { ...project, ...record }, more));
		expect(item.eventId).toBe(`project.edited:${rest}`);
	});
});
