import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventKinds as kinds } from '../../nodes/EnergyProjects/service/eventKinds.ts';
import { readExamples, startsByItself } from '../../sandbox/n8n/demo.mts';
import type { Execution } from '../../sandbox/n8n/rest.mts';
import { expectValidRequests, recordsOf } from '../shared.mts';
import { nodeOf, openWorkflow, useBrowser } from './harness/browser.mts';
import { ExecutionLog } from './harness/executionLog.mts';
import { startLanguageModel } from './harness/languageModel.mts';
import type { LanguageModel } from './harness/languageModel.mts';
import { importFilledIn } from './harness/liveExample.mts';
import { MIRROR } from './harness/mirror.mts';
import { useStack } from './harness/stack.mts';

const examples = readExamples();
const stack = useStack({
	workflows: examples,
	publish: examples.filter(startsByItself).map(({ id }) => id),
});
const newPage = useBrowser(stack);
const ASK = 'EnergyAsk0000001';
const CHECK = 'EnergyCheckAcc01';
const FORM = 'EnergyEnquiry001';
const PIPEDRIVE = 'EnergyToPipedrv1';
const HUBSPOT_TABLE = 'Energy Projects and HubSpot';
/** The contact in the pinned data that is not a customer yet. */
const NEW_IN_HUBSPOT = '104';

/** The nodes that the first click has to reach, by example. */
const REACHED: Readonly<Record<string, readonly string[]>> = {
	EnergyCatchUp001: ['Make sure the table exists', 'Add or update the row'],
	EnergyCatchUp002: ['Told by the service', 'Hand over the events'],
	EnergyCatchUp003: ['Poll once an hour', 'Hand over the events'],
	[CHECK]: ['Check now', 'Write the rows'],
	EnergyClosing000: ['Every Monday', 'Show what would change'],
	EnergyCustomers1: ['Every morning', 'Make sure the table exists', 'Add or update the row'],
	EnergyHeatReady1: [
		'A heat load is new or changed',
		'Make sure the table exists',
		'Draw the sheets',
		'List what was sent',
	],
	EnergyHeatSheet1: ['Print now', 'Draw the sheets'],
	EnergyMcpServer1: ['Check the connection', 'Read the account'],
	EnergyInvoice001: ['When a project is completed', 'HubSpot: create the task'],
	EnergyNightly001: ['Every night', 'Make the Excel file'],
	[MIRROR]: ['Make sure the tables exist', 'Write projects', 'Write customers'],
	EnergyEvents0001: ['When something changes', 'Read the project', 'Write a summary'],
	EnergySamples001: ['Run now', ...kinds.map(({ name }) => name)],
	EnergyFromHubSp1: ['Every 15 minutes', 'Make sure the table exists', 'Compare with the table'],
	[PIPEDRIVE]: [
		'A customer is new, changed or deleted',
		'Note what both have',
		'Give the turn back',
	],
	EnergyToHubSpot1: [
		'A customer is new or changed',
		'Make sure the table exists',
		'Note what both have',
	],
};

async function open(id: string): Promise<Page> {
	const page = await newPage();
	page.setDefaultTimeout(60_000);
	await openWorkflow(page, stack().n8n.url, id);
	return page;
}

const runButton = (page: Page) => page.getByTestId('execute-workflow-button');

/** Clicks "Execute workflow" as it stands, without a look at the small arrow beside it. */
async function firstClick(id: string): Promise<Execution> {
	const before = await stack().rest.executionIds(id);
	const page = await open(id);
	await runButton(page).click();
	await page
		.getByText('Workflow executed successfully')
		.or(page.locator('.el-notification--error'))
		.first()
		.waitFor({ timeout: 90_000 });
	const executions = await stack().executions(id, before.length + 1);
	return executions[executions.length - 1];
}

const noteOf = (id: string) =>
	examples
		.filter((example) => example.id === id)
		.flatMap(({ nodes }) => nodes.filter(({ type }) => type.endsWith('.stickyNote')))
		.map(({ parameters }) => String(parameters.content))
		.join('\n');

describe('the first click of an example, in a new n8n', () => {
	it('is one that a test here makes, for every example', () => {
		expect([ASK, FORM, ...Object.keys(REACHED)].sort()).toEqual(
			examples.map(({ id }) => id).sort(),
		);
	});

	it.each(examples)(
		'"$name" has a note that names the big button, and no other, as the first',
		({ id }) => {
			const button = id === ASK ? 'Open chat' : 'Execute workflow';
			const [, first] = /Click first(?::|\*\*|\s)+(?<words>[\w ]+)/.exec(noteOf(id)) ?? [];
			expect(first).toMatch(new RegExp(`^${button}`));
		},
	);

	it.each(examples.filter(({ id }) => id in REACHED && id !== CHECK))(
		'"$name" does what its note says, by the big button as it stands',
		async ({ id }) => {
			const { status, outputs, errors } = await firstClick(id);
			expect({ status, errors }).toEqual({ status: 'success', errors: {} });
			expect(Object.keys(outputs)).toEqual(expect.arrayContaining([...REACHED[id]]));
		},
	);

	it('sends three customers to HubSpot and brings one from there, without any set-up before', () => {
		const rows = new ExecutionLog(stack().options.userFolder).tableRows(HUBSPOT_TABLE);
		const inStep = rows.filter(({ state }) => state === 'in step');
		const contactIds = inStep.map(({ contactId }) => String(contactId)).sort();
		expect(contactIds).toEqual(['101', '102', '103', NEW_IN_HUBSPOT]);
	});

	it('shows the first row for PostgreSQL, in the only run of its step', async () => {
		const { outputs } = (await stack().executions(MIRROR, 1)).at(-1) as Execution;
		for (const [step, subject] of Object.entries({
			'Project rows': 'project',
			'Customer rows': 'customer',
		} as const)) {
			const [first] = recordsOf(stack().service, subject);
			expect(outputs[step][0].map(({ json }) => json)).toMatchObject([{ first: { id: first.id } }]);
		}
	});

	it.each([MIRROR, PIPEDRIVE])('lets the pins of %s be removed as its note says', async (id) => {
		const page = await open(id);
		await runButton(page).click();
		await page.getByText('Workflow executed successfully').waitFor();
		await page.getByTestId('clear-execution-data-button').click();
		const pins = page.locator('[data-test-id="canvas-default-node"][class*="pinned"]');
		const pinned = Object.keys(examples.find((example) => example.id === id)?.pinData ?? {});
		await expect.poll(async () => await pins.count()).toBe(pinned.length);
		for (const name of pinned) await nodeOf(page, name).click({ modifiers: ['Control'] });
		await page.keyboard.press('p');
		await expect.poll(async () => await pins.count()).toBe(0);
	});

	it('shows what a new project sets off, without any event', async () => {
		const { outputs } = (await stack().executions('EnergyEvents0001', 1)).at(-1) as Execution;
		expect(outputs['Write a summary']?.[0]?.[0]?.json.text).toMatch(/^P-001 Wärmepumpe Müller/);
		expect(Object.keys(outputs)).not.toContain('Note the deleted project');
	});

	it('shows which projects would be closed, and writes nothing to the service', () => {
		const writes = stack().service.requests.filter(
			({ method, path }) => method !== 'GET' && path.includes('/projects'),
		);
		expect(writes).toEqual([]);
	});

	it('checks the account, once the address of the service is filled in', async () => {
		const id = await importFilledIn(stack(), CHECK, {
			texts: { 'http://127.0.0.1:7070': stack().service.baseUrl },
		});
		const { status, outputs, errors } = await firstClick(id);
		expect({ status, errors }).toEqual({ status: 'success', errors: {} });
		expect(Object.keys(outputs)).toEqual(expect.arrayContaining([...REACHED[CHECK]]));
	});

	it('opens the form, which is filled in and sent', async () => {
		const page = await open(FORM);
		const opening = page.context().waitForEvent('page');
		await runButton(page).click();
		const form = await opening;
		await form.getByLabel('First name').fill('Hedy');
		await form.getByLabel('Last name').fill('Lamarr');
		await form.getByLabel('Email').fill('hedy@mail.example');
		await form.getByRole('button', { name: 'Submit' }).click();
		await page.getByText('Workflow executed successfully').waitFor();
		const leads = recordsOf(stack().service, 'project').filter(({ name }) =>
			String(name).includes('Lamarr'),
		);
		expect(leads).toHaveLength(1);
	});

	describe('that opens a chat', () => {
		let model: LanguageModel;
		beforeAll(async () => {
			model = await startLanguageModel();
		});
		afterAll(async () => await model.close());

		const openChat = async (id: string) => {
			const page = await open(id);
			await page.getByRole('button', { name: 'Open chat' }).last().click();
			const question = page.getByTestId('canvas-chat').locator('textarea');
			await question.waitFor();
			return { page, question };
		};

		it('works before an account of a language model is filled in', async () => {
			await openChat(ASK);
		});

		it('answers a question, once one is filled in', async () => {
			const type = 'openAiApi';
			const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/credentials', {
				name: 'Language model (stand-in)',
				type,
				data: { apiKey: 'model-key', url: model.url },
			});
			const copy = await importFilledIn(stack(), ASK, {
				credentials: { '@n8n/n8n-nodes-langchain.lmChatOpenAi': { id, type } },
			});
			model.answers.push({ words: 'There are forty.' });
			const { page, question } = await openChat(copy);
			await question.fill('How many projects are there?');
			await question.press('Enter');
			await page.getByTestId('canvas-chat').getByText('There are forty.').first().waitFor();
		});
	});

	it('never sent the service anything its description does not allow', () => {
		expectValidRequests(stack().service);
	});
});
