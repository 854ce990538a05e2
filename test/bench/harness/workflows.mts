import type { IDataObject } from 'n8n-workflow';
import { credentialIds } from '../../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { link, node, workflow } from '../../e2e/harness/workflows.mts';

/** A node of a measured workflow. */
export interface WorkflowNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion?: number;
	readonly parameters: IDataObject;
	readonly credentials?: object;
	readonly onError?: 'continueRegularOutput';
	readonly executeOnce?: boolean;
	/** Of a trigger: the name in its URL. */
	readonly webhookId?: string;
}

/** From a node's output to a node's input; both are the first ones unless given. */
export interface Connection {
	readonly from: string;
	readonly output?: number;
	readonly to: string;
	readonly input?: number;
}

/** A workflow started by hand with these items, its nodes connected as told; in a row unless told. */
export function manualWorkflow(
	id: string,
	items: readonly IDataObject[],
	nodes: readonly WorkflowNode[],
	connections: readonly Connection[] = inARow(['Start', ...nodes.map(({ name }) => name)]),
): ExampleWorkflow {
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	const pinData = { Start: items.map((json) => ({ json })) };
	return { ...startedBy(id, start, nodes, connections), pinData };
}

/** A workflow started by a trigger of its own. */
export const startedBy = (
	id: string,
	trigger: WorkflowNode,
	nodes: readonly WorkflowNode[] = [],
	connections: readonly Connection[] = [],
): ExampleWorkflow =>
	workflow(
		id,
		[trigger, ...nodes].map(({ name, type, parameters, ...more }) => ({
			...node(name, type, parameters),
			...more,
		})),
		{ connections: wired(connections) },
	);

/** The package's action node, with its defaults except for these parameters. */
export const energyProjects = (name: string, parameters: IDataObject): WorkflowNode => ({
	name,
	type: 'n8n-nodes-energy-projects.energyProjects',
	parameters: { authentication: 'apiKey', ...parameters },
	credentials: { energyProjectsApi: { id: credentialIds.apiKey, name: 'API key' } },
});

export const inARow = (names: readonly string[]): Connection[] =>
	names.slice(1).map((to, index) => ({ from: names[index], to }));

function wired(connections: readonly Connection[]) {
	const wires: Record<string, { main: Array<Array<ReturnType<typeof link>>> }> = {};
	for (const { from, output = 0, to, input = 0 } of connections) {
		const { main } = (wires[from] ??= { main: [] });
		while (main.length <= output) main.push([]);
		main[output].push({ ...link(to), index: input });
	}
	return wires;
}
