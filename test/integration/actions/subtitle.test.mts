import { Workflow } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { nodeTypes } from '../harness/n8n/engine.mts';

const type = 'n8n-nodes-energy-projects.energyProjects';

/** What n8n makes of the node's subtitle. */
function subtitleOf(parameters: { resource: string; operation: string }): unknown {
	const workflow = new Workflow({
		nodes: [{ id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters }],
		connections: {},
		active: false,
		nodeTypes,
	});
	const { description } = nodeTypes.getByNameAndVersion(type);
	return workflow.expression.getSimpleParameterValue(
		workflow.nodes.Node,
		description.subtitle,
		'internal',
		{},
	);
}

it.each(
	resources.flatMap(({ name, value, operations }) =>
		operations.map((one) => [`${one.name}: ${name}`, value, one.value] as const),
	),
)('the subtitle says "%s"', (subtitle, resource, operation) => {
	expect(subtitleOf({ resource, operation })).toBe(subtitle);
});

it('an operation that a newer version of the package may have keeps its own name', () => {
	expect(subtitleOf({ resource: 'project', operation: 'archive' })).toBe('archive: Project');
});
