import type { IDataObject } from 'n8n-workflow';
import { matchKey } from '../parameters/match';
import type { Match } from '../parameters/match';

/** The records of one execution by the value they are matched on. What the execution writes is added to it. */
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

	/** The result of the last write is unknown, so what is known here may be out of date. */
	doubt(match: Match): void {
		this.doubtful.add(match.key);
	}

	isDoubtful(match: Match): boolean {
		return this.doubtful.has(match.key);
	}

	/** Keeps what was written, or read again. It is found by the same value again, whatever the answer contained. */
	settle(match: Match, records: readonly IDataObject[]): void {
		this.byKey.set(match.key, [...records]);
		this.doubtful.delete(match.key);
	}
}
