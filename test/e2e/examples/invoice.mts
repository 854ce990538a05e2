import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { hubSpotFilledIn, startHubSpot } from '../harness/hubSpot.mts';
import type { HubSpot } from '../harness/hubSpot.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import { PollingWatch } from '../harness/pollingWatch.mts';
import type { Stack } from '../harness/stack.mts';
import { pollEvery } from '../harness/workflows.mts';

const ID = 'EnergyInvoice001';
const TRIGGER = 'When a project is completed';

/** An invoice task for each project that becomes completed. */
export const invoiceExample = (stack: () => Stack) =>
	describe('invoice task for a finished project', () => {
		let hubSpot: HubSpot;
		beforeAll(async () => {
			hubSpot = await startHubSpot();
		});
		afterAll(async () => await hubSpot.close());

		it('shows with its pinned data what happens', async () => {
			const { status, errors, outputs } = await stack().rest.run(ID, TRIGGER);
			expect({ status, errors }).toEqual({ status: 'success', errors: {} });
			expect(outputs['HubSpot: create the task'][0]).toHaveLength(1);
			expect(outputs['Describe the task'][0][0].json.subject).toMatch(/^Write the invoice: .+ \(/);
		});

		it('makes exactly one task for each project: after edits, a second completion, and an answer that got lost', async () => {
			const { service, rest } = stack();
			const id = await importFilledIn(stack(), ID, {
				...hubSpotFilledIn(hubSpot),
				parameters: {
					[TRIGGER]: { pollTimes: pollEvery(2) },
					'Wait five minutes': { amount: 1, unit: 'seconds' },
				},
			});
			const [first, second] = recordsOf(service, 'project').filter(
				({ status }) => status === 'inProgress',
			);
			const watch = new PollingWatch(stack(), id);
			await watch.publish();
			const edit = (project: string, change: Record<string, unknown>) =>
				service.store.edit('project', project, change);
			const seen = async () => await watch.requests(2, 30, /\/projects\?/);

			// HubSpot makes the task, and its answer gets lost.
			hubSpot.loseAnswerTo('POST /crm/v3/objects/tasks');
			edit(first.id, { name: 'Haus <b>Meier</b>', status: 'completed' });
			await stack().executions(id, 1);
			edit(first.id, { projectValue: 31_000 });
			edit(second.id, { status: 'completed' });
			await stack().executions(id, 2);
			edit(first.id, { status: 'inProgress' });
			await seen();
			edit(first.id, { status: 'completed' });
			const executions = await stack().executions(id, 3);
			await rest.call('POST', `/rest/workflows/${id}/deactivate`, {});

			expect(executions.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
			expect(hubSpot.writes.filter((write) => write.endsWith('/tasks'))).toHaveLength(2);
			const subjectOf = ({ humanId, id: projectId }: typeof first) =>
				`Write the invoice: ${String(humanId ?? 'project')} (${projectId})`;
			expect(hubSpot.tasks.map(({ properties }) => properties.hs_task_subject)).toEqual([
				subjectOf(first),
				subjectOf(second),
			]);
			expect(hubSpot.tasks[0].properties.hs_task_body).toContain('Haus &lt;b&gt;Meier&lt;/b&gt;');
		});
	});
