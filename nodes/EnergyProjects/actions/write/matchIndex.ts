import type { IDataObject } from 'n8n-workflow';
import { meantByHumanId } from '../../values/humanId';
import { forEachInSlices } from '../../values/slices';
import { matchKey } from '../parameters/match';
import type { Match } from '../parameters/match';

/** The records of one execution by the value they are matched on. What the execution writes is added to it. */
export class MatchIndex {
	private readonly byKey = new Map<string, IDataObject[]>();
	private readonly doubtful = new Set<string>();

	/** The index of these records, by the field that they are matched on. */
	static async of(on: string, records: readonly IDataObject[]): Promise<MatchIndex> {
		const index = new MatchIndex();
		await forEachInSlices(records, (record) => index.add(matchKey(on, record[on]), record));
		return index;
	}

	private add(key: string, record: IDataObject): void {
		if (key === '') return;
		const same = this.byKey.get(key);
		if (same === undefined) this.byKey.set(key, [record]);
		else same.push(record);
	}

	find(match: Match): readonly IDataObject[] {
		const same = this.byKey.get(match.key) ?? [];
		return match.on === 'humanId' ? meantByHumanId(match.value, same) : same;
	}

	/** The result of the last write is unknown, so what is known here may be out of date. */
	doubt(match: Match): void {
		this.doubtful.add(match.key);
	}

	isDoubtful(match: Match): boolean {
		return this.doubtful.has(match.key);
	}

	/** Keeps what was written, or read again. The same value finds it again, no matter what the answer contained. */
	settle(match: Match, records: readonly IDataObject[]): void {
		const former = new Set(this.find(match));
		const others = (this.byKey.get(match.key) ?? []).filter((record) => !former.has(record));
		this.byKey.set(match.key, [...others, ...records]);
		this.doubtful.delete(match.key);
	}
}
