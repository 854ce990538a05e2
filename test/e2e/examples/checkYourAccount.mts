import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import type { Stack } from '../harness/stack.mts';

const ID = 'EnergyCheckAcc01';
/** Where the sandbox is by default: what the example holds until it is filled in. */
const SANDBOX = 'http://127.0.0.1:7070';

/** What is said if records have fractions of a second. */
const EVENTS = ['not seen', expect.stringContaining('only with Fetch Record')];

/** The check of one's own account, against the local service as it is, and with answers that differ. */
export const checkYourAccountExample = (stack: () => Stack) =>
	describe('check your account', () => {
		let copies = 0;
		/** The rows. */
		const check = async () => {
			const texts = { [SANDBOX]: stack().service.baseUrl };
			const id = await importFilledIn(stack(), ID, { texts }, copies++);
			const { outputs, errors } = await stack().rest.run(id, 'Check now');
			expect(errors).toEqual({});
			return outputs['Write the rows'][0].map(({ json }) => json);
		};
		const resultsOf = (rows: Array<Record<string, unknown>>) =>
			rows.map(({ result, how }) => [result, how]);

		it('finds what is documented and what is assumed as it is, and only reads', async () => {
			const { requests, store } = stack().service;
			const before = requests.length;
			const [newest] = store.list('project', stack().service.company.id).slice(-1);
			Object.assign(newest, { updatedAt: '2026-11-02T14:05:31.123Z' });
			const [ofEvents, ...others] = (await check()).reverse();
			const rows = others.reverse();
			expect(resultsOf(rows)).toEqual(rows.map(() => ['as expected', '']));
			expect(resultsOf([ofEvents])).toEqual([EVENTS]);
			const five = (basis: string) => Array.from({ length: 5 }, () => basis);
			expect(rows.map(({ basis }) => basis)).toEqual([...five('documented'), ...five('assumed')]);
			const methods = requests.slice(before).map(({ method }) => method);
			expect(new Set(methods)).toEqual(new Set(['GET']));
		});

		it('says what differs, without any value of a customer', async () => {
			const { service } = stack();
			const fail = (path: string, body: unknown, status = 200) =>
				service.faults.add({ path: new RegExp(`${path}(\\?|$)`), status, body });
			const [customer] = recordsOf(service, 'customer');
			fail(pathOf('listCustomers'), { customers: [customer] });
			fail(pathOf('listDocuments'), '<html></html>', 404);
			fail(pathOf('getAccount'), { id: UNKNOWN_ID });
			fail('/projects/00000000.*', { fault: 'no such record' }, 403);
			const rows = await check();
			service.faults.clear();
			const told = rows.filter(({ result }) => result !== 'as expected');
			const about = (expected: unknown) => String(expected).split(' ', 2).join(' ');
			expect(told.map(({ expected, result, how }) => [about(expected), result, how])).toEqual([
				['GET /account', 'differs', 'Missing: companyName. The ID is another one.'],
				['GET /customers', 'differs', 'The answer was 200 and an object with customers.'],
				['GET /customers/{id}', 'not seen', 'Its list gave no record to ask for.'],
				['GET /documents', 'not seen', 'Its list gave no record to ask for.'],
				['A project', 'not seen', expect.stringContaining('403')],
				['Times of', ...EVENTS],
			]);
			expect(JSON.stringify(rows)).not.toContain(String(customer.lastName));
		});

		it('says what nobody answers, and never shows the key', async () => {
			const { service } = stack();
			service.faults.add({ status: 401, body: {} });
			const rows = await check();
			service.faults.clear();
			expect(rows[0]).toMatchObject({
				expected: expect.stringContaining('GET /projects'),
				how: 'The service answered with 401. Check the key.',
			});
			expect(JSON.stringify(rows)).not.toContain(service.company.apiKey);
		});
	});
