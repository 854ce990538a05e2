import type { Client, Outcome } from '../answers/client.mts';
import { idOf, isJson, unwrapList, unwrapRecord, withKnownNames } from '../answers/unwrap.mts';
import type { Json } from '../answers/unwrap.mts';
import { Findings } from '../findings.mts';
import { ask, isSuccess } from '../judge.mts';
import type { Check } from '../judge.mts';

/** What the records of the check are called. */
export const NAMES = {
	customer: { firstName: 'n8n', lastName: 'check' },
	project: { name: 'n8n check' },
} as const;

export type Noun = keyof typeof NAMES;

/** As operations and schemas of the description have it. */
export const nameOf = (noun: Noun): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** The IDs of the records that have the name of the check. */
export interface Found {
	readonly ids: readonly string[];
	/** Whether the list could be read to its end. */
	readonly isRead: boolean;
}

/** A test company with more projects than that is not read to its end. */
const MOST_PAGES = 100;

/** Reads records by their name, to clean up. The results are not findings about the service. */
export class TestRecords {
	private readonly check: Check;

	constructor(client: Client) {
		this.check = { client, findings: new Findings() };
	}

	/** Looks through the whole list, since a service may ignore the order or count its pages from 0. */
	async find(noun: Noun): Promise<Found> {
		if (noun === 'customer') {
			const records = recordsIn(noun, await ask(this.check, 'listCustomers'));
			return { ids: ownIds(noun, records ?? []), isRead: records !== undefined };
		}
		const seen = new Set<string>();
		const ids = new Set<string>();
		for (let page = 0; page <= MOST_PAGES; page++) {
			const records = await this.projectsOf(page);
			if (records === undefined) return { ids: [...ids], isRead: false };
			const news = records.filter((record) => !seen.has(String(idOf(record))));
			// The first page of all and page 1 are the same unless the service counts from 0.
			if (news.length === 0 && page > 1) return { ids: [...ids], isRead: true };
			for (const record of news) seen.add(String(idOf(record)));
			for (const id of ownIds(noun, news)) ids.add(id);
		}
		return { ids: [...ids], isRead: false };
	}

	/** One record by its ID; undefined if none came. */
	async read(noun: Noun, id: string): Promise<{ outcome: Outcome; record?: Json }> {
		const outcome = await ask(this.check, `get${nameOf(noun)}`, { id });
		if (!isSuccess(outcome) || outcome.body.form !== 'json') return { outcome };
		const { value } = unwrapRecord(noun, outcome.body.value);
		return { outcome, record: withKnownNames(value, new Set()) as Json | undefined };
	}

	async delete(noun: Noun, id: string): Promise<boolean> {
		return isSuccess(await ask(this.check, `delete${nameOf(noun)}`, { id }));
	}

	/** @param page 0 for the page that comes if none is named */
	private async projectsOf(page: number): Promise<Json[] | undefined> {
		const query = { sortBy: 'created_at', order: 'desc', limit: 100, ...(page > 0 && { page }) };
		return recordsIn('project', await ask(this.check, 'listProjects', { query }));
	}
}

export const isOfCheck = (noun: Noun, record: Json): boolean =>
	Object.entries(NAMES[noun]).every(([field, value]) => record[field] === value);

const ownIds = (noun: Noun, records: readonly Json[]): string[] =>
	records.filter((record) => isOfCheck(noun, record)).flatMap((record) => idOf(record) ?? []);

/** @returns undefined if there is no list in the answer */
function recordsIn(noun: Noun, outcome: Outcome): Json[] | undefined {
	if (!isSuccess(outcome) || outcome.body.form !== 'json') return undefined;
	const { value } = unwrapList(noun, noun === 'project' ? 'page' : 'array', outcome.body.value);
	if (value === undefined) return undefined;
	return (withKnownNames(value.entries, new Set()) as unknown[]).filter(isJson);
}
