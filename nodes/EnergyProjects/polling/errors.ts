import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';
import { OutOfTime } from './reading/deadline';

/** The error as n8n shows it on the node. */
export function toNodeError(context: IPollFunctions, error: unknown): Error {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(context.getNode(), error as Error, {
		description: error instanceof OutOfTime ? error.description : undefined,
	});
}
