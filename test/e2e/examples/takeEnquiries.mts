import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import type { Stack } from '../harness/stack.mts';

const ID = 'EnergyEnquiry001';
const FORM = 'e4000000-7c1e-4a5b-9d42-000000000004';

const answersOf = (change: Partial<Record<'email' | 'street' | 'code' | 'city', string>> = {}) => {
	const {
		email = 'grace@mail.example',
		street = 'Weg 1',
		code = '04109',
		city = 'Leipzig',
	} = change;
	return ['Grace', 'Hopper', email, street, code, city, '140'];
};

/** A form whose answers become a customer and a lead. */
export const takeEnquiriesExample = (stack: () => Stack) =>
	describe('take enquiries from a form', () => {
		/** Sends the form, and waits for the end of its execution. */
		const send = async (answers: string[]) => {
			const { rest, n8n } = stack();
			const before = await rest.executionIds(ID);
			const form = new FormData();
			answers.forEach((answer, index) => form.set(`field-${index}`, answer));
			const answer = await fetch(`${n8n.url}/form/${FORM}`, { method: 'POST', body: form });
			expect(answer.status).toBe(200);
			const executions = await stack().executions(ID, before.length + 1);
			expect(executions.at(-1)?.errors).toEqual({});
		};
		const customersWith = (email: string) =>
			recordsOf(stack().service, 'customer').filter((customer) => customer.email === email);
		const leadsOf = (email: string) => {
			const ids = customersWith(email).map(({ id }) => id);
			return recordsOf(stack().service, 'project').filter(({ customerId }) =>
				ids.includes(String(customerId)),
			);
		};

		it('makes one customer and one lead', async () => {
			await send(answersOf());
			expect(customersWith('grace@mail.example')).toHaveLength(1);
			const leads = leadsOf('grace@mail.example');
			expect(leads).toHaveLength(1);
			expect(leads[0]).toMatchObject({
				name: 'Enquiry Hopper, Leipzig',
				isLead: true,
				source: 'api',
				heatedLivingAreaM2: 140,
				address: { postalCode: '04109' },
			});
		});

		it('makes nothing new if it is sent twice, and leaves the lead as it is', async () => {
			const [lead] = leadsOf('grace@mail.example');
			const before = structuredClone(lead);
			await send(answersOf());
			await send(answersOf({ email: 'Grace@mail.example', street: ' weg 1', city: 'LEIPZIG' }));
			expect(customersWith('grace@mail.example')).toHaveLength(1);
			expect(leadsOf('grace@mail.example')).toEqual([before]);
		});

		it('makes one lead of a form without an address that is sent twice', async () => {
			const noAddress = { email: 'rear@mail.example', street: '', code: '', city: '' };
			await send(answersOf(noAddress));
			await send(answersOf(noAddress));
			expect(leadsOf('rear@mail.example')).toHaveLength(1);
		});

		it('makes a second lead for another building, or if the first is no open lead any more', async () => {
			await send(answersOf({ street: 'Weg 2' }));
			expect(leadsOf('grace@mail.example')).toHaveLength(2);
			const [first] = leadsOf('grace@mail.example');
			stack().service.store.edit('project', first.id, { isLead: false });
			await send(answersOf());
			expect(leadsOf('grace@mail.example')).toHaveLength(3);
		});
	});
