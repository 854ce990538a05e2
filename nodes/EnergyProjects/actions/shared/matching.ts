import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../run';

/** How a create-or-update finds the record that is meant. */
export interface Match {
	/** The field that is compared. */
	readonly on: string;
	/** What the person entered, without surrounding blanks. */
	readonly value: string;
	/** What is compared: for email addresses without regard to letter case. */
	readonly key: string;
}

export function readMatch(run: Run, itemIndex: number): Match {
	const on = String(run.context.getNodeParameter('matchOn', itemIndex));
	const value = String(run.context.getNodeParameter('matchValue', itemIndex, '') ?? '').trim();
	if (value !== '') return { on, value, key: keyOf(on, value) };
	throw run.inputError(
		itemIndex,
		`The value to match is empty, so it cannot be told which record is meant`,
		`Fill in "Value to Match" with the ${on} of the record, or leave out the item.`,
	);
}

const keyOf = (on: string, value: unknown) => {
	const text = String(value ?? '').trim();
	return on === 'email' || on === 'id' ? text.toLowerCase() : text;
};

/** The records of one execution by the value they are matched on; kept up to date with what the execution writes. */
export class MatchIndex {
	private readonly byKey = new Map<string, IDataObject[]>();
	private readonly doubtful = new Set<string>();
	private readonly on: string;

	constructor(on: string, records: readonly IDataObject[]) {
		this.on = on;
		for (const record of records) this.add(record);
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

	/** What was read anew after a doubt. */
	settle(match: Match, records: readonly IDataObject[]): void {
		this.byKey.set(match.key, [...records]);
		this.doubtful.delete(match.key);
	}

	/** Puts a record that was created or updated in the place of its former self. */
	replace(former: IDataObject | undefined, record: IDataObject): void {
		if (former !== undefined) {
			const key = keyOf(this.on, former[this.on]);
			const others = (this.byKey.get(key) ?? []).filter((entry) => entry !== former);
			this.byKey.set(key, others);
		}
		this.add(record);
	}

	private add(record: IDataObject): void {
		const key = keyOf(this.on, record[this.on]);
		if (key === '') return;
		this.byKey.set(key, [...(this.byKey.get(key) ?? []), record]);
	}
}
