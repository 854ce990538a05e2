import type { Client, Outcome } from './answers/client.mts';
import { isJson, unwrapList, withKnownNames } from './answers/unwrap.mts';
import type { Json } from './answers/unwrap.mts';
import { Findings } from './findings.mts';
import { ask, isSuccess } from './judge.mts';

/** What the records of the check are called. */
export const NAMES = {
	customer: { firstName: 'n8n', lastName: 'check' },
	project: { name: 'n8n check' },
} as const;

export type Noun = keyof typeof NAMES;

/** As operations and schemas of the description have it. */
export const nameOf = (noun: Noun): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** Remembers what the check may have left behind, and deletes it. */
export class Cleanup {
	/** What could not be deleted, in sentences for people. */
	readonly left: string[] = [];
	/** Records of this name that were there before. They belong to somebody else. */
	private readonly before = new Set<string>();
	private readonly open = new Map<Noun, Set<string>>();
	private readonly check;

	constructor(client: Client) {
		// What comes of cleaning up says nothing about the service.
		this.check = { client, findings: new Findings() };
	}

	/** Notes which records of this name are there before anything is created. */
	async remember(): Promise<void> {
		for (const noun of ['project', 'customer'] as const) {
			for (const id of await this.find(noun)) this.before.add(id);
		}
	}

	/** A create is about to be sent: from now on there may be a record whose ID nobody has seen. */
	attempted(noun: Noun): void {
		this.open.set(noun, this.open.get(noun) ?? new Set());
	}

	created(noun: Noun, id: string): void {
		this.attempted(noun);
		this.open.get(noun)?.add(id);
	}

	/** A record is gone for certain. */
	deleted(noun: Noun, id: string): void {
		this.before.add(id);
		this.open.get(noun)?.delete(id);
	}

	/** Whether a record is one of this check: another name, or an ID that was there before, is somebody else's. */
	isOwn(noun: Noun, record: Json | undefined): boolean {
		const id = record?.id;
		return typeof id === 'string' && !this.before.has(id) && isOfCheck(noun, record ?? {});
	}

	/** The IDs of the records of this check that can be found in the list. */
	async find(noun: Noun): Promise<string[]> {
		const outcome = await ask(this.check, `list${nameOf(noun)}s`, {
			query: noun === 'project' ? { sortBy: 'created_at', order: 'desc', limit: 100, page: 1 } : {},
		});
		return recordsIn(noun, outcome)
			.filter((record) => this.isOwn(noun, record))
			.map(({ id }) => String(id));
	}

	/** Deletes what is left. */
	async run(): Promise<void> {
		for (const [noun, known] of [...this.open].reverse()) {
			const ids = new Set([...known, ...(await this.find(noun))]);
			for (const id of ids) await this.remove(noun, id);
		}
	}

	private async remove(noun: Noun, id: string): Promise<void> {
		await ask(this.check, `delete${nameOf(noun)}`, { id });
		const after = await ask(this.check, `get${nameOf(noun)}`, { id });
		const isGone = after.kind === 'answer' && [404, 410].includes(after.status);
		const isListed = (await this.find(noun)).includes(id);
		if (isGone && !isListed) return this.deleted(noun, id);
		this.left.push(
			`The ${noun} "n8n check" (${id}) may still be there. Delete it in the application of the service.`,
		);
	}
}

function recordsIn(noun: Noun, outcome: Outcome): Json[] {
	if (!isSuccess(outcome) || outcome.body.form !== 'json') return [];
	const { value } = unwrapList(noun, noun === 'project' ? 'page' : 'array', outcome.body.value);
	return (withKnownNames(value?.entries ?? [], new Set()) as unknown[]).filter(isJson);
}

const isOfCheck = (noun: Noun, record: Json): boolean =>
	Object.entries(NAMES[noun]).every(([field, value]) => record[field] === value);
