import type { IDataObject, IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { mayBeCreated } from '../http/errors';
import { isObject } from '../values/objects';

/**
 * What an execution of the node has carried out. n8n's Retry On Fail runs the node again with the same items: after an error,
 * and also after a success whose first item has an `error`.
 */
export interface CarriedOut {
	/** The items for which the service carried out a write. */
	readonly written: Set<number>;
	/** Those for which it may have, with what they meant to do, and the ID of the record if there was one. */
	readonly unclear: Map<
		number,
		{ readonly kind: 'create' | 'update' | 'delete'; readonly id?: string }
	>;
	/** What became of the items that are not run again. */
	readonly outcomes: Map<number, () => IDataObject[]>;
	/** Whatever else later tries must know, made when it is first asked for. */
	remembered<T>(key: string, make: () => T): T;
}

/**
 * Keyed by the first input item: n8n makes that object anew for each execution of a node, so what is kept here goes with it.
 */
const executions = new WeakMap<object, CarriedOut>();

/** What this execution of the node has carried out, in every try the same. */
export function carriedOutBy(context: IExecuteFunctions, isTool: boolean): CarriedOut {
	const [first] = context.getInputData();
	if (first === undefined) return nothingYet();
	// n8n makes a new item for each try of a tool, around the same arguments.
	const key = isTool && isObject(first.json) ? first.json : first;
	const known = executions.get(key) ?? nothingYet();
	executions.set(key, known);
	return known;
}

function nothingYet(): CarriedOut {
	const others = new Map<string, unknown>();
	return {
		written: new Set(),
		unclear: new Map(),
		outcomes: new Map(),
		remembered<T>(key: string, make: () => T): T {
			if (!others.has(key)) others.set(key, make());
			return others.get(key) as T;
		},
	};
}

/**
 * Carries an item out, unless an earlier try of the node has done so: then its outcome is given again. Items that wrote
 * nothing are run again, unless they may have created a record and would not look for it.
 *
 * @throws the error of `carryOut`, with the same words in each try
 */
export async function carryOutOnce(
	{ written, outcomes }: CarriedOut,
	index: number,
	carryOut: () => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const known = outcomes.get(index);
	if (known !== undefined) return known();
	const records = await carryOut().catch((error: unknown) => {
		if (written.has(index) || mayBeCreated(error)) outcomes.set(index, failing(error as Error));
		throw error;
	});
	if (written.has(index)) outcomes.set(index, () => records);
	return records;
}

/** Throws the error as it is now. The execution adds a count to its words later, and the next try adds its own. */
function failing(error: Error): () => never {
	const { message, description } = error as NodeOperationError;
	return () => {
		throw Object.assign(error, { message, description });
	};
}
