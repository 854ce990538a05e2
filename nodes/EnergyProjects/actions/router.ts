import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isNotSent, NotSentError } from '../http/pace/notSent';
import { mapParallel } from '../http/pace/parallel';
import { FieldError } from '../values/parse/fieldError';
import { betweenSlices, mapInSlices } from '../values/slices';
import { failedItem } from './failedItem';
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
		run.client.maxParallelRequests,
		async (_, index) => await executeItem(createItem(run, index), operation),
	);
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
	const shown = asNodeError(item, error);
	return item.run.isOfSharedRead(error) && !isNotSent(error) ? ofSharedRead(item, shown) : shown;
}

/** The same error, but for this item. The original names the item that started the read. */
function ofSharedRead({ run, index: itemIndex }: Item, error: NodeError): NodeError {
	const { message, context } = error;
	const shared = 'The node read this once for several items, so all of them fail.';
	const description = [shared, error.description].filter(Boolean).join(' ');
	const own =
		error instanceof NodeApiError
			? new NodeApiError(
					run.context.getNode(),
					{ message },
					{ message, description, httpCode: error.httpCode ?? undefined, itemIndex },
				)
			: new NodeOperationError(run.context.getNode(), message, { description, itemIndex });
	// If a message contains the name of a network error, n8n replaces it with a general one.
	own.message = message;
	own.context = { ...context, itemIndex };
	return own;
}

function asNodeError(item: Item, error: unknown): NodeError {
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

/** What n8n itself adds to the menus of resource and operation. Its editor then names the HTTP Request node. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/** n8n allows no expressions in resource and operation, so they are the same for all items. */
function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	// Without a resource of the node, n8n shows no operation.
	const value = context.getNodeParameter('operation', 0, '');
	if (resource === CUSTOM_API_CALL || value === CUSTOM_API_CALL) {
		throw new NodeOperationError(context.getNode(), 'This node cannot make custom API calls', {
			description:
				'Use the HTTP Request node. For Authentication, choose Predefined Credential Type, then a credential type of Energy Projects.',
		});
	}
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
