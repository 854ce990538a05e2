import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor, within } from '../../../sandbox/service/waitFor.mts';
import { recordsOf } from '../../shared.mts';
import { ExecutionLog } from '../harness/executionLog.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import { PollingWatch } from '../harness/pollingWatch.mts';
import type { Stack } from '../harness/stack.mts';
import { pollEvery } from '../harness/workflows.mts';
import { hubSpotFilledIn, startHubSpot } from '../standIns/hubSpot.mts';
import type { HubSpot } from '../standIns/hubSpot.mts';

const SHIPPED = 'Energy Projects and HubSpot';
const TABLE = 'The table of the test with HubSpot';
const [TO, FROM, INVOICE] = ['EnergyToHubSpot1', 'EnergyFromHubSp1', 'EnergyInvoice001'];
const EVERY: Record<string, string> = { [TO]: 'Every night', [FROM]: 'Every 15 minutes' };
const COMPLETED = 'When a project is completed';

/** The examples with HubSpot: first as shipped, with pinned data; then filled in, against a stand-in for HubSpot. */
export const hubSpotExamples = (stack: () => Stack) =>
	describe('customers to HubSpot and back, and invoice tasks', () => {
		let hubSpot: HubSpot;
		let to: string;
		let from: string;
		const rows = (table = TABLE) =>
			new ExecutionLog(stack().options.userFolder).tableRows(table) as Array<
				Record<'customerId' | 'contactId' | 'state', string>
			>;
		const stateOf = (id: string) => rows().find(({ customerId }) => customerId === id)?.state;
		const customers = () => recordsOf(stack().service, 'customer');
		const customerWith = (email: string) => {
			const found = customers().filter((customer) => customer.email === email);
			expect(found).toHaveLength(1);
			return found[0];
		};
		const run = async (id: string) => {
			const { status, errors } = await stack().rest.run(id, EVERY[id === to ? TO : FROM]);
			expect({ status, errors }).toEqual({ status: 'success', errors: {} });
		};
		const contactsWith = (email: string) =>
			hubSpot.living().filter(({ properties }) => properties.email === email);
		const edit = (id: string, change: Record<string, unknown>) =>
			stack().service.store.edit('customer', id, change);
		const add = (email: string) => {
			const { store, company } = stack().service;
			const fields = { firstName: 'Ida', lastName: 'Noddack', address: null, email };
			return store.insert('customer', company.id, fields).id;
		};

		beforeAll(async () => {
			hubSpot = await startHubSpot();
			const filled = hubSpotFilledIn(hubSpot, { [SHIPPED]: TABLE });
			to = await importFilledIn(stack(), TO, {
				...filled,
				parameters: {
					'At most 3 at a time': { maxItems: 1000 },
					'HubSpot: create, update or archive': { options: {} },
					'A customer is new, changed or deleted': { pollTimes: pollEvery(2) },
				},
			});
			from = await importFilledIn(stack(), FROM, filled);
		});
		afterAll(async () => await hubSpot.close());

		it('show with their pinned data what goes there and what comes back, once', async () => {
			const before = customers().length;
			for (let click = 0; click < 2; click++) {
				const there = await stack().rest.run(TO, EVERY[TO]);
				const back = await stack().rest.run(FROM, EVERY[FROM]);
				expect([there.errors, back.errors]).toEqual([{}, {}]);
				const states = rows(SHIPPED).map(({ state }) => state);
				expect(states.filter((state) => state === 'not sent: pinned data').length).toBeGreaterThan(
					2,
				);
				expect(customers()).toHaveLength(before + 1);
			}
			expect(customerWith('grete.hermann@mail.example').firstName).toBe('Grete');
		});

		it('send every customer with an email address once, and let nothing travel back', async () => {
			// Somebody is in HubSpot already: linked by the email address, whatever its letter case.
			hubSpot.add({ firstname: 'A.', email: 'Anna.Mueller0@mail.example', phone: '+49 1' });
			await run(to);
			const sent = customers().filter(({ email }) => email !== null);
			expect(hubSpot.living()).toHaveLength(sent.length);
			expect(rows().filter(({ state }) => state === 'in step')).toHaveLength(sent.length);
			expect(contactsWith('anna.mueller0@mail.example')[0].properties.firstname).toBe('Anna');

			const writes = hubSpot.writes.length;
			const before = stack().service.requests.length;
			await run(from);
			await run(to);
			expect(hubSpot.writes).toHaveLength(writes);
			const requests = stack().service.requests.slice(before);
			expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		});

		it('carry a change to the other side, once', async () => {
			const customer = customerWith('bernd.becker1@mail.example');
			const [contact] = contactsWith('bernd.becker1@mail.example');
			const sent = { phone: '+49 30 100', email: 'bernd@becker.example' };
			edit(customer.id, { phoneNumber: sent.phone, email: sent.email });
			await run(to);
			expect(contact.properties).toMatchObject(sent);
			contact.properties.lastname = 'Becker-Groß';
			contact.properties.phone = '';
			await run(from);
			// A gap is filled from the other side, not carried over.
			const change = { lastName: 'Becker-Groß', phoneNumber: sent.phone };
			expect(customerWith(sent.email)).toMatchObject({ id: customer.id, ...change });
			await run(to);
			expect(contact.properties.phone).toBe(sent.phone);
			const writes = hubSpot.writes.length;
			await run(from);
			await run(to);
			expect(hubSpot.writes).toHaveLength(writes);
		});

		it('take new contacts that became customers, and no others', async () => {
			const before = customers().length;
			const lise = { firstname: 'Lise', lastname: 'Meitner', email: 'lise@mail.example' };
			hubSpot.add({ ...lise, lifecyclestage: 'customer' });
			hubSpot.add({ ...lise, email: 'news@mail.example', lifecyclestage: 'subscriber' });
			hubSpot.add({ firstname: 'No', lastname: 'Address', lifecyclestage: 'customer' });
			await run(from);
			expect(customers()).toHaveLength(before + 1);
			expect(customerWith('lise@mail.example').lastName).toBe('Meitner');
			const writes = hubSpot.writes.length;
			await run(to);
			expect(hubSpot.writes).toHaveLength(writes);
		});

		it('let a customer wait who has no email address of its own', async () => {
			const id = add('lise@mail.example');
			await run(to);
			expect(stateOf(id)).toMatch(/^waits: .* has the same email address$/);
			expect(contactsWith('lise@mail.example')[0].properties.firstname).toBe('Lise');
			edit(id, { email: 'otto@mail.example' });
			await run(to);
			expect(stateOf(id)).toBe('in step');
		});

		it('delete no customer whose contact is gone, and do not make the contact again', async () => {
			const { id } = customerWith('otto@mail.example');
			const [contact] = contactsWith('otto@mail.example');
			contact.isArchived = true;
			await run(from);
			expect(stateOf(id)).toBe('deleted in HubSpot');
			edit(id, { phoneNumber: '+49 5' });
			await run(to);
			expect(contactsWith('otto@mail.example')).toEqual([]);
			// Restored there, both are in step again.
			contact.isArchived = false;
			await run(from);
			expect(stateOf(id)).toBe('in step');
		});

		it('name what is rejected, on either side, carry over the rest, and try again', async () => {
			const id = add('ida@unwanted.example');
			const [first, second] = ['otto@mail.example', 'lise@mail.example'].map(customerWith);
			edit(first.id, { companyName: 'Hahn KG' });
			edit(second.id, { companyName: 'Meitner KG' });
			hubSpot.refuse('PATCH /crm/v3/objects/contacts/');
			const there = await stack().rest.run(to, EVERY[TO]);
			expect(there.errors['Report it'].message).toMatch(/did not accept every change/);
			const arrived = () =>
				hubSpot.living().filter(({ properties }) => / KG$/.test(properties.company ?? '')).length;
			expect([stateOf(id), arrived()]).toEqual(['refused: The email address is invalid', 1]);
			edit(id, { email: 'ida@mail.example' });
			await run(to);
			expect([stateOf(id), arrived()]).toEqual(['in step', 2]);

			const names = { firstname: 'Max', lastname: 'Born', lifecyclestage: 'customer' };
			const wrong = hubSpot.add({ ...names, email: 'not an address' });
			hubSpot.add({ ...names, email: 'max@mail.example' });
			contactsWith('ida@mail.example')[0].properties.lastname = 'Tacke';
			const back = await stack().rest.run(from, EVERY[FROM]);
			expect(back.errors['Report it'].message).toMatch(/Not every contact could be copied/);
			expect(customerWith('max@mail.example').lastName).toBe('Born');
			expect(customerWith('ida@mail.example').lastName).toBe('Tacke');
			wrong.properties.email = 'born@mail.example';
			await run(from);
			expect(customerWith('born@mail.example').lastName).toBe('Born');
		});

		it('published: send a new customer, and archive the contact of a deleted one', async () => {
			const { rest, service } = stack();
			await rest.publish(to);
			const id = add('emmy@mail.example');
			await waitFor(() => stateOf(id) === 'in step', within(30, 'Not sent'));
			const [contact] = contactsWith('emmy@mail.example');
			service.store.delete('customer', id);
			await waitFor(() => stateOf(id) === 'deleted on both sides', within(30, 'Not archived'));
			await rest.unpublish(to);
			expect(contact.isArchived).toBe(true);
			await run(from);
			expect(customers().filter(({ email }) => email === 'emmy@mail.example')).toEqual([]);
			const ids = rows().map(({ contactId }) => contactId);
			const known = ids.filter((contactId) => contactId !== '');
			expect(known).toEqual([...new Set(known)]);
		});

		it('make one invoice task for each project, also if it is edited, or completed again', async () => {
			const { service } = stack();
			const id = await importFilledIn(stack(), INVOICE, {
				...hubSpotFilledIn(hubSpot),
				parameters: { [COMPLETED]: { pollTimes: pollEvery(2) } },
			});
			const [first, second] = recordsOf(service, 'project').filter(
				({ status }) => status === 'inProgress',
			);
			const watch = new PollingWatch(stack(), id);
			await watch.publish();
			const change = async (projectId: string, fields: object, executions?: number) => {
				service.store.edit('project', projectId, fields);
				if (executions === undefined) await watch.requests(2, 30, /\/projects\?/);
				else await stack().executions(id, executions);
			};
			await change(first.id, { name: 'Haus <b>Meier</b>', status: 'completed' }, 1);
			await change(first.id, { projectValue: 31_000 });
			await change(second.id, { status: 'completed' }, 2);
			await change(first.id, { status: 'inProgress' });
			await change(first.id, { status: 'completed' }, 3);
			await watch.unpublish();
			const subjectOf = (project: typeof first) =>
				`Write the invoice: ${String(project.humanId)} (${project.id})`;
			expect(hubSpot.tasks.map(({ properties }) => properties.hs_task_subject)).toEqual(
				[first, second].map(subjectOf),
			);
			expect(hubSpot.tasks[0].properties.hs_task_body).toContain('Haus &lt;b&gt;Meier&lt;/b&gt;');
		});
	});
