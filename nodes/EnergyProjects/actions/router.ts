import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { executeItems } from '../run/execution';
import type { Operation } from '../run/operation';
import { quotedList } from '../values/text';
import { resources } from './resources';

/** Runs the chosen operation for all items. */
export const execute = async (context: IExecuteFunctions): Promise<INodeExecutionData[]> =>
	// Read for each item: if the node failed as a whole, n8n would hand on all items as if they were done.
	await executeItems(context, async (item) => await chosenOperation(context).execute(item));

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
