import type { IDataObject } from 'n8n-workflow';
import readExcelFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { filesOf } from '../harness/files.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import { startMailServer } from '../harness/mailServer.mts';
import { PollingWatch } from '../harness/pollingWatch.mts';
import type { Stack } from '../harness/stack.mts';
import { inARow, of, pollEvery } from '../harness/workflows.mts';

const READY = 'EnergyHeatReady1';
const TRIGGER = 'A heat load is new or changed';
const NIGHTLY = 'EnergyNightly001';

/** The examples that send an email, with a mail server on this machine. */
export const mailExamples = (stack: () => Stack) =>
	describe('the examples that send an email', () => {
		let mailServer: Awaited<ReturnType<typeof startMailServer>>;
		let credentials: Record<string, { id: string; type: string }>;
		beforeAll(async () => {
			mailServer = await startMailServer();
			const credential = await stack().rest.credential('smtp', mailServer.credential);
			credentials = { 'n8n-nodes-base.emailSend': credential };
		});
		afterAll(async () => void (await mailServer.close()));

		it('tell a person which workflow failed, at which step, and why', async () => {
			const { rest } = stack();
			const errorWorkflow = await importFilledIn(stack(), 'EnergyFailure001', { credentials });
			await rest.publish(errorWorkflow);
			const rule = { interval: [{ field: 'seconds', secondsInterval: 2 }] };
			const nodes = [
				of('scheduleTrigger', 1.2, 'Often', { rule }),
				of('stopAndError', 1, 'The step', { errorMessage: 'No paper' }),
			];
			const settings = { executionOrder: 'v1', errorWorkflow };
			await rest.call('POST', '/rest/workflows', inARow('FailsAtNight0001', nodes, { settings }));
			await rest.publish('FailsAtNight0001');
			const subject = 'Subject: n8n: FailsAtNight0001 failed';
			await expect.poll(() => mailServer.mails.join()).toContain(subject);
			await rest.unpublish('FailsAtNight0001');
			expect(mailServer.mails[0]).toMatch(/No paper[^]*Step: The step[^]*http:.*executions\/\d+/);
			mailServer.mails.splice(0);
		});

		it('send every project in a row of an Excel file', async () => {
			const { service, rest } = stack();
			const [first] = recordsOf(service, 'project');
			const name = '=HYPERLINK("http://mail.example")';
			const installationDate = '2027-03-14';
			service.store.edit('project', first.id, { name, projectValue: 0, installationDate });
			const [, long] = recordsOf(service, 'project');
			service.store.edit('project', long.id, { name: `\u0001<&>\n${'x'.repeat(40_000)}` });
			const id = await importFilledIn(stack(), NIGHTLY, { credentials });
			const execution = await rest.run(id, 'Every night');
			expect(execution.errors).toEqual({});
			expect(mailServer.mails.at(-1)).toMatch(/filename="?projects-\d{4}-\d\d-\d\d\.xlsx/);
			// Opened by a library that has nothing to do with the one n8n writes it with.
			const [file] = await filesOf(stack(), execution, 'Make the Excel file');
			const [{ data }] = await readExcelFile(file.content);
			const [headings, ...lines] = data;
			const rows = lines.map((line) =>
				Object.fromEntries(headings.map((heading, index) => [String(heading), line[index]])),
			);
			const projects = recordsOf(service, 'project');
			expect(rows).toHaveLength(projects.length);
			for (const { id: projectId, customerId, ...project } of projects) {
				const customer = service.store.customers.get(String(customerId));
				const { installationDate: day } = project;
				const { address, heatPumpSizing } = project as Record<string, IDataObject | null>;
				expect(rows.find(({ ID }) => ID === projectId)).toMatchObject({
					'Human ID': project.humanId,
					Name: projectId === long.id ? `<&>\n${'x'.repeat(31_995)}` : project.name,
					'Customer Name': customer
						? `${String(customer.firstName)} ${String(customer.lastName)}`
						: null,
					City: address?.city ?? null,
					'Project Value': project.projectValue ?? null,
					'Installation Date': typeof day === 'string' ? new Date(day) : null,
					'Building Heat Load (kW)': project.buildingHeatLoadKw ?? null,
					'Heat Pump Standard Output (kW)': heatPumpSizing?.heatPumpStandardOutputKw ?? null,
				});
			}
		});

		it('send one email when a heat load is computed, one when it changes, and none after other edits', async () => {
			const { service } = stack();
			const id = await importFilledIn(stack(), READY, {
				credentials,
				parameters: { [TRIGGER]: { pollTimes: pollEvery(2) } },
			});
			mailServer.mails.splice(0);
			const [project] = recordsOf(service, 'project').filter(
				(one) => one.buildingHeatLoadKw === null,
			);
			const watch = new PollingWatch(stack(), id);
			await watch.publish();
			const compute = async (load: number | null, output: number, executions: number) => {
				const heatPumpSizing = load === null ? null : { heatPumpStandardOutputKw: output };
				service.store.calculate(project.id, { buildingHeatLoadKw: load, heatPumpSizing });
				return await stack().executions(id, executions);
			};
			await compute(9.25, 9.7, 1);
			service.store.edit('project', project.id, { name: 'Haus <b>Neu</b>' });
			await watch.requests(2, 30, /\/projects\?/);
			await compute(10.5, 11, 2);
			// A value that is gone is no news.
			await compute(null, 0, 3);
			await watch.unpublish();
			expect(mailServer.mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1])).toEqual(
				['9,25', '10,5'].map((load) => `Heat load of ${String(project.humanId)}: ${load} kW`),
			);
			expect(mailServer.mails[0]).toMatch(/^To: office@example\.com$/m);
			expect(mailServer.mails[1]).toMatch(/Project: P-\d+ Haus <b>Neu<\/b>[\s\S]*output: 11 kW/);
		});
	});
