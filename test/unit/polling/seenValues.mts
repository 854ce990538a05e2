import type { IDataObject } from 'n8n-workflow';

/** Computed values of one project that a poll was the first to see. */
interface FirstSeen {
	readonly id: string;
	readonly values: IDataObject;
}

/**
 * Which computed values the polls have seen. The first sight of a value is no event. It belongs to the state that the
 * poll led to: if n8n loses the state, the next poll with an older one sees the value for the first time again.
 */
export class SeenValues {
	private readonly byState = new Map<string | undefined, ReadonlySet<string>>();

	/**
	 * @param former the state before the poll
	 * @param next the state after it
	 * @param fields names of the chosen computed fields
	 * @param shown the projects that it read
	 * @returns what it was the first to see
	 */
	note(
		former: string | undefined,
		next: string,
		fields: readonly string[],
		shown: readonly IDataObject[],
	): FirstSeen[] {
		const before = [...(this.byState.get(former) ?? [])];
		const seen = new Set(before.filter((value) => fields.some((field) => value.endsWith(field))));
		const first = shown.flatMap((record) => {
			const id = String(record.id);
			const names = fields.filter((field) => field in record && !seen.has(`${id} ${field}`));
			const values = Object.fromEntries(names.map((name) => [name, record[name]]));
			return names.length === 0 ? [] : [{ id, values }];
		});
		for (const { id, values } of first) {
			for (const name of Object.keys(values)) seen.add(`${id} ${name}`);
		}
		this.byState.set(next, seen);
		return first;
	}
}
