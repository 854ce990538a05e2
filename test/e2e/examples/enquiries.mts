import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_CONNECTION } from '../../../sandbox/service/delivery.mts';
import { pathOf } from '../../../sandbox/service/description.mts';
import { recordsOf } from '../../shared.mts';
import { importFilledIn, webhookIdOf } from '../harness/liveExample.mts';
import { startMailServer } from '../harness/mailServer.mts';
import type { Stack } from '../harness/stack.mts';

/** The example with a form, filled in, with a mail server on this machine; not published yet. */
export async function enquiryForm(stack: Stack) {
	const mailServer = await startMailServer();
	const credential = await stack.rest.credential('smtp', mailServer.credential);
	const credentials = { 'n8n-nodes-base.emailSend': credential };
	const id = await importFilledIn(stack, 'EnergyEnquiry001', { credentials });
	const url = `${stack.n8n.url}/form/${await webhookIdOf(stack, id)}`;
	/** Sends the form with these answers. */
	const send = async (...answers: string[]) => {
		const form = new FormData();
		answers.forEach((answer, index) => form.set(`field-${index}`, answer));
		await fetch(url, { method: 'POST', headers: OWN_CONNECTION, body: form });
	};
	return { id, send, mailServer };
}

/** Enquiries from a form. */
export const enquiriesExample = (stack: () => Stack) =>
	describe('enquiries from a form', () => {
		let form: Awaited<ReturnType<typeof enquiryForm>>;
		beforeAll(async () => {
			form = await enquiryForm(stack());
			await stack().rest.publish(form.id);
		});
		afterAll(async () => void (await form.mailServer.close()));

		const leads = () =>
			recordsOf(stack().service, 'project').filter(({ name }) =>
				String(name).startsWith('Enquiry Hopper'),
			);
		const customers = () =>
			recordsOf(stack().service, 'customer').filter(({ email }) => email === 'grace@mail.example');
		/** Sends the form, and waits for the end of its execution. @returns the email to the office */
		const send = async (street: string, area: string, city = 'Leipzig', first = 'Grace') => {
			const { length } = await stack().rest.executionIds(form.id);
			await form.send(first, 'Hopper', 'grace@mail.example', street, '04109', city, area);
			expect((await stack().executions(form.id, length + 1)).at(-1)?.errors).toEqual({});
			return form.mailServer.mails.splice(0).join();
		};

		it('become one lead a day for each building, with the area as a number or empty, and an email', async () => {
			expect(await send('Weg 1', '')).toContain(`Stored as the lead ${String(leads()[0].humanId)}`);
			const [[customer], [lead]] = structuredClone([customers(), leads()]);
			expect(lead).toMatchObject({ isLead: true, address: { postalCode: '04109' } });
			expect(lead.heatedLivingAreaM2 ?? null).toBeNull();
			expect(await send(' weg 1', '140', 'LEIPZIG')).toMatch(/stays as it is[^]*m²: 140/);
			expect(leads()).toEqual([lead]);
			await send('Weg 12', '142,5 m²');
			expect(await send('Weg', '100 to 120')).toMatch(/Stored[^]*m²: 100 to 120/);
			expect(leads().map((one) => one.heatedLivingAreaM2 ?? null)).toEqual([null, 142.5, null]);
			// Anybody can enter the address: the customer stays as it is.
			expect(customers()).toEqual([customer]);
		});

		it('reach a person with all answers, if they cannot be stored', async () => {
			const { faults, store, company } = stack().service;
			const before = leads();
			faults.add({ method: 'POST', path: pathOf('createProject'), status: 422, times: 1 });
			expect(await send('Platz 7', '99')).toMatch(/Subject: NOT STORED[^]*Platz 7[^]*m²: 99/);
			faults.clear();
			const names = { firstName: 'G.', lastName: 'Hopper', address: null };
			store.insert('customer', company.id, { ...names, email: 'Grace@mail.example' });
			const mail = await send('Platz 8', '99', 'Bonn', 'G'.repeat(40_000));
			expect(mail).toMatch(/NOT STORED[^]*2 customers[^]*Platz 8/);
			expect(mail.length).toBeLessThan(8_000);
			expect(leads()).toEqual(before);
		});
	});
