import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { executeItems } from '../run/execution';
import type { Item } from '../run/item';
import type { Operation } from '../run/operation';
import { quotedList } from '../values/text';
import { resources } from './resources';

/** Runs the chosen operation for all items. */
export const execute = async (context: IExecuteFunctions): Promise<INodeExecutionData[]> => {
	const operation = operationIn(context);
	// Refused for each item: if the node failed as a whole, n8n would hand on all items as if they were done.
	const carryOut = async (item: Item) => await (operation ?? refuseChoice(context)).execute(item);
	return await executeItems(context, carryOut, operation?.onRerun);
};

/** n8n allows no expressions in resource and operation, so they are the same for all items. */
const chosenIn = (context: IExecuteFunctions) => {
	const resource = context.getNodeParameter('resource', 0, '');
	// Without a resource of the node, n8n shows no operation.
	const value = context.getNodeParameter('operation', 0, '');
	const operations = resources.find((candidate) => candidate.value === resource)?.operations;
	return { resource, value, operations };
};

function operationIn(context: IExecuteFunctions): Operation | undefined {
	const { value, operations } = chosenIn(context);
	return operations?.find((candidate) => candidate.value === value);
}

function refuseChoice(context: IExecuteFunctions): never {
	const { resource, value, operations } = chosenIn(context);
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
