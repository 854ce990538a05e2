import type { IDataObject } from 'n8n-workflow';
import { comparableName } from './text';

/**
 * The records that are meant by a human ID, out of those that have it in any letter case. One alone is meant in any
 * letter case; if there are several, exact letter case decides.
 *
 * @returns several records if exact letter case does not decide either; see isCaseUnclear
 */
export function meantByHumanId(
	humanId: string,
	records: readonly IDataObject[],
): readonly IDataObject[] {
	const exact = records.length > 1 ? records.filter((record) => hasExactly(humanId, record)) : [];
	return exact.length === 0 ? records : exact;
}

/** Whether several records are meant only because none of them has the human ID in exactly this letter case. */
export const isCaseUnclear = (humanId: string, meant: readonly IDataObject[]): boolean =>
	meant.length > 1 && !meant.some((record) => hasExactly(humanId, record));

const hasExactly = (humanId: string, record: IDataObject) =>
	comparableName(record.humanId) === comparableName(humanId);
