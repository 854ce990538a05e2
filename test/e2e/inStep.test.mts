import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../sandbox/service/description.mts';
import { addDemoData } from '../../sandbox/service/seed.mts';
import { waitFor, within } from '../../sandbox/service/waitFor.mts';
import { expectValidRequests } from '../shared.mts';
import { Both, IN_EARNEST, NIGHT } from './harness/inStep.mts';
import { exampleOf, importFilledIn } from './harness/liveExample.mts';
import { otherSystems, personOf, renameColumn } from './harness/otherSystems.mts';
import type { OtherSystem, Person } from './harness/otherSystems.mts';
import { useStack } from './harness/stack.mts';
import { hubSpotCredential } from './standIns/hubSpot.mts';
import { pipedriveCredential } from './standIns/pipedrive.mts';

// The examples that keep customers in step, filled in, against a table of n8n or a stand-in. What is decided is the same
// text in all of them, and tested with the table; with the others, what they send and how they are answered.

const stack = useStack({
	workflows: [],
	moreCredentials: [hubSpotCredential, pipedriveCredential],
	service: { seed: 'empty' },
});
/** More than a page of each list. */
const CUSTOMERS = 12;

describe.each(otherSystems)('customers and $name', ({ name, example, pairs, start }) => {
	const [isTable, isPipedrive] = [name === 'a table', name === 'Pipedrive'];
	let both: Both;
	let there: OtherSystem;
	beforeAll(async () => {
		// Each begins with the same customers: people of the same email would wait.
		stack().service.store.clear();
		addDemoData(stack().service.store, stack().service.company, CUSTOMERS);
		there = await start(stack);
		both = new Both(stack, there, name);
		// As they stand there, a pause is five seconds.
		await both.import(example, pairs, { waitBetweenTries: 50 });
	});
	afterAll(async () => await there.close());

	const stopped =
		/^Nothing was written\. Another run has begun|^Another run began at the same time/;
	const plain = (phone = '') => phone.replace(/\s/g, '');
	const phoneOf = (id: string) => plain(both.customer(id)?.phoneNumber);
	const used = new Set<string>();
	/** A pair in step that no other test has touched. @returns the IDs of both */
	const pair = (isOne: (customer: Person) => boolean = () => true) => {
		const row = both.rows().find(({ state, customerId }) => {
			const customer = both.customer(customerId);
			return state === 'in step' && !used.has(customerId) && customer && isOne(customer);
		});
		if (row === undefined) throw new Error('No pair is left');
		used.add(row.customerId);
		return [row.customerId, row.otherId] as const;
	};
	const quiet = async () => {
		const before = await both.mark();
		await both.settle();
		expect(await both.mark()).toBe(before);
		expect(await both.differences()).toEqual([]);
	};

	it.skipIf(isTable)('write nothing of the sample that is pinned to them', async () => {
		const { pinData } = exampleOf(example);
		const id = await importFilledIn(stack(), example, { texts: IN_EARNEST, pinData }, 1);
		const { errors } = await stack().rest.run(id, NIGHT);
		expect(errors.Decide.message).toMatch(/click Unpin there\. Nothing was written/);
	});

	it('bring every customer there once, and then nothing', async () => {
		await both.settle();
		const wanted = both.customers().filter(({ email }) => email !== '' || isTable);
		expect((await there.people()).size).toBe(wanted.length);
		const states = both.rows().map(({ state }) => state);
		expect(states.filter((state) => state === 'in step')).toHaveLength(wanted.length);
		const waits = both.customers().length - wanted.length;
		expect(states.filter((state) => state === 'waits: no email')).toHaveLength(waits);
		await quiet();
	});

	it('carry each change to the other side, and only that; what lost a conflict is kept', async () => {
		const [emptied, emptiedThere] = pair(({ companyName }) => companyName !== '');
		const [id, otherId] = pair();
		const [both1, both1There] = pair();
		both.edit(id, { phoneNumber: '+49 431 2' });
		await there.edit(otherId, { email: 'meitner@edit.example' });
		both.edit(emptied, { companyName: null });
		await there.edit(emptiedThere, { phoneNumber: '', lastName: 'Meitner' });
		both.edit(both1, { phoneNumber: '+49 431 7' });
		await there.edit(both1There, { phoneNumber: '+49 431 8' });
		await both.night();
		const wanted = { email: 'meitner@edit.example', phoneNumber: '+49 431 2' };
		expect(both.customer(id)).toMatchObject(wanted);
		expect(both.customer(emptied)).toMatchObject({ phoneNumber: '', lastName: 'Meitner' });
		if (!there.lacks) expect((await both.other(emptied))[1]?.companyName).toBe('');
		expect(phoneOf(both1)).toBe('+494317');
		expect(plain(both.rowOf(both1)?.replaced)).toMatch(/^phoneNumber:\+494318\(/);
		expect(await both.differences()).toEqual([]);
	});

	it('make a customer of who is new there, and link who has the same name, or by a word', async () => {
		const names = { firstName: 'Ida', lastName: 'Noddack' };
		const marie = { firstName: 'Marie', lastName: 'Curie' };
		const otherId = await there.add({ ...names, email: 'ida@new.example' });
		const known = both.add('marie@known.example');
		const phoneNumber = '+49 431 77';
		const knownThere = await there.add({ ...marie, email: 'Marie@known.example', phoneNumber });
		const [couple, apart] = [both.add('otto@known.example'), both.add('max@known.example')];
		const coupleThere = await there.add({ ...names, email: 'otto@known.example' });
		const apartThere = await there.add({ ...names, email: 'max@known.example' });
		await both.settle();
		const { customerId = '' } = both.rowOf(otherId) ?? {};
		expect(both.customer(customerId)).toMatchObject({ ...names, email: 'ida@new.example' });
		// The service has never had a number of hers.
		await there.edit(otherId, { phoneNumber: '+49 431 78' });
		expect(both.rowOf(known)).toMatchObject({ otherId: knownThere, state: 'in step' });
		expect(phoneOf(known)).toBe(plain(phoneNumber));
		const waits = /^waits: Ida Noddack \(.*\) has the same email, but another name$/;
		for (const id of [couple, apart]) expect(both.stateOf(id)).toMatch(waits);
		// In the third night, it is said once.
		await both.write(apart, { since: '2026-01-01' });
		expect(await both.night()).toMatch(
			/^C-\d+ Marie Curie, waits: Ida Noddack .* \(since 2026-01-01\)/,
		);
		await both.write(couple, { state: 'link' });
		await both.write(apart, { state: 'apart' });
		await both.settle();
		expect(both.rowOf(couple)).toMatchObject({ otherId: coupleThere });
		expect(both.stateOf(couple)).toMatch(/^differs: .*name/i);
		expect(both.customer(couple)).toMatchObject(marie);
		await there.edit(coupleThere, marie);
		await both.settle();
		expect([couple, apart].map((id) => both.stateOf(id))).toEqual(['in step', 'apart']);
		expect(phoneOf(customerId)).toBe('+4943178');
		await there.remove(apartThere);
		stack().service.store.delete('customer', apart);
	});

	it('run once at a time', async () => {
		const id = both.add('once@once.example');
		const found = (await Promise.all([both.night(), both.night()])).filter(Boolean);
		// The second one was there when the first one decided, or when it was about to write; or both saw each other.
		expect(found).not.toEqual([]);
		for (const message of found) expect(message).toMatch(stopped);
		if (found.length === 2) await both.settle();
		expect(both.stateOf(id)).toBe('in step');
		const emails = [...(await there.people()).values()].map(({ email }) => email);
		expect(emails.filter((email) => email === 'once@once.example')).toHaveLength(1);
	});

	it('stop if a field is not read, and name it', async () => {
		const showAgain = await there.hide('phoneNumber');
		expect(await both.night()).toMatch(/^Nothing was written\. Nobody has phoneNumber on one side/);
		await showAgain();
		await quiet();
	});

	it.runIf(isTable)('stop if a column of the table of pairs was renamed', async () => {
		both.add('column@column.example');
		for (const column of ['agreed', 'state', 'otherId']) {
			const before = await both.mark();
			await renameColumn(stack(), both.table, column, 'renamed');
			expect(await both.night()).toContain(column);
			await renameColumn(stack(), both.table, 'renamed', column);
			expect(await both.mark()).toBe(before);
		}
		await both.settle();
		await quiet();
	});

	it('let wait a person of one word, and never send half a name', async () => {
		const names = { firstName: 'Hausverwaltung', lastName: '' };
		const id = await there.add({ ...names, email: 'one@word.example' });
		const [pairId, otherId] = pair();
		const { firstName = '', lastName = '' } = both.customer(pairId) ?? {};
		const half = isPipedrive ? { firstName: lastName, lastName: '' } : { lastName: '' };
		await there.edit(otherId, half);
		await both.settle();
		expect(both.stateOf(id)).toBe('waits: no last name');
		expect(both.customer(pairId)).toMatchObject({ firstName, lastName });
		expect(both.stateOf(pairId)).toBe(isPipedrive ? 'waits: no last name' : 'in step');
		await there.remove(id);
		await there.edit(otherId, { firstName, lastName });
		await both.settle();
		expect(both.stateOf(pairId)).toBe('in step');
	});

	it.runIf(isTable)(
		'leave to the next run a customer who is edited while it is on its way',
		async () => {
			const { faults, requests } = stack().service;
			const [id, otherId] = pair();
			await there.edit(otherId, { phoneNumber: '+49 431 5' });
			const path = pathOf('getCustomer', id);
			const before = requests.length;
			faults.add({ method: 'GET', path, times: 1, delayMs: 2_000 });
			const running = both.night();
			const isRead = () => requests.slice(before).some((one) => one.path === path);
			await waitFor(isRead, within(60, 'The record was not read again'));
			both.edit(id, { phoneNumber: '+49 431 6' });
			expect(await running).toBe('');
			expect(phoneOf(id)).toBe('+494316');
			expect(both.stateOf(id)).toBe('waits: changed meanwhile');
			await both.settle();
			expect(both.stateOf(id)).toBe('in step');
		},
	);

	it('delete nothing, create nothing again, and say what is gone', async () => {
		const [[id, otherId], [deleted, left]] = [pair(), pair()];
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

	it.skipIf(isTable)('follow a merge, and empty nothing', async () => {
		const [id, otherId] = pair();
		const { email, ...known } = both.customer(id) ?? personOf(() => '');
		// HubSpot has an address once only.
		const own = name === 'HubSpot' ? 'born@merge.example' : email;
		const names = { firstName: known.firstName, lastName: known.lastName };
		const other = await there.add({ ...names, email: own });
		const kept = (await there.merge?.(other, otherId)) ?? '';
		await both.settle();
		expect(both.rowOf(id)).toMatchObject({ otherId: kept, state: 'in step' });
		// HubSpot keeps both addresses. Somebody chooses.
		await there.edit(kept, { email });
		expect(both.customer(id)).toMatchObject(known);
		both.edit(id, { phoneNumber: '+49 431 3' });
		await both.night();
		expect(plain((await both.other(id))[1]?.phoneNumber)).toBe('+494313');
	});

	it.skipIf(isTable)('name what is refused, carry out the rest, and try again', async () => {
		const [[id], fine] = [pair(), both.add('fine@wanted.example')];
		both.edit(id, { email: 'ida@unwanted.example', phoneNumber: '+49 431 4' });
		expect(await both.night()).toMatch(/, refused: .*(not valid|[Bb]ad request)/);
		expect(both.stateOf(fine)).toBe('in step');
		both.edit(id, { email: 'ida@wanted.example' });
		await both.settle();
		expect(both.stateOf(id)).toBe('in step');
	});

	it.skipIf(isTable)(
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
		},
	);

	it('have nothing left to do after all that, and in the night after', async () => {
		await quiet();
		await both.ageRuns();
		await quiet();
	});
});

it('no request broke the description of the service', () => {
	expectValidRequests(stack().service);
});
