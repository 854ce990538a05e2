import { decide } from './syncDecision.mts';
import type { Input, Row, Step, SyncRecord } from './syncDecision.mts';

/** The other system: what it does with merges and with an email address that it has already. */
export type Kind = 'HubSpot' | 'Pipedrive' | 'table';
type Side = 'here' | 'there';
type Field = 'name' | 'email' | 'phone';
type Values = Record<Field, string>;

interface Stored {
	id: string;
	values: Values;
	/** By the side's own clock, in seconds. */
	time: number;
	moreEmails: string[];
	was: string[];
	partner?: string;
	isWanted: boolean;
	isMerged?: boolean;
}

/** What a person did to a field, at the true time. */
interface Edit {
	time: number;
	side: Side;
	ids: Set<string>;
	field: Field;
	value: string;
	wasLinked: boolean;
	/** Whether the record was merged into one with another value. */
	isMergedAway?: boolean;
}

/** One email address or several, and one of anything else. */
const valuesOf = ({ values, moreEmails }: Stored, field: string) =>
	field === 'email' ? [values.email, ...moreEmails] : [values[field as Field]];

class Killed extends Error {}

const DAY = 86_400;
const FIELDS: Field[] = ['name', 'email', 'phone'];
const digits = (text: string) => text.replace(/\D/g, '').replace(/^0/, '49');
const fields: Input['fields'] = {
	name: { required: true },
	email: { same: (text) => text.toLowerCase() },
	phone: { same: digits },
};
const plain = (field: Field, value: string) => (fields[field].same ?? String)(value.trim());

/** Numbers that a seed repeats. */
export function seeded(seed: number) {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
	return {
		next,
		below: (count: number) => Math.floor(next() * count),
		one: <T,>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
		isHit: (chance: number) => next() < chance,
	};
}

/** Two systems, people who work in both, and the workflow, which may end between any two of its steps. */
export class Model {
	readonly log: string[] = [];
	readonly counts: Record<string, number> = {};
	private readonly stores: Record<Side, Map<string, Stored>> = {
		here: new Map(),
		there: new Map(),
	};
	private rows: Row[] = [];
	private lastId = 0;
	private now = 0;
	private readonly skew: number;
	private readonly edits: Edit[] = [];
	private readonly touches: Array<{ id: string; time: number }> = [];
	private readonly notes: Array<{ time: number; row: Row }> = [];
	/** By the record that was copied, how often. */
	private readonly copies = new Map<string, string[]>();
	/** Records whose copy may exist although no row says so: if their email changes then, nothing can tell. */
	private readonly unsure = new Set<string>();
	private readonly exempt = new Set<string>();
	private writes = 0;
	private faults = { kill: 0, lost: 0, refused: 0, person: 0 };
	private readonly random: ReturnType<typeof seeded>;
	private readonly kind: Kind;

	constructor(seed: number, kind: Kind) {
		this.random = seeded(seed);
		this.kind = kind;
		this.skew = this.random.below(600) - 300;
	}

	/** A history of some days, then nights without faults and without people. */
	play(): void {
		for (let count = 1 + this.random.below(3); count > 0; count--) this.create();
		for (let day = 2 + this.random.below(4); day > 0; day--) {
			for (let count = this.random.below(4); count > 0; count--) {
				this.now += this.random.below(DAY / 5);
				this.person();
			}
			this.now = (Math.floor(this.now / DAY) + 1) * DAY;
			const isBad = this.random.isHit(0.5);
			this.faults = isBad
				? {
						kill: this.random.one([0, 0.05]),
						lost: 0.1,
						refused: 0.1,
						person: this.random.one([0, 0.1]),
					}
				: { kill: 0, lost: 0, refused: 0, person: 0 };
			this.night();
		}
		this.faults = { kill: 0, lost: 0, refused: 0, person: 0 };
		for (let night = 0; night < 4; night++) {
			this.now += DAY;
			this.writes = 0;
			this.night();
		}
	}

	private count(what: string): void {
		this.counts[what] = (this.counts[what] ?? 0) + 1;
	}

	private say(text: string): void {
		this.log.push(`${(this.now / DAY).toFixed(4)} ${text}`);
	}

	private clock(side: Side): number {
		return this.now + (side === 'there' ? this.skew : 0);
	}

	private isLinked(id: string): boolean {
		return this.rows.some(
			(row) => row.customerId && row.otherId && [row.customerId, row.otherId].includes(id),
		);
	}

	// ---- people

	private person(): void {
		const what = this.random.one('edit edit edit edit clear create delete merge twin'.split(' '));
		if (what === 'create' || what === 'twin') return this.create(what === 'twin');
		const side = this.random.one<Side>(['here', 'there']);
		const all = [...this.stores[side].values()];
		if (all.length === 0) return;
		const record = this.random.one(all);
		if (what === 'merge') return this.merge();
		if (what === 'delete') {
			if (this.random.isHit(0.5)) return;
			this.count('deletions');
			this.say(`person deletes ${side} ${record.id}`);
			this.stores[side].delete(record.id);
			this.loseTrackOf(record);
			return;
		}
		const field = this.random.one(what === 'clear' ? (['email', 'phone'] as const) : FIELDS);
		this.count(what === 'clear' ? 'clears' : 'edits');
		this.edit(side, record, field, what === 'clear' ? '' : this.fresh(field));
	}

	private fresh(field: Field): string {
		const number = ++this.lastId;
		if (field === 'name') return `N${number}`;
		return field === 'email' ? `E${number}@x` : `030 ${number}`;
	}

	private edit(side: Side, record: Stored, field: Field, value: string): void {
		if (record.values[field] === value) return;
		if (field === 'email') this.loseTrackOf(record);
		this.say(`person sets ${side} ${record.id} ${field} = ${value}`);
		record.values = { ...record.values, [field]: this.written(side, field, value) };
		this.edited(side, record, field, value);
	}

	/** If no row says yet what it is a copy of, nothing does any more. */
	private loseTrackOf(record: Stored): void {
		for (const [source, copies] of this.copies) {
			if (this.unsure.has(source) && [source, ...copies].includes(record.id))
				this.exempt.add(source);
		}
	}

	private edited(side: Side, record: Stored, field: Field, value: string): void {
		record.time = this.clock(side);
		this.touches.push({ id: record.id, time: this.now });
		const wasLinked = this.isLinked(record.id);
		const ids = new Set([record.id, ...record.was]);
		this.edits.push({ time: this.now, side, ids, field, value: plain(field, value), wasLinked });
	}

	/** As the other systems write it. */
	private written(side: Side, field: Field, value: string): string {
		if (side === 'here' || value === '') return value;
		return field === 'email'
			? value.toLowerCase()
			: field === 'phone'
				? `+${digits(value)}`
				: value;
	}

	/** @param isTwin with the email address of another record, on either side */
	private create(isTwin = false): void {
		const side = this.random.one<Side>(['here', 'there']);
		const others = [...this.stores.here.values(), ...this.stores.there.values()];
		const email =
			isTwin && others.length > 0 ? this.random.one(others).values.email : this.fresh('email');
		const isUnique = this.kind !== 'HubSpot' || side === 'here' || !this.holderOf(email);
		const values = {
			name: this.fresh('name'),
			email: this.random.isHit(0.9) && isUnique ? email : '',
			phone: this.random.isHit(0.5) ? this.fresh('phone') : '',
		};
		this.count('creations');
		const record = this.insert(side, values);
		record.isWanted = this.random.isHit(0.8);
		this.say(`person creates ${side} ${record.id} ${JSON.stringify(record.values)}`);
		for (const field of FIELDS) {
			if (values[field] !== '') this.edited(side, record, field, values[field]);
		}
	}

	private holderOf(email: string): Stored | undefined {
		return [...this.stores.there.values()].find(({ values, moreEmails }) =>
			[values.email, ...moreEmails].some((one) => one !== '' && one === email.toLowerCase()),
		);
	}

	private insert(side: Side, values: Partial<Values>, partner?: string): Stored {
		const whole = { name: '', email: '', phone: '', ...values };
		for (const field of FIELDS) whole[field] = this.written(side, field, whole[field]);
		const id = `${side === 'here' ? 'c' : 'x'}${++this.lastId}`;
		const record = {
			...{ id, values: whole, time: this.clock(side), moreEmails: [], was: [], isWanted: true },
			...(partner !== undefined && { partner }),
		};
		this.stores[side].set(id, record);
		this.touches.push({ id, time: this.now });
		return record;
	}

	/** HubSpot makes a new record to which both IDs lead; Pipedrive keeps one of the two; a table has no merges. */
	private merge(): void {
		const all = [...this.stores.there.values()];
		if (all.length < 2 || this.kind === 'table') return;
		const kept = this.random.one(all);
		const gone = this.random.one(all.filter((one) => one !== kept));
		this.count('merges');
		const { there } = this.stores;
		const emails = [
			kept.values.email,
			...kept.moreEmails,
			gone.values.email,
			...gone.moreEmails,
		].filter(Boolean);
		const values = {
			...gone.values,
			...Object.fromEntries(Object.entries(kept.values).filter(([, one]) => one)),
		};
		const record: Stored = {
			...kept,
			values: values as Values,
			moreEmails: emails.slice(1),
			isMerged: true,
		};
		there.delete(gone.id);
		if (this.kind === 'HubSpot') {
			there.delete(kept.id);
			record.id = `x${++this.lastId}`;
			record.was = [kept.id, gone.id, ...kept.was, ...gone.was];
		}
		there.set(record.id, record);
		this.say(
			`person merges ${gone.id} into ${kept.id}, now ${record.id} ${JSON.stringify(record.values)}`,
		);
		for (const edit of this.edits) {
			if (edit.ids.has(gone.id) && kept.values[edit.field] !== '') edit.isMergedAway = true;
			if (edit.ids.has(gone.id) || edit.ids.has(kept.id)) edit.ids.add(record.id);
		}
		record.time = this.clock('there');
		this.touches.push({ id: record.id, time: this.now });
		this.unsure.forEach((id) => this.exempt.add(id));
	}

	// ---- the workflow

	/** Something may happen between two steps: a person does something, n8n is killed. */
	private step(): void {
		this.now += 1;
		if (this.random.isHit(this.faults.person)) {
			this.count('edits during a run');
			this.person();
		}
		if (this.random.isHit(this.faults.kill)) {
			this.count('kills');
			this.say('KILLED');
			throw new Killed();
		}
	}

	private night(): void {
		try {
			this.run();
		} catch (error) {
			if (!(error instanceof Killed)) throw error;
		}
	}

	private shown(side: Side): SyncRecord[] {
		return [...this.stores[side].values()].map(
			({ id, values, time, moreEmails, was, partner }) => ({
				...{ id, name: id, time: new Date(time * 1000).toISOString(), was, partner },
				values: { ...values, email: [values.email, ...moreEmails] },
			}),
		);
	}

	private run(): void {
		const rows = structuredClone(this.rows);
		this.step();
		const here = this.shown('here').map((one) => ({
			...one,
			values: { ...one.values, email: one.values.email?.[0] },
		}));
		this.step();
		let there = this.shown('there');
		const hasPairs = rows.some(({ customerId, otherId }) => customerId && otherId);
		if (this.random.isHit(this.faults.lost / 2)) {
			this.count('lists that fail');
			if (!hasPairs) return;
			there = [];
		}
		const { problem, items } = decide({
			...{ here, there, rows, fields, key: 'email', keyless: this.kind === 'table', way: 'both' },
			isNew: { here: ({ id }) => this.stores.there.get(id)?.isWanted ?? true, there: () => true },
			...{ names: { here: 'the service', there: this.kind }, brake: 1 },
		});
		if (problem !== undefined) {
			if (there.length > 0 && here.length > 0) throw new Error(problem);
			return;
		}
		for (const item of items) {
			this.step();
			this.carryOut(item);
		}
	}

	private carryOut(item: Step): void {
		const { what, row } = item;
		this.say(`${what} ${JSON.stringify(item.values ?? '')} ${JSON.stringify(row)}`);
		if (what === 'note') return this.note(row);
		if (what === 'forget') {
			this.writes++;
			this.rows = this.rows.filter(({ id }) => id !== row.id);
			return;
		}
		if (this.random.isHit(this.faults.refused)) {
			this.count('refusals');
			return this.note(this.rowNow(row, { state: 'refused: too many requests' }));
		}
		const answer = this[what.startsWith('create') ? 'createRecord' : 'changeRecord'](item);
		const isLost = this.random.isHit(this.faults.lost);
		if (isLost) this.count('lost answers');
		this.step();
		if (isLost || 'problem' in answer) {
			return this.note(
				this.rowNow(row, { state: `refused: ${'problem' in answer ? answer.problem : 'lost'}` }),
			);
		}
		const now = this.rowNow(row, answer.ids);
		const kept = Object.entries(item.values).filter(
			([field, value]) =>
				plain(field as Field, answer.values?.[field as Field] ?? '') ===
				plain(field as Field, value),
		);
		const agreed = { ...(JSON.parse(now.agreed || '{}') as object), ...Object.fromEntries(kept) };
		this.note({ ...now, state: 'in step', agreed: JSON.stringify(agreed) });
	}

	/** The row as it is by now: another step of this run may have noted something. */
	private rowNow(row: Row, changes: Partial<Row>): Row {
		const { customerId, otherId } = row;
		const known = this.rows.find(
			(one) => one.id === row.id || (one.customerId === customerId && one.otherId === otherId),
		);
		return { ...row, ...known, customerId, otherId, ...changes };
	}

	private note(row: Row): void {
		this.writes++;
		const id = this.rows.some((one) => one.id === row.id) ? row.id : ++this.lastId;
		this.rows = [...this.rows.filter((one) => one.id !== id), { ...row, id }];
		this.notes.push({ time: this.now, row });
		if (row.otherId && row.customerId)
			[row.otherId, row.customerId].forEach((one) => this.unsure.delete(one));
	}

	private createRecord({ what, row, values }: Step) {
		const source = row.customerId || row.otherId;
		const side: Side = what === 'create here' ? 'here' : 'there';
		const email = (values.email ?? '').toLowerCase();
		const idOf = (id: string) => (side === 'here' ? { customerId: id } : { otherId: id });
		const same = [...this.stores.here.values()].filter(
			(one) => one.values.email.toLowerCase() === email,
		);
		// Create or Update: if there is one, it stays as it is.
		if (side === 'here' && same.length > 1) return { problem: 'several' };
		if (side === 'here' && same[0] !== undefined) return { ids: idOf(same[0].id) };
		if (side === 'there' && this.kind === 'HubSpot' && this.holderOf(email))
			return { problem: 'exists' };
		this.writes++;
		const record = this.insert(
			side,
			values,
			this.kind === 'table' && side === 'there' ? source : undefined,
		);
		this.say(`  created ${record.id}`);
		this.carried(source, record.id, values);
		const sent = this.stores[side === 'here' ? 'there' : 'here'].get(source)?.values.email;
		if (sent?.toLowerCase() !== email) this.exempt.add(source);
		this.copies.set(source, [...(this.copies.get(source) ?? []), record.id]);
		this.unsure.add(source);
		return { ids: idOf(record.id), values: record.values };
	}

	/** What people wrote on one side stands on the other one too. */
	private carried(from: string, to: string, values: Record<string, string>): void {
		for (const { ids, field, value } of this.edits) {
			if (ids.has(from) && plain(field, values[field] ?? '') === value) ids.add(to);
		}
	}

	private changeRecord({ what, row, values, before, a }: Step) {
		const side: Side = what === 'change here' ? 'here' : 'there';
		const record = this.stores[side].get(side === 'here' ? row.customerId : row.otherId);
		if (record === undefined) return { problem: 'no such record' };
		const isChanged =
			side === 'here'
				? record.time * 1000 > Date.parse(a.time ?? '')
				: Object.entries(before).some(([field, value]) => !valuesOf(record, field).includes(value));
		if (isChanged) return { problem: 'changed meanwhile' };
		const email = values.email?.toLowerCase();
		if (side === 'there' && this.kind === 'HubSpot' && email) {
			const holder = this.holderOf(email);
			if (holder !== undefined && holder !== record) return { problem: 'exists' };
		}
		this.writes++;
		for (const field of Object.keys(values)) {
			const value = this.written(side, field as Field, values[field]);
			const all = valuesOf(record, field).map((one) => (one === before[field] ? value : one));
			record.values = { ...record.values, [field]: all[0] };
			if (field === 'email')
				record.moreEmails = all.slice(1).filter((one) => one !== '' && one !== value);
		}
		this.carried(side === 'here' ? row.otherId : row.customerId, record.id, values);
		record.time = this.clock(side);
		this.touches.push({ id: record.id, time: this.now });
		return { ids: {}, values: record.values };
	}

	// ---- what must hold

	/** What no user should see, after quiet nights. */
	wrong(): string[] {
		const wrong: string[] = [];
		// An empty list stops every run.
		if (this.stores.here.size === 0 || this.stores.there.size === 0) return [];
		if (this.writes > 0) wrong.push(`the last night wrote ${this.writes} times`);
		const linked = new Set<string>();
		for (const row of this.rows) {
			const [a, b] = [this.stores.here.get(row.customerId), this.stores.there.get(row.otherId)];
			if (!a || !b) continue;
			if (linked.has(a.id) || linked.has(b.id)) wrong.push(`${a.id} or ${b.id} is linked twice`);
			linked.add(a.id).add(b.id);
			if (row.state.startsWith('refused')) continue;
			for (const field of FIELDS) {
				if (field === 'email' && row.state.startsWith('waits')) continue;
				wrong.push(...this.wrongField(a, b, field));
			}
		}
		for (const side of ['here', 'there'] as const) {
			for (const record of this.stores[side].values()) {
				const row = this.rows.find((one) => [one.customerId, one.otherId].includes(record.id));
				const isUnwanted = side === 'there' && !record.isWanted;
				if (!linked.has(record.id) && row === undefined && !isUnwanted) {
					wrong.push(`nothing says why ${record.id} is alone`);
				}
			}
		}
		for (const [source, copies] of this.copies) {
			if (copies.length > 1 && !this.exempt.has(source))
				wrong.push(`${source} was copied to ${copies.join(', ')}`);
		}
		return wrong;
	}

	private wrongField(a: Stored, b: Stored, field: Field): string[] {
		const value = plain(field, a.values[field]);
		const where = `${a.id} ${b.id} ${field} "${value}"`;
		const ofB = valuesOf(b, field);
		if (!ofB.some((one) => plain(field, one) === value))
			return [`${where}: differs from "${ofB.join()}"`];
		// Of the several addresses of merged records, any may be the one here.
		if (field === 'email' && b.isMerged) return [];
		const edits = this.edits.filter(
			(edit) => edit.field === field && (edit.ids.has(a.id) || edit.ids.has(b.id)),
		);
		const made = edits.filter((edit) => edit.value === value);
		if (edits.length > 0 && made.length === 0) return [`${where}: nobody wrote that`];
		// What people replaced themselves does not count.
		const last = (['here', 'there'] as const).flatMap((side) =>
			edits.filter((edit) => edit.side === side).slice(-1),
		);
		const unbeaten = (one: Edit) =>
			last.every(
				(later) =>
					later.time <= one.time || later.value === value || this.mayLose(later, one, a, b),
			);
		return edits.length === 0 || made.some(unbeaten) ? [] : [`${where}: older over newer`];
	}

	/** Whether a later edit may be lost to an earlier one. */
	private mayLose(later: Edit, one: Edit, a: Stored, b: Stored): boolean {
		if (later.isMergedAway) return true;
		// Back to what was last agreed is no edit.
		const noted = this.notes.filter(
			({ time, row }) => time <= later.time && row.customerId === a.id,
		);
		const base = (JSON.parse(noted.at(-1)?.row.agreed || '{}') as Partial<Values>)[later.field];
		if (plain(later.field, base ?? '') === later.value) return true;
		// A gap of two records that are not linked yet is filled.
		const isRelinked = (row: Row, time: number) =>
			time > later.time &&
			!this.notes.some(
				(n) => n.time <= later.time && n.row.customerId === a.id && n.row.otherId === row.otherId,
			);
		if (
			later.value === '' &&
			(!later.wasLinked ||
				this.notes.some(({ row, time }) => row.customerId === a.id && isRelinked(row, time)))
		)
			return true;
		const wasAgreed = this.notes.some(({ time, row }) => {
			const agreed = (JSON.parse(row.agreed || '{}') as Partial<Values>)[later.field];
			const isOne = agreed !== undefined && plain(later.field, agreed) === one.value;
			return isOne && time >= one.time && time < later.time && row.customerId === a.id;
		});
		if (wasAgreed && later.wasLinked) return false;
		const others = later.side === 'here' ? [b.id, ...b.was] : [a.id];
		// The record that was edited last wins, by clocks that differ.
		return this.touches.some(
			({ id, time }) => others.includes(id) && time >= later.time - Math.abs(this.skew) - 60,
		);
	}
}
