import type { IDataObject, IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { isUnclear, mayBeCreated } from '../http/errors';
import { isObject } from '../values/objects';

/**
 * What an execution of the node remembers. n8n's Retry On Fail runs the node again with the same items: after an error, and
 * also after a success whose first item has an `error`.
 */
export interface Memory {
	/** The items for which the service carried out a write, and those for which it may have. */
	readonly written: Set<number>;
	readonly unclear: Set<number>;
	/** What became of the items that are not run again. */
	readonly outcomes: Map<number, () => IDataObject[]>;
	/** The errors of those that may have been carried out and are run again. */
	readonly openErrors: Map<number, () => never>;
	/** Whatever else later tries must know, made when it is first asked for. */
	remembered<T>(key: string, make: () => T): T;
}

/** By the first item: each execution of a node gets items of its own, so nothing outlives it. */
const memories = new WeakMap<object, Memory>();

/** The memory of this execution of the node, in every try the same. */
export function memoryOf(context: IExecuteFunctions, isTool: boolean): Memory {
	const [first] = context.getInputData();
	if (first === undefined) return createMemory();
	// n8n makes a new item for each try of a tool, around the same arguments.
	const key = isTool && isObject(first.json) ? first.json : first;
	const memory = memories.get(key) ?? createMemory();
	memories.set(key, memory);
	return memory;
}

function createMemory(): Memory {
	const others = new Map<string, unknown>();
	return {
		written: new Set(),
		unclear: new Set(),
		outcomes: new Map(),
		openErrors: new Map(),
		remembered<T>(key: string, make: () => T): T {
			if (!others.has(key)) others.set(key, make());
			return others.get(key) as T;
		},
	};
}

/**
 * Carries an item out, unless an earlier try of the node has done so: then its outcome is given again. Items that wrote
 * nothing are run again, unless they may have created a record. If one that may have been carried out fails in another way
 * then, its first error counts: what it changed may be why.
 *
 * @throws the error of `carryOut`, with the same words in each try
 */
export async function carryOutOnce(
	{ written, outcomes, openErrors }: Memory,
	index: number,
	carryOut: () => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const known = outcomes.get(index);
	if (known !== undefined) return known();
	const records = await carryOut().catch((error: unknown) => {
		const again = failing(error as Error);
		if (written.has(index) || mayBeCreated(error)) outcomes.set(index, again);
		else if (isUnclear(error)) openErrors.set(index, again);
		else openErrors.get(index)?.();
		throw error;
	});
	if (written.has(index)) outcomes.set(index, () => records);
	return records;
}

/** Throws the error as it is now. The router adds a count to its words later, and the next try adds its own. */
function failing(error: Error): () => never {
	const { message, description } = error as NodeOperationError;
	return () => {
		throw Object.assign(error, { message, description });
	};
}
