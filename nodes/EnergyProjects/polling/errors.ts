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

/** Two nodes with the same ID would take each other's changes for their own. */
export const sameIdError = (context: IPollFunctions): Error =>
	new NodeOperationError(context.getNode(), 'Another node of this workflow has the same ID', {
		description:
			'This happens if a workflow was edited as text. Delete one of the two nodes and add it again in the editor.',
	});
