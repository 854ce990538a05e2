import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { credentialIds, readExamples } from '../../sandbox/n8n/demo.mts';
import { apiPrefix } from '../../sandbox/service/description.mts';
import { openNode, openWorkflow, picture, useBrowser } from './harness/browser.mts';
import { choose } from './harness/byHand.mts';
import { filesOf } from './harness/files.mts';
import { requestWorkflow, chainWorkflow } from './harness/workflows.mts';
import { MIRROR } from './harness/mirror.mts';
import { useStack } from './harness/stack.mts';
import { sendTestEvent } from './harness/sender.mts';

// The pictures of the documents: `npm run screenshots` makes them again. No other run takes them.

const ada = { email: 'ada.lovelace@example.com', firstName: 'Ada', lastName: 'Lovelace' };
const parameters = {
	...{ resource: 'customer', operation: 'upsert', matchValue: '={{ $json.email }}' },
	...{ firstName: '={{ $json.firstName }}', lastName: '={{ $json.lastName }}' },
	customerFields: { phoneNumber: '+49 431 555010' },
};
const step = { name: 'Create or update the customer', parameters };
const upsert = chainWorkflow('CreateOrUpdate01', [ada], [step]);
const NIGHTLY = 'EnergyNightly001';
const READY = 'EnergyHeatReady1';
// In these, a pinned sample takes the place of a mail server or of PostgreSQL; in others, of the event that is sent.
const examples = readExamples().map((example) =>
	[NIGHTLY, READY, MIRROR].includes(example.id) ? example : { ...example, pinData: {} },
);
const stack = useStack({ workflows: [...examples, upsert] });
const newPage = useBrowser(stack);
const SLOW = { timeout: 20_000 };

let page: Page;

// One page for all: n8n locks a workflow that another page had open a moment ago.
beforeAll(async () => {
	page = await newPage();
	await page.setViewportSize({ width: 1360, height: 850 });
});

const open = async (workflow: string) => await openWorkflow(page, stack(), workflow);

/** Takes the picture once n8n's messages are gone, and nothing moves any more. */
async function take(name: string): Promise<void> {
	await page.mouse.move(0, 0);
	await expect.poll(async () => await page.locator('.el-notification').count(), SLOW).toBe(0);
	await page.waitForTimeout(1_500);
	await picture(page, name);
}

/** Runs the opened node and waits for its items. */
async function execute(): Promise<void> {
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
}

it('the action node with its results', async () => {
	await open('EnergyClosing000');
	await openNode(page, 'List projects past their installation day');
	await execute();
	await take('action-node');
});

it('Create or Update, with what became of the record', async () => {
	await open(upsert.id);
	await openNode(page, 'Create or update the customer');
	await execute();
	const output = page.getByTestId('output-panel');
	await output.getByText('JSON', { exact: true }).click();
	await output.getByText('syncResult').waitFor();
	await take('create-or-update');
});

it('the six outputs of the trigger, with an event at its own', async () => {
	await open('EnergyEvents0001');
	await page.getByTestId('execute-workflow-button').first().click();
	await sendTestEvent(stack());
	await page.getByTestId('canvas-node-status-success').nth(2).waitFor();
	await take('trigger-outputs');
});

it('the trigger that fetches records', async () => {
	await open('EnergyEvents0001');
	await openNode(page, 'When something changes');
	await choose(page, 'fetchRecord', 'With API Key');
	await page.getByTestId('node-credentials-select').first().click();
	await page.getByRole('option', { name: 'Energy Projects (API key)' }).click();
	await page.getByText('Events from the service').waitFor();
	await take('trigger-panel');
});

it('a credential whose test failed', async () => {
	const { rest, service, n8n } = stack();
	const data = { baseUrl: service.baseUrl, apiKey: 'not-a-key-of-the-service' };
	const { id } = await rest.credential('energyProjectsApi', data, 'Energy Projects (mistyped key)');
	await page.goto(`${n8n.url}/home/credentials/${id}`);
	await page.getByTestId('credential-edit-dialog').waitFor();
	await page.getByText('Couldn’t connect with these settings').waitFor();
	await page.getByText('More details').click();
	await page.getByRole('button', { name: 'Retry' }).waitFor();
	await take('credential-failed');
});

it.each([
	['EnergyEnquiry001', 'form-to-customer'],
	['EnergyAndTable01', 'customers-in-step'],
	['EnergyMcpServer1', 'mcp-client'],
])('the workflow %s on the canvas', async (workflow, name) => {
	await open(workflow);
	await take(name);
});

it.each([
	['heat load that is told to the office', READY, 'heat-load-ready'],
	['mirror in PostgreSQL', MIRROR, 'reports-in-postgres'],
])('the %s, after a run', async (_, workflow, name) => {
	await open(workflow);
	await page.getByTestId('execute-workflow-button').first().click();
	await page.getByText('Workflow executed successfully').waitFor();
	await take(name);
});

it('the nightly export after a run', async () => {
	await open(NIGHTLY);
	await page.getByTestId('execute-workflow-button').first().click();
	await page.getByTestId('canvas-node-status-success').nth(3).waitFor();
	await take('nightly-excel-file');
});

it('the polling trigger with the newest records', async () => {
	await open('EnergyCatchUp003');
	await openNode(page, 'Poll once an hour');
	await execute();
	await take('project-finished');
});

it('a request of one’s own with the credential of the service', async () => {
	const { rest, service } = stack();
	const url = `${service.baseUrl}${apiPrefix}/projects`;
	const credential = { type: 'energyProjectsApi', id: credentialIds.apiKey };
	const request = requestWorkflow('CustomApiCall001', url, credential);
	await rest.call('POST', '/rest/workflows', request);
	await open(request.id);
	await openNode(page, 'Count projects');
	await execute();
	await take('custom-api-call');
});

it('the heat-load sheet of a project', async () => {
	const execution = await stack().rest.run('EnergyHeatSheet1', 'Print now');
	const items = execution.outputs['Draw the sheets'][0];
	const files = await filesOf(stack(), execution, 'Draw the sheets');
	// With two heating circuits, and everything else an order has.
	const file = files[items.findIndex(({ json }) => json.humanId === 'P-008')];
	await page.setViewportSize({ width: 860, height: 1183 });
	await page.setContent(file.content.toString('utf8'));
	await picture(page, 'heat-load-sheet');
});
