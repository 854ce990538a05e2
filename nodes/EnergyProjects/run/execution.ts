import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapParallel } from '../http/parallel';
import { optionsCollection } from '../http/parameters';
import { cancelSignalOf } from '../http/send';
import { MOST_AT_ONCE } from '../http/throttle';
import { valueAt } from '../values/objects';
import { CHECK_ONLY } from '../values/outputShape';
import { carryOutOnce } from './carriedOut';
import { failedItem, toNodeError, withOthers, withPlace } from './failure';
import type { NodeError } from './failure';
import { createItem } from './item';
import type { Item } from './item';
import { createRuns } from './run';
import type { Runs } from './run';
import { isTool } from './tool';

/** Carries out one item. @returns its output, one entry per record */
export type CarryOut = (item: Item) => Promise<IDataObject[]>;

/**
 * Carries out all items, several at once, and returns the results in the order of the items. Each output item points back
 * to the item it came from, and so does each error.
 *
 * @param onRerun see Operation
 */
export async function executeItems(
	context: IExecuteFunctions,
	carryOut: CarryOut,
	onRerun?: string,
): Promise<INodeExecutionData[]> {
	const runs = createRuns(context);
	const items = context.getInputData();
	const results = await mapParallel(
		items,
		MOST_AT_ONCE,
		async (_, index) => await executeItem(context, runs, index, carryOut),
	).catch((error: unknown) => {
		const ofNode = { round: roundOf(context), onRerun };
		const shown = withPlace(withOthers(error as NodeError, runs.carriedOut, ofNode), items.length);
		// n8n takes any error with this word for a canceled execution: it would not count as failed.
		if (cancelSignalOf(context)?.aborted !== true)
			shown.message = shown.message.replace(/canceled/g, 'cancelled');
		throw shown;
	});
	runs.end();
	return results.flat();
}

async function executeItem(
	context: IExecuteFunctions,
	runs: Runs,
	index: number,
	carryOut: CarryOut,
): Promise<INodeExecutionData[]> {
	try {
		const start = async () => await carryOut(createItem(await runs.of(index), index));
		const records = await carryOutOnce(runs.carriedOut, index, start);
		return records.map((json) => ({ json, pairedItem: { item: index } }));
	} catch (error) {
		const shown = toNodeError(context, index, error);
		if (context.continueOnFail()) return [failedItem(context, index, shown)];
		runs.stop(index);
		throw shown;
	}
}

/**
 * How often n8n has run the node before in this execution, as in a loop. 0 for a tool, whose calls and tries n8n counts too,
 * and if the node only checks: then nothing was carried out.
 */
function roundOf(context: IExecuteFunctions): number {
	const checksOnly = valueAt(context.getNode().parameters, [optionsCollection.name, CHECK_ONLY]);
	if (isTool(context) || checksOnly === true) return 0;
	try {
		return Number(context.evaluateExpression('{{ $runIndex }}', 0)) || 0;
	} catch {
		return 0;
	}
}
