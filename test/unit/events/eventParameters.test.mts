import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	eventsParameter,
	splitByEventParameter,
} from '../../../nodes/EnergyProjects/events/eventParameters.ts';
import { defaultKinds, eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';

// n8n saves nothing for a parameter at its default. A kind that joined the default would, on an update of the package,
// start every workflow whose maker left "Trigger On" as it was.
it('a trigger that was left as it was starts on exactly the six kinds of its first version', () => {
	expect(eventsParameter.default).toEqual([
		'project.created',
		'project.edited',
		'project.deleted',
		'customer.created',
		'customer.edited',
		'customer.deleted',
	]);
});

describe('Trigger On', () => {
	/** What the editor says about a trigger with these events. */
	const issuesWith = (events: string[]): unknown => {
		const node = { typeVersion: 1, parameters: { events } } as unknown as INode;
		const parameters = [eventsParameter];
		return NodeHelpers.getNodeParametersIssues(parameters, node, null)?.parameters?.events;
	};

	it('lists every kind of event in the order of the alphabet, and says of each when it comes', () => {
		const options = eventsParameter.options as INodePropertyOptions[];
		expect(options.map(({ name }) => name)).toEqual([
			...['Customer Created', 'Customer Deleted', 'Customer Edited'],
			...['Project Created', 'Project Deleted', 'Project Edited'],
		]);
		expect(options.map(({ value }) => value).sort()).toEqual(
			eventKinds.map(({ value }) => value).sort(),
		);
		for (const { value, description } of options) {
			expect(description).toBe(eventKinds.find((kind) => kind.value === value)?.description);
		}
	});

	it('needs at least one event: a trigger without any would never start', () => {
		expect(issuesWith([])).toEqual(['Parameter "Trigger On" is required.']);
		expect(issuesWith(['project.edited'])).toBeUndefined();
		expect(issuesWith([...defaultKinds])).toBeUndefined();
	});

	it('reminds the person to choose the same events in the service', () => {
		expect(eventsParameter.description).toMatch(/same events for the webhook in the service/);
	});
});

describe('Split by Event', () => {
	it('is on until the person turns it off: each chosen event has its own output', () => {
		const { name, type, default: isSplit, description } = splitByEventParameter;
		expect({ name, type, isSplit }).toEqual({
			name: 'splitByEvent',
			type: 'boolean',
			isSplit: true,
		});
		expect(description).toMatch(/^Whether each chosen event has its own output/);
	});
});
