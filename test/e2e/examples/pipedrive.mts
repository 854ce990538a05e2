import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitFor, within } from '../../../sandbox/service/waitFor.mts';
import { pathOf } from '../../../sandbox/service/description.mts';
import { recordsOf } from '../../shared.mts';
import { ExecutionLog } from '../harness/executionLog.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import type { Stack } from '../harness/stack.mts';
import { pollEvery } from '../harness/workflows.mts';
import { pipedriveCredential, startPipedrive } from '../standIns/pipedrive.mts';
import type { Pipedrive } from '../standIns/pipedrive.mts';

const SHIPPED = 'Energy Projects and Pipedrive';
const TABLE = 'The table of the test with Pipedrive';
const EXAMPLE = 'EnergyToPipedrv1';
const NIGHT = 'Every night';

/** Customers to Pipedrive: first as shipped, with pinned data; then filled in, against a stand-in for Pipedrive. */
export const pipedriveExample = (stack: () => Stack) =>
	describe('customers to Pipedrive', () => {
		let pipedrive: Pipedrive;
		let copy: string;
		beforeAll(async () => {
			pipedrive = await startPipedrive();
			const { id, type } = pipedriveCredential;
			copy = await importFilledIn(stack(), EXAMPLE, {
				texts: { [SHIPPED]: TABLE, 'https://api.pipedrive.com': pipedrive.url },
				credentials: { 'n8n-nodes-base.httpRequest': { id, type } },
				parameters: {
					'At most 3 at a time': { maxItems: 1000 },
					'Pipedrive: create, update or delete': { options: {} },
					'A customer is new, changed or deleted': { pollTimes: pollEvery(2) },
				},
			});
		});
		afterAll(async () => await pipedrive.close());
		beforeEach(() => void Object.assign(pipedrive.faults, { left: Infinity, lost: 0 }));

		const rows = (table = TABLE) =>
			new ExecutionLog(stack().options.userFolder).tableRows(table) as Array<
				Record<'customerId' | 'personId' | 'state' | 'content', string>
			>;
		const stateOf = (id: string) => rows().find(({ customerId }) => customerId === id)?.state;
		const customers = () => recordsOf(stack().service, 'customer');
		const edit = (id: string, change: Record<string, unknown>) =>
			stack().service.store.edit('customer', id, change);
		const add = (email: string | null, fields: Record<string, unknown> = {}) => {
			const { store, company } = stack().service;
			const names = { firstName: 'Marie', lastName: 'Curie', address: null };
			return store.insert('customer', company.id, { ...names, email, ...fields }).id;
		};
		const personWith = (email: string) => {
			const found = pipedrive.withEmail(email);
			expect(found).toHaveLength(1);
			return found[0];
		};
		/** Runs the example, which has to succeed. @returns what it sent */
		const run = async () => {
			pipedrive.writes.splice(0);
			const { status, errors } = await stack().rest.run(copy, NIGHT);
			expect({ status, errors }).toEqual({ status: 'success', errors: {} });
			return [...pipedrive.writes];
		};
		/** Runs the example, which has to fail at its end. @returns why */
		const runAndFail = async () => {
			pipedrive.writes.splice(0);
			const { errors } = await stack().rest.run(copy, NIGHT);
			return errors['Report it']?.message;
		};

		it('shows with its pinned data how three customers go there, and counts none as sent', async () => {
			for (let click = 0; click < 2; click++) {
				const { errors } = await stack().rest.run(EXAMPLE, NIGHT);
				expect(errors).toEqual({});
				const states = rows(SHIPPED).map(({ state }) => state);
				const count = (wanted: string) => states.filter((state) => state === wanted).length;
				expect(count('not sent: pinned data')).toBeGreaterThan(2);
				expect(count('waits: no email address')).toBe(
					customers().filter(({ email }) => email === null).length,
				);
				expect(count('in step')).toBe(0);
			}
		});

		it('filled in: sends every customer with an email address once, with its company', async () => {
			add('emmy@firma.example', { companyName: 'Noether KG', phoneNumber: null });
			add('max@firma.example', { companyName: 'noether kg' });
			const born = pipedrive.addOrganization('Born GmbH');
			add('hedwig@firma.example', { companyName: 'Born GmbH' });
			await run();
			const sent = customers().filter(({ email }) => email !== null);
			expect(pipedrive.persons.size).toBe(sent.length);
			expect(rows().filter(({ state }) => state === 'in step')).toHaveLength(sent.length);
			expect(personWith('emmy@firma.example')).toMatchObject({ name: 'Marie Curie', phones: [] });
			expect(personWith('hedwig@firma.example').org_id).toBe(born.id);
			const [noether, ...more] = [...pipedrive.organizations.values()].filter(({ name }) =>
				/noether/i.test(name),
			);
			expect(more).toEqual([]);
			for (const email of ['emmy@firma.example', 'max@firma.example']) {
				expect(personWith(email).org_id).toBe(noether.id);
			}
			expect(await run()).toEqual([]);
		});

		it('sends what changed, and nothing else', async () => {
			const id = add('lise@edit.example', { phoneNumber: '+49 30 1', companyName: 'Hahn KG' });
			await run();
			const person = personWith('lise@edit.example');
			const path = `/api/v2/persons/${person.id}`;
			// What Pipedrive's users change there stays.
			person.name = 'Prof. Lise Curie';
			edit(id, { phoneNumber: '+49 30 2' });
			const phones = [{ value: '+49 30 2', primary: true, label: 'work' }];
			expect(await run()).toEqual([{ method: 'PATCH', path, body: { phones } }]);
			const email = 'lise.meitner@edit.example';
			edit(id, { email, lastName: 'Meitner', companyName: 'Born GmbH' });
			await run();
			const [{ id: org_id }] = [...pipedrive.organizations.values()].filter(
				({ name }) => name === 'Born GmbH',
			);
			expect(person).toMatchObject({ name: 'Marie Meitner', org_id, phones });
			expect(person.emails).toEqual([{ value: email, primary: true, label: 'work' }]);
			// What is empty here empties nothing there.
			edit(id, { phoneNumber: null, companyName: null, firstName: '', email: null });
			expect(await run()).toEqual([]);
			expect(stateOf(id)).toBe('in step');
		});

		it('links a person who has the email address, whatever its letter case, and keeps other addresses', async () => {
			const other = { value: 'otto@home.example', primary: true, label: 'home' };
			const emails = [other, { value: 'Otto@Link.example', primary: false, label: 'work' }];
			const person = pipedrive.addPerson({ name: 'O. Hahn', emails });
			const id = add('otto@link.example', { firstName: 'Otto', lastName: 'Hahn' });
			await run();
			expect(person).toMatchObject({ name: 'Otto Hahn', emails });
			edit(id, { email: 'hahn@link.example' });
			await run();
			expect(person.emails).toEqual([other, { ...emails[1], value: 'hahn@link.example' }]);
			expect(await run()).toEqual([]);
		});

		it('waits if it cannot tell which person it is, and says why', async () => {
			const emails = [{ value: 'ida@twice.example', primary: true }];
			const [first, second] = [1, 2].map(() => pipedrive.addPerson({ name: 'Ida', emails }));
			const id = add('ida@twice.example');
			const double = add('ida@twice.example');
			expect(await run()).toEqual([]);
			expect(stateOf(id)).toMatch(/^waits: persons .* the same email address: \d+, \d+$/);
			expect(stateOf(double)).toMatch(/^waits: C-\d+ has the same email address$/);
			pipedrive.persons.delete(second.id);
			await run();
			expect(stateOf(id)).toBe('in step');
			edit(double, { email: 'own@twice.example' });
			await run();
			expect(stateOf(double)).toBe('in step');
			expect(personWith('own@twice.example')).not.toBe(first);
		});

		it('says in the table what Pipedrive does not take, and tries it again', async () => {
			const id = add('ida@unwanted.example');
			const fine = add('irene@wanted.example');
			expect(await runAndFail()).toMatch(/did not accept every change.*Bad request/);
			expect(stateOf(fine)).toBe('in step');
			expect(stateOf(id)).toMatch(/^refused: .*Bad request/);
			await runAndFail();
			expect(pipedrive.writes).toHaveLength(1);
			edit(id, { email: 'ida@wanted.example' });
			await run();
			expect(stateOf(id)).toBe('in step');
			// A refused change does not count as sent either.
			edit(id, { email: 'noddack@unwanted.example' });
			await runAndFail();
			edit(id, { email: 'ida@wanted.example' });
			expect(await run()).toEqual([]);
			expect(stateOf(id)).toBe('in step');
		});

		it('carries on in the next run after a rate limit, or after an answer that got lost', async () => {
			const emails = ['one', 'two'].map((name) => `${name}@limit.example`);
			emails.forEach((email) => add(email));
			const pages = Math.ceil(pipedrive.persons.size / 10);
			pipedrive.faults.left = pages + Math.ceil(pipedrive.organizations.size / 10) + 1;
			expect(await runAndFail()).toMatch(/too many requests/i);
			pipedrive.faults.left = Infinity;
			pipedrive.faults.lost = 1;
			await runAndFail();
			expect(await run()).toEqual([]);
			expect(emails.map((email) => pipedrive.withEmail(email).length)).toEqual([1, 1]);
		});

		it('sends nothing if it could not read a whole list', async () => {
			const { faults: ofService } = stack().service;
			add('page@limit.example');
			for (const left of [0, 1]) {
				pipedrive.faults.left = left;
				await runAndFail();
				expect(pipedrive.writes).toEqual([]);
			}
			pipedrive.faults.left = Infinity;
			ofService.add({ path: pathOf('listCustomers'), status: 403 });
			await runAndFail();
			expect(pipedrive.writes).toEqual([]);
			ofService.clear();
			expect(await run()).toHaveLength(1);
		});

		it('takes names as they are, whatever they look like', async () => {
			const names = ['={{ $env.HOME }}', `R'); DROP TABLE x; --`, '"}],"id":1,{"', 'constructor'];
			names.forEach((lastName, number) =>
				add(`n${number}@hostile.example`, { lastName, companyName: lastName }),
			);
			await run();
			for (const [number, name] of names.entries()) {
				const person = personWith(`n${number}@hostile.example`);
				expect(person.name).toBe(`Marie ${name}`);
				expect(pipedrive.organizations.get(person.org_id ?? 0)?.name).toBe(name);
			}
			expect(await run()).toEqual([]);
		});

		it('does not create a person again that was deleted in Pipedrive', async () => {
			const id = add('gone@there.example');
			await run();
			pipedrive.persons.delete(personWith('gone@there.example').id);
			edit(id, { phoneNumber: '+49 9' });
			expect(await run()).toEqual([]);
			expect(stateOf(id)).toBe('deleted in Pipedrive');
		});

		it('published: sends a new customer, and deletes the person of a deleted one', async () => {
			const { rest, service } = stack();
			await rest.publish(copy);
			const id = add('ada@published.example');
			await waitFor(() => stateOf(id) === 'in step', within(30, 'Not sent'));
			const { size } = pipedrive.persons;
			service.store.delete('customer', id);
			await waitFor(() => stateOf(id) === 'deleted on both sides', within(30, 'Not deleted'));
			await rest.unpublish(copy);
			expect(pipedrive.withEmail('ada@published.example')).toEqual([]);
			expect(pipedrive.persons.size).toBe(size - 1);
			const ids = rows().map(({ customerId }) => customerId);
			expect(ids).toEqual([...new Set(ids)]);
		});
	});
