import { recordsOf } from '../shared.mts';
import type { Both, Row } from '../e2e/harness/inStep.mts';
import { FIELDS } from '../e2e/harness/otherSystems.mts';
import type { OtherSystem } from '../e2e/harness/otherSystems.mts';
import type { Stack } from '../e2e/harness/stack.mts';

export type Values = Record<string, string>;
export type Side = 'here' | 'there';

interface Typed {
	id: string;
	field: string;
	value: string;
}

/** One text for all spellings of a value. */
const plain = (field: string, value = ''): string =>
	field === 'phoneNumber'
		? value.replace(/\D/g, '').replace(/^(00)?490?|^0/, '49')
		: value.trim().toLowerCase();
const squeezed = (text = '') => text.replace(/[\s/()-]/g, '').toLowerCase();
const isWaiting = /^(waits|refused|deleted|apart)/;

/** Two that are linked, and do not only wait for each other. */
export const isLinked = (row?: Row): row is Row =>
	Boolean(row?.customerId && row.otherId) && !/^apart$|, but another name$/.test(row?.state ?? '');

/** People who type on both sides, and what has become of each value of theirs. */
export class Office {
	/** The field that is kept in step only later: a part of the address here. */
	more = 'city';
	/** Values that no person has seen and overwritten, or deleted. */
	private typed: Typed[] = [];
	/** Who a record is that a person made, also if it is gone. */
	private readonly made = new Map<string, number>();
	/** By field and value for whom it was typed. */
	private readonly owners = new Map<string, Set<number>>();
	private readonly stack: () => Stack;
	private readonly both: Both;
	private readonly there: OtherSystem;

	constructor(stack: () => Stack, both: Both, there: OtherSystem) {
		this.stack = stack;
		this.both = both;
		this.there = there;
	}

	/** Both sides, by ID. */
	async everybody(): Promise<Map<string, Values>> {
		const here = recordsOf(this.stack().service, 'customer').map(({ id, address, ...record }) => {
			const fields = FIELDS.map((field) => [field, String(record[field] ?? '')]);
			const { [this.more]: more } = Object(address) as Values;
			return [id, Object.fromEntries([...fields, [this.more, more ?? '']]) as Values] as const;
		});
		const raws = this.there.raws();
		const there = [...(await this.there.people())].map(([id, person]) => {
			const more = { [this.more]: String(Object(raws.get(id))[this.more] ?? '') };
			return [id, { ...person, ...more } as Values] as const;
		});
		return new Map([...here, ...there]);
	}

	/** Makes a record by hand. @returns its ID */
	async make(who: number, side: Side, values: Values): Promise<string> {
		const { email = '', ...rest } = values;
		const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
		const street = { field: 'addressLine1', value: `Weg ${who}` };
		const address = who % 4 === 0 ? null : { [street.field]: street.value };
		if (side === 'here') this.isOf(who, street);
		const id =
			side === 'here'
				? this.both.add(email || null, { address, ...filled })
				: await this.there.add(values);
		this.made.set(id, who);
		for (const [field, value] of Object.entries(values).filter(([, one]) => one !== ''))
			this.remember(who, { id, field, value });
		return id;
	}

	/** A person sees the record, and types. */
	async type(id: string, change: Values): Promise<void> {
		const now = (await this.everybody()).get(id);
		if (now === undefined) throw new Error(`There is no record ${id}`);
		const row = this.both.rowOf(id);
		const seen = isLinked(row) ? [row.customerId, row.otherId] : [id];
		for (const [field, value] of Object.entries(change)) {
			this.typed = this.typed.filter(
				(one) =>
					one.field !== field ||
					!seen.includes(one.id) ||
					plain(field, one.value) !== plain(field, now[field]),
			);
			this.remember(this.whoIs(id, now), { id, field, value });
		}
		if (!id.includes('-')) return await this.there.edit(id, change);
		const { [this.more]: more, ...rest } = change;
		const record = recordsOf(this.stack().service, 'customer').find((one) => one.id === id);
		const address = { ...Object(record?.address), [this.more]: more };
		const fields = Object.entries(rest).map(([field, value]) => [field, value || null]);
		this.both.edit(id, { ...Object.fromEntries(fields), ...(more !== undefined && { address }) });
	}

	/** A person knows this record from now on, as one made by hand. @returns who it is */
	async know(id: string): Promise<number> {
		const who = this.whoIs(id, (await this.everybody()).get(id) ?? {});
		this.made.set(id, who);
		return who;
	}

	async remove(id: string): Promise<void> {
		await this.know(id);
		this.typed = this.typed.filter((one) => one.id !== id);
		if (id.includes('-')) this.stack().service.store.delete('customer', id);
		else await this.there.remove(id);
	}

	/** Makes one of two there, and sees what comes of it. */
	async merge(kept: string, other: string): Promise<void> {
		const { merge } = this.there;
		if (merge === undefined) return;
		const who = await this.know(kept);
		const id = merge(kept, other);
		for (const one of [kept, other, id]) this.made.set(one, who);
		const values = (await this.everybody()).get(id) ?? {};
		this.typed = this.typed.flatMap((one) => {
			if (![kept, other].includes(one.id)) return [one];
			const isShown = plain(one.field, values[one.field]) === plain(one.field, one.value);
			return isShown ? [{ ...one, id }] : [];
		});
	}

	isOne(a: string, b: string): boolean {
		return this.made.get(a) === this.made.get(b);
	}

	/** @returns how many values are where, and which are nowhere */
	async judge() {
		const all = await this.everybody();
		const rows = new Map(
			this.both.rows().flatMap((row) => [
				[row.customerId, row],
				[row.otherId, row],
			]),
		);
		const where: Record<string, number> = {};
		const lost: string[] = [];
		for (const one of this.typed) {
			const place = this.placeOf(one, rows.get(one.id), all);
			if (place === undefined) {
				const { state, agreed, replaced } = rows.get(one.id) ?? {};
				lost.push(`${JSON.stringify(one)} ${state} ${agreed} ${replaced}`);
			} else where[place] = (where[place] ?? 0) + 1;
		}
		const strangers = [...all].flatMap(([id, values]) =>
			Object.entries(values)
				.filter(([field, value]) => value !== '' && field !== this.there.lacks)
				.filter(([field, value]) => !this.ownersOf(field, value)?.has(this.whoIs(id, values)))
				.map(([field, value]) => `${id} ${field}: ${value}`),
		);
		return { where, judged: this.typed.length, lost, strangers, doubled: this.doubled(all) };
	}

	/** Records that nobody made, of people of whom a person had made one on this side, or who have two. */
	private doubled(all: Map<string, Values>): string[] {
		const sideOf = (id: string) => (id.includes('-') ? 'here' : 'there');
		const known = new Set([...this.made].map(([id, who]) => `${sideOf(id)} ${who}`));
		return [...all].flatMap(([id, values]) => {
			if (this.made.has(id)) return [];
			const key = `${sideOf(id)} ${this.whoIs(id, values)}`;
			if (known.has(key)) return [`${id} ${JSON.stringify(values)}`];
			known.add(key);
			return [];
		});
	}

	private placeOf({ id, field, value }: Typed, row: Row | undefined, all: Map<string, Values>) {
		const isAt = (of = '') => plain(field, all.get(of)?.[field]) === plain(field, value);
		if (isLinked(row) && isAt(row.customerId) && isAt(row.otherId)) return 'on both sides';
		if (squeezed(row?.replaced).includes(squeezed(value || '(empty)'))) return 'replaced';
		const { state = '' } = row ?? {};
		const names = state.replace(/\bname\b/, 'firstName lastName');
		if (!isAt(id) || !(isWaiting.test(state) || names.includes(field))) return undefined;
		return state.split(/[: ]/)[0];
	}

	private ownersOf = (field: string, value = '') =>
		this.owners.get(`${field} ${plain(field, value)}`);

	/** Nobody's first name is that of another. */
	private whoIs(id: string, { firstName }: Values): number {
		return this.made.get(id) ?? [...(this.ownersOf('firstName', firstName) ?? [0])][0];
	}

	private remember(who: number, typed: Typed): void {
		this.typed.push(typed);
		this.isOf(who, typed);
	}

	private isOf(who: number, { field, value }: Omit<Typed, 'id'>): void {
		const key = `${field} ${plain(field, value)}`;
		this.owners.set(key, (this.owners.get(key) ?? new Set()).add(who));
	}
}
