import { expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { EnergyProjects } from '../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { EnergyProjectsPollingTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsPollingTrigger.node.ts';
import { EnergyProjectsTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsTrigger.node.ts';

const TEXTS = ['displayName', 'name', 'description', 'hint', 'placeholder', 'action', 'type'];

/** The paths of all empty texts in a value and everything inside it. */
function emptyIn(value: unknown, path: string): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		inner === '' && TEXTS.includes(key) ? [`${path}.${key}`] : emptyIn(inner, `${path}.${key}`),
	);
}

it.each([new EnergyProjects(), new EnergyProjectsTrigger(), new EnergyProjectsPollingTrigger()])(
	'the editor shows no empty text: $description.displayName',
	({ description }) => {
		expect(emptyIn(description.properties, 'parameters')).toEqual([]);
		expect(emptyIn(description.credentials, 'credentials')).toEqual([]);
	},
);

it('every operation has a name, a sentence and a line of its own in the list of actions', () => {
	for (const { operations } of resources) {
		for (const { name, value, action, description } of operations) {
			for (const text of [name, value, action, description]) expect(text).toMatch(/\w/);
		}
	}
});
