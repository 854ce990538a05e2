import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pollingProperties } from '../../../nodes/EnergyProjects/polling/parameters.ts';
import { triggerProperties } from '../../../nodes/EnergyProjects/webhook/triggerParameters.ts';

/** The descriptions of the events that one can choose, by value. */
function choicesOf(properties: readonly INodeProperties[]) {
	const options = properties.find(({ name }) => name === 'events')?.options ?? [];
	return new Map(
		options.flatMap((option) => ('value' in option ? [[option.value, option.description]] : [])),
	);
}

// The service sends only the last of several events in a row. The polling trigger finds the creation anyway.
describe('the choice of a created event', () => {
	const advice = /only the edit may arrive, so choose the edited event too$/;

	it.each(['project.created', 'customer.created'])('%s: says that it is not enough', (kind) => {
		expect(choicesOf(triggerProperties).get(kind)).toMatch(advice);
		expect(choicesOf(pollingProperties).get(kind)).not.toMatch(advice);
	});

	it('no other event says so', () => {
		const saying = [...choicesOf(triggerProperties)].filter(([, text]) =>
			advice.test(String(text)),
		);
		expect(saying).toHaveLength(2);
	});

	it('the notice above it says so too, and what to do', () => {
		const notice = triggerProperties.find(({ name }) => name === 'registrationNotice');
		expect(notice?.displayName).toContain('choose both “created” and “edited”');
		expect(notice?.displayName).toContain('Create or Update');
	});
});
