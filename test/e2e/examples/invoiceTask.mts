import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import { PollingWatch } from '../harness/pollingWatch.mts';
import type { Stack } from '../harness/stack.mts';
import { pollEvery } from '../harness/workflows.mts';
import { hubSpotFilledIn, startHubSpot } from '../standIns/hubSpot.mts';
import type { HubSpot } from '../standIns/hubSpot.mts';

const INVOICE = 'EnergyInvoice001';
const COMPLETED = 'When a project is completed';

/** Invoice tasks in HubSpot, against a stand-in for it. */
export const invoiceExample = (stack: () => Stack) =>
	describe('invoice tasks', () => {
		let hubSpot: HubSpot;
		beforeAll(async () => {
			hubSpot = await startHubSpot();
		});
		afterAll(async () => await hubSpot.close());

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
