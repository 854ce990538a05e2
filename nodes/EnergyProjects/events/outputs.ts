import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeExecutionData } from 'n8n-workflow';
import { chosenKinds, defaultKinds, eventKinds } from '../service/eventKinds';

/** The parameters that decide how many outputs there are. */
interface OutputParameters {
	readonly events?: readonly string[];
	readonly splitByEvent?: boolean;
}

/**
 * The outputs of the node. n8n runs the text of this function outside its module. So it must use nothing but its
 * arguments, and must not contain two closing braces in a row.
 *
 * @param names each kind with its name, in the order of the outputs
 */
function configuredOutputs(
	parameters: OutputParameters,
	names: ReadonlyArray<readonly [string, string]>,
	type: string,
) {
	const events = parameters.events ?? [];
	const chosen = names.filter(([kind]) => events.includes(kind));
	if (parameters.splitByEvent === false || chosen.length === 0) return [{ type }];
	return chosen.map(([, displayName]) => ({ type, displayName }));
}

const names = eventKinds.map(({ value, name }) => [value, name]);

/** Value of the node description's `outputs`: one per chosen kind, or a single one. */
export const outputsExpression = `={{ (${configuredOutputs.toString()})($parameter, ${JSON.stringify(names)}, ${JSON.stringify(NodeConnectionTypes.Main)}) }}`;

/**
 * Value of the node description's `subtitle`: the chosen kinds. Workflows that chose all kinds of the first version stay
 * "All Events" when new kinds are added.
 */
export const subtitleExpression = `={{ ${JSON.stringify(defaultKinds)}.every((kind) => $parameter["events"].includes(kind)) ? "All Events" : ${JSON.stringify(names)}.filter((kind) => $parameter["events"].includes(kind[0])).map((kind) => kind[1]).join(", ") }}`;

/** Sends an item to the output of its kind; all other outputs stay empty. */
export function atOutput(
	item: INodeExecutionData,
	kind: string,
	events: readonly string[],
	splitByEvent: boolean,
): INodeExecutionData[][] {
	if (!splitByEvent) return [[item]];
	return chosenKinds(events).map((chosen) => (chosen.value === kind ? [item] : []));
}
