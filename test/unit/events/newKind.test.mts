import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { outputsFor, subtitleFor } from '../../../nodes/EnergyProjects/events/outputs.ts';
import { defaultKinds, eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import type { EventKind } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { documentRecord } from '../../../nodes/EnergyProjects/service/records/document.ts';

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
