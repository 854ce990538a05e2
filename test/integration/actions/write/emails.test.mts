import { describe, expect, it } from 'vitest';
import { listBody, recordsOf } from '../../../shared.mts';
import { collections, customerUpsert, mapped } from '../../harness/samples/sampleWrites.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, idsOf } from '../../harness/service/records.mts';
import { bodiesOf } from '../../harness/service/requests.mts';

const { service, run } = useScenario();
const customers = () => recordsOf(service(), 'customer');
const grace = { firstName: 'Grace', lastName: 'Hopper' };
const EMAIL = 'ada@mail.example';

/** Ways in which an address arrives from other programs. What differs is not seen, or belongs to a link. */
const disguised: ReadonlyArray<[string, string]> = [
	['a zero-width space', 'ada\u200b@mail.example'],
	['a zero-width joiner', 'ada@\u200dmail.example'],
	['a byte order mark', '\ufeffada@mail.example'],
	['a soft hyphen', 'ada@mail.exam\u00adple'],
	['a mark of the writing direction', '\u200eada@mail.example\u202c'],
	['a word joiner', 'ada@mail\u2060.example'],
	['a control character', 'ada@mail.example\u0000'],
	['a variation selector', 'ada\ufe0f@mail.example'],
	['a link', 'mailto:ada@mail.example'],
	['a link in capitals', ' MAILTO:Ada@mail.example '],
	['a link with a subject', 'mailto:ada@mail.example?subject=Offer%20A'],
	['a link with an invisible character in it', 'mail\u200bto:ada@mail.example'],
];

describe.each(disguised)('an email address with %s', (_, email) => {
	it('finds the customer, and is not stored as a second one', async () => {
		const { id } = addCustomer(service(), { email: EMAIL });
		const byValue = customerUpsert({ matchOn: 'email', matchValue: email, ...grace });
		expect((await run(byValue)).json[0]).toMatchObject({ id, firstName: 'Grace' });
		const byField = customerUpsert({ ...mapped, matchOn: 'email' });
		const { json } = await run(byField, {
			items: [
				{ ...grace, email },
				{ ...grace, email: EMAIL },
			],
		});
		expect(json).toMatchObject([
			{ id, syncResult: 'unchanged' },
			{ id, syncResult: 'unchanged' },
		]);
		expect(customers()).toHaveLength(1);
	});

	it('that the service has is found by the plain address', async () => {
		const customer = addCustomer(service(), { email: EMAIL });
		const { id } = customer;
		const path = collections.customer;
		const body = listBody(path, [{ ...customer, email }]);
		service().faults.add({ method: 'GET', path, status: 200, body });
		const { json } = await run(customerUpsert({ matchOn: 'email', matchValue: EMAIL, ...grace }));
		expect(json[0]).toMatchObject({ id, syncResult: 'updated' });
		const filters = { email: EMAIL };
		const listed = await run({ resource: 'customer', operation: 'getAll', filters });
		expect(idsOf(listed.json)).toEqual([id]);
	});

	it('filters customers', async () => {
		const { id } = addCustomer(service(), { email: EMAIL });
		addCustomer(service(), { email: 'grace@mail.example' });
		const { json } = await run({ resource: 'customer', operation: 'getAll', filters: { email } });
		expect(idsOf(json)).toEqual([id]);
	});

	it('is stored as the plain address', async () => {
		const additionalFields = { email, invoiceEmail: email };
		const created = { resource: 'customer', operation: 'create', ...grace, additionalFields };
		expect((await run(created)).error).toBeUndefined();
		await run({ ...customerUpsert({ matchOn: 'email', matchValue: email, ...grace }) });
		expect(customers()).toHaveLength(1);
		const [{ email: sent, invoiceEmail }] = bodiesOf(service()) as Array<Record<string, string>>;
		expect([sent.toLowerCase(), invoiceEmail.toLowerCase()]).toEqual([EMAIL, EMAIL]);
	});
});

it.each(['Ada Weber <ada@mail.example>', '"Ada"<ada@mail.example>', '<ada@mail.example>'])(
	'%s is an error that says to enter only the address, before any request',
	async (email) => {
		for (const parameters of [
			customerUpsert({ matchOn: 'email', matchValue: email, ...grace }),
			{ resource: 'customer', operation: 'create', ...grace, additionalFields: { email } },
		]) {
			const { error } = await run(parameters);
			expect(error?.message).toContain('Enter only the address');
		}
		expect(service().requests).toEqual([]);
	},
);

it.each(['\u200b', ' \ufeff ', 'mailto:'])('%j is an empty email address', async (email) => {
	const { error } = await run(customerUpsert({ matchOn: 'email', matchValue: email, ...grace }));
	expect(error?.message).toContain('The value to match is empty');
	const additionalFields = { email };
	await run({ resource: 'customer', operation: 'create', ...grace, additionalFields });
	expect(bodiesOf(service())[0]).not.toHaveProperty('email');
});
