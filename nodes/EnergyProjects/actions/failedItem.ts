import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Item } from './item';

/** The fields of an error that a failed item shows. */
type ShownError = Pick<NodeApiError | NodeOperationError, 'message' | 'description'>;

/**
 * What leaves the node for an item that failed while the node continues on error: the item's own fields and, beside
 * them, `error`, a text with what happened and what to do. If the item has a field of that name, the error replaces it.
 *
 * n8n itself adds the item's fields on the error output, and moves there only items that have no field but `error`. An
 * error object beside `json` would lead there too, but then n8n drops every other field of the item, in both ways.
 */
export function failedItem({ run, index, json }: Item, shown: ShownError): INodeExecutionData {
	const error = withAdvice(shown);
	const isForErrorOutput = run.context.getNode().onError === 'continueErrorOutput';
	return { json: isForErrorOutput ? { error } : { ...json, error }, pairedItem: { item: index } };
}

const withAdvice = ({ message, description }: ShownError): string =>
	description ? `${asSentence(message)} ${description}` : message;

/** Messages usually have no full stop at the end, but the words of the service may have one. */
const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
