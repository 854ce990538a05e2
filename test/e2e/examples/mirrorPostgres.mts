import pWaitFor from 'p-wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { within } from '../../../sandbox/n8n/rest.mts';
import { pathOf } from '../../../sandbox/service/description.mts';
import { addDemoData } from '../../../sandbox/service/seed.mts';
import type { ApiRecord, Subject } from '../../../sandbox/service/records.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { listBody, UNKNOWN_ID } from '../../shared.mts';
import { Mirror, writtenBy } from '../harness/mirror.mts';
import { Postgres } from '../harness/postgres.mts';
import type { Stack } from '../harness/stack.mts';

/** Projects, and as many customers: more than one page of the list. */
const COUNT = 150;
const ADDRESS = null;

/** All projects and customers of the second company, in a real PostgreSQL. */
export const mirrorPostgresExample = (stack: () => Stack) => {
	if (!Postgres.isInstalled) {
		console.log('Mirror into PostgreSQL was not tested: PostgreSQL is not installed here.');
	}
	describe.skipIf(!Postgres.isInstalled)('mirror into PostgreSQL', () => {
		let mirror: Mirror;
		beforeAll(async () => {
			const { service } = stack();
			addDemoData(service.store, service.otherCompany, COUNT);
			mirror = new Mirror(stack(), service.otherCompany);
			await mirror.create();
		});
		afterAll(async () => await mirror.close());

		const records = (subject: Subject): ApiRecord[] =>
			stack().service.store.list(subject, stack().service.otherCompany.id);
		const insert = (subject: Subject, fields: object) =>
			stack().service.store.insert(subject, stack().service.otherCompany.id, fields);
		const edit = (subject: Subject, id: string, change: object) =>
			stack().service.store.edit(subject, id, change);
		/** As the service does when it computes figures, or is set back: `updatedAt` is not renewed. */
		const alter = (subject: Subject, id: string, change: object) =>
			Object.assign(stack().service.store.of(subject).get(id) ?? {}, change);
		const run = async () => {
			const execution = await mirror.run();
			const { status, errors } = execution;
			expect({ status, errors }).toEqual({ status: 'success', errors: {} });
			return execution;
		};
		const expectInStep = () => {
			for (const subject of subjects) {
				expect(mirror.rows(subject, 'deleted_at is null')).toEqual(mirror.expected(subject));
			}
		};
		const versions = () => subjects.map((subject) => mirror.versions(subject));

		it('holds every project and customer as the service has it', async () => {
			const execution = await run();
			expectInStep();
			for (const subject of subjects) {
				const count = records(subject).length;
				expect(count).toBeGreaterThanOrEqual(COUNT);
				expect(writtenBy(execution, subject)).toEqual([
					{ read: count, created: count, updated: 0, marked_deleted: 0 },
				]);
			}
		});

		it('writes no row a second time if nothing has changed', async () => {
			const before = versions();
			await run();
			expect(versions()).toEqual(before);
		});

		it('follows what was created, edited or computed again, and marks what is gone', async () => {
			const [edited, computed, emptied, gone] = records('project');
			const [customer, goneCustomer] = records('customer');
			edit('project', edited.id, { name: 'Haus Lovelace', status: 'completed', projectValue: 0.1 });
			alter('project', computed.id, { buildingHeatLoadKw: 12.345, heatPumpSizing: null });
			edit('project', emptied.id, { heatedLivingAreaM2: null, address: null });
			edit('customer', customer.id, { email: null, phoneNumber: '+49 431 1' });
			insert('project', { name: 'Haus Neu', source: 'api', address: ADDRESS });
			insert('customer', { firstName: 'Ada', lastName: 'Lovelace', address: ADDRESS });
			const former = {
				project: mirror.rows('project').get(gone.id),
				customer: mirror.rows('customer').get(goneCustomer.id),
			};
			stack().service.store.delete('project', gone.id);
			stack().service.store.delete('customer', goneCustomer.id);

			const before = mirror.versions('project').map(String);
			await run();
			expectInStep();
			expect(mirror.rows('project', 'deleted_at is not null')).toEqual(
				new Map([[gone.id, { ...former.project, deleted_at: expect.any(Number) }]]),
			);
			expect(mirror.rows('customer', 'deleted_at is not null')).toEqual(
				new Map([[goneCustomer.id, { ...former.customer, deleted_at: expect.any(Number) }]]),
			);
			const kept = mirror.versions('project').filter((row) => before.includes(String(row)));
			expect(kept).toHaveLength(before.length - 4);

			const later = versions();
			const { outputs } = await run();
			expect(versions()).toEqual(later);
			// What is known to be gone is not asked for again.
			expect(Object.keys(outputs)).not.toContain('Read these projects');
			expect(Object.keys(outputs)).not.toContain('Read these customers');
		});

		it('marks nothing of another company, as after a change of the credential', async () => {
			const OTHER = `'${UNKNOWN_ID}'`;
			for (const subject of subjects) {
				mirror.postgres.query(
					`insert into energy_${subject}s (id, company_id, read_at) values (${OTHER}, ${OTHER}, now())`,
				);
			}
			const before = versions();
			await run();
			expect(versions()).toEqual(before);
			for (const subject of subjects) {
				mirror.postgres.query(`delete from energy_${subject}s where id = ${OTHER}`);
			}
		});

		describe('a list that is not complete', () => {
			const pathOfList = (subject: Subject) =>
				pathOf(subject === 'project' ? 'listProjects' : 'listCustomers');
			const fail = (path: string, fault: object) =>
				stack().service.faults.add({ path: new RegExp(`${path}(\\?|$)`), ...fault });
			const shorten = (subject: Subject, kept: number) => {
				const path = pathOfList(subject);
				fail(path, { status: 200, body: listBody(path, records(subject).slice(0, kept)) });
			};
			const expectFailure = async () => expect((await mirror.run()).status).toBe('error');
			afterEach(() => stack().service.faults.clear());

			it.each([90, 1, 0])('marks nothing if only %i records come', async (kept) => {
				const before = versions();
				for (const subject of subjects) shorten(subject, kept);
				await run();
				expect(versions()).toEqual(before);
			});

			it.each(subjects)('marks nothing if a missing %s cannot be read', async (subject) => {
				const before = versions();
				const [, missing] = records(subject);
				shorten(subject, 1);
				fail(missing.id, { status: 403 });
				await expectFailure();
				expect(versions()).toEqual(before);
			});

			it.each(subjects)('marks nothing if the list of %ss cannot be read', async (subject) => {
				const before = versions();
				fail(pathOfList(subject), { status: 403 });
				await expectFailure();
				expect(versions()).toEqual(before);
			});
		});

		it('stores what people enter, whatever it looks like', async () => {
			const name = `Robert'); DROP TABLE energy_projects; -- "$1" $1:raw \${x} {{ $json.id }} \\' \\n 🏠\t\n`;
			const long = 'ß𝄞'.repeat(100_000);
			const project = insert('project', {
				...{ name, source: 'api' },
				address: {
					addressLine1: long,
					city: '',
					latitude: -0.000_000_1,
					longitude: 179.123_456_789,
				},
				...{ projectValue: 12_345_678.9, yearlyEnergyConsumption: 1e21, numberOfFloors: 0 },
				installationDate: '2028-02-29',
			});
			const customer = insert('customer', {
				...{ firstName: '=1+1', lastName: 'null', companyName: '', address: ADDRESS },
			});
			const cut = insert('customer', {
				...{ firstName: 'A\u0000da', lastName: 'L\ud83dovelace', address: ADDRESS },
			});
			await run();
			expect(mirror.rows('project').get(project.id)).toEqual(
				mirror.expected('project').get(project.id),
			);
			expect(mirror.rows('project').get(project.id)).toMatchObject({ name, address_line1: long });
			expect(mirror.rows('customer').get(customer.id)).toEqual(
				mirror.expected('customer').get(customer.id),
			);
			expect(mirror.rows('customer').get(cut.id)).toMatchObject({
				...{ first_name: 'Ada', last_name: 'L\ufffdovelace' },
			});
			stack().service.store.delete('project', project.id);
			for (const { id } of [customer, cut]) stack().service.store.delete('customer', id);
			await run();
			expectInStep();
		});

		it('has the types that reports need', () => {
			const types = mirror.postgres.query(
				`select column_name, data_type from information_schema.columns where table_name = 'energy_projects'`,
			);
			expect(Object.fromEntries(types)).toMatchObject({
				building_heat_load_kw: 'numeric',
				installation_date: 'date',
				updated_at: 'timestamp with time zone',
				deleted_at: 'timestamp with time zone',
			});
		});

		it('keeps the later change, and follows a service that was set back to an older state', async () => {
			const [, , { id, firstName }] = records('customer');
			const row = () => mirror.rows('customer').get(id);
			const [gone] = mirror.rows('customer', 'deleted_at is not null').keys();
			expect(gone).toBeDefined();
			alter('customer', id, { firstName: 'Older', updatedAt: '2020-01-01T00:00:00.000Z' });
			await run();
			expect(row()).toMatchObject({ first_name: firstName });
			mirror.postgres.query(`update energy_customers set read_at = now() - interval '13 hours'`);
			const { service } = stack();
			const fields = { firstName: 'Ada', lastName: 'Back', address: ADDRESS };
			service.store.insert('customer', service.otherCompany.id, fields, gone);
			await run();
			expect(row()).toMatchObject({ first_name: 'Older' });
			expect(mirror.rows('customer').get(gone)).toMatchObject({
				last_name: 'Back',
				deleted_at: null,
			});
			expectInStep();
		});

		it('takes over events while a night’s run is under way, which does not undo them', async () => {
			const { rest, service } = stack();
			const [first, edited, deleted] = records('project').sort((a, b) => (a.id < b.id ? -1 : 1));
			const [customer, deletedCustomer] = records('customer');
			const becomes = async (id: string, condition: string, subject: Subject = 'project') =>
				await pWaitFor(
					() => mirror.rows(subject, `id = '${id}' and ${condition}`).size > 0,
					within(60, `The row did not become: ${condition}`),
				);
			// The night's list has a later change of it than the table, and yet the deletion counts.
			edit('project', deleted.id, { name: 'Changed before it was deleted' });
			await rest.publish(mirror.id);
			// The night's list has been read, and the writing waits for this row.
			const release = await mirror.postgres.lock(
				`select id from energy_projects where id = '${first.id}'`,
			);
			const night = mirror.run();
			const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
			await pWaitFor(() => mirror.postgres.query(waits).length > 0, within(60, 'Nothing waits'));

			edit('project', edited.id, { name: 'Changed at night' });
			service.store.delete('project', deleted.id);
			const created = insert('project', { name: 'New', source: 'api', address: ADDRESS });
			edit('customer', customer.id, { firstName: 'Changed at night' });
			service.store.delete('customer', deletedCustomer.id);
			await becomes(edited.id, `name = 'Changed at night'`);
			await becomes(deleted.id, 'deleted_at is not null');
			await becomes(created.id, 'deleted_at is null');
			await becomes(customer.id, `first_name = 'Changed at night'`, 'customer');
			await becomes(deletedCustomer.id, 'deleted_at is not null', 'customer');
			await release();
			const { status, errors } = await night;
			await rest.unpublish(mirror.id);
			expect({ status, errors }).toEqual({ status: 'success', errors: {} });
			expectInStep();
		});

		it('answers two questions: heat load by construction year, projects by month and status', async () => {
			const { rest, service } = stack();
			for (const { id } of records('project')) service.store.delete('project', id);
			const building = (buildingAge: string | null, area: number | null) => ({
				...{ buildingAge, heatedLivingAreaM2: area, source: 'api', address: ADDRESS, name: 'Haus' },
			});
			const JANUARY = '2026-01-31T22:59:59.999Z';
			const FEBRUARY = '2026-01-31T23:00:00.000Z';
			for (const project of [
				// 100 and 45 W/m2 in the local service.
				{ ...building('from1969To1978', 100), createdAt: JANUARY, projectValue: 0.1 },
				{ ...building('from1969To1978', 151), createdAt: JANUARY, projectValue: 0.2 },
				{ ...building('from1969To1978', null), createdAt: JANUARY, status: 'completed' },
				{ ...building('from2002', 200), createdAt: FEBRUARY, projectValue: 30_000 },
				{ ...building('before1918', null), createdAt: FEBRUARY, isLead: true },
				{ ...building(null, 90), createdAt: FEBRUARY, status: 'archived' },
			])
				insert('project', project);
			await run();
			expectInStep();
			const { outputs, errors } = await rest.run(mirror.id, 'Show the reports');
			expect(errors).toEqual({});
			const answer = (node: string) =>
				outputs[node][0].map(({ json }) => Object.values(json).join(' | '));
			expect(answer('Heat load by construction year')).toEqual([
				'before 1918 | 1 | 0 |  | ',
				'1969–1978 | 3 | 2 | 12.6 | 100',
				'from 2002 | 1 | 1 | 9 | 45',
				'not known | 1 | 0 |  | ',
			]);
			expect(answer('Projects by month and status')).toEqual([
				'2026-01 | completed | 1 | ',
				'2026-01 | inProgress | 2 | 0.3',
				'2026-02 | archived | 1 | ',
				'2026-02 | inProgress | 1 | 30000',
			]);
		});
	});
};
