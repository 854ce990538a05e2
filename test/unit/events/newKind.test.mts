import { createContext, runInContext } from 'node:vm';
import type { IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { simplify } from '../../../nodes/EnergyProjects/events/eventItem.ts';
import { outputsFor, subtitleFor } from '../../../nodes/EnergyProjects/events/outputs.ts';
import { recordItem } from '../../../nodes/EnergyProjects/events/recordItem.ts';
import { defaultKinds, eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import type { EventKind } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { documentRecord } from '../../../nodes/EnergyProjects/service/records/document.ts';
import { fetchRecord } from '../../../nodes/EnergyProjects/webhook/fetchedRecord.ts';
import { BODY } from '../webhook/fixtures.mts';

/** A further kind, about a record that nobody can write or read by its ID. The service has no such thing. */
const gadgetCreated: EventKind = {
	value: 'gadget.created',
	name: 'Gadget Created',
	shortName: 'Gadg Created',
	description: 'A gadget was created',
	subject: { ...documentRecord, noun: 'gadget' },
	change: 'created',
	carries: ['id', 'name', 'mime', 'projectId'],
};
const kinds = [...eventKinds, gadgetCreated];

/** What n8n makes of an expression for these events. */
function evaluated(expression: string, events: readonly string[]): unknown {
	const inner = expression.replace(/^=\{\{/, '').replace(/\}\}$/, '');
	const context = createContext({ $parameter: { events } });
	return JSON.parse(String(runInContext(`JSON.stringify(${inner})`, context)));
}

describe('a workflow that chose the six kinds of the first version', () => {
	it('still shows All Events', () => {
		expect(evaluated(subtitleFor(kinds), defaultKinds)).toBe('All Events');
		expect(evaluated(subtitleFor(kinds), defaultKinds.slice(1))).not.toContain('All');
	});

	it('keeps its outputs in their places', () => {
		const before = evaluated(outputsFor(eventKinds), defaultKinds);
		expect(before).toHaveLength(6);
		expect(evaluated(outputsFor(kinds), defaultKinds)).toEqual(before);
		const after = evaluated(outputsFor(kinds), ['gadget.created', ...defaultKinds]);
		expect(after).toEqual([
			...(before as unknown[]),
			{ type: 'main', displayName: gadgetCreated.shortName },
		]);
	});
});

describe('an event about a record that cannot be written', () => {
	const gadget = { id: 'D1', name: 'Plan', mime: 'application/pdf', projectId: null };

	it('comes out of a webhook like any other', () => {
		const data = { gadget: { id: 'D1', project_id: null } };
		expect(simplify(gadgetCreated, data, BODY)).toEqual({
			event: 'gadget.created',
			eventId: 'gadget.created:d1',
			gadget: { id: 'D1', projectId: null },
		});
	});

	it('comes out of a comparison like any other, without parts it does not have', () => {
		const at = Date.UTC(2026, 0, 1);
		const event = { kind: gadgetCreated, id: 'D1', record: gadget, at, digest: () => '' };
		const times = { createdAt: null, updatedAt: null, deletedAt: null };
		expect(recordItem(event)).toEqual({
			event: 'gadget.created',
			eventId: 'gadget.created:d1',
			gadget: { ...gadget, ...times },
			record: gadget,
		});
	});

	it('has no record to fetch if the service reads none by its ID', async () => {
		const delivery = { event: 'gadget.created', data: { gadget } } as never;
		const context = {} as IWebhookFunctions;
		expect(await fetchRecord(context, gadgetCreated, delivery, 'apiKey')).toBeNull();
	});
});
