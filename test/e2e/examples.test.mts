import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventKinds as kinds } from '../../nodes/EnergyProjects/service/eventKinds.ts';
import { readExamples, startsByItself } from '../../sandbox/n8n/demo.mts';
import { eventKinds } from '../../sandbox/service/records.mts';
import type { ApiRecord } from '../../sandbox/service/records.mts';
import { expectValidRequests, recordsOf } from '../shared.mts';
import { openWorkflow, picture, useBrowser } from './harness/browser.mts';
import { askExample } from './examples/ask.mts';
import { checkYourAccountExample } from './examples/checkYourAccount.mts';
import { heatLoadSheetExample } from './examples/heatLoadSheet.mts';
import { hubSpotExamples } from './examples/hubSpot.mts';
import { invoiceExample } from './examples/invoice.mts';
import { nightlyExportExample } from './examples/nightlyExport.mts';
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

	it('list projects and close those whose installation day has passed', async () => {
		const { service, rest } = stack();
		const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
		const due = recordsOf(service, 'project')
			.filter(({ status, isLead, installationDate }) =>
				status === 'inProgress' && isLead !== true && installationDate
					? String(installationDate) < today
					: false,
			)
			.map(({ id }) => id);
		expect(due.length).toBeGreaterThan(0);

		const { outputs, errors } = await rest.run('EnergyClosing000', 'Every Monday');
		expect(errors).toEqual({});
		expect(outputs['Set status to completed']?.[0]?.map(({ json }) => json.id)).toEqual(due);
		expect(due.map((id) => service.store.projects.get(id)?.status)).toEqual(
			due.map(() => 'completed'),
		);
	});

	it('take an enquiry from a form: one customer, one lead', async () => {
		const { service, n8n } = stack();
		const form = new FormData();
		const answers = ['Grace', 'Hopper', 'grace@mail.example', 'Weg 1', '04109', 'Leipzig', '140'];
		answers.forEach((answer, index) => form.set(`field-${index}`, answer));
		const answer = await fetch(`${n8n.url}/form/e4000000-7c1e-4a5b-9d42-000000000004`, {
			method: 'POST',
			body: form,
		});
		expect(answer.status).toBe(200);
		const [execution] = await stack().executions('EnergyEnquiry001', 1);
		expect(execution?.errors).toEqual({});
		const customers = recordsOf(service, 'customer').filter(
			({ email }) => email === 'grace@mail.example',
		);
		expect(customers).toHaveLength(1);
		const leads = recordsOf(service, 'project').filter(
			({ customerId }) => customerId === customers[0]?.id,
		);
		expect(leads).toHaveLength(1);
		expect(leads[0]).toMatchObject({
			isLead: true,
			source: 'api',
			heatedLivingAreaM2: 140,
			address: { postalCode: '04109' },
		});
	});

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

	describe('their notes', () => {
		let page: Page;
		// One page for all: a new one would load the whole editor anew.
		beforeAll(async () => {
			page = await newPage();
			page.setDefaultTimeout(60_000);
			await page.setViewportSize({ width: 1280, height: 720 });
		});
		afterAll(async () => await page.context().close());

		it.each(examples)('"$name" is laid out so that nothing covers anything', async ({ id }) => {
			await page.goto(`${stack().n8n.url}/workflow/${id}`);
			await page.getByTestId('sticky').first().waitFor();
			const isPublished = examples.some((example) => example.id === id && startsByItself(example));
			if (isPublished) await page.getByText('Production Checklist').waitFor();
			// It slides in.
			await page.waitForTimeout(1_000);
			await picture(page, `example-${id}`);
			expect(await covered(page)).toEqual([]);
		});
	});

	it.each([
		['EnergyEvents0001', ['When something changes', 'Read the project', 'Write a summary']],
		['EnergyCustomers1', ['Every morning', 'Make sure the table exists', 'Add or update the row']],
		['EnergyClosing000', ['Every Monday', 'List projects in progress']],
		['EnergySamples001', ['Run now', ...kinds.map(({ name }) => name)]],
	])('%s does by its big button what its note says', async (id, expected) => {
		const before = await stack().rest.executionIds(id);
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, id);
		await page.getByTestId('execute-workflow-button').click();
		await page.getByText('Workflow executed successfully').waitFor({ timeout: 60_000 });
		const executions = await stack().executions(id, before.length + 1);
		const { status, outputs, errors } = executions[executions.length - 1];
		expect({ status, errors }).toEqual({ status: 'success', errors: {} });
		expect(Object.keys(outputs)).toEqual(expect.arrayContaining(expected));
	});

	it('shows by the big button what a new project sets off, without any event', async () => {
		const executions = await stack().executions('EnergyEvents0001', 1);
		const { outputs } = executions[executions.length - 1];
		expect(outputs['Write a summary']?.[0]?.[0]?.json.text).toMatch(/^P-001 Wärmepumpe Müller/);
		expect(Object.keys(outputs)).not.toContain('Note the deleted project');
	});

	it('takes an enquiry by the big button: the form opens, is filled in and sent', async () => {
		const { service } = stack();
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, 'EnergyEnquiry001');
		const opening = page.context().waitForEvent('page');
		await page.getByTestId('execute-workflow-button').click();
		const form = await opening;
		await form.getByLabel('First name').fill('Hedy');
		await form.getByLabel('Last name').fill('Lamarr');
		await form.getByLabel('Email').fill('hedy@mail.example');
		await form.getByRole('button', { name: 'Submit' }).click();
		await page.getByText('Workflow executed successfully').waitFor();
		const isHers = (project: ApiRecord) => String(project.name).includes('Lamarr');
		expect(recordsOf(service, 'project').filter(isHers)).toHaveLength(1);
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
