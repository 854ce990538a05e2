import pWaitFor from 'p-wait-for';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { within } from '../../../sandbox/n8n/rest.mts';
import { pathOf } from '../../../sandbox/service/description.mts';
import { recordsOf } from '../../shared.mts';
import { ExecutionLog } from '../harness/executionLog.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import type { Stack } from '../harness/stack.mts';
import { updateTableRows } from '../harness/tableRow.mts';
import { pollEvery } from '../harness/workflows.mts';
import { pipedriveCredential } from '../pipedrive/standIn.mts';
import type { Pipedrive } from '../pipedrive/standIn.mts';

const SHIPPED = 'Energy Projects and Pipedrive';
const TABLE = 'The table of the test with Pipedrive';
const EXAMPLE = 'EnergyToPipedrv1';
const NIGHT = 'Every night';
const TURN = '(turn)';

/** Customers to Pipedrive: first as shipped, with pinned data; then filled in, against a stand-in for Pipedrive. */
export const pipedriveExample = (stack: () => Stack, { records, writes, ...rest }: Pipedrive) =>
	describe('customers to Pipedrive', () => {
		const { problems, faults, close } = rest;
		let copy: string;
		const allRows = (table = TABLE) =>
			new ExecutionLog(stack().options.userFolder).tableRows(table).map((row) => ({
				customerId: String(row.customerId),
				personId: String(row.personId ?? ''),
				state: String(row.state),
				content: String(row.content ?? ''),
			}));
		const rows = (table = TABLE) => allRows(table).filter((row) => row.customerId !== TURN);
		const stateOf = (id: string) => rows().find(({ customerId }) => customerId === id)?.state;
		const isTurnFree = () => allRows().some((row) => row.customerId === TURN && row.state === '');
		const customers = () => recordsOf(stack().service, 'customer');
		const edit = (id: string, change: Record<string, unknown>) =>
			stack().service.store.edit('customer', id, change);
		const add = (email: string | null, fields: Record<string, unknown> = {}) => {
			const { store, company } = stack().service;
			const names = { firstName: 'Marie', lastName: 'Curie', address: null };
			return store.insert('customer', company.id, { ...names, email, ...fields }).id;
		};
		const personWith = (email: string) => {
			const found = records.withEmail(email);
			expect(found).toHaveLength(1);
			return found[0];
		};
		const start = async () => await stack().rest.run(copy, NIGHT);
		/** Runs the example, which has to succeed. @returns what it sent */
		const run = async () => {
			writes.splice(0);
			const { status, errors } = await start();
			expect({ status, errors }).toEqual({ status: 'success', errors: {} });
			return [...writes];
		};
		const runAndFail = async () => {
			writes.splice(0);
			const { status, errors } = await start();
			expect(status).toBe('error');
			return errors['Report it'].message;
		};
		beforeEach(() => void Object.assign(faults, { left: Infinity, lost: 0, delayMs: 0 }));
		afterAll(async () => await close());

		it('shows with its pinned data how three customers go there', async () => {
			// Whatever was changed in the sandbox before.
			edit(customers()[1].id, { phoneNumber: '+49 40 4711' });
			// A second click shows the same: nothing of the first one counts as sent.
			for (let click = 0; click < 2; click++) {
				const { errors } = await stack().rest.run(EXAMPLE, NIGHT);
				expect(errors).toEqual({});
				expect(rows(SHIPPED).filter(({ state }) => state === 'not sent: pinned data')).toEqual(
					customers()
						.slice(0, 3)
						.map(({ id }) =>
							expect.objectContaining({ customerId: id, personId: '', content: '' }),
						),
				);
				expect(rows(SHIPPED).filter(({ state }) => state === 'in step')).toEqual([]);
			}
			const withoutEmail = customers().filter(({ email }) => email === null);
			expect(withoutEmail.length).toBeGreaterThan(0);
			expect(rows(SHIPPED).filter(({ state }) => state === 'waits: no email address')).toHaveLength(
				withoutEmail.length,
			);
			expect(writes).toEqual([]);
		});

		it('filled in: sends every customer with an email address once, with its company', async () => {
			const { type } = pipedriveCredential;
			copy = await importFilledIn(stack(), EXAMPLE, {
				texts: { [SHIPPED]: TABLE },
				credentials: { 'n8n-nodes-base.pipedrive': { id: pipedriveCredential.id, type } },
				parameters: {
					'At most 3 at a time': { maxItems: 1000 },
					'A customer is new, changed or deleted': { pollTimes: pollEvery(2) },
				},
			});
			add('emmy@firma.example', { companyName: 'Noether KG', phoneNumber: null });
			add('max@firma.example', { companyName: 'noether kg' });
			const ready = records.addOrganization('Born GmbH');
			add('hedwig@firma.example', { companyName: 'Born GmbH' });
			await run();
			const sent = customers().filter(({ email }) => email !== null);
			expect(records.living()).toHaveLength(sent.length);
			expect(rows().filter(({ state }) => state === 'in step')).toHaveLength(sent.length);
			expect(personWith('emmy@firma.example')).toMatchObject({ name: 'Marie Curie', phones: [] });
			expect(personWith('hedwig@firma.example').org_id).toBe(ready.id);
			const noether = records.organizations.filter(({ name }) => /noether/i.test(name));
			expect(noether).toHaveLength(1);
			for (const email of ['emmy@firma.example', 'max@firma.example']) {
				expect(personWith(email).org_id).toBe(noether[0].id);
			}
		});

		it('sends nothing if nothing changed', async () => {
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
			edit(id, {
				email: 'lise.meitner@edit.example',
				lastName: 'Meitner',
				companyName: 'Born GmbH',
			});
			const bodies = (await run()).map(({ body }) => body);
			const emails = [{ value: 'lise.meitner@edit.example', primary: true, label: 'work' }];
			const { id: org_id } = records.organizations.find(({ name }) => name === 'Born GmbH') ?? {};
			expect(bodies).toEqual([{ name: 'Marie Meitner', org_id }, { emails }]);
			expect(stateOf(id)).toBe('in step');
			expect(await run()).toEqual([]);
		});

		it('links a person who has the email address, whatever its letter case, and keeps other addresses', async () => {
			const other = { value: 'otto@home.example', primary: true, label: 'home' };
			const emails = [other, { value: 'Otto@Link.example', primary: false, label: 'work' }];
			const person = records.addPerson({ name: 'O. Hahn', emails });
			const id = add('otto@link.example', {
				firstName: 'Otto',
				lastName: 'Hahn',
				phoneNumber: '+49 5',
			});
			const sent = await run();
			expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
			expect(person).toMatchObject({ name: 'Otto Hahn', emails, phones: [{ value: '+49 5' }] });
			expect(stateOf(id)).toBe('in step');
			// n8n's node can only replace the whole list.
			edit(id, { email: 'hahn@link.example' });
			expect(await run()).toEqual([]);
			expect(stateOf(id)).toMatch(/^waits: several email addresses in Pipedrive/);
			person.emails.push({ value: 'hahn@link.example', primary: false });
			expect(await run()).toEqual([]);
			expect(stateOf(id)).toBe('in step');
		});

		it('waits if it cannot tell which person it is, and says why', async () => {
			const emails = [{ value: 'ida@twice.example', primary: true }];
			const [first, second] = [1, 2].map(() => records.addPerson({ name: 'Ida', emails }));
			const id = add('ida@twice.example');
			const double = add('ida@twice.example');
			expect(await run()).toEqual([]);
			expect(stateOf(id)).toBe(
				`waits: persons ${first.id} and ${second.id} in Pipedrive have the same email address`,
			);
			expect(stateOf(double)).toMatch(/^waits: C-\d+ has the same email address$/);
			second.is_deleted = true;
			await run();
			expect(stateOf(id)).toBe('in step');
			edit(double, { email: 'own@twice.example' });
			await run();
			expect(stateOf(double)).toBe('in step');
			expect(personWith('own@twice.example')).not.toBe(first);
		});

		it('never empties a field of Pipedrive', async () => {
			const fields = { phoneNumber: '+49 6', companyName: 'Fermi KG', lastName: 'Fermi' };
			const id = add('laura@empty.example', fields);
			await run();
			const before = structuredClone(personWith('laura@empty.example'));
			edit(id, { phoneNumber: null, companyName: null, firstName: '', email: null });
			expect(await run()).toEqual([]);
			expect(personWith('laura@empty.example')).toEqual(before);
			expect(before.name).toBe('Marie Fermi');
		});

		it('says in the table what Pipedrive does not take, and tries it again', async () => {
			const id = add('ida@unwanted.example');
			const fine = add('irene@wanted.example');
			expect(await runAndFail()).toMatch(/did not accept every change.*: Bad request/);
			expect(stateOf(fine)).toBe('in step');
			expect(stateOf(id)).toMatch(/^refused: Bad request/);
			expect(await runAndFail()).toMatch(/Bad request/);
			expect(writes).toHaveLength(1);
			edit(id, { email: 'ida@wanted.example' });
			await run();
			expect(stateOf(id)).toBe('in step');
			// A refused change does not count as sent either.
			edit(id, { email: 'noddack@unwanted.example', phoneNumber: '+49 7' });
			await runAndFail();
			expect(stateOf(id)).toMatch(/^refused: .*the email address/);
			expect(personWith('ida@wanted.example').phones[0].value).toBe('+49 7');
			await runAndFail();
			expect(writes.map(({ body }) => Object.keys(body as object))).toEqual([['emails']]);
			edit(id, { email: 'ida@wanted.example' });
			await run();
			expect(stateOf(id)).toBe('in step');
		});

		it('carries on in the next run after a rate limit', async () => {
			const emails = ['one', 'two', 'three'].map((name) => `${name}@limit.example`);
			emails.forEach((email) => add(email));
			// The lists, and one person.
			const pages = Math.ceil(records.living().length / 10);
			faults.left = pages + Math.ceil(records.organizations.length / 10) + 1;
			expect(await runAndFail()).toMatch(/too many requests/);
			expect(records.living().filter(({ emails: [one] }) => /@limit/.test(one.value))).toHaveLength(
				1,
			);
			faults.left = Infinity;
			expect(await run()).toHaveLength(2);
			expect(emails.map((email) => records.withEmail(email).length)).toEqual([1, 1, 1]);
		});

		it('sends nothing if it could not read the whole list of persons', async () => {
			add('page@limit.example');
			for (const left of [0, 1]) {
				faults.left = left;
				expect(await runAndFail()).toMatch(/nothing was sent.*Read all persons.*too many requests/);
				expect(writes).toEqual([]);
			}
			faults.left = Infinity;
			expect(await run()).toHaveLength(1);
		});

		it('sends nothing if it could not read all customers', async () => {
			const { faults: ofService } = stack().service;
			const { length } = records.living();
			add('customer@limit.example');
			ofService.add({ path: pathOf('listCustomers'), status: 403 });
			expect(await runAndFail()).toMatch(/nothing was sent.*Read all customers/);
			expect(writes).toEqual([]);
			ofService.clear();
			expect(await run()).toHaveLength(1);
			expect(records.living()).toHaveLength(length + 1);
		});

		it('links a person whose creation it never heard of', async () => {
			const id = add('lost@answer.example', { phoneNumber: '+49 8' });
			faults.lost = 1;
			await runAndFail();
			expect(stateOf(id)).toMatch(/^refused: /);
			expect(await run()).toEqual([]);
			expect(stateOf(id)).toBe('in step');
			personWith('lost@answer.example');
		});

		it('creates a person once if two runs start at the same time', async () => {
			add('pierre@twins.example');
			faults.delayMs = 300;
			const runs = await Promise.all([start(), start()]);
			expect(runs.map(({ status, errors }) => ({ status, errors }))).toEqual(
				[1, 2].map(() => ({ status: 'success', errors: {} })),
			);
			personWith('pierre@twins.example');
			expect(allRows().filter(({ customerId }) => customerId === TURN)).toEqual([
				{ customerId: TURN, personId: '', state: '', content: '' },
			]);
		});

		it('leaves the turn to another run for its half hour, and takes it if that run never gave it back', async () => {
			add('late@turn.example');
			const taken = async (until: number) => {
				const content = new Date(until).toISOString();
				const turn = ['customerId', TURN] as const;
				await updateTableRows(stack().rest, TABLE, turn, { state: 'run 0', content });
			};
			await taken(Date.now() + 60_000);
			expect(await run()).toEqual([]);
			await taken(Date.now() - 1);
			expect(await run()).toHaveLength(1);
			expect(isTurnFree()).toBe(true);
		});

		it('takes names as they are, whatever they look like', async () => {
			const names = [
				'={{ $env.HOME }}',
				'<img src=x onerror=alert(1)>',
				`Robert'); DROP TABLE persons; --`,
				'"}],"id":1,{"',
				'\u202Eevil \u{1F525}',
				'constructor',
			];
			const ids = names.map((lastName, number) =>
				add(`n${number}@hostile.example`, { lastName, companyName: lastName }),
			);
			await run();
			for (const [number, name] of names.entries()) {
				const person = personWith(`n${number}@hostile.example`);
				expect(person.name).toBe(`Marie ${name}`);
				const organization = records.organizations.find(({ id }) => id === person.org_id);
				expect(organization?.name).toBe(name);
			}
			expect(ids.map(stateOf)).toEqual(names.map(() => 'in step'));
			expect(await run()).toEqual([]);
		});

		it('does not create a person again that was deleted in Pipedrive', async () => {
			const id = add('gone@there.example');
			await run();
			const person = personWith('gone@there.example');
			person.is_deleted = true;
			edit(id, { phoneNumber: '+49 9' });
			expect(await run()).toEqual([]);
			expect(stateOf(id)).toBe('deleted in Pipedrive');
			person.is_deleted = false;
			await run();
			expect(stateOf(id)).toBe('in step');
			expect(person.phones[0].value).toBe('+49 9');
		});

		it('published: sends a new customer, and deletes the person of a deleted one', async () => {
			const { rest: n8n, service } = stack();
			await n8n.publish(copy);
			const id = add('ada@published.example');
			await pWaitFor(() => stateOf(id) === 'in step' && isTurnFree(), within(30, 'Not sent'));
			const { length } = records.living();
			service.store.delete('customer', id);
			await pWaitFor(() => stateOf(id) === 'deleted on both sides', within(30, 'Not deleted'));
			expect(records.withEmail('ada@published.example')).toEqual([]);
			expect(records.living()).toHaveLength(length - 1);
			await n8n.call('POST', `/rest/workflows/${copy}/deactivate`, {});
		});

		it('doubled nobody, and asked for nothing that Pipedrive does not describe', () => {
			const ids = rows().map(({ customerId }) => customerId);
			expect(ids).toEqual([...new Set(ids)]);
			const emails = records
				.living()
				.flatMap((person) => person.emails.map(({ value }) => value.toLowerCase()));
			expect(emails).toEqual([...new Set(emails)]);
			const names = records.organizations.map(({ name }) => name.toLowerCase());
			expect(names).toEqual([...new Set(names)]);
			expect(problems).toEqual([]);
		});
	});
