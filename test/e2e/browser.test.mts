import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../sandbox/n8n/demo.mts';
import { recordsOf } from '../shared.mts';
import { openNode, openWorkflow, picture, useBrowser } from './harness/browser.mts';
import { useStack } from './harness/stack.mts';
import { sendTestEvent } from './harness/testEvent.mts';
import { nodesWorkflow, triggerWorkflow } from './harness/workflows.mts';

const oneOutput = triggerWorkflow('OneOutput0000001', 'bbbbbbbb-0000-4000-8000-000000000001', {
	events: ['project.created', 'customer.created'],
	splitByEvent: false,
});
const ofProjects = triggerWorkflow('OfProjects000001', 'bbbbbbbb-0000-4000-8000-000000000003', {
	events: ['project.created', 'project.edited', 'project.deleted'],
});
const sixOutputs = triggerWorkflow('SixOutputs000001', 'bbbbbbbb-0000-4000-8000-000000000002', {});
// A pinned sample would take the place of the event that is sent.
const examples = readExamples().map((example) => ({ ...example, pinData: {} }));
/** As the editor shows them: some of its labels are its own. */
const locatorModes = { list: 'From list', humanId: 'Number', url: 'By URL', id: 'By ID' };
const locators = nodesWorkflow(
	'LocatorModes0001',
	Object.keys(locatorModes).map((mode) => ({
		name: mode,
		type: 'energyProjects',
		parameters: { operation: 'get', projectId: { __rl: true, mode, value: '' } },
	})),
);
const stack = useStack({ workflows: [...examples, oneOutput, ofProjects, sixOutputs, locators] });
const newPage = useBrowser(stack);

/** Adds one of the entries a collection offers. */
async function addEntry(page: Page, placeholder: string, name: string): Promise<void> {
	const parameters = page.getByTestId('node-parameters');
	await parameters.getByPlaceholder(placeholder).click();
	await page.getByRole('option', { name, exact: true }).click();
	await parameters.getByText(name).first().waitFor();
}

describe('the editor of a real n8n', () => {
	it('shows the parameters of the action node', async () => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, 'EnergyClosing000');
		await openNode(page, 'List projects in progress');
		const inProgress = recordsOf(stack().service, 'project').filter(
			({ status, isLead }) => status === 'inProgress' && isLead !== true,
		);
		const text = await page.getByTestId('node-parameters').innerText();
		for (const label of ['Resource', 'Operation', 'Return All', 'Filters', 'Sort By', 'Output']) {
			expect(text).toContain(label);
		}
		await page.getByTestId('node-execute-button').click();
		await page
			.getByTestId('ndv-run-data-displayed-pages')
			.or(page.getByText(`${inProgress.length} items`))
			.first()
			.waitFor();
	});

	it('lets a person say what an empty filter means', async () => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, 'EnergyClosing000');
		await openNode(page, 'List projects in progress');
		const parameters = page.getByTestId('node-parameters');
		await parameters.getByPlaceholder('Add option').click();
		await page.getByRole('option', { name: 'Empty Filter' }).click();
		await parameters.getByText('Empty Filter').waitFor();
		const choice = parameters.getByTestId('parameter-input-emptyFilter');
		expect(await choice.locator('input').inputValue()).toBe('Fail');
		await choice.click();
		await page.getByRole('option', { name: 'Ignore' }).click();
		expect(await choice.locator('input').inputValue()).toBe('Ignore');
	});

	it('shows the modes of a locator in full', async () => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, locators.id);
		for (const [mode, label] of Object.entries(locatorModes)) {
			await openNode(page, mode);
			const shown = page.getByTestId('rlc-mode-selector').locator('input').first();
			expect(await shown.inputValue()).toBe(label);
			expect(await shown.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(false);
			await page.getByTestId('ndv-close-button').click();
		}
	});

	const all = [
		...['Proj Created', 'Proj Edited', 'Proj Deleted'],
		...['Cust Created', 'Cust Edited', 'Cust Deleted'],
	];

	it.each([
		['that lead somewhere', 'EnergyEvents0001', 'When something changes', all],
		['that lead nowhere yet', sixOutputs.id, 'Trigger', all],
		['of one subject', ofProjects.id, 'Trigger', ['Created', 'Edited', 'Deleted']],
	])('shows the labels of outputs %s in full', async (_, workflow, node, labels) => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, workflow);
		const shown = await page
			.locator(`[data-test-id="canvas-node-output-handle"][data-node-name="${node}"]`)
			.locator('[class*="outputLabel"]')
			.evaluateAll((all) =>
				all.map((label) => [label.textContent?.trim(), label.scrollWidth <= label.clientWidth]),
			);
		expect(shown).toEqual(labels.map((label) => [label, true]));
	});

	it('shows a test event at the output of its kind', async () => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, 'EnergyEvents0001');
		await page.getByTestId('execute-workflow-button').first().click();
		await sendTestEvent(stack());
		await page.getByTestId('canvas-node-status-success').nth(2).waitFor();
		// The editor draws it at the connection a moment later.
		await page.getByTestId('canvas').getByText('1 item').first().waitFor();
	});

	it('walks through the registration in the panel of the trigger', async () => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, 'EnergyEvents0001');
		await openNode(page, 'When something changes');
		const text = await page.getByTestId('ndv').innerText();
		expect(text).toContain('Production URL');
		expect(text).toContain('Settings › Integrations › Webhooks');
		expect(text).toMatch(/shown (only )?once/);
		// The words of the panel name the buttons that are there.
		expect(await page.getByTestId('node-execute-button').innerText()).toBe('Execute step');
		await page.getByRole('button', { name: 'Test this trigger' }).waitFor();
		await page.getByText('When will this node trigger my flow?').click();
		await page.getByText(/Click “Execute step” \(or “Test this trigger”\)/).waitFor();
		// The credential for the signing secret, not one for the API.
		const credential = page.getByTestId('node-credentials-select').locator('input');
		expect(await credential.inputValue()).toBe('Energy Projects (webhook)');
	});

	it('lets a person set up the polling trigger: credential, events, fields to watch, options', async () => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, 'EnergyCatchUp003');
		await openNode(page, 'Poll once an hour');
		const parameters = page.getByTestId('node-parameters');
		const text = await page.getByTestId('ndv').innerText();
		for (const label of ['Poll Times', 'Trigger On', 'Split by Event', 'Filters', 'Options']) {
			expect(text).toContain(label);
		}
		const credential = page.getByTestId('node-credentials-select').locator('input');
		expect(await credential.inputValue()).toBe('Energy Projects (API key)');
		// The editor chooses how to log in by the credential.
		for (const name of ['Energy Projects (OAuth2)', 'Energy Projects (API key)']) {
			await page.getByTestId('node-credentials-select').click();
			await page.getByRole('option', { name }).click();
			expect(await credential.inputValue()).toBe(name);
		}
		await parameters.getByTestId('parameter-input-onlyIfChanged').click();
		await page.getByRole('option', { name: 'Project: Status' }).click();
		await page.keyboard.press('Escape');
		await addEntry(page, 'Add Filter', 'Status');
		await addEntry(page, 'Add option', 'Emit Existing');
		await page.getByTestId('node-execute-button').click();
		await page
			.getByTestId('ndv-run-data-displayed-pages')
			.or(page.getByText(/\d+ items?/))
			.first()
			.waitFor();
		await picture(page, 'polling-trigger');
	});

	it('shows one output where events are not split', async () => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, oneOutput.id);
		const outputs = page.locator(
			'[data-test-id="canvas-node-output-handle"][data-node-name="Trigger"]',
		);
		expect(await outputs.count()).toBe(1);
	});
});
