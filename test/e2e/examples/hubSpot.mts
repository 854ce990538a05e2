import pWaitFor from 'p-wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { within } from '../../../sandbox/n8n/rest.mts';
import { recordsOf } from '../../shared.mts';
import { ExecutionLog } from '../harness/executionLog.mts';
import { hubSpotFilledIn, startHubSpot } from '../harness/hubSpot.mts';
import type { HubSpot } from '../harness/hubSpot.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import type { Stack } from '../harness/stack.mts';
import { pollEvery } from '../harness/workflows.mts';

const SHIPPED = 'Energy Projects and HubSpot';
const TABLE = 'The table of the test';
const [TO, FROM] = ['EnergyToHubSpot1', 'EnergyFromHubSp1'];
const EVERY = { [TO]: 'Every night', [FROM]: 'Every 15 minutes' };

/**
 * Customers to HubSpot and back: first as shipped, with pinned data; then filled in, against a stand-in for HubSpot.
 */
export const hubSpotExamples = (stack: () => Stack) =>
	describe('customers to HubSpot and back', () => {
		let hubSpot: HubSpot;
		let to: string;
		let from: string;
		const rows = (table = TABLE) =>
			new ExecutionLog(stack().options.userFolder).tableRows(table).map((row) => ({
				customerId: String(row.customerId),
				contactId: String(row.contactId ?? ''),
				state: String(row.state),
			}));
		const rowOf = (customerId: string) => rows().filter((row) => row.customerId === customerId);
		const customers = () => recordsOf(stack().service, 'customer');
		const customerWith = (email: string) => {
			const found = customers().filter((customer) => customer.email === email);
			expect(found).toHaveLength(1);
			return found[0];
		};
		const run = async (id: string) => {
			const { status, errors, outputs } = await stack().rest.run(id, EVERY[id === to ? TO : FROM]);
			expect({ status, errors }).toEqual({ status: 'success', errors: {} });
			return outputs;
		};
		const contactOf = (email: string) =>
			hubSpot.living().filter(({ properties }) => properties.email === email);
		const edit = (id: string, change: Record<string, unknown>) =>
			stack().service.store.edit('customer', id, change);

		beforeAll(async () => {
			hubSpot = await startHubSpot();
		});
		afterAll(async () => await hubSpot.close());

		it('shows with its pinned data how three customers go there and what comes back', async () => {
			const { rest, service } = stack();
			const before = customers().length;
			const there = await rest.run(TO, EVERY[TO]);
			expect(there.errors).toEqual({});
			const inStep = rows(SHIPPED).filter(({ state }) => state === 'in step');
			expect(inStep.map(({ contactId }) => contactId)).toEqual(['101', '102', '103']);
			const withoutEmail = customers().filter(({ email }) => email === null);
			expect(withoutEmail.length).toBeGreaterThan(0);
			expect(rows(SHIPPED).filter(({ state }) => state === 'waits: no email address').length).toBe(
				withoutEmail.length,
			);

			const back = await rest.run(FROM, EVERY[FROM]);
			expect(back.errors).toEqual({});
			const stateOf = (id: string) =>
				rows(SHIPPED).find(({ customerId }) => customerId === id)?.state;
			const [changed, untouched, gone] = inStep.map(({ customerId }) => customerId);
			expect(service.store.customers.get(changed)?.phoneNumber).toBe('+49 431 555010');
			expect(stateOf(untouched)).toBe('in step');
			expect(stateOf(gone)).toBe('deleted in HubSpot');
			expect(service.store.customers.has(gone)).toBe(true);
			expect(customers()).toHaveLength(before + 1);
			expect(customerWith('grete.hermann@mail.example').firstName).toBe('Grete');

			// A second time nothing is left to do.
			const again = await rest.run(FROM, EVERY[FROM]);
			expect(again.outputs['Compare with the table']).toEqual([[]]);
			expect(customers()).toHaveLength(before + 1);
		});

		it('filled in: sends every customer with an email address once, and lets nothing travel back', async () => {
			const filled = hubSpotFilledIn(hubSpot, { [SHIPPED]: TABLE });
			const pollTimes = pollEvery(2);
			to = await importFilledIn(stack(), TO, {
				...filled,
				parameters: {
					'At most 3 at a time': { maxItems: 1000 },
					'HubSpot: create, update or archive': { options: {} },
					'A customer was deleted': { pollTimes },
					'A customer is new or changed': { pollTimes },
				},
			});
			from = await importFilledIn(stack(), FROM, filled);

			// Somebody is in HubSpot already: linked by the email address, whatever its letter case.
			hubSpot.add({
				firstname: 'A.',
				lastname: 'M.',
				email: 'Anna.Mueller0@mail.example',
				phone: '+49 1',
			});
			await run(to);
			const sent = customers().filter(({ email }) => email !== null);
			expect(hubSpot.living()).toHaveLength(sent.length);
			expect(rows().filter(({ state }) => state === 'in step')).toHaveLength(sent.length);
			expect(contactOf('anna.mueller0@mail.example')[0].properties.firstname).toBe('Anna');

			const writes = hubSpot.writes.length;
			const before = stack().service.requests.length;
			await run(from);
			await run(to);
			await run(from);
			expect(hubSpot.writes).toHaveLength(writes);
			const written = stack()
				.service.requests.slice(before)
				.filter(({ method }) => method !== 'GET');
			expect(written).toEqual([]);
		});

		it('carries a change to the other side, once', async () => {
			const customer = customerWith('bernd.becker1@mail.example');
			const [contact] = contactOf('bernd.becker1@mail.example');
			edit(customer.id, { phoneNumber: '+49 30 100', email: 'bernd@becker.example' });
			await run(to);
			expect(contact.properties).toMatchObject({
				phone: '+49 30 100',
				email: 'bernd@becker.example',
			});
			contact.properties.lastname = 'Becker-Groß';
			contact.properties.phone = '';
			await run(from);
			const changed = customerWith('bernd@becker.example');
			expect(changed).toMatchObject({ id: customer.id, lastName: 'Becker-Groß' });
			// A gap is filled from the other side, not carried over.
			expect(changed.phoneNumber).toBe('+49 30 100');
			await run(to);
			expect(contact.properties.phone).toBe('+49 30 100');
			const writes = hubSpot.writes.length;
			await run(from);
			await run(to);
			expect(hubSpot.writes).toHaveLength(writes);
		});

		it('takes new contacts that became customers, and no others', async () => {
			const before = customers().length;
			hubSpot.add({
				firstname: 'Lise',
				lastname: 'Meitner',
				email: 'lise@mail.example',
				lifecyclestage: 'customer',
			});
			hubSpot.add({
				email: 'news@mail.example',
				firstname: 'N.',
				lastname: 'L.',
				lifecyclestage: 'subscriber',
			});
			hubSpot.add({ firstname: 'No', lastname: 'Address', lifecyclestage: 'customer' });
			await run(from);
			expect(customers()).toHaveLength(before + 1);
			expect(customerWith('lise@mail.example').lastName).toBe('Meitner');
			const writes = hubSpot.writes.length;
			await run(to);
			expect(hubSpot.writes).toHaveLength(writes);
			expect(contactOf('lise@mail.example')).toHaveLength(1);
		});

		it('lets a customer wait who has no email address of its own', async () => {
			const fields = { firstName: 'Otto', lastName: 'Hahn', address: null };
			const { id } = stack().service.store.insert('customer', stack().service.company.id, {
				...fields,
				email: 'lise@mail.example',
			});
			await run(to);
			expect(rowOf(id)[0].state).toMatch(/^waits: .* has the same email address$/);
			expect(contactOf('lise@mail.example')[0].properties.firstname).toBe('Lise');
			edit(id, { email: 'otto@mail.example' });
			await run(to);
			expect(rowOf(id)[0].state).toBe('in step');
			expect(contactOf('otto@mail.example')).toHaveLength(1);
		});

		it('says in the table what HubSpot does not take, and tries it again', async () => {
			const fields = { firstName: 'Ida', lastName: 'Noddack', address: null };
			const { id } = stack().service.store.insert('customer', stack().service.company.id, {
				...fields,
				email: 'ida@unwanted.example',
			});
			await run(to);
			expect(rowOf(id)[0].state).toBe('refused: The email address is invalid');
			edit(id, { email: 'ida@mail.example' });
			await run(to);
			expect(rowOf(id)[0].state).toBe('in step');
		});

		it('deletes no customer whose contact is gone, and does not make the contact anew', async () => {
			const { id } = customerWith('otto@mail.example');
			const [contact] = contactOf('otto@mail.example');
			contact.isArchived = true;
			await run(from);
			expect(rowOf(id)[0].state).toBe('deleted in HubSpot');
			edit(id, { phoneNumber: '+49 5' });
			await run(to);
			expect(contactOf('otto@mail.example')).toEqual([]);
			// Restored there, both are in step again.
			contact.isArchived = false;
			await run(from);
			expect(rowOf(id)[0].state).toBe('in step');
		});

		it('names what HubSpot refuses, carries over the rest, and tries again', async () => {
			const [first, second] = ['otto@mail.example', 'lise@mail.example'].map(customerWith);
			edit(first.id, { companyName: 'Hahn KG' });
			edit(second.id, { companyName: 'Meitner KG' });
			hubSpot.refuse('PATCH /crm/v3/objects/contacts/');
			const { status, errors } = await stack().rest.run(to, EVERY[TO]);
			expect(status).toBe('error');
			expect(errors['Report rejected records'].message).toMatch(/did not accept every change/);
			const arrived = () =>
				hubSpot.living().filter(({ properties }) => / KG$/.test(properties.company ?? '')).length;
			expect(arrived()).toBe(1);
			await run(to);
			expect(arrived()).toBe(2);
		});

		it('published: sends a new customer, and archives the contact of a deleted one', async () => {
			const { rest, service } = stack();
			await rest.publish(to);
			const { id } = service.store.insert('customer', service.company.id, {
				firstName: 'Emmy',
				lastName: 'Noether',
				email: 'emmy@mail.example',
				address: null,
			});
			await pWaitFor(() => rowOf(id)[0]?.state === 'in step', within(30, 'Not sent'));
			const [contact] = contactOf('emmy@mail.example');
			service.store.delete('customer', id);
			await pWaitFor(
				() => rowOf(id)[0]?.state === 'deleted on both sides',
				within(30, 'Not archived'),
			);
			expect(contact.isArchived).toBe(true);
			expect(hubSpot.contacts.get(contact.id)?.isArchived).toBe(true);
			await rest.call('POST', `/rest/workflows/${to}/deactivate`, {});
			await run(from);
			expect(customers().filter(({ email }) => email === 'emmy@mail.example')).toEqual([]);
		});

		it('doubled nobody', () => {
			const ids = rows().map(({ customerId }) => customerId);
			expect(ids).toEqual([...new Set(ids)]);
			const emails = hubSpot.living().map(({ properties }) => properties.email);
			expect(emails).toEqual([...new Set(emails)]);
		});
	});
