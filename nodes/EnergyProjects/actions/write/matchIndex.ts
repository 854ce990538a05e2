import type { IDataObject } from 'n8n-workflow';
import { matchKey } from '../parameters/match';
import type { Match } from '../parameters/match';

/** The records of one execution by the value they are matched on; kept up to date with what the execution writes. */
export class MatchIndex {
	private readonly byKey = new Map<string, IDataObject[]>();
	private readonly doubtful = new Set<string>();

	constructor(on: string, records: readonly IDataObject[]) {
		for (const record of records) {
			const key = matchKey(on, record[on]);
			if (key === '') continue;
			const same = this.byKey.get(key);
			if (same === undefined) this.byKey.set(key, [record]);
			else same.push(record);
		}
	}

	find(match: Match): readonly IDataObject[] {
		return this.byKey.get(match.key) ?? [];
	}

	/** Nobody knows what became of the last write: what is known here may be out of date. */
	doubt(match: Match): void {
		this.doubtful.add(match.key);
	}

	isDoubtful(match: Match): boolean {
		return this.doubtful.has(match.key);
	}

	/** What was written or read anew; it is found by the same value again, whatever the answer held. */
	settle(match: Match, records: readonly IDataObject[]): void {
		this.byKey.set(match.key, [...records]);
		this.doubtful.delete(match.key);
	}
}
