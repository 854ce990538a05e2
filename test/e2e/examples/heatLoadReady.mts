import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { filesOf } from '../harness/files.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import { startMailServer } from '../harness/mailServer.mts';
import type { MailServer } from '../harness/mailServer.mts';
import { PollingWatch } from '../harness/pollingWatch.mts';
import type { Stack } from '../harness/stack.mts';
import { pollEvery } from '../harness/workflows.mts';

const ID = 'EnergyHeatReady1';
const TRIGGER = 'A heat load is new or changed';

/** One email for each heat load that is computed, and one for each new value. */
export const heatLoadReadyExample = (stack: () => Stack) =>
	describe('when a heat load is ready', () => {
		let mailServer: MailServer;
		let id: string;
		beforeAll(async () => {
			mailServer = await startMailServer();
			const { rest } = stack();
			const { id: credential } = await rest.call<{ id: string }>('POST', '/rest/credentials', {
				name: 'Mail server (stand-in)',
				type: 'smtp',
				data: mailServer.credential,
			});
			id = await importFilledIn(stack(), ID, {
				credentials: { 'n8n-nodes-base.emailSend': { id: credential, type: 'smtp' } },
				parameters: { [TRIGGER]: { pollTimes: pollEvery(2) } },
			});
		});
		afterAll(async () => void (await mailServer.close()));

		it('shows with its pinned data what happens, as often as somebody clicks, and notes nothing as sent', async () => {
			for (let click = 0; click < 2; click++) {
				const execution = await stack().rest.run(ID, TRIGGER);
				expect(execution.errors).toEqual({});
				const [sheet] = await filesOf(stack(), execution, 'Draw the sheets');
				expect(sheet.content.toString('utf8')).toContain('9.5&nbsp;<small>kW</small>');
				expect(execution.outputs['List what was sent']).toEqual([[]]);
				expect(Object.keys(execution.outputs)).not.toContain('Note what was sent');
			}
		});

		it('sends one email when a heat load is computed, one when it changes, and none after any other edit', async () => {
			const { service } = stack();
			const [project] = recordsOf(service, 'project').filter(({ isLead }) => isLead === true);
			expect(project.buildingHeatLoadKw).toBeNull();
			const watch = new PollingWatch(stack(), id);
			await watch.publish();
			const compute = (buildingHeatLoadKw: number | null, heatPumpStandardOutputKw: number) =>
				service.store.calculate(project.id, {
					buildingHeatLoadKw,
					heatPumpSizing: buildingHeatLoadKw === null ? null : { heatPumpStandardOutputKw },
				});
			const quiet = async () => await watch.requests(2, 30, /\/projects\?/);
			const figures = () =>
				mailServer.mails.map(({ text }) => text.match(/(?<=: )(?:[\d.]+ kW|not \w+)$/gm));

			compute(9.25, 9.7);
			await stack().executions(id, 1);
			service.store.edit('project', project.id, { name: 'Haus Söhne & <b>Töchter</b>' });
			await quiet();
			expect(figures()).toEqual([['9.25 kW', 'not known', '9.7 kW']]);
			compute(10.5, 11);
			await stack().executions(id, 2);
			// What cannot be seen on the sheet is no news, and neither is a value that is gone.
			compute(10.5000001, 11);
			await stack().executions(id, 3);
			compute(null, 0);
			const executions = await stack().executions(id, 4);

			expect(executions.map(({ status }) => status)).toEqual(Array(4).fill('success'));
			expect(figures().slice(1)).toEqual([['10.5 kW', '9.25 kW', '11 kW']]);
			const [first, second] = mailServer.mails;
			expect(first).toMatchObject({ to: ['office@example.com'] });
			expect(first.subject).toBe(`Heat load of ${String(project.humanId)}: 9.25 kW`);
			expect(second.text).toContain('Haus Söhne & <b>Töchter</b>');
			const [{ fileName, content }] = second.attachments;
			expect(fileName).toMatch(/^heat-load-.*\.html$/);
			expect(content).toContain('10.5&nbsp;<small>kW</small>');
			expect(content).toContain('Haus Söhne &amp; &lt;b&gt;Töchter&lt;/b&gt;');
		});

		it('fails if an email cannot be sent, and tried again sends one for each project that the poll found', async () => {
			const { service, rest } = stack();
			const { store, company } = service;
			const before = (await rest.executionIds(id)).length;
			const [edited, sized] = recordsOf(service, 'project').filter(({ isLead }) => isLead !== true);
			const { heatPumpSizing, buildingHeatLoadKw: load } = sized as Record<string, unknown>;
			mailServer.mails.splice(0);
			mailServer.faults.refused = 1;
			// After an edit the service computes another value, a heat pump is sized again, and a new project has its heat
			// load from the start.
			store.edit('project', edited.id, { heatedLivingAreaM2: 200 });
			store.calculate(sized.id, {
				heatPumpSizing: { ...(heatPumpSizing as object), heatPumpStandardOutputKw: 77 },
			});
			const fields = { ...edited, humanId: undefined, name: 'Haus Neu' };
			const created = store.insert('project', company.id, fields);
			const last = async (count: number) =>
				(await stack().executions(id, before + count))[before + count - 1];
			const failed = await last(1);
			await rest.unpublish(id);
			expect([failed.status, mailServer.mails]).toEqual(['error', []]);
			await rest.call('POST', `/rest/executions/${failed.id}/retry`, { loadWorkflow: false });
			expect((await last(2)).status).toBe('success');

			const { mails } = mailServer;
			expect(mails).toHaveLength(3);
			for (const { humanId, name } of [edited, sized, created]) {
				const [about] = mails.filter(({ subject }) => subject.includes(`of ${String(humanId)}:`));
				expect(about).toMatchObject({
					text: expect.stringContaining(`Project: ${String(name)}\r\n`),
					attachments: [{ content: expect.stringContaining(String(name)) }],
				});
			}
			expect(mails.map(({ text }) => text).join()).toContain(
				`: ${String(load)} kW\r\nBefore: not known\r\nHeat pump, standard output: 77 kW`,
			);
		});
	});
