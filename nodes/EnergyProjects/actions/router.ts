import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NotSentError } from '../http/errors';
import { mapParallel } from '../http/parallel';
import { MOST_AT_ONCE } from '../http/throttle';
import { FieldError } from '../values/fieldValue';
import { betweenSlices, mapInSlices } from '../values/slices';
import { createItem } from './item';
import type { Item } from './item';
import type { Operation } from './operation';
import { resources } from './resources';
import { createRun } from './run';

/**
 * Runs the chosen operation for all items, several at once, and returns the results in the order of the items. Each
 * output item points back to the item it came from, and so does each error.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context);
	const run = createRun(context);
	const results = await mapParallel(
		context.getInputData(),
		MOST_AT_ONCE,
		async (_, index) => await executeItem(createItem(run, index), operation),
	);
	run.end();
	return results.flat();
}

async function executeItem(item: Item, operation: Operation): Promise<INodeExecutionData[]> {
	const { run, index } = item;
	try {
		// Items that send nothing would otherwise follow each other without a break. One by one, so that the items begin in
		// their order: the last update of a record counts.
		await run.oneByOne('begin', betweenSlices);
		const records = await operation.execute(item);
		return await mapInSlices(records, (json) => ({ json, pairedItem: { item: index } }));
	} catch (error) {
		const shown = toNodeError(item, error);
		if (!run.context.continueOnFail()) {
			run.client.stop();
			throw shown;
		}
		return [failedItem(item, shown)];
	}
}

type NodeError = NodeApiError | NodeOperationError;

function toNodeError(item: Item, error: unknown): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= item.index;
		return error;
	}
	if (error instanceof FieldError) {
		return item.error(error.message, 'Correct this field, then run the item again.');
	}
	const shown = new NodeOperationError(item.run.context.getNode(), error as Error, {
		itemIndex: item.index,
		description: error instanceof NotSentError ? error.advice : undefined,
	});
	// If a message contains the name of a network error, n8n replaces it with a general one.
	if (error instanceof NotSentError) shown.message = error.message;
	return shown;
}

/**
 * What leaves the node for an item that failed while the node continues on error: the item's own fields and, beside
 * them, `error`, a text with what happened and what to do, and `details` with the status if the service answered. On the
 * error output n8n itself adds the item's fields, and moves there only items that have no key of their own but these.
 */
function failedItem({ run, index, json }: Item, shown: NodeError): INodeExecutionData {
	const { message, description } = shown;
	const sentence = /[.!?…]$/.test(message) ? message : `${message}.`;
	const status = shown instanceof NodeApiError ? Number(shown.httpCode) : NaN;
	const failure = {
		error: description ? `${sentence} ${description}` : message,
		...(status > 0 && { details: { statusCode: status } }),
	};
	const pairedItem = { item: index };
	if (run.context.getNode().onError !== 'continueErrorOutput')
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
	const operation = resources
		.find((candidate) => candidate.value === resource)
		?.operations.find((candidate) => candidate.value === value);
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`The operation "${String(value)}" does not exist for "${String(resource)}"`,
		{ description: 'Choose the resource and the operation again.' },
	);
}
