import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeExecutionData } from 'n8n-workflow';
import { chosenKinds, defaultKinds, eventKinds, kindValues } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
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

const labelsOf = (kinds: readonly EventKind[]) =>
	JSON.stringify(
		kinds.map(
			({ value, subject, shortName, change }): OutputLabels => ({
				kind: value,
				subject: subject.noun,
				among: shortName,
				alone: capitalised(change),
			}),
		),
	);

const namesOf = (kinds: readonly EventKind[]) =>
	JSON.stringify(kinds.map(({ value, name }) => [value, name]));

/** An expression for the outputs: one per chosen kind, or a single one. */
const outputsFor = (kinds: readonly EventKind[]): string =>
	`={{ (${configuredOutputs.toString()})($parameter, ${labelsOf(kinds)}, ${JSON.stringify(NodeConnectionTypes.Main)}) }}`;

/**
 * An expression for the subtitle: the chosen kinds. A workflow that chose all kinds of the first version keeps its "All
 * Events" when kinds are added.
 */
const subtitleFor = (kinds: readonly EventKind[]): string =>
	`={{ ${JSON.stringify(defaultKinds)}.every((kind) => $parameter["events"].includes(kind)) ? "All Events" : ${namesOf(kinds)}.filter((kind) => $parameter["events"].includes(kind[0])).map((kind) => kind[1]).join(", ") }}`;

/**
 * For n8n's assistant and its MCP server, which build workflows from a type made of the description. From an expression
 * it learns neither the outputs nor that the node is a trigger.
 */
export const triggerHint = `A trigger. Its outputs, from 0: the chosen events, always in this order: ${kindValues.join(', ')}. One output if splitByEvent is false.`;

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
