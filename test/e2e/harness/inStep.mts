import { expect } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { ExecutionLog } from './executionLog.mts';
import { importFilledIn } from './liveExample.mts';
import type { Stack } from './stack.mts';
import { callTable, FIELDS, personOf, withId } from './otherSystems.mts';
import type { OtherSystem, Person } from './otherSystems.mts';

export const NIGHT = 'Every night';
export const IN_EARNEST = { 'CHECK_ONLY = true': 'CHECK_ONLY = false' };
/** The other system begins without anybody. */
const EMPTY = { 'MAY_BE_EMPTY = false': 'MAY_BE_EMPTY = true' };

export interface Row {
	id: number;
	who: string;
	agreed: string;
	replaced: string;
	since: string;
	customerId: string;
	otherId: string;
	state: string;
}

/** Both sides of an example that keeps customers in step, and its nights. */
export class Both {
	readonly there: OtherSystem;
	private readonly stack: () => Stack;
	readonly table: string;
	/** The workflow that was imported last. */
	id = '';
	private copies = 0;

	constructor(stack: () => Stack, there: OtherSystem, name: string) {
		this.stack = stack;
		this.there = there;
		this.table = `The pairs of the test with ${name}`;
	}

	/**
	 * Imports the example as a person fills it in, once more if need be.
	 *
	 * @param settings of nodes that n8n runs again after an error
	 * @param more texts that are replaced
	 */
	async import(example: string, pairs: string, settings = {}, more = {}): Promise<void> {
		const { texts, credentials } = this.there;
		const all = { ...texts, ...IN_EARNEST, ...EMPTY, [pairs]: this.table, ...more };
		const filled = { texts: all, credentials, retries: settings };
		this.id = await importFilledIn(this.stack(), example, filled, this.copies++);
	}

	/** @returns what went wrong, as the execution says it */
	async night(id = this.id): Promise<string> {
		const { errors } = await this.stack().rest.run(id, NIGHT, 600);
		return Object.values(errors)
			.map(({ message }) => message)
			.join('\n');
	}

	/** A night in which nothing goes wrong; what is new in one may be linked in the next. */
	async settle(): Promise<void> {
		expect(await this.night()).toBe('');
	}

	rows(): Row[] {
		const log = new ExecutionLog(this.stack().options.userFolder);
		const rows = log.tableRows(this.table) as unknown as Row[];
		return rows.filter(({ state }) => !state.startsWith('run: '));
	}

	rowOf(id: string): Row | undefined {
		return this.rows().find(({ customerId, otherId }) => [customerId, otherId].includes(id));
	}

	/** The state that is noted for a record of either side. */
	stateOf(id: string): string | undefined {
		return this.rowOf(id)?.state;
	}

	/** What a person writes into the row of a record. */
	async write(id: string, data: Partial<Row>): Promise<void> {
		const filter = withId(String(this.rowOf(id)?.id));
		await callTable(this.stack(), this.table, 'PATCH', '/rows', { filter, data });
	}

	/** As if the runs so far had been in another night; a run that was broken off holds no other then. */
	async ageRuns(): Promise<void> {
		const filters = [{ columnName: 'state', condition: 'like', value: 'run: %' }];
		const data = { since: '2026-01-01T00:00:00.000Z' };
		const filter = { type: 'and', filters };
		await callTable(this.stack(), this.table, 'PATCH', '/rows', { filter, data });
	}

	async other(customerId: string): Promise<[string, Person | undefined]> {
		const id = this.rowOf(customerId)?.otherId ?? '';
		return [id, (await this.there.people()).get(id)];
	}

	customers(): Array<Person & { id: string }> {
		return recordsOf(this.stack().service, 'customer').map((one) => ({
			...{ id: one.id, ...personOf((field) => one[field]) },
		}));
	}

	customer(id: string): Person | undefined {
		return this.customers().find((one) => one.id === id);
	}

	/** Pairs and fields in which both sides differ; blanks in a phone number and letter case of an email do not count. */
	async differences(): Promise<string[]> {
		const people = await this.there.people();
		const customers = new Map(this.customers().map((one) => [one.id, one]));
		const plain = (value: string) => value.replace(/\s/g, '').toLowerCase();
		return this.rows().flatMap(({ customerId, otherId }) => {
			const [a, b] = [customers.get(customerId), people.get(otherId)];
			if (a === undefined || b === undefined) return [];
			const fields = FIELDS.filter((field) => field !== this.there.lacks);
			return fields
				.filter((field) => plain(a[field]) !== plain(b[field]))
				.map((field) => `${customerId} ${field}: "${a[field]}" and "${b[field]}"`);
		});
	}

	edit(id: string, change: Record<string, unknown>): void {
		this.stack().service.store.edit('customer', id, change);
	}

	add(email: string | null, more: Record<string, unknown> = {}): string {
		const { store, company } = this.stack().service;
		const none = { address: null, companyName: null, phoneNumber: null };
		const names = { firstName: 'Marie', lastName: 'Curie', ...none };
		return store.insert('customer', company.id, { ...names, email, ...more }).id;
	}

	/** Changes with every write on either side. */
	async mark(): Promise<string> {
		const times = recordsOf(this.stack().service, 'customer').map((one) => one.updatedAt);
		return `${times.join()} ${this.there.mark()}`;
	}
}
