import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import { callTable } from '../harness/otherSystems.mts';
import type { Stack } from '../harness/stack.mts';
import { hubSpotFilledIn, startHubSpot } from '../standIns/hubSpot.mts';
import type { HubSpot } from '../standIns/hubSpot.mts';

const INVOICE = 'EnergyInvoice001';

/** Invoice tasks in HubSpot, against a stand-in for it. */
export const invoiceExample = (stack: () => Stack) =>
	describe('invoice tasks', () => {
		let hubSpot: HubSpot;
		beforeAll(async () => {
			hubSpot = await startHubSpot();
		});
		afterAll(async () => await hubSpot.close());

		it('make one task for each project that is finished from the first run on, whatever happened between two runs', async () => {
			const { service, rest } = stack();
			const filledIn = hubSpotFilledIn(hubSpot);
			const id = await importFilledIn(stack(), INVOICE, filledIn);
			const hour = async (of = id) => (await rest.run(of, 'Every hour')).errors;
			const subjects = () => hubSpot.tasks.map(({ properties }) => properties.hs_task_subject);
			expect(await hour()).toEqual({});
			expect(subjects()).toEqual([]);

			const all = recordsOf(service, 'project').filter(({ status }) => status === 'inProgress');
			const [one, two, three, lead] = all;
			const edit = (project: typeof one, fields: object) =>
				service.store.edit('project', project.id, { isLead: false, ...fields });
			edit(one, { name: 'Haus <b>Meier</b>', projectValue: 1234.5, status: 'completed' });
			edit(two, { status: 'completed' });
			edit(three, { status: 'completed' });
			edit(three, { status: 'archived' });
			edit(lead, { status: 'completed', isLead: true });
			const fields = { name: 'At once', source: 'api', address: null, status: 'completed' };
			const four = service.store.insert('project', service.company.id, fields);
			hubSpot.mishaps.push(
				{ request: 'POST /crm/v3/objects/tasks', times: 2, status: 503 },
				{ request: 'POST /crm/v3/objects/tasks', times: 4, status: 503, isCarriedOut: true },
			);
			const { 'Say what was refused': refused } = await hour();
			expect(refused.message).toMatch(/^\d tasks were not made\./);
			hubSpot.mishaps.splice(0);
			// HubSpot's search finds a new task only later.
			await new Promise((resolve) => setTimeout(resolve, 600));
			expect(await hour()).toEqual({});
			edit(one, { status: 'inProgress' });
			edit(one, { status: 'completed' });
			expect(await hour()).toEqual({});
			const subject = (project: typeof one, words = 'Write the invoice:') =>
				`${words} ${String(project.humanId)} (${project.id})`;
			const wanted = [one, two, four].map((project) => subject(project));
			wanted.push(subject(three, 'Archived, is an invoice due?'));
			expect(subjects().sort()).toEqual(wanted.sort());
			const body = hubSpot.tasks.map(({ properties }) => properties.hs_task_body).join();
			expect(body).toMatch(/Haus &lt;b&gt;Meier&lt;\/b&gt;<br>.*<br>Value: 1\.234,50/);
			const { length } = hubSpot.tasks;

			// A copy for another company has a table and a first run of its own, and so has a renamed table.
			expect(await hour(await importFilledIn(stack(), INVOICE, filledIn, 1))).toEqual({});
			const table = `Energy Projects invoice tasks ${id}`;
			await callTable(stack(), table, 'PATCH', '', { name: 'Renamed' });
			edit(all[5], { status: 'completed' });
			expect(await hour()).toEqual({});
			expect(hubSpot.tasks).toHaveLength(length);
		});
	});
