import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { mayBeCreated } from '../http/errors';
import { isObject } from '../values/objects';
import { isTool } from './run';
import type { Runs } from './run';

/**
 * What became of the items that wrote, kept beside the items themselves. n8n's Retry On Fail runs the node again with the
 * same items: after an error, and also after a success whose first item has an `error`. Each execution of a node gets
 * items of its own, so nothing outlives it.
 */
const outcomes = new WeakMap<object, () => IDataObject[]>();

/**
 * Carries an item out, unless an earlier try of the node has done so: then its outcome is given again. Items that wrote
 * nothing are run again, unless they may have created a record, or must not create one.
 *
 * @throws the error of `carryOut`, with the same words in each try
 */
export async function carryOutOnce(
	context: IExecuteFunctions,
	{ written, unclear }: Runs,
	index: number,
	carryOut: () => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const input = context.getInputData()[index];
	// n8n makes a new item for each try of a tool, around the same arguments.
	const key = isTool(context) && isObject(input.json) ? input.json : input;
	const known = outcomes.get(key);
	if (known !== undefined) return known();
	const keep = (outcome: () => IDataObject[]) => {
		const sets = [written, unclear].filter((indexes) => indexes.has(index));
		outcomes.set(key, () => {
			for (const indexes of sets) indexes.add(index);
			return outcome();
		});
	};
	const records = await carryOut().catch((error: unknown) => {
		if (written.has(index) || mayBeCreated(error) || isFinal(error)) keep(failing(error as Error));
		throw error;
	});
	if (written.has(index)) keep(() => records);
	return records;
}

/** Throws the error as it is now. The router adds a count to its words later, and the next try adds its own. */
function failing(error: Error): () => never {
	const { message, description } = error as NodeOperationError;
	return () => {
		throw Object.assign(error, { message, description });
	};
}

/** Marks an error that running the item again in the same execution cannot mend. */
export function asFinal(error: NodeOperationError): NodeOperationError {
	error.context.isFinal = true;
	return error;
}

const isFinal = (error: unknown): boolean =>
	error instanceof NodeOperationError && error.context.isFinal === true;
