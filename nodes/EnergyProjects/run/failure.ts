// What people are shown of an item that failed.
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asSentence, cancelled, errorKindOf, keepMessage, NotSentError } from '../http/errors';
import { FieldError } from '../values/fieldError';
import { hasOwn } from '../values/objects';
import type { CarriedOut } from './carriedOut';
import { isTool } from './tool';

export type NodeError = NodeApiError | NodeOperationError;

/** The error of an item in n8n's form. */
export function toNodeError(
	context: IExecuteFunctions,
	itemIndex: number,
	error: unknown,
): NodeError {
	const shown = inNodeForm(context, itemIndex, error);
	// n8n makes an error of its own of what a tool throws, and replaces a message that names a network error: then a model
	// would not read that a record may have been created.
	if (isTool(context)) shown.message = shown.message.replace(/ \(E[A-Z_]+\)/g, '');
	return shown;
}

function inNodeForm(context: IExecuteFunctions, itemIndex: number, error: unknown): NodeError {
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
export function failedItem(
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

/** How an error counts the run of the node that it ends. */
export interface RunOfNode {
	/** From 0: n8n runs the node once for each round of a loop. */
	readonly round: number;
	/** What running the node again does with what was carried out; undefined if it changes nothing. */
	readonly onRerun?: string;
}

/**
 * The error of the first item that failed, and which others were carried out, or may have been: the person has to know of
 * them, and what running the node again does with them. All items before it are done, and at most 19 after it.
 */
export function withOthers(
	error: NodeError,
	{ written, unclear }: CarriedOut,
	{ round, onRerun }: RunOfNode,
): NodeError {
	const { itemIndex = 0 } = error.context;
	const others = (indexes: Iterable<number>) =>
		[...indexes].filter((index) => index !== itemIndex).sort((a, b) => a - b);
	const done = others(written);
	const before = done.filter((index) => index < Number(itemIndex)).length;
	// One that was not clear at first may have been carried out clearly after it.
	const doubtful = others(unclear.keys()).filter((index) => !written.has(index));
	const isSomethingDone = done.length > 0 || round > 0;
	// n8n tells a canceled execution by its message.
	if (onRerun === undefined || (!isSomethingDone && doubtful.length === 0)) return error;
	if (error.message === cancelled().message) return error;
	const sentences = [
		asSentence(error.message),
		round > 0 && `This is round ${round + 1} of a loop, and those before it were carried out.`,
		done.length > 0 && `${carriedOutWords(before, done.slice(before))}.`,
		isSomethingDone && onRerun,
		doubtful.length > 0 &&
			`${itemsWords(doubtful)} may have been carried out, although no answer came: check in the service.`,
	];
	error.message = sentences.filter(Boolean).join(' ');
	const advice =
		'Next time, set On Error to one of the ways to continue: then each item shows what became of it.';
	error.description = [error.description, advice].filter(Boolean).join(' ');
	return error;
}

function carriedOutWords(before: number, after: readonly number[]): string {
	const were = before === 1 ? '1 item before it was' : `${before} items before it were`;
	if (after.length === 0) return `${were} carried out`;
	const later = `${itemsWords(after)} after it`;
	if (before === 0) return `${later} ${after.length === 1 ? 'was' : 'were'} carried out`;
	return `${were} carried out, and ${later.toLowerCase()} too`;
}

const itemsWords = (indexes: readonly number[]): string =>
	`${indexes.length === 1 ? 'Item' : 'Items'} ${indexes.join(', ')}`;

/** The error with the place of its item, if there are several: n8n writes "[item 2]" behind the message of the third one. */
export function withPlace(error: NodeError, count: number): NodeError {
	const { itemIndex } = error.context;
	if (count < 2 || typeof itemIndex !== 'number') return error;
	const place = `n8n counts items from 0: item ${itemIndex} is number ${itemIndex + 1} of ${count}.`;
	error.description = [error.description, place].filter(Boolean).join(' ');
	return error;
}
