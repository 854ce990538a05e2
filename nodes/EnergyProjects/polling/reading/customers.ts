import type { IDataObject } from 'n8n-workflow';
import { mapParallel } from '../../http/pace/parallel';
import { customerRecord } from '../../service/records/customer';
import { forEachInSlices } from '../../values/slices';
import { recordIdOf, recordKeyOf } from '../entries/entry';
import type { Source } from './source';

/** Up to this number of customers are read one by one, not with the whole list. */
const FEW = 20;

/** Customers by key, as far as they could be read. */
export interface ReadCustomers {
	readonly byKey: ReadonlyMap<string, IDataObject>;
	/** Why some are missing; undefined if each was read or does not exist. */
	readonly problem?: string;
}

/**
 * Reads customers. It never throws: an event without its customer is better than no event.
 *
 * @param keys of the customers, each once
 */
export async function readCustomers(
	keys: readonly string[],
	source: Source,
): Promise<ReadCustomers> {
	const byKey = new Map<string, IDataObject>();
	const problems = new Set<string>();
	const noteProblem = (error: unknown) => void problems.add((error as Error).message);
	const keep = (record: IDataObject | undefined) => {
		const key = record && recordKeyOf(record);
		if (record !== undefined && key !== undefined) byKey.set(key, record);
	};
	if (keys.length > FEW || (keys.length > 0 && source.hasRead(customerRecord))) {
		const reading = await source.readAll(customerRecord).catch(noteProblem);
		await forEachInSlices(reading?.records ?? [], keep);
		if (reading?.scope === 'part') problems.add('time ran out');
	} else {
		await mapParallel(keys, FEW, async (key) => {
			await source.readOne(customerRecord, recordIdOf(key)).then(keep, noteProblem);
		});
	}
	const [problem] = problems;
	return { byKey, problem };
}
