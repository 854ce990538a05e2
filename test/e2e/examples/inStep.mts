import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { waitFor, within } from '../../../sandbox/service/waitFor.mts';
import { recordsOf } from '../../shared.mts';
import { ExecutionLog } from '../harness/executionLog.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import type { Stack } from '../harness/stack.mts';
import { otherSystems } from './otherSystems.mts';
import type { OtherSystem, Person } from './otherSystems.mts';

const NIGHT = 'Every night';
const IN_EARNEST = { 'CHECK_ONLY = true': 'CHECK_ONLY = false' };
const FIELDS = ['firstName', 'lastName', 'email', 'phoneNumber', 'companyName'] as const;

export interface Row {
	customerId: string;
	otherId: string;
	state: string;
}

/** Both sides of an example that keeps customers in step, and its nights. */
export class Both {
	readonly there: OtherSystem;
	private readonly stack: () => Stack;
	private readonly table: string;
	private id = '';

	constructor(stack: () => Stack, there: OtherSystem, name: string) {
		this.stack = stack;
		this.there = there;
		this.table = `The pairs of the test with ${name}`;
	}

	/** Imports the example as a person fills it in. */
	async import(example: string, pairs: string): Promise<string> {
		const { texts, credentials } = this.there;
		const all = { ...texts, ...IN_EARNEST, [pairs]: this.table };
		this.id = await importFilledIn(this.stack(), example, { texts: all, credentials });
		return this.id;
	}

	/** @returns what went wrong, as the execution says it */
	async night(): Promise<string> {
		const { errors } = await this.stack().rest.run(this.id, NIGHT, 600);
		return Object.values(errors)
			.map(({ message }) => message)
			.join('\n');
	}

	/** Nights until nothing is left to do; what is new in one may be linked in the next. */
	async settle(nights = 1): Promise<void> {
		for (let night = 0; night < nights; night++) expect(await this.night()).toBe('');
	}

	rows(): Row[] {
		const log = new ExecutionLog(this.stack().options.userFolder);
		return log.tableRows(this.table) as unknown as Row[];
	}

	rowOf(id: string): Row | undefined {
		return this.rows().find(({ customerId, otherId }) => [customerId, otherId].includes(id));
	}

	/** The state that is noted for a record of either side. */
	stateOf(id: string): string | undefined {
		return this.rowOf(id)?.state;
	}

	async other(customerId: string): Promise<[string, Person | undefined]> {
		const id = this.rowOf(customerId)?.otherId ?? '';
		return [id, (await this.there.people()).get(id)];
	}

	customers(): Array<Person & { id: string }> {
		return recordsOf(this.stack().service, 'customer').map((one) => ({
			id: one.id,
			...(Object.fromEntries(
				FIELDS.map((field) => [field, String(one[field] ?? '')]),
			) as unknown as Person),
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
			return FIELDS.filter((field) => plain(a[field]) !== plain(b[field])).map(
				(field) => `${customerId} ${field}: "${a[field]}" and "${b[field]}"`,
			);
		});
	}

	edit(id: string, change: Partial<Record<keyof Person, string | null>>): void {
		this.stack().service.store.edit('customer', id, change);
	}

	add(email: string | null, more: Partial<Record<keyof Person, string>> = {}): string {
		const { store, company } = this.stack().service;
		const names = { firstName: 'Marie', lastName: 'Curie', address: null };
		return store.insert('customer', company.id, { ...names, email, ...more }).id;
	}

	/** Changes with every write on either side. */
	async mark(): Promise<string> {
		const times = recordsOf(this.stack().service, 'customer').map((one) => one.updatedAt);
		return `${times.join()} ${await this.there.mark()}`;
	}
}

/** The examples that keep customers in step: first as shipped, then filled in, against a stand-in. */
export const inStepExamples = (stack: () => Stack) =>
	describe.each(otherSystems)('customers and $name', ({ name, example, pairs, start }) => {
		let both: Both;
		let there: OtherSystem;
		const quiet = async () => {
			const before = await both.mark();
			await both.settle();
			expect(await both.mark()).toBe(before);
			expect(await both.differences()).toEqual([]);
		};
		/** A pair in step. */
		const pair = async (email: string, more: Partial<Person> = {}) => {
			const id = both.add(email, { phoneNumber: '+49 431 1', ...more });
			await both.settle();
			const [otherId] = await both.other(id);
			expect(both.stateOf(id)).toBe('in step');
			return [id, otherId] as const;
		};
		let seeded: string[] = [];
		beforeAll(async () => {
			seeded = [...stack().service.store.customers.keys()];
			there = await start(stack);
			both = new Both(stack, there, name);
			await both.import(example, pairs);
		});
		afterAll(async () => {
			await there.close();
			// The next system begins with the same customers: people of the same email would wait.
			const { customers } = stack().service.store;
			for (const id of [...customers.keys()]) if (!seeded.includes(id)) customers.delete(id);
		});

		it('as shipped, only show what a run would write', async () => {
			const before = await both.mark();
			const { errors, outputs } = await stack().rest.run(example, NIGHT);
			expect(errors).toEqual({});
			expect(outputs.Decide[0].length).toBeGreaterThan(3);
			expect(Object.keys(outputs)).not.toContain('One at a time');
			expect(await both.mark()).toBe(before);
		});

		it('bring every customer there once, and then nothing', async () => {
			await both.settle(2);
			const people = [...(await there.people()).values()];
			const wanted = both.customers().filter(({ email }) => email !== '' || name === 'a table');
			expect(people).toHaveLength(wanted.length);
			expect(both.rows().filter(({ state }) => state === 'in step')).toHaveLength(wanted.length);
			const waits = both.rows().filter(({ state }) => state === 'waits: no email');
			expect(waits).toHaveLength(both.customers().length - wanted.length);
			await quiet();
		});

		it('carry each change to the other side, and only that', async () => {
			const [id, otherId] = await pair('lise@edit.example', { companyName: 'Alt KG' });
			// Pipedrive creates an organization in one night, and links it in the next.
			await both.settle();
			await there.edit(otherId, { email: 'meitner@edit.example' });
			both.edit(id, { phoneNumber: '+49 431 2' });
			await both.night();
			const wanted = { email: 'meitner@edit.example', phoneNumber: '+49 431 2' };
			expect(both.customer(id)).toMatchObject(wanted);
			await there.edit(otherId, { phoneNumber: '', lastName: 'Meitner' });
			both.edit(id, { companyName: null });
			await both.night();
			expect(both.customer(id)).toMatchObject({ phoneNumber: '', lastName: 'Meitner' });
			expect((await both.other(id))[1]?.companyName).toBe('');
			await quiet();
		});

		it('take the later edit if both sides changed a field', async () => {
			const [first, firstThere] = await pair('first@both.example');
			const [second, secondThere] = await pair('second@both.example');
			await there.edit(firstThere, { phoneNumber: '+49 431 5' });
			both.edit(second, { phoneNumber: '+49 431 6' });
			// Some systems tell times to the second.
			await new Promise((resolve) => setTimeout(resolve, 1_100));
			both.edit(first, { phoneNumber: '+49 431 7' });
			await there.edit(secondThere, { phoneNumber: '+49 431 8' });
			await both.night();
			const phones = [first, second].map((id) => both.customer(id)?.phoneNumber.replace(/\s/g, ''));
			expect(phones).toEqual(['+494317', '+494318']);
			await quiet();
		});

		it('leave to the next run a customer who is edited while it is on its way', async () => {
			const { faults, requests } = stack().service;
			const [id, otherId] = await pair('meanwhile@edit.example');
			await there.edit(otherId, { phoneNumber: '+49 431 5' });
			const path = pathOf('getCustomer', id);
			const before = requests.length;
			faults.add({ method: 'GET', path, times: 1, delayMs: 2_000 });
			const running = both.night();
			const isRead = () => requests.slice(before).some((one) => one.path === path);
			await waitFor(isRead, within(60, 'The record was not read again'));
			both.edit(id, { phoneNumber: '+49 431 6' });
			expect(await running).toBe('');
			expect(both.customer(id)?.phoneNumber).toBe('+49 431 6');
			expect(both.stateOf(id)).toBe('waits: changed meanwhile');
			await both.settle();
			expect(both.stateOf(id)).toBe('in step');
			await quiet();
		});

		it('make a customer of who is new there, and link who is known by the email', async () => {
			const names = { firstName: 'Ida', lastName: 'Noddack' };
			const otherId = await there.add({ ...names, email: 'ida@new.example' });
			const known = both.add('Otto@known.example');
			const knownThere = await there.add({
				...names,
				email: 'otto@known.example',
				companyName: 'Born KG',
			});
			await both.settle();
			const { customerId = '' } = both.rowOf(otherId) ?? {};
			expect(both.customer(customerId)).toMatchObject({ ...names, email: 'ida@new.example' });
			expect(both.rowOf(known)?.otherId).toBe(knownThere);
			expect(both.customer(known)?.companyName).toBe('Born KG');
			await quiet();
		});

		it('let wait who shares an email address, and say with whom', async () => {
			const [one, two] = [both.add('twin@twin.example'), both.add('Twin@twin.example')];
			await both.settle();
			expect(both.stateOf(one)).toMatch(/^waits: C-\d+ Marie Curie has the same email$/);
			both.edit(two, { email: 'own@twin.example' });
			await both.settle();
			expect([one, two].map((id) => both.stateOf(id))).toEqual(['in step', 'in step']);
		});

		it('delete nothing, create nothing again, and say what is gone', async () => {
			const [id, otherId] = await pair('gone@there.example');
			const [deleted, left] = await pair('gone@here.example');
			await there.remove(otherId);
			stack().service.store.delete('customer', deleted);
			both.edit(id, { phoneNumber: '+49 9' });
			const before = await both.mark();
			await both.settle();
			expect(await both.mark()).toBe(before);
			expect(both.stateOf(id)).toMatch(/^deleted in/);
			expect(both.stateOf(left)).toBe('deleted in the service');
			expect((await there.people()).has(left)).toBe(true);
		});

		it.skipIf(name === 'a table')('follow a merge, and empty nothing', async () => {
			const [id, otherId] = await pair('max@merge.example');
			const other = await there
				.add({ firstName: 'Max', lastName: 'Born', email: 'max@merge.example' })
				.then(async (one) => {
					// HubSpot has an address once only.
					if (name === 'HubSpot') await there.edit(one, { email: 'born@merge.example' });
					return one;
				});
			const kept = (await there.merge?.(other, otherId)) ?? '';
			await both.settle();
			expect(both.rowOf(id)).toMatchObject({ otherId: kept, state: 'in step' });
			// HubSpot keeps both addresses. Somebody chooses.
			await there.edit(kept, { email: 'max@merge.example' });
			expect(both.customer(id)).toMatchObject({ lastName: 'Born', phoneNumber: '+49 431 1' });
			both.edit(id, { phoneNumber: '+49 431 3' });
			await both.night();
			expect((await both.other(id))[1]?.phoneNumber.replace(/\s/g, '')).toBe('+494313');
		});

		it('stop before they write if a run would change more than a third', async () => {
			const ids = both
				.rows()
				.filter(({ state }) => state === 'in step')
				.map(({ customerId }) => customerId);
			const phones = new Map(both.customers().map(({ id, phoneNumber }) => [id, phoneNumber]));
			for (const id of ids) both.edit(id, { phoneNumber: `+49 9 ${id.slice(0, 4)}` });
			const before = await both.mark();
			expect(await both.night()).toMatch(
				/^This run would change or unlink \d+ of \d+ pairs\. Nothing was written/,
			);
			expect(await both.mark()).toBe(before);
			for (const id of ids) both.edit(id, { phoneNumber: phones.get(id) || null });
			await quiet();
		});

		it.skipIf(name === 'a table')(
			'name what is refused, carry out the rest, and try again',
			async () => {
				const [id] = await pair('refused@wanted.example');
				const fine = both.add('fine@wanted.example');
				both.edit(id, { email: 'ida@unwanted.example', phoneNumber: '+49 431 4' });
				expect(await both.night()).toMatch(/Marie Curie, refused: .*(not valid|[Bb]ad request)/);
				expect(both.stateOf(fine)).toBe('in step');
				both.edit(id, { email: 'ida@wanted.example' });
				await both.settle();
				expect(both.stateOf(id)).toBe('in step');
				await quiet();
			},
		);

		it.skipIf(name === 'a table')(
			'write nothing if a list failed, and nobody twice if an answer got lost',
			async () => {
				const { faults } = stack().service;
				const id = both.add('lost@answer.example');
				const before = await both.mark();
				faults.add({ path: pathOf('listCustomers'), status: 403 });
				expect(await both.night()).not.toBe('');
				faults.clear();
				there.mishaps?.push({ request: 'GET', status: 403 });
				expect(await both.night()).not.toBe('');
				there.mishaps?.splice(0);
				expect(await both.mark()).toBe(before);
				there.mishaps?.push({ request: 'POST', status: 502, times: 1, isCarriedOut: true });
				expect(await both.night()).toMatch(/refused/);
				await both.settle();
				expect(both.stateOf(id)).toBe('in step');
				const people = [...(await there.people()).values()];
				expect(people.filter(({ email }) => email === 'lost@answer.example')).toHaveLength(1);
				await quiet();
			},
		);
	});
