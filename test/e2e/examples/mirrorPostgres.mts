import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { addDemoData } from '../../../sandbox/service/seed.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import type { Subject } from '../../../sandbox/service/records.mts';
import { Mirror } from '../harness/mirror.mts';
import { Postgres } from '../harness/postgres.mts';
import type { Stack } from '../harness/stack.mts';

/** Projects, and as many customers: more than one page of the list. */
const COUNT = 150;

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

		const company = () => stack().service.otherCompany.id;
		const records = (subject: Subject) => stack().service.store.list(subject, company());
		const insert = (subject: Subject, fields: object) =>
			stack().service.store.insert(subject, company(), { address: null, ...fields });
		const run = async () => {
			const { status, errors } = await mirror.run();
			expect({ status, errors }).toEqual({ status: 'success', errors: {} });
		};
		const expectInStep = () => {
			for (const subject of subjects) {
				expect(mirror.rows(subject, 'deleted_at is null')).toEqual(mirror.expected(subject));
			}
		};

		it('holds every project and customer as the service has it, and writes no row twice', async () => {
			await run();
			expectInStep();
			expect(mirror.rows('project').size).toBeGreaterThanOrEqual(COUNT);
			const before = mirror.versions();
			// A report that somebody left open holds up nobody.
			const end = await mirror.postgres.lock('select count(*) from energy_projects; select 1');
			await run();
			await end();
			expect(mirror.versions()).toEqual(before);
		});

		it('marks at night what a whole list lacks, of its company, and takes back a mark that was wrong', async () => {
			const { store, faults } = stack().service;
			const [gone, alive] = records('project');
			store.delete('project', gone.id);
			const other = `jsonb_build_object('companyId', 'other')`;
			mirror.postgres.query(
				`insert into energy_records values ('other', 'project', ${other}); update energy_records set deleted_at = now() where id = '${alive.id}'`,
			);
			const marked = () => [...mirror.rows('project', 'deleted_at is not null').keys()];
			const body = { items: [], metadata: { page: 1, limit: 100, total: 0 } };
			faults.add({ path: pathOf('listProjects'), status: 200, body });
			await run();
			faults.clear();
			expect(marked()).toEqual([alive.id]);
			await run();
			expect(marked()).toEqual([gone.id]);
			mirror.postgres.query(`delete from energy_records where id in ('other', '${gone.id}')`);
			expectInStep();
		});

		it('follows at night what was created, edited, emptied or computed again', async () => {
			const { store } = stack().service;
			const [edited, computed, emptied] = records('project');
			store.edit('project', edited.id, { name: 'Neu', status: 'completed', projectValue: 0.1 });
			// The service does not renew `updatedAt` when it computes figures.
			store.calculate(computed.id, { buildingHeatLoadKw: 12.345, heatPumpSizing: null });
			store.edit('project', emptied.id, { heatedLivingAreaM2: null, address: null });
			const [customer] = records('customer');
			store.edit('customer', customer.id, { email: null, phoneNumber: '+49 431 1' });
			const before = mirror.versions().map(String);
			await run();
			expectInStep();
			const kept = mirror.versions().filter((row) => before.includes(String(row)));
			expect(kept).toHaveLength(before.length - 4);
		});

		it('stores what people enter, whatever it looks like', async () => {
			const name = `C:\\udata \\u0000 R'); DROP TABLE energy_records; -- "$1" $1:raw \${x} {{ $json.id }} \\' \\n 🏠\t\n`;
			insert('project', { name, source: 'api', projectValue: 12_345_678.9, numberOfFloors: 0 });
			const cut = insert('customer', { firstName: 'A\u0000da', lastName: 'L\ud83dovelace' });
			await run();
			expect([...mirror.rows('project').values()].map((row) => row.name)).toContain(name);
			expect(mirror.rows('customer').get(cut.id)).toMatchObject({ first_name: 'Ada' });
			// One value of another type spoils no row, nor the whole view.
			const [{ id }] = records('project');
			mirror.postgres.query(
				`update energy_records set record = record || '{"projectValue":"n/a","installationDate":""}' where id = '${id}'`,
			);
			const unreadable = { project_value: null, installation_date: null };
			expect(mirror.rows('project').get(id)).toMatchObject({ id, ...unreadable });
			stack().service.store.edit('customer', cut.id, { firstName: 'Ada', lastName: 'Lovelace' });
			await run();
			expectInStep();
		});

		it('writes nothing if a list cannot be read', async () => {
			const { faults } = stack().service;
			const before = mirror.versions();
			faults.add({ path: pathOf('listProjects'), status: 403 });
			expect((await mirror.run()).status).toBe('error');
			faults.clear();
			expect(mirror.versions()).toEqual(before);
		});

		it('published: follows changes between the nights, and marks what was deleted for good', async () => {
			const { rest, service } = stack();
			await rest.publish(mirror.id);
			const [edited, gone] = records('project');
			const [, goneCustomer] = records('customer');
			const former = mirror.rows('project').get(gone.id);
			service.store.edit('project', edited.id, { name: 'Haus Lovelace' });
			insert('customer', { firstName: 'Ada', lastName: 'Lovelace' });
			service.store.delete('project', gone.id);
			service.store.delete('customer', goneCustomer.id);
			await vi.waitFor(expectInStep, { timeout: 30_000, interval: 200 });
			await rest.unpublish(mirror.id);
			expect([...mirror.rows('project', 'deleted_at is not null').values()]).toEqual([
				{ ...former, deleted_at: expect.any(Number) },
			]);
			await run();
			expectInStep();
		});

		it('has the figures that the two reports show', async () => {
			const { outputs, errors } = await stack().rest.run(mirror.id, 'Show the reports');
			expect(errors).toEqual({});
			const [years, months] = ['Heat load by construction year', 'Projects by month and status'];
			const living = records('project');
			const sum = (node: string) =>
				outputs[node][0].reduce((all, { json }) => all + Number(json.projects), 0);
			expect(sum(years)).toBe(living.length);
			expect(sum(months)).toBe(living.filter(({ isLead }) => isLead !== true).length);
		});
	});
};
