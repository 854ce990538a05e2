import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeExecutionData } from 'n8n-workflow';
import { chosenKinds, defaultKinds, eventKinds, kindValues } from '../service/eventKinds';
import { capitalised } from '../service/field';

/**
 * The editor cuts the label of an output that nothing is connected to after 76 pixels. No full name fits into that: even
 * "Project Edited" takes 79. If all outputs are about the same subject, "Edited" says enough; otherwise a short noun
 * comes before it. A test in the browser measures the labels.
 */
interface OutputLabels {
	/** The value of the kind. */
	readonly kind: string;
	/** What the kind is about: "project" or "customer". */
	readonly subject: string;
	/** If other outputs are about another subject. */
	readonly among: string;
	/** If all outputs are about the same subject. */
	readonly alone: string;
}

/**
 * The outputs of the node. n8n runs the text of this function outside its module. So it must use nothing but its
 * arguments, and must not contain two closing braces in a row.
 *
 * @param labels in the order of the outputs
 */
function configuredOutputs(
	parameters: { readonly events?: readonly string[]; readonly splitByEvent?: boolean },
	labels: readonly OutputLabels[],
	type: string,
) {
	const events = parameters.events ?? [];
	const chosen = labels.filter(({ kind }) => events.includes(kind));
	if (parameters.splitByEvent === false || chosen.length === 0) return [{ type }];
	const isOneSubject = chosen.every(({ subject }) => subject === chosen[0].subject);
	return chosen.map(({ among, alone }) => ({ type, displayName: isOneSubject ? alone : among }));
}

const labels: readonly OutputLabels[] = eventKinds.map(({ value, subject, shortName, change }) => ({
	kind: value,
	subject: subject.noun,
	among: shortName,
	alone: capitalised(change),
}));
const names = eventKinds.map(({ value, name }) => [value, name]);

/**
 * For n8n's assistant and its MCP server, which build workflows from a type made of the description. From an expression
 * it learns neither the outputs nor that the node is a trigger.
 */
export const triggerHint = `A trigger. Its outputs, from 0: the chosen events, always in this order: ${kindValues.join(', ')}. One output if splitByEvent is false.`;

/** Value of the node description's `outputs`: one per chosen kind, or a single one. */
export const outputsExpression = `={{ (${configuredOutputs.toString()})($parameter, ${JSON.stringify(labels)}, ${JSON.stringify(NodeConnectionTypes.Main)}) }}`;

/**
 * Value of the node description's `subtitle`: the chosen kinds. A workflow that chose all kinds of the first version keeps
 * its "All Events" when kinds are added.
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
