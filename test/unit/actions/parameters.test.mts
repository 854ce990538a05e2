import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';

const propertiesOf = (resource: string, operation: string): readonly INodeProperties[] =>
	resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation)?.properties ?? [];
const named = (properties: readonly INodeProperties[], name: string) =>
	properties.filter((one) => one.name === name);

describe.each([
	['project', ['id']],
	['customer', ['humanId', 'id']],
])('the parameters of a %s', (resource, givenByService) => {
	it('Match On is the same for all items: it takes no expression', () => {
		const [matchOn] = named(propertiesOf(resource, 'upsert'), 'matchOn');
		expect(matchOn.noDataExpression).toBe(true);
	});

	it('Value to Match says what happens if no record has the value', () => {
		const described = named(propertiesOf(resource, 'upsert'), 'matchValue').map((one) => [
			one.displayOptions?.show?.matchOn?.[0],
			/the item fails/.test(one.description ?? ''),
		]);
		expect(described.length).toBeGreaterThan(2);
		const failing = described.filter(([, fails]) => fails).map(([field]) => field);
		expect([...new Set(failing)].sort()).toEqual(givenByService);
	});

	it.each(['get', 'update', 'delete'])('%s asks for the record before it runs', (operation) => {
		const [chosen] = named(propertiesOf(resource, operation), `${resource}Id`);
		expect(chosen.required).toBe(true);
	});

	it('Limit is at least one', () => {
		const [limit] = named(propertiesOf(resource, 'getAll'), 'limit');
		expect(limit.typeOptions?.minValue).toBe(1);
	});
});
