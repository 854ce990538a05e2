import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventKinds as kinds } from '../../nodes/EnergyProjects/service/eventKinds.ts';
import { readExamples, startsByItself } from '../../sandbox/n8n/demo.mts';
import { eventKinds } from '../../sandbox/service/records.mts';
import { expectValidRequests, recordsOf } from '../shared.mts';
import { goToWorkflow, picture, useBrowser } from './harness/browser.mts';
import { askExample } from './examples/ask.mts';
import { checkYourAccountExample } from './examples/checkYourAccount.mts';
import { closeProjectsExample } from './examples/closeProjects.mts';
import { heatLoadSheetExample } from './examples/heatLoadSheet.mts';
import { hubSpotExamples } from './examples/hubSpot.mts';
import { invoiceExample } from './examples/invoice.mts';
import { nightlyExportExample } from './examples/nightlyExport.mts';
import { takeEnquiriesExample } from './examples/takeEnquiries.mts';
import { ExecutionLog } from './harness/executionLog.mts';
import { hubSpotCredential } from './harness/hubSpot.mts';
import { covered } from './harness/layout.mts';
import { useStack } from './harness/stack.mts';

const examples = readExamples();
const stack = useStack({
	workflows: examples,
	publish: examples.filter(startsByItself).map(({ id }) => id),
	moreCredentials: [hubSpotCredential],
});
const newPage = useBrowser(stack);
const WEBHOOK_ID = 'e1000000-7c1e-4a5b-9d42-000000000001';

describe('the example workflows in a real n8n', () => {
	// First of all, while nothing has changed in the service: the published poll must have nothing to hand over.
	it('handle an event once, no matter which workflow hands it over, and each first click works', async () => {
		const log = new ExecutionLog(stack().options.userFolder);
		const rows = () => log.tableRows('Energy Projects events').length;
		const firstClick = async (id: string, trigger: string) => {
			const { status, errors } = await stack().rest.run(id, trigger);
			expect({ status, errors }).toEqual({ status: 'success', errors: {} });
			return rows();
		};
		// One and two have the same event pinned; the poll brings a sample of each kind.
		expect(await firstClick('EnergyCatchUp001', 'When a trigger hands over events')).toBe(1);
		expect(await firstClick('EnergyCatchUp001', 'When a trigger hands over events')).toBe(1);
		expect(await firstClick('EnergyCatchUp002', 'Told by the service')).toBe(1);
		const afterPoll = await firstClick('EnergyCatchUp003', 'Poll once an hour');
		expect(afterPoll).toBe(1 + eventKinds.length);
	});

	it('react to every kind of event at its own output', async () => {
		const { service } = stack();
		stack().register(WEBHOOK_ID);
		const companyId = service.company.id;
		const settle = async () => await service.webhooks.idle();

		const customer = service.store.insert('customer', companyId, {
			firstName: 'Ada',
			lastName: 'Lovelace',
			address: null,
		});
		await settle();
		service.store.edit('customer', customer.id, { email: 'ada@mail.example' });
		await settle();
		const fields = { name: 'Haus Lovelace', source: 'api', address: null, customerId: customer.id };
		const project = service.store.insert('project', companyId, fields);
		await settle();
		service.store.edit('project', project.id, { status: 'completed' });
		await settle();
		// The workflow reads the project: it has to be there until then.
		await stack().executions('EnergyEvents0001', 4);
		service.store.delete('project', project.id);
		await settle();
		service.store.delete('customer', customer.id);
		await settle();

		const sent = [
			'customer.created',
			'customer.edited',
			'project.created',
			'project.edited',
			'project.deleted',
			'customer.deleted',
		];
		const executions = await stack().executions('EnergyEvents0001', sent.length);
		const hits = executions.map(({ outputs }) =>
			outputs['When something changes']?.flatMap((items, output) =>
				items.map(({ json }) => [json.event, eventKinds[output]]),
			),
		);
		expect(hits).toEqual(sent.map((kind) => [[kind, kind]]));
		const edited = executions[sent.indexOf('project.edited')];
		expect(edited?.outputs['Read the project']?.[0]?.[0]?.json).toMatchObject({
			id: project.id,
			name: 'Haus Lovelace',
		});
	});

	it('copy customers into a data table, and do not double them on the second run', async () => {
		const rows = async () => {
			const { outputs, status } = await stack().rest.run('EnergyCustomers1', 'Every morning');
			expect(status).toBe('success');
			return (outputs['Add or update the row']?.[0] ?? []).map(({ json }) => json);
		};
		const first = await rows();
		expect(first.length).toBe(recordsOf(stack().service, 'customer').length);

		const [customer] = recordsOf(stack().service, 'customer');
		stack().service.store.edit('customer', customer?.id ?? '', { phoneNumber: '+49 30 1234' });
		const second = await rows();
		expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
		expect(second[0]).toMatchObject({ customerId: customer?.id, phoneNumber: '+49 30 1234' });
	});

	closeProjectsExample(stack);
	takeEnquiriesExample(stack);

	it('hold a sample of every kind of event, as the trigger hands it over', async () => {
		const { outputs, status } = await stack().rest.run('EnergySamples001', 'Run now');
		expect(status).toBe('success');
		const samples = kinds.map(({ name }) => outputs[name]?.[0]?.[0]?.json);
		expect(samples.map((sample) => sample?.event)).toEqual(eventKinds);
		for (const sample of samples) {
			const { subject } = /^(?<subject>\w+)\./.exec(String(sample?.event))?.groups ?? {};
			expect(sample?.[subject ?? '']).toMatchObject({
				id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			});
		}
	});

	describe('their notes', () => {
		let page: Page;
		// One page for all: a new one would load the whole editor anew.
		beforeAll(async () => {
			page = await newPage();
			page.setDefaultTimeout(60_000);
			await page.setViewportSize({ width: 1280, height: 720 });
		});
		afterAll(async () => await page.close());

		it.each(examples)('"$name" is laid out so that nothing covers anything', async ({ id }) => {
			const { url } = stack().n8n;
			const isPublished = examples.some((example) => example.id === id && startsByItself(example));
			if (isPublished) {
				// n8n opens it with the editor, not with each workflow.
				await page.goto(`${url}/workflow/${id}`);
				await page.getByText('Production Checklist').waitFor();
				await page.waitForTimeout(600);
			} else await goToWorkflow(page, url, id);
			await page.getByTestId('sticky').first().waitFor();
			await picture(page, `example-${id}`);
			expect(await covered(page)).toEqual([]);
		});
	});

	heatLoadSheetExample(stack, newPage);
	nightlyExportExample(stack);
	askExample(stack);
	checkYourAccountExample(stack);
	hubSpotExamples(stack);
	invoiceExample(stack);

	it('never sent the service anything its description does not allow', () => {
		expectValidRequests(stack().service);
	});
});
