import { readExamples } from '../../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import type { Stack } from './stack.mts';

type Node = ExampleWorkflow['nodes'][number] & {
	credentials?: Record<string, unknown>;
	retryOnFail?: boolean;
};

/** What is filled in to make an example work in earnest. */
interface FilledIn {
	/** Texts in the parameters, such as an address that cannot be reached from here, and what stands there instead. */
	texts?: Record<string, string>;
	/** By node type what its credential is. */
	credentials?: Record<string, { id: string; type: string }>;
	/** By node other parameters. */
	parameters?: Record<string, Record<string, unknown>>;
	/** By node what takes its place, under the same name. */
	replaced?: Record<string, object>;
	/** Nodes that are switched off in the example. */
	switchedOn?: readonly string[];
	/** Other settings of nodes that n8n runs again after an error. */
	retries?: object;
	/** Takes the place of the example's own: by default none. */
	pinData?: Record<string, unknown>;
}

export function exampleOf(id: string): ExampleWorkflow {
	const example = readExamples().find((one) => one.id === id);
	if (example === undefined) throw new Error(`There is no example ${id}`);
	return example;
}

/**
 * Imports a copy of an example as a person would fill it in: with credentials, and without the data that is pinned.
 *
 * @param number of the copy, where there are several
 * @returns the ID of the copy
 */
export async function importFilledIn(
	stack: Stack,
	id: string,
	filled: FilledIn,
	number = 0,
): Promise<string> {
	const { nodes, ...rest } = exampleOf(id);
	const replaced = (parameters: object) =>
		JSON.parse(
			Object.entries(filled.texts ?? {}).reduce(
				(text, [from, to]) => text.replaceAll(from, to),
				JSON.stringify(parameters),
			),
		) as Record<string, unknown>;
	const fill = (node: Node): Node => {
		const credential = filled.credentials?.[node.type];
		return {
			...node,
			...(credential && { credentials: { [credential.type]: { ...credential, name: 'Filled' } } }),
			// Two workflows cannot have one address.
			...(node.webhookId !== undefined && { webhookId: crypto.randomUUID() }),
			...(node.retryOnFail === true && filled.retries),
			...filled.replaced?.[node.name],
			...(filled.switchedOn?.includes(node.name) === true && { disabled: false }),
			parameters: {
				...replaced(node.parameters),
				...(filled.replaced?.[node.name] as Partial<Node> | undefined)?.parameters,
				...filled.parameters?.[node.name],
			},
		};
	};
	const copy = {
		...rest,
		id: `${id.slice(0, 11)}Copy${number}`,
		name: `${rest.name}, filled in`,
		nodes: nodes.map(fill),
		pinData: filled.pinData ?? {},
	};
	await stack.rest.call('POST', '/rest/workflows', copy);
	return copy.id;
}

/** What n8n calls the address of a workflow's trigger. */
export async function webhookIdOf({ rest }: Stack, id: string): Promise<string> {
	const path = `/rest/workflows/${id}`;
	const { nodes } = await rest.call<{ nodes: Node[] }>('GET', path);
	return nodes.find(({ webhookId }) => webhookId !== undefined)?.webhookId ?? '';
}
