import type { IDataObject } from 'n8n-workflow';
import type { RecordType } from '../../service/field';
import { OMIT, toFieldValue } from '../../values/fieldValue';
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

/**
 * What an item is matched on.
 *
 * @throws NodeOperationError where it is empty, FieldError where it cannot be a value of the field
 */
export function readMatch(run: Run, itemIndex: number, record: RecordType): Match {
	const on = String(run.context.getNodeParameter('matchOn', itemIndex));
	const given = run.context.getNodeParameter('matchValue', itemIndex, '');
	const text = typeof given === 'string' ? given.trim() : given;
	const field = record.fields.find(({ name }) => name === on);
	const value = field && text !== '' ? toFieldValue(field, text, run.timeZone) : OMIT;
	if (typeof value === 'string') return { on, value, key: keyOf(on, value) };
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

	constructor(on: string, records: readonly IDataObject[]) {
		for (const record of records) {
			const key = keyOf(on, record[on]);
			if (key !== '') this.byKey.set(key, [...(this.byKey.get(key) ?? []), record]);
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
