import type { Row } from './syncDecision.mts';
import { clockOf, Workflow } from './syncWorkflow.mts';
import type { Kind, Planned } from './syncWorkflow.mts';

export type { Kind } from './syncWorkflow.mts';

type Side = 'here' | 'there';
type Json = Record<string, unknown>;
const FIELDS = ['firstName', 'lastName', 'companyName', 'email', 'phoneNumber'] as const;
type Field = (typeof FIELDS)[number];
type Values = Record<Field, string>;

/** What a body says, by field; more addresses come last. */
type Written = Partial<Values> & { more?: string[] };

/** A record of either side. */
interface Stored {
	id: string;
	/** Who it is; several after a merge of two people. */
	people: Set<number>;
	values: Values;
	moreEmails: string[];
	time: number;
	was: string[];
	partner?: string;
	isWanted: boolean;
}

/** What is drawn for a history besides the people: how the other side stores and lists, and what goes wrong. */
const MODES = [
	...'base,faults,couples,moved,rewrites,unread,one unread,leaves out'.split(','),
	...'overlap,short,refused,letters,numbers,duplicates,all'.split(','),
];

const DAY = 86_400;
const START = Date.parse('2027-01-01T00:00:00Z');
const HUBSPOT: Values = {
	...{ firstName: 'firstname', lastName: 'lastname', companyName: 'company' },
	...{ email: 'email', phoneNumber: 'phone' },
};
const digits = (text: string) => text.replace(/\D/g, '').replace(/^0/, '49');
const other = (side: Side): Side => (side === 'here' ? 'there' : 'here');

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

const workflows = new Map<Kind, Workflow>();
const workflowOf = (kind: Kind) => {
	const known = workflows.get(kind) ?? new Workflow(kind);
	workflows.set(kind, known);
	return known;
};

/** Two systems, people who work in both, and the workflow's own code, which may end between any two of its steps. */
export class Model {
	readonly log: string[] = [];
	readonly counts: Record<string, number> = {};
	readonly mode: string;
	private readonly found: string[] = [];
	private readonly stores: Record<Side, Map<string, Stored>> = {
		here: new Map(),
		there: new Map(),
	};
	private readonly gone: Array<[Side, Stored]> = [];
	private rows: Row[] = [];
	private lastId = 0;
	private now = 0;
	private brake = 1 / 3;
	/** By value who it was typed for. */
	private readonly owners = new Map<string, Set<number>>();
	/** By pair, field and value when both sides showed it last; and when a person edited a field last. */
	private readonly shared = new Map<string, number>();
	private readonly edited = new Map<string, number>();
	/** By record and field what it has shown. */
	private readonly showed = new Set<string>();
	/** By record what was made of it; and of which no row may know that. */
	private readonly copies = new Map<string, string[]>();
	private readonly unsure = new Set<string>();
	/** By pair since when a row notes it. */
	private readonly noted = new Map<string, number>();
	private writes = 0;
	private isQuiet = true;
	private isStopped = false;
	private readonly random: ReturnType<typeof seeded>;
	private readonly workflow: Workflow;
	private readonly clock = clockOf(() => START + this.now * 1000);

	constructor(seed: number, kind: Kind) {
		this.random = seeded(seed);
		this.workflow = workflowOf(kind);
		this.mode = this.random.one(MODES);
	}

	private get kind(): Kind {
		return this.workflow.kind;
	}

	private is(...modes: string[]): boolean {
		return this.mode === 'all' || modes.includes(this.mode);
	}

	/** Whether something goes wrong now. */
	private isHit(chance: number, ...modes: string[]): boolean {
		return !this.isQuiet && this.is(...modes) && this.random.isHit(chance);
	}

	/** A history of some days, then nights without faults and without people. */
	play(): void {
		for (let count = 2 + this.random.below(4); count > 0; count--) this.create();
		for (let day = 2 + this.random.below(5); day > 0; day--) {
			for (let count = this.random.below(4); count > 0; count--) {
				this.now += this.random.below(DAY / 5);
				this.person();
			}
			this.now = (Math.floor(this.now / DAY) + 1) * DAY;
			this.isQuiet = this.random.isHit(0.4);
			this.night();
		}
		this.isQuiet = true;
		for (let night = 0; night < 6; night++) {
			this.now += DAY;
			this.writes = 0;
			this.night();
			this.sayWhoBelongs();
		}
	}

	private count(what: string): void {
		this.counts[what] = (this.counts[what] ?? 0) + 1;
	}

	private say(text: string): void {
		this.log.push(`${(this.now / DAY).toFixed(4)} ${text}`);
	}

	private wrongly(text: string): void {
		this.say(`WRONG ${text}`);
		this.found.push(text);
	}

	// ---- people

	private person(): void {
		const usual = 'edit edit edit edit clear create delete merge known back'.split(' ');
		const more = (mode: string, what: string) => (this.is(mode) ? what.split(' ') : []);
		usual.push(...more('couples', 'couple couple'), ...more('moved', 'move swap'));
		usual.push(...more('one unread', 'couple couple'));
		usual.push(...more('duplicates', 'replace replace known merge merge'));
		const what = this.random.one(usual);
		const side = this.aSide();
		const all = [...this.stores[side].values()];
		if (what === 'create' || all.length === 0) return void this.create(side);
		const [record, second] = [this.random.one(all), this.random.one(all)];
		if (what === 'merge') return this.merge(record, second, side);
		if (what === 'delete') return this.delete(side, record);
		if (what === 'back') return this.restore();
		const email = record.values.email;
		// The same person, entered a second time, or somebody else with the address.
		if (what === 'known') return void this.create(other(side), { email }, record);
		if (what === 'couple') return void this.create(this.random.one([side, other(side)]), { email });
		if (what === 'replace') {
			this.delete(side, record);
			return void this.create(side, { email }, this.random.isHit(0.6) ? record : undefined);
		}
		if (what === 'swap') this.edit(side, record, 'email', second.values.email);
		if (what === 'swap' || what === 'move') return this.edit(side, second, 'email', email);
		const field = this.random.one(what === 'clear' ? FIELDS.slice(2) : FIELDS);
		this.count(what === 'clear' ? 'clears' : 'edits');
		this.edit(side, record, field, what === 'clear' ? '' : this.fresh(field));
	}

	private fresh(field: Field): string {
		const number = ++this.lastId;
		if (field === 'email') {
			const isBad = this.is('refused') && this.random.isHit(0.2);
			return `${this.random.one(['E', 'e'])}${number}@${isBad ? 'bad' : 'x'}`;
		}
		if (field === 'phoneNumber') return `${this.random.one(['0', '+49'])}30${100 + number}`;
		const letters = this.is('letters') && this.random.isHit(0.5) ? 'ü'.normalize('NFD') : 'u';
		return field === 'companyName' ? `Firma ${number} ${letters}` : `N${letters}${number}`;
	}

	private edit(side: Side, record: Stored, field: Field, value: string): void {
		if (record.values[field] === value) return;
		if (field === 'email' && this.isTaken(side, value)) return;
		if (field === 'companyName' && this.lacksCompany(side)) return;
		this.say(`person sets ${side} ${record.id} ${field} = ${value}`);
		record.values = { ...record.values, [field]: this.written(side, field, value) };
		this.typed(record, field);
		record.time = this.now;
	}

	private typed(record: Stored, field: Field): void {
		const value = this.plain(field, record.values[field]);
		const owners = this.owners.get(value) ?? new Set();
		record.people.forEach((one) => owners.add(one));
		this.owners.set(value, owners);
		this.edited.set(`${record.id} ${field}`, this.now);
		this.shows(record);
		if (field === 'email')
			this.unsure.forEach((source) => this.isOf(source, record) && this.copies.delete(source));
	}

	private shows(record: Stored): void {
		for (const field of FIELDS)
			for (const text of this.textsOf(record, field))
				this.showed.add(`${record.id} ${field} ${this.plain(field, text)}`);
	}

	private isOf(source: string, { id }: Stored): boolean {
		return id === source || this.copies.get(source)?.includes(id) === true;
	}

	/** As the other systems write it. */
	private written(side: Side, field: Field, value: string): string {
		if (side === 'here' || value === '') return value;
		if (field === 'email') return value.toLowerCase();
		if (field === 'phoneNumber') return `+${digits(value)}`;
		const isCut = this.is('rewrites') && field === 'companyName';
		return isCut ? value.slice(0, 7) : value;
	}

	/** Without what a side may write in another way. */
	private plain(field: Field, value: string): string {
		const text = value.normalize('NFC');
		if (field === 'phoneNumber') return digits(text);
		return field === 'email' ? text.toLowerCase() : text.slice(0, this.is('rewrites') ? 7 : 99);
	}

	/** @param known who it is; without, somebody new */
	private create(side = this.aSide(), set: Partial<Values> = {}, known?: Stored): void {
		const { isHit } = this.random;
		const isOneWord = this.kind === 'Pipedrive' && side === 'there' && isHit(0.1);
		const of = (field: Field, chance: number) => (isHit(chance) ? this.fresh(field) : '');
		const [first, last] = (['firstName', 'lastName'] as const).map(
			(field) => known?.values[field] ?? this.fresh(field),
		);
		const values: Values = {
			...{ firstName: isOneWord ? last : first, lastName: isOneWord ? '' : last },
			companyName: of('companyName', this.lacksCompany(side) ? 0 : 0.4),
			...{ email: of('email', 0.9), phoneNumber: of('phoneNumber', 0.5), ...set },
		};
		if (this.isTaken(side, values.email)) values.email = '';
		this.count('creations');
		const record = this.insert(side, values, known?.people ?? new Set([++this.lastId]));
		record.isWanted = isHit(0.8);
		const who = `${record.id} of ${[...record.people].join()}`;
		this.say(`person creates ${side} ${who} ${JSON.stringify(record.values)}`);
		for (const field of FIELDS) if (values[field] !== '') this.typed(record, field);
	}

	private aSide(): Side {
		return this.random.one(['here', 'there'] as const);
	}

	private lacksCompany(side: Side): boolean {
		return this.kind === 'Pipedrive' && side === 'there';
	}

	/** HubSpot has an address once. */
	private isTaken(side: Side, email: string): boolean {
		return this.kind === 'HubSpot' && side === 'there' && this.holderOf(email) !== undefined;
	}

	private holderOf(email: string): Stored | undefined {
		return [...this.stores.there.values()].find(({ values, moreEmails }) =>
			[values.email, ...moreEmails].some((one) => one !== '' && one === email.toLowerCase()),
		);
	}

	private insert(
		side: Side,
		values: Values,
		people: ReadonlySet<number>,
		partner?: string,
	): Stored {
		const whole = { ...values };
		for (const field of FIELDS) whole[field] = this.written(side, field, whole[field]);
		const id = side === 'there' ? String(++this.lastId) : `c${++this.lastId}`;
		const record: Stored = {
			...{ id, values: whole, people: new Set(people), time: this.now, moreEmails: [], was: [] },
			...{ isWanted: true, partner },
		};
		this.stores[side].set(id, record);
		this.shows(record);
		return record;
	}

	private delete(side: Side, record: Stored): void {
		this.count('deletions');
		this.say(`person deletes ${side} ${record.id}`);
		this.stores[side].delete(record.id);
		this.gone.push([side, record]);
		for (const source of this.unsure) if (this.isOf(source, record)) this.copies.delete(source);
	}

	private restore(): void {
		const [side, record] = this.gone.pop() ?? [];
		if (!side || !record || this.isTaken(side, record.values.email)) return;
		this.say(`person restores ${side} ${record.id}`);
		this.copies.delete(record.id);
		this.stores[side].set(record.id, record);
	}

	/** HubSpot makes a new record to which both IDs lead; Pipedrive keeps one of the two; a table has no merges. */
	private merge(kept: Stored, gone: Stored, side: Side): void {
		if (kept === gone || side === 'here' || this.kind === 'table') return;
		this.count('merges');
		const { there } = this.stores;
		const emails = [kept, gone].flatMap((one) => this.textsOf(one, 'email')).filter(Boolean);
		const own = Object.fromEntries(Object.entries(kept.values).filter(([, one]) => one));
		const values = { ...gone.values, ...own } as Values;
		const people = new Set([...kept.people, ...gone.people]);
		const record: Stored = { ...kept, values, people, moreEmails: emails.slice(1) };
		there.delete(gone.id);
		if (this.kind === 'HubSpot') {
			there.delete(kept.id);
			record.id = String(++this.lastId);
			record.was = [kept.id, gone.id, ...kept.was, ...gone.was];
		}
		there.set(record.id, record);
		this.say(
			`person merges ${gone.id} into ${kept.id}, now ${record.id} ${JSON.stringify(values)}`,
		);
		for (const field of FIELDS) this.edited.set(`${record.id} ${field}`, this.now);
		this.shows(record);
		this.copies.clear();
	}

	/** Who is kept waiting by the name alone, and is the same, is linked by the word; others are left apart. */
	private sayWhoBelongs(): void {
		for (const row of this.rows.filter(({ state }) => state.endsWith('but another name'))) {
			const [a, b] = [this.stores.here.get(row.customerId), this.stores.there.get(row.otherId)];
			if (!a || !b) continue;
			row.state = [...a.people].some((one) => b.people.has(one)) ? 'link' : 'apart';
			this.say(`person writes ${row.state} for ${a.id} ${b.id}`);
		}
	}

	// ---- what the sides show

	private shown(side: Side): Json[] {
		const all = [...this.stores[side].values()];
		const isShort = this.isHit(0.3, 'short', 'faults');
		const listed = isShort ? all.filter(() => this.random.isHit(0.6)) : all;
		if (isShort) this.count('lists that fail');
		if (isShort) this.copies.clear();
		const isHidden = this.isHit(0.4, 'unread');
		// A customer of the service lacks only what is empty.
		const isOne = this.isHit(0.5, 'one unread') && side === 'there';
		// A person of Pipedrive without a list has none.
		const isName = isOne && this.kind === 'Pipedrive' && side === 'there';
		const lost = this.random.one(isName ? FIELDS.slice(0, 1) : FIELDS);
		const raws = listed.map((record) => this.raw(side, record));
		if (isHidden || isOne) this.say(`not read: ${side} ${lost}`);
		for (const raw of isHidden
			? raws
			: isOne
				? raws.slice(this.random.below(raws.length)).slice(0, 1)
				: [])
			this.hide(raw, lost);
		return raws;
	}

	/** Where a field stands in a raw record. */
	private keyOf(field: Field): string {
		if (this.kind === 'HubSpot') return HUBSPOT[field];
		if (this.kind === 'table') return field;
		const lists: Partial<Values> = { email: 'emails', phoneNumber: 'phones', companyName: 'org' };
		return lists[field] ?? 'name';
	}

	private hide(raw: Json, field: Field): void {
		const values = (raw.properties ?? raw) as Json;
		delete values[raw.humanId === undefined ? this.keyOf(field) : field];
	}

	private raw(side: Side, record: Stored): Json {
		const raw = this.rawWhole(side, record);
		const [isLeaving, isHere] = [this.is('leaves out'), side === 'here'];
		if (isLeaving && (isHere || this.kind === 'Pipedrive'))
			for (const field of isHere ? FIELDS.slice(2) : FIELDS.slice(3))
				if (record.values[field] === '') this.hide(raw, field);
		return raw;
	}

	private rawWhole(side: Side, record: Stored): Json {
		const { id, values, moreEmails, time, was, partner, isWanted } = record;
		const own = Object.fromEntries(FIELDS.map((field) => [field, values[field] || null]));
		const stage = isWanted ? 'customer' : 'lead';
		const updatedAt = new Date(START + time * 1000).toISOString().slice(0, -1);
		if (side === 'here') return { ...own, id, humanId: id, updatedAt };
		const common = { id: Number(id), lifecyclestage: stage };
		if (this.kind === 'table') {
			const phone = own.phoneNumber;
			const shown = this.mode === 'numbers' && phone ? Number(digits(phone)) : phone;
			return { ...own, ...common, phoneNumber: shown, customerId: partner ?? null };
		}
		if (this.kind === 'HubSpot') {
			const entries = FIELDS.map((field) => [HUBSPOT[field], own[field]]);
			const joined = (list: string[]) => list.join(';') || null;
			const more = { hs_additional_emails: joined(moreEmails), hs_merged_object_ids: joined(was) };
			return { id, properties: { ...Object.fromEntries(entries), ...more, lifecyclestage: stage } };
		}
		const entry = (value: string) => ({ value, primary: false, label: 'work' });
		const emails = [values.email, ...moreEmails].filter(Boolean).map(entry);
		const phones = values.phoneNumber === '' ? [] : [entry(values.phoneNumber)];
		const name = `${values.firstName} ${values.lastName}`.trim();
		const [first_name] = name.split(' ');
		return { ...common, name, first_name, emails, phones };
	}

	// ---- the workflow

	private night(): void {
		const [run, second] = [this.run(), this.run()];
		const isTwo = this.isHit(0.5, 'overlap');
		if (isTwo) this.say('two runs at once');
		let isTurn = true;
		for (let [first, last] = [true, isTwo]; first || last; ) {
			// Each goes on for some steps, so that one may have read before the other one writes.
			if (isTwo && this.random.isHit(0.3)) isTurn = !isTurn;
			if (first && (!last || isTurn)) first = run.next().done !== true;
			else if (last) last = second.next().done !== true;
			this.now += 1;
			if (this.isHit(0.02, 'faults', 'overlap')) {
				this.count('edits during a run');
				this.person();
			}
			if (this.isHit(0.03, 'faults')) {
				this.count('kills');
				this.say('KILLED');
				return;
			}
		}
	}

	/** A run of the example, which may be left between any two of its steps. */
	private *run(): Generator<void, void> {
		const began = this.note({
			...{ id: 0, who: 'Run', state: 'run: reads', since: this.clock.iso() },
			...{ customerId: '', otherId: '', agreed: '', replaced: '' },
		});
		yield;
		const here = this.shown('here');
		yield;
		const there = this.shown('there');
		yield;
		const isLost = this.isHit(0.05, 'faults');
		if (isLost) this.count('lists that fail');
		if (isLost) this.copies.clear();
		const lists = {
			...{ 'Begin the run': [began as unknown as Json], 'Read all customers': here },
			'Read the pairs': structuredClone(this.rows) as unknown as Json[],
			'Read the rows': isLost ? [] : there,
			'HubSpot: read all contacts': [{ results: isLost ? [] : there }],
			'Pipedrive: read all persons': [{ data: isLost ? [] : there }],
		};
		this.meet();
		let steps: Planned[];
		try {
			steps = this.workflow.decide(lists, this.brake, this.clock);
		} catch (error) {
			const message = (error as Error).message;
			this.say(message);
			this.count(message.split(' ').slice(3, 6).join(' '));
			// A person has looked at it.
			this.brake = this.isQuiet ? 1 : 1 / 3;
			this.isStopped = true;
			if (!message.startsWith('Nothing was written. ')) this.wrongly(message);
			return;
		}
		this.brake = 1 / 3;
		this.isStopped = false;
		const refused = new Set<number>();
		let last: Row | undefined;
		for (const step of steps) {
			yield;
			try {
				last = yield* this.carryOut(step, refused, last);
			} catch (error) {
				if (!(error as Error).message.startsWith('Another run')) throw error;
				return this.count('gave way');
			}
		}
	}

	/** What both sides of a pair show is known to both. */
	private meet(): void {
		for (const { customerId, otherId, state } of this.rows) {
			const [a, b] = [this.stores.here.get(customerId), this.stores.there.get(otherId)];
			if (!a || !b || /another name$|^apart|^link/.test(state)) continue;
			for (const field of FIELDS)
				for (const one of this.textsOf(b, field))
					if (this.plain(field, one) === this.plain(field, a.values[field]))
						for (const text of ['', ` ${this.plain(field, one)}`])
							this.shared.set(`${a.id} ${b.id} ${field}${text}`, this.now);
		}
	}

	private textsOf({ values, moreEmails }: Stored, field: Field): string[] {
		return field === 'email' ? [values.email, ...moreEmails] : [values[field]];
	}

	private note(row: Row): Row {
		const id = this.rows.some((one) => one.id === row.id) ? row.id : ++this.lastId;
		const noted = { ...row, id };
		this.rows = [...this.rows.filter((one) => one.id !== id), noted];
		if (row.customerId && row.otherId && !row.state.endsWith('another name')) {
			const pair = `${row.customerId} ${row.otherId}`;
			this.noted.set(pair, this.noted.get(pair) ?? this.now);
			pair.split(' ').forEach((one) => this.unsure.delete(one));
		}
		return noted;
	}

	/** @param refused rows of which something was refused in this run @param last what it noted last */
	private *carryOut(
		step: Planned,
		refused: Set<number>,
		last: Row | undefined,
	): Generator<void, Row | undefined> {
		const { what, row } = step;
		this.say(`${what} ${JSON.stringify(step.sent)} ${JSON.stringify(row)}`);
		if (!row.state.startsWith('run: ')) this.writes++;
		if (what === 'forget') {
			this.rows = this.rows.filter(({ id }) => id !== row.id);
			return last;
		}
		let [answer, again]: Json[] = [{}, {}];
		if (what !== 'note') {
			if (what === 'change there') {
				const record = this.stores.there.get(row.otherId);
				again = record ? this.raw('there', record) : {};
				if (this.kind === 'Pipedrive') again = { data: again };
				yield;
			}
			const isStill = what !== 'change there' || this.workflow.isStill(step, again, this.clock);
			answer = isStill ? this.write(step, again) : again;
			if (this.isHit(0.1, 'faults')) {
				this.count('lost answers');
				answer = { error: 'lost' };
			}
			yield;
		}
		const rowsNow = (customerId: string, otherId: string) =>
			this.rows.filter((one) => one.customerId === customerId && one.otherId === otherId);
		const noted = this.note(this.workflow.noted(step, answer, again, last, rowsNow, this.clock));
		const { id, state } = noted;
		if (what.startsWith('change') && answer.error) refused.add(id);
		if (refused.has(id) && /^in step|^differs/.test(state)) this.wrongly('a refusal is hidden');
		this.meet();
		return noted;
	}

	/** What came of a write, as the node hands it on. */
	private write(step: Planned, again: Json): Json {
		const { what, row, fields } = step;
		const side: Side = what.endsWith(' here') ? 'here' : 'there';
		if (this.isHit(0.1, 'faults')) {
			this.count('refusals');
			return { error: { message: 'too many requests' } };
		}
		const values = side === 'here' ? { ...fields } : this.valuesOf(step);
		if (values.email?.endsWith('@bad')) return { error: { message: 'not valid' } };
		if (side === 'there' && this.kind === 'HubSpot' && values.email) {
			const holder = this.holderOf(values.email);
			if (holder !== undefined && holder.id !== row.otherId)
				return { error: { message: 'exists' } };
		}
		if (what === 'create here' && values.email) {
			const same = [...this.stores.here.values()].filter(
				(one) => one.values.email.toLowerCase() === values.email?.toLowerCase(),
			);
			if (same.length > 1) return { error: { message: 'several' } };
			if (same[0]) return { ...this.raw('here', same[0]), syncResult: 'unchanged' };
		}
		const record = what.startsWith('create')
			? this.created(step, side, values)
			: this.changed(step, side, values);
		if (record === undefined)
			return side === 'here' ? { error: 'x', details: { kind: 'changed' } } : again;
		const raw = this.raw(side, record);
		if (side === 'here')
			return { ...raw, syncResult: what === 'create here' ? 'created' : 'updated' };
		return this.kind === 'Pipedrive' ? { data: raw } : { ...raw, updatedAt: this.now };
	}

	private valuesOf({ body }: Planned): Written {
		const at = body as Record<string, string>;
		if (this.kind === 'Pipedrive') {
			const texts = (list: unknown) => (list as Array<{ value: string }>).map(({ value }) => value);
			const [firstName, ...rest] = (at.name ?? '').split(' ');
			const [email = '', ...more] = body.emails ? texts(body.emails) : [];
			return {
				...(body.name !== undefined && { firstName, lastName: rest.join(' ') }),
				...(body.emails !== undefined && { email, more }),
				...(body.phones !== undefined && { phoneNumber: texts(body.phones)[0] ?? '' }),
			};
		}
		const named = FIELDS.filter((field) => at[this.keyOf(field)] !== undefined);
		const values = Object.fromEntries(named.map((field) => [field, at[this.keyOf(field)]]));
		const more = at.hs_additional_emails?.split(';').filter(Boolean);
		return { ...values, ...(more && { more }) };
	}

	private created({ row, body }: Planned, side: Side, values: Partial<Values>): Stored {
		const source = row.customerId || row.otherId;
		const lost = this.gone.map(([, record]) => record);
		const from = [...this.stores[other(side)].values(), ...lost].find(({ id }) => id === source);
		const blank = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Values;
		const people = from?.people ?? new Set();
		const partner = body.customerId as string | undefined;
		const record = this.insert(side, { ...blank, ...values }, people, partner);
		this.say(`  created ${record.id}`);
		this.copies.set(source, [...(this.copies.get(source) ?? []), record.id]);
		this.unsure.add(source);
		return record;
	}

	private changed(step: Planned, side: Side, { more, ...values }: Written) {
		const { row, since = '' } = step;
		const record = this.stores[side].get(side === 'here' ? row.customerId : row.otherId);
		if (!record || (side === 'here' && record.time * 1000 + START > Date.parse(since)))
			return undefined;
		const isNumber = this.kind === 'table' && this.mode === 'numbers' && side === 'there';
		if (isNumber && /\D/.test(values.phoneNumber ?? '')) return undefined;
		const old = structuredClone(record.values);
		for (const field of FIELDS) {
			const value = values[field];
			if (value === undefined) continue;
			this.judge(step, side, record, field, this.written(side, field, value), old);
			record.values = { ...record.values, [field]: this.written(side, field, value) };
		}
		this.shows(record);
		if (more) record.moreEmails = more;
		record.time = this.now;
		return record;
	}

	// ---- what must hold

	/** No value is overwritten that the other side had not shown, unless the row keeps it; none is another person's. */
	private judge(
		step: Planned,
		side: Side,
		record: Stored,
		field: Field,
		text: string,
		before: Values,
	) {
		const { customerId, otherId } = step.row;
		const [pair, from] = [`${customerId} ${otherId}`, side === 'here' ? otherId : customerId];
		const source = this.stores[other(side)].get(from);
		const [was, is] = [before[field], text].map((one) => this.plain(field, one));
		if (was === is) return;
		const report = (what: string, isWrong: boolean) => {
			if (isWrong) this.wrongly(`${what}: ${side} ${record.id} ${field} "${was}" by "${is}"`);
		};
		const kept =
			this.rows.find((one) => `${one.customerId} ${one.otherId}` === pair)?.replaced ?? '';
		const texts = [before[field], digits(before[field]), `${before.firstName} ${before.lastName}`];
		const isKept = texts.some((one) => one && kept.includes(`: ${one.normalize('NFC')} (`));
		const ids = [from, ...(source?.was ?? [])];
		const isKnown = ids.some((id) => this.showed.has(`${id} ${field} ${was}`));
		const [own, theirs] = [record.id, from].map((id) => this.edited.get(`${id} ${field}`) ?? 0);
		const isJustNow = theirs > this.now - 60;
		// Of two people who were merged, the one whose address comes first, or whose name is kept.
		const isMerged = [record, source].some(
			(one) => one && (one.was.length > 0 || one.people.size > 1),
		);
		const first = source && this.textsOf(source, 'email').find(Boolean);
		const isFirst = (['email', 'firstName'] as const).some((one) =>
			[source?.values[one], one === 'email' ? first : undefined].some(
				(text) => this.plain(one, text ?? '') === this.plain(one, before[one]),
			),
		);
		const owners = this.owners.get(is);
		const isOwn = !owners || [...record.people].some((one) => owners.has(one));
		const isOfOther = is !== '' && field !== 'email' && !isOwn;
		report('of another person', isOfOther && !(isMerged && isFirst));
		if (was === '') return;
		report('lost', !isKept && !isKnown);
		const isFilled = source !== undefined && source.values[field] !== '';
		report('erased', is === '' && isFilled && !isJustNow);
		report('emptied, and kept nowhere', is === '' && !isKept);
		const [met, metIn] = ['', ` ${is}`].map((one) => this.shared.get(`${pair} ${field}${one}`));
		const isOne = field === 'email' || (this.kind === 'Pipedrive' && isKept);
		report('agreed over changed', metIn !== undefined && theirs < metIn && own > metIn && !isOne);
		if (isMerged) return;
		const isNew = met === undefined && theirs < (this.noted.get(pair) ?? 0);
		// Edited on both sides while it was created, and kept: a conflict.
		const agreed = Object.keys(JSON.parse(step.row.agreed || '{}') as Json);
		const isConflict = isKept && [field, 'name'].some((one) => agreed.includes(one));
		report('a link overwrote', isNew && !isKnown && !isConflict);
		const isBoth = met !== undefined && own > met && theirs > met && !isJustNow;
		report('the wrong side won', isBoth && side === 'here' && is !== '');
	}

	/** What no user should see, after quiet nights. */
	wrong(): string[] {
		// A list that is empty stops every run, and so does one that leaves out a field that nobody has.
		const isEmpty = this.stores.here.size === 0 || this.stores.there.size === 0;
		if (this.isStopped && (isEmpty || this.is('leaves out'))) return this.found;
		if (this.isStopped) this.wrongly('the last night was stopped');
		const isRefused = this.rows.some(({ state }) => /^refused|not taken$/.test(state));
		if (this.writes > 0 && !isRefused) this.wrongly(`the last night wrote ${this.writes} times`);
		const linked = new Set<string>();
		for (const row of this.rows) {
			const [a, b] = [this.stores.here.get(row.customerId), this.stores.there.get(row.otherId)];
			if (!a || !b || row.state === 'apart') continue;
			if (linked.has(a.id) || linked.has(b.id)) this.wrongly(`${a.id} or ${b.id} is linked twice`);
			linked.add(a.id).add(b.id);
			this.judgePair(row, a, b);
		}
		for (const side of ['here', 'there'] as const)
			for (const { id, isWanted } of this.stores[side].values()) {
				const isNamed = this.rows.some(
					(one) => [one.customerId, one.otherId].includes(id) || one.state.includes(id),
				);
				if (!isNamed && (side === 'here' || isWanted))
					this.wrongly(`nothing says why ${id} is alone`);
			}
		for (const [source, copies] of this.copies) {
			const alive = copies.filter((id) => this.stores.here.has(id) || this.stores.there.has(id));
			if (alive.length > 1) this.wrongly(`${source} was copied to ${alive.join(', ')}`);
		}
		return this.found;
	}

	private judgePair({ state }: Row, a: Stored, b: Stored): void {
		if (/^refused/.test(state)) {
			const texts = [a, b].flatMap((one) => this.textsOf(one, 'email'));
			if (!texts.some((one) => one.endsWith('@bad'))) this.wrongly(`${a.id} ${b.id}: ${state}`);
			return;
		}
		if (/next run|meanwhile/.test(state) && !this.is('numbers'))
			this.wrongly(`${a.id} ${b.id} for ever: ${state}`);
		const name = (one: Stored) =>
			`${one.values.firstName} ${one.values.lastName}`.normalize('NFC').trim();
		for (const field of FIELDS) {
			const isName = this.kind === 'Pipedrive' && field.endsWith('Name');
			if (this.kind === 'Pipedrive' && field === 'companyName') continue;
			const ours = isName ? name(a) : this.plain(field, a.values[field]);
			const theirs = isName
				? [name(b)]
				: this.textsOf(b, field).map((one) => this.plain(field, one));
			const at = this.shared.get(`${a.id} ${b.id} ${field}`) ?? Infinity;
			const edits = [a, b].filter(({ id }) => (this.edited.get(`${id} ${field}`) ?? 0) > at);
			const isSaid =
				state.includes(isName ? 'name' : field) &&
				(isName || field === 'email' || edits.length !== 1);
			if (!theirs.includes(ours) && !isSaid && !state.startsWith('waits'))
				this.wrongly(`${a.id} ${b.id} ${field}: "${ours}" and "${theirs.join()}", ${state}`);
		}
	}
}
