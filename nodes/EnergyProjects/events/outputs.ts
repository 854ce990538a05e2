import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeExecutionData } from 'n8n-workflow';
import { chosenKinds, defaultKinds, eventKinds } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';

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

const namesOf = (kinds: readonly EventKind[]) =>
	JSON.stringify(kinds.map(({ value, name }) => [value, name]));

/** An expression for the outputs: one per chosen kind, or a single one. */
export const outputsFor = (kinds: readonly EventKind[]): string =>
	`={{ (${configuredOutputs.toString()})($parameter, ${namesOf(kinds)}, ${JSON.stringify(NodeConnectionTypes.Main)}) }}`;

/**
 * An expression for the subtitle: the chosen kinds. A workflow that chose all kinds of the first version keeps its "All
 * Events" when kinds are added.
 */
export const subtitleFor = (kinds: readonly EventKind[]): string =>
	`={{ ${JSON.stringify(defaultKinds)}.every((kind) => $parameter["events"].includes(kind)) ? "All Events" : ${namesOf(kinds)}.filter((kind) => $parameter["events"].includes(kind[0])).map((kind) => kind[1]).join(", ") }}`;

/** Value of the node description's `outputs`. */
export const outputsExpression = outputsFor(eventKinds);

/** Value of the node description's `subtitle`. */
export const subtitleExpression = subtitleFor(eventKinds);

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
