import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../sandbox/n8n/rest.mts';
import { recordsOf } from '../../shared.mts';
import { startDifferentService } from '../../differentService.mts';
import type { DifferenceName } from '../../differentService.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import type { FilledIn } from '../harness/liveExample.mts';
import type { Stack } from '../harness/stack.mts';

const ID = 'EnergyCheckAcc01';
const START = 'Check now';
const ROWS = 'Write the rows';
const WRITTEN_ROWS = 'Write the rows of the test records';
/** Where the sandbox is by default: what the example holds until it is filled in. */
const SANDBOX = 'http://127.0.0.1:7070';
const TYPE = 'energyProjectsApi';
/** The local service needs no pauses between requests. */
const WITHOUT_PAUSES = {
	'"batchInterval":600': '"batchInterval":1',
	'"batchInterval":1000': '"batchInterval":1',
};

interface Row {
	assumption: string;
	result: 'as assumed' | 'differs' | 'not seen';
	how: string;
}

/** What the example has to say of each difference: in which row, and how. */
const SAID: Readonly<Partial<Record<DifferenceName, readonly [assumption: RegExp, how: RegExp]>>> =
	{
		documentsElsewhere: [/^GET \/api\/v1\/documents lists/, /answered with 404/],
		recordsWrapped: [/^GET \/api\/v1\/projects\/\{projectId\}/, /wrapped: it is under "data"/],
		entriesWrapped: [/^GET \/api\/v1\/projects lists/, /the project is under "project"/],
		putOnly: [/^PATCH \/api\/v1\/projects/, /answered with 405.*names PUT/],
		totalAsNumber: [/^A page says its number/, /metadata\.total is a number/],
		customersUnderKey: [/^GET \/api\/v1\/customers lists/, /is under "customers"/],
		customersInSnakeCase: [/^A customer has the fields/, /snake_case/],
		otherErrorBodies: [/^An error says what is wrong/, /an object with fault/],
		otherDates: [/^Times are dates/, /createdAt is not a date and time.*"99\.99\.9999 99:99"/],
		withoutComputed: [/^Projects that are read have their computed/, /buildingHeatLoadKw/],
	};
/** Differences that a row of its own does not show at first sight. */
const MORE_SAID: Readonly<
	Partial<Record<DifferenceName, readonly [RegExp, Row['result'], how: RegExp]>>
> = {
	pagesFromZero: [
		/^limit, page, total/,
		'differs',
		/without page did not bring the same projects.*pages from 0/,
	],
	limitCapped: [/^limit, page, total/, 'differs', /limit=100 brought 25 projects/],
	laterPagesRepeat: [/^limit, page, total/, 'differs', /page=2 brought projects of page 1 again/],
	totalOfPage: [/^limit, page, total/, 'differs', /metadata\.total is not \d+/],
	customersCutAtTen: [
		/^The array of customers is complete/,
		'not seen',
		/^Not certain: exactly 10 /,
	],
	customersWithCursor: [
		/^The array of customers is complete/,
		'differs',
		/a next page or a cursor/,
	],
	otherSpelling: [/^A project has the fields/, 'differs', /Assesment came in none of \d+ projects/],
	oneStatusInTen: [
		/^A project has the fields/,
		'differs',
		/not known: onHold \(in \d+ of \d+ proj/,
	],
	customersByEmail: [/^GET \/api\/v1\/customers lists/, 'differs', /an object with a+\.a+9@/],
	phonesAsNumbers: [
		/^A customer has the fields/,
		'differs',
		/address is not an object: it looks like/,
	],
	forgedFields: [/^A project has the fields/, 'differs', /not known: \?\[99aaaa/],
	notFoundAs403: [/^A record that does not exist/, 'differs', /answered with 403/],
	customersWithSlash: [
		/^GET \/api\/v1\/customers lists/,
		'differs',
		/redirect \(301\) to .*same host/,
	],
	accountWithOtherId: [/belong to the company of the account/, 'differs', /not their companyId/],
};
const TEN = Object.keys(SAID) as DifferenceName[];

const rowsOf = ({ outputs }: Execution, node: string) =>
	(outputs[node]?.[0] ?? []).map(({ json }) => json as unknown as Row);
const countsOf = (stack: Stack) =>
	(['project', 'customer'] as const).map((subject) => recordsOf(stack.service, subject).length);

const isLeft = ({ result, how }: Row) =>
	result === 'differs' &&
	/^A test record may be left: search for "n8n check" .* delete it there/.test(how);
const deleteLeft = (service: Stack['service']) => {
	for (const subject of ['project', 'customer'] as const) {
		for (const { id, name, lastName } of recordsOf(service, subject)) {
			if (name === 'n8n check' || lastName === 'check') service.store.delete(subject, id);
		}
	}
};

const named = (companyId: string): Pick<FilledIn, 'parameters' | 'switchedOn'> => ({
	switchedOn: ['Test company'],
	parameters: {
		'Test company': {
			assignments: {
				assignments: [{ id: 'a0', name: 'companyId', value: companyId, type: 'string' }],
			},
		},
	},
});

/** The check of one's own account, against the local service as it is and made different. */
export const checkYourAccountExample = (stack: () => Stack) =>
	describe('check your account', () => {
		let copies = 0;
		/** Runs the example filled in for an address, with a credential of its own. */
		const run = async (url: string, filled: Partial<FilledIn> = {}): Promise<Execution> => {
			const { rest, service } = stack();
			const credential = await rest.call<{ id: string }>('POST', '/rest/credentials', {
				name: `Check ${++copies}`,
				type: TYPE,
				data: { baseUrl: url, apiKey: service.company.apiKey },
			});
			const own = { id: credential.id, type: TYPE };
			const id = await importFilledIn(
				stack(),
				ID,
				{
					texts: { [SANDBOX]: url, ...WITHOUT_PAUSES },
					credentials: {
						'n8n-nodes-base.httpRequest': own,
						'n8n-nodes-energy-projects.energyProjects': own,
					},
					...filled,
				},
				copies,
			);
			return await rest.run(id, START);
		};
		const runDifferent = async (names: readonly DifferenceName[], filled?: Partial<FilledIn>) => {
			const different = await startDifferentService(stack().service.baseUrl, names);
			try {
				return { ...(await run(different.url, filled)), asked: different.asked };
			} finally {
				await different.close();
			}
		};

		it('finds at the local service that all is as assumed, and only reads', async () => {
			const { service } = stack();
			const before = service.requests.length;
			const execution = await run(service.baseUrl);
			expect(execution.errors).toEqual({});
			const rows = rowsOf(execution, ROWS);
			expect(rows.length).toBeGreaterThan(20);
			expect(rows.filter(({ result }) => result !== 'as assumed')).toEqual([]);
			const methods = service.requests.slice(before).map(({ method }) => method);
			expect(new Set(methods)).toEqual(new Set(['GET']));
			expect(execution.outputs[WRITTEN_ROWS]).toBeUndefined();
		});

		it('says by its first click, before anything is filled in, what to fill in', async () => {
			const execution = await stack().rest.run(ID, START);
			expect(execution.status).toBe('success');
			const rows = rowsOf(execution, ROWS);
			const node = rows.filter(({ assumption }) => assumption.startsWith('The node'));
			expect(node.map(({ result }) => result)).not.toContain('differs');
			for (const { result, how } of rows) if (result === 'not seen') expect(how).not.toBe('');
		});

		it('names each of ten differences in a row of its own, and changes nothing', async () => {
			const before = countsOf(stack());
			const { asked, ...execution } = await runDifferent(TEN);
			const rows = rowsOf(execution, ROWS);
			for (const name of TEN.filter((one) => one !== 'putOnly')) {
				const [assumption, how] = SAID[name] ?? [];
				const row = rows.find((one) => assumption?.test(one.assumption) === true);
				expect({ name, ...row }).toMatchObject({
					result: 'differs',
					how: expect.stringMatching(how ?? ''),
				});
			}
			expect(new Set(asked.map((request) => request.split(' ')[0]))).toEqual(new Set(['GET']));
			expect(countsOf(stack())).toEqual(before);
		});

		it.each(['notFoundAsHtml', 'customersElsewhere', 'documentFilterIgnored'] as const)(
			'names %s',
			async (name) => {
				const rows = rowsOf(await runDifferent([name]), ROWS);
				expect(rows.some(({ result }) => result === 'differs')).toBe(true);
			},
		);

		it.each(Object.entries(MORE_SAID))('says of %s what is to be known', async (name, said) => {
			const [assumption, result, how] = said;
			const { outputs, errors } = await runDifferent([name as DifferenceName]);
			const rows = rowsOf({ outputs } as Execution, ROWS);
			expect({
				name,
				errors,
				...rows.find((row) => assumption.test(row.assumption)),
			}).toMatchObject({
				errors: {},
				result,
				how: expect.stringMatching(how),
			});
			const texts = JSON.stringify(rows);
			for (const { email } of recordsOf(stack().service, 'customer'))
				if (typeof email === 'string') expect(texts).not.toContain(email);
			expect(texts).not.toMatch(/\\n|\\u001b/);
		});

		it('writes, once it is switched on, one customer and one project, and leaves neither', async () => {
			const before = countsOf(stack());
			const { service } = stack();
			const execution = await run(service.baseUrl, named(service.company.id));
			const rows = rowsOf(execution, WRITTEN_ROWS);
			expect(rows.length).toBeGreaterThan(8);
			expect(rows.filter(({ result }) => result !== 'as assumed')).toEqual([]);
			expect(countsOf(stack())).toEqual(before);
		});

		it.each([
			[
				'creating is answered in another form',
				{ method: 'POST', afterHandling: true, status: 201, body: { done: true } },
			],
			[
				'creating works and a gateway answers',
				{ method: 'POST', afterHandling: true, status: 502 },
			],
			['editing fails', { method: 'PATCH', status: 500 }],
			['deleting fails once', { method: 'DELETE', status: 500, times: 2 }],
			[
				'deleting works and its answer gets lost',
				{ method: 'DELETE', afterHandling: true, reset: true },
			],
		])('cleans up although %s', async (_, fault) => {
			const { service } = stack();
			const before = countsOf(stack());
			service.faults.add(fault);
			const execution = await run(service.baseUrl, named(service.company.id));
			service.faults.clear();
			expect(countsOf(stack())).toEqual(before);
			const left = rowsOf(execution, WRITTEN_ROWS).filter(({ assumption }) =>
				assumption.startsWith('Nothing of the check is left'),
			);
			expect(left).toHaveLength(2);
		});

		it('cleans up, and names each difference, at a service that differs in ten ways', async () => {
			const before = countsOf(stack());
			const filled = named(stack().service.company.id);
			const rows = rowsOf(await runDifferent(TEN, filled), WRITTEN_ROWS);
			const [assumption, how] = SAID.putOnly ?? [];
			const row = rows.find((one) => assumption?.test(one.assumption) === true);
			expect(row).toMatchObject({ result: 'differs', how: expect.stringMatching(how ?? '') });
			expect(countsOf(stack())).toEqual(before);
		});

		it('says what an update does that it should not', async () => {
			const names = [
				'nullIgnored',
				'updateEmpties',
				'sourceStoredAsInternal',
				'updatedAtStays',
				'newCircuitIds',
			] as const;
			const filled = named(stack().service.company.id);
			const rows = rowsOf(await runDifferent(names, filled), WRITTEN_ROWS);
			const differing = rows.filter(({ result }) => result === 'differs');
			const texts = differing.map(({ assumption, how }) => `${assumption}: ${how}`).join('\n');
			for (const said of [
				/update of a customer leaves what is not sent: It emptied .*email, companyName, address/,
				/update of a project leaves what is not sent: It emptied .*projectValue/,
				/null empties a field of a customer: invoiceEmail kept its value/,
				/moves updatedAt: It stayed as it was/,
				/keeps the source it was created with/,
				/circuit that is sent with its ID keeps it: It got another ID/,
			])
				expect(texts).toMatch(said);
		});

		it('says so if something is left behind', async () => {
			const { service } = stack();
			service.faults.add({ method: 'DELETE', status: 500 });
			const execution = await run(service.baseUrl, named(service.company.id));
			service.faults.clear();
			expect(rowsOf(execution, WRITTEN_ROWS).filter(isLeft)).toHaveLength(2);
			deleteLeft(service);
		});

		it('finds its records if their IDs are numbers', async () => {
			const before = countsOf(stack());
			const filled = named(stack().service.company.id);
			const rows = rowsOf(await runDifferent(['customerIdsAsNumbers'], filled), WRITTEN_ROWS);
			expect(countsOf(stack())).toEqual(before);
			expect(rows.filter(isLeft)).toEqual([]);
		});

		it('says that a record may be left if what was created can be found nowhere', async () => {
			const { service } = stack();
			const names = ['createdWithoutRecord', 'createdNotListed'] as const;
			const rows = rowsOf(await runDifferent(names, named(service.company.id)), WRITTEN_ROWS);
			deleteLeft(service);
			expect(rows.filter(isLeft)).toHaveLength(2);
		});

		it('writes nothing to another company than the one that was named', async () => {
			const { service } = stack();
			const before = service.requests.length;
			const execution = await run(service.baseUrl, named(service.otherCompany.id));
			expect(execution.status).toBe('error');
			expect(JSON.stringify(execution.errors)).toContain('Nothing was written');
			const methods = service.requests.slice(before).map(({ method }) => method);
			expect(new Set(methods)).toEqual(new Set(['GET']));
		});

		it('shows the key in no item, also if nobody answers', async () => {
			const { service } = stack();
			for (const url of [service.baseUrl, 'http://127.0.0.1:1']) {
				const { outputs, errors } = await run(url);
				expect(JSON.stringify({ outputs, errors })).not.toContain(service.company.apiKey);
			}
		});
	});
