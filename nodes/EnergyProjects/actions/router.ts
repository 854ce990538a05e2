import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asSentence, cancelled, errorKindOf, keepMessage, NotSentError } from '../http/errors';
import { mapParallel } from '../http/parallel';
import { cancelSignalOf } from '../http/send';
import { MOST_AT_ONCE } from '../http/throttle';
import { carryOutOnce } from '../items/carriedOut';
import { createItem } from '../items/item';
import { createRuns, messageFor } from '../items/run';
import type { Runs } from '../items/run';
import { FieldError } from '../values/fieldValue';
import { hasOwn } from '../values/objects';
import { mapInSlices } from '../values/slices';
import { problemOfSavedKeys } from '../values/savedKeys';
import { quotedList } from '../values/text';
import type { Operation } from './operation';
import { propertiesOf } from './properties';
import { resources } from './resources';

const properties = propertiesOf(resources);

/**
 * Runs the chosen operation for all items, several at once, and returns the results in the order of the items. Each
 * output item points back to the item it came from, and so does each error.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const runs = createRuns(context);
	const wrongKeys = problemOfSavedKeys(properties, context.getNode().parameters);
	const results = await mapParallel(
		context.getInputData(),
		MOST_AT_ONCE,
		async (_, index) => await executeItem(context, runs, index, wrongKeys),
	).catch((error: unknown) => {
		const shown = withCount(error as NodeError, runs);
		// n8n takes any error with this word for a canceled execution: it would not count as failed.
		if (cancelSignalOf(context)?.aborted !== true)
			shown.message = shown.message.replace(/canceled/g, 'cancelled');
		throw shown;
	});
	runs.end();
	return results.flat();
}

/**
 * The error of the first item that failed, and how many others were carried out, or may have been: the person has to know
 * of them.
 */
function withCount(error: NodeError, { memory }: Runs): NodeError {
	const isOther = (index: number) => index !== error.context.itemIndex;
	const written = new Set([...memory.written].filter(isOther));
	// One that was not clear at first may have been carried out clearly after it.
	const others = [...memory.unclear].filter((at) => isOther(at) && !written.has(at)).length;
	// n8n tells a canceled execution by its message.
	if ((written.size === 0 && others === 0) || error.message === cancelled().message) return error;
	const items = (count: number) => (count === 1 ? '1 other item' : `${count} other items`);
	const was = written.size === 1 ? 'was' : 'were';
	const sentences = [
		asSentence(error.message),
		written.size > 0 &&
			`${items(written.size)} ${was} carried out (${rangesOf(written)}): running the node again repeats ${written.size === 1 ? 'it' : 'them'}.`,
		others > 0 &&
			`${items(others)} may have been carried out, although no answer came: check in the service.`,
	];
	error.message = sentences.filter(Boolean).join(' ');
	const advice =
		'To run the rest only, leave out those items. If you set On Error to one of the ways to continue, each item shows what became of it.';
	error.description = [error.description, advice].filter(Boolean).join(' ');
	return error;
}

/** Numbers as people list them: 0-19, 21-24. As n8n does, items are counted from 0. */
function rangesOf(indexes: ReadonlySet<number>): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const range = ranges[ranges.length - 1];
		if (range !== undefined && range[1] === index - 1) range[1] = index;
		else ranges.push([index, index]);
	}
	const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
	return `${indexes.size === 1 ? 'item' : 'items'} ${quotedList(texts)}`;
}

async function executeItem(
	context: IExecuteFunctions,
	runs: Runs,
	index: number,
	wrongKeys: string | undefined,
): Promise<INodeExecutionData[]> {
	try {
		// Read for each item: if the node failed as a whole, n8n would hand on all items as if they were done.
		const operation = chosenOperation(context);
		if (wrongKeys !== undefined) throw new Error(wrongKeys);
		const carryOut = async () => await operation.execute(createItem(await runs.of(index), index));
		const records = await carryOutOnce(runs.memory, index, carryOut);
		return await mapInSlices(records, (json) => ({ json, pairedItem: { item: index } }));
	} catch (error) {
		const shown = toNodeError(context, index, error);
		shown.message = messageFor(context, shown.message);
		if (context.continueOnFail()) return [failedItem(context, index, shown)];
		runs.stop(index);
		throw shown;
	}
}

type NodeError = NodeApiError | NodeOperationError;

function toNodeError(context: IExecuteFunctions, itemIndex: number, error: unknown): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	const isOfField = error instanceof FieldError;
	const advice = isOfField ? 'Correct this field, then run the item again.' : undefined;
	const shown = new NodeOperationError(
		context.getNode(),
		isOfField ? error.message : (error as Error),
		{ itemIndex, description: error instanceof NotSentError ? error.advice : advice },
	);
	return error instanceof NotSentError ? keepMessage(shown, error.message) : shown;
}

/**
 * What leaves the node for an item that failed while the node continues on error: the item's own fields and, beside
 * them, `error`, a text with what happened and what to do, and, if the item has no field of that name, `details`: what kind
 * of error it is, and the status if the service answered. On the error output n8n itself adds the item's fields, and moves
 * there only items that have no key of their own but these.
 */
function failedItem(
	context: IExecuteFunctions,
	index: number,
	shown: NodeError,
): INodeExecutionData {
	const { json } = context.getInputData()[index];
	const { message, description } = shown;
	const status = shown instanceof NodeApiError ? Number(shown.httpCode) : NaN;
	const details = { kind: errorKindOf(shown), ...(status > 0 && { statusCode: status }) };
	const failure = {
		error: description ? `${asSentence(message)} ${description}` : message,
		...(!hasOwn(json, 'details') && { details }),
	};
	const pairedItem = { item: index };
	if (context.getNode().onError !== 'continueErrorOutput')
		return { json: { ...json, ...failure }, pairedItem };
	// Before 2.36, n8n moved an item with `details` only if the item itself had an error. It must not be in the copy
	// that n8n then makes of the item: n8n would replace all its fields with the message.
	const error = { value: { message: failure.error }, enumerable: false };
	return Object.defineProperty({ json: failure, pairedItem }, 'error', error);
}

/** n8n allows no expressions in resource and operation, so they are the same for all items. */
function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	// Without a resource of the node, n8n shows no operation.
	const value = context.getNodeParameter('operation', 0, '');
	const operations = resources.find((candidate) => candidate.value === resource)?.operations;
	const operation = operations?.find((candidate) => candidate.value === value);
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		context.getNode(),
		operations === undefined
			? `The resource "${String(resource)}" does not exist`
			: `The operation "${String(value)}" does not exist for "${String(resource)}"`,
		{
			description: `Choose one of ${quotedList((operations ?? resources).map((one) => one.value))}.`,
		},
	);
}
