import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { openNode, openWorkflow, useBrowser } from './harness/browser.mts';
import { useStack } from './harness/stack.mts';
import { pollingWorkflow, triggerWorkflow } from './harness/workflows.mts';

const webhook = triggerWorkflow('WebhookPanel0001', 'cccccccc-0000-4000-8000-000000000001', {});
const polling = pollingWorkflow('PollingPanel0001', { pollTimes: { item: [{ mode: 'everyX' }] } });
const ofProjects = pollingWorkflow('PollingPanel0002', {
	events: ['project.created', 'project.edited'],
	pollTimes: { item: [{ mode: 'everyX' }] },
});
const published = pollingWorkflow('PollingPanel0003', {
	pollTimes: { item: [{ mode: 'everyX' }] },
});
/** n8n lets one page at a time change a workflow, and the pages of the tests before hold theirs for a while. */
const untouched = triggerWorkflow('WebhookPanel0002', 'cccccccc-0000-4000-8000-000000000002', {});
const stack = useStack({ workflows: [webhook, polling, ofProjects, published, untouched] });
const newPage = useBrowser(stack);

/** A page with the trigger of a workflow opened. */
async function openTrigger(workflow: { id: string }): Promise<Page> {
	const page = await newPage();
	await openWorkflow(page, stack().n8n.url, workflow.id);
	await openNode(page, 'Trigger');
	return page;
}

/** The texts that are in the panel of the parameters, in the order in which they stand below each other. */
async function inOrder(page: Page, texts: readonly string[]): Promise<string[]> {
	const parameters = page.getByTestId('node-parameters');
	const places = await Promise.all(
		texts.map(async (text) => {
			const box = await parameters.getByText(text, { exact: true }).first().boundingBox();
			return { text, top: box?.y ?? Infinity };
		}),
	);
	return places.sort((a, b) => a.top - b.top).map(({ text }) => text);
}

const offered = async (page: Page) => {
	const headlines = page.locator('[role="option"]:visible').locator('.option-headline');
	await headlines.first().waitFor();
	return await headlines.allInnerTexts();
};

describe('the webhook trigger in the editor of a real n8n', () => {
	it('shows numbered steps for a test event, which name the Test URL, without a click', async () => {
		const page = await openTrigger(webhook);
		const text = await page.getByTestId('ndv').innerText();
		expect(text).toContain('1. Copy the Test URL from “Webhook URLs”');
		expect(text).toContain('5. Change a project or customer in the service');
		// In the notice above the parameters.
		expect(text).toContain('1. Copy the Production URL');
		expect(text).toContain('3. Copy its signing secret, shown only once, into a new credential');
	});

	it('says while it listens that the event has to be sent to the Test URL', async () => {
		const page = await openTrigger(webhook);
		await page.getByTestId('node-execute-button').click();
		await page.getByText('Listening for test event').waitFor();
		const hint = page.getByTestId('output-panel').getByTestId('node-hint');
		expect(await hint.innerText()).toContain('A test event has to be sent to the Test URL');
		await page.getByTestId('ndv-close-button').click();
		await page.getByText(/^Waiting for an event at the Test URL/).waitFor();
	});

	it('has the credential that Fetch Record asks for directly below it', async () => {
		const page = await openTrigger(webhook);
		await page.getByTestId('parameter-input-fetchRecord').click();
		await page.getByRole('option', { name: 'With API Key' }).click();
		await page.getByText('API Key to Fetch Records').waitFor();
		const labels = [
			...['Trigger On', 'Split by Event', 'Fetch Record', 'API Key to Fetch Records'],
			...['Signing Secret', 'Simplify', 'Filters', 'Options'],
		];
		expect(await inOrder(page, labels.toReversed())).toEqual(labels);
		await page.getByTestId('node-credentials-select').first().click();
		await page.getByTestId(`node-credentials-select-item-${credentialIds.apiKey}`).waitFor();
	});

	it('names its events in the panel for adding nodes as Trigger On does', async () => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, untouched.id);
		await page.getByTestId('node-creator-plus-button').click();
		await page.getByTestId('node-creator-search-bar').fill('energy projects polling');
		await page
			.getByTestId('node-creator-item-name')
			.filter({ hasText: 'Energy Projects (Polling)' })
			.first()
			.click();
		for (const words of ['project created', 'project edited', 'customer deleted']) {
			await page.getByText(`On ${words}`, { exact: true }).waitFor();
		}
	});
});

describe('the polling trigger in the editor of a real n8n', () => {
	it('says that the first poll only records what exists', async () => {
		const page = await openTrigger(polling);
		const text = await page.getByTestId('ndv').innerText();
		expect(text).toContain('The first poll after publishing only records what already exists');
		expect(text).toContain('n8n regularly checks Energy Projects for events');
	});

	it('offers in Only If Changed the fields of projects first, then those of customers', async () => {
		const page = await openTrigger(polling);
		await page.getByTestId('parameter-input-onlyIfChanged').click();
		const names = await offered(page);
		expect(names[0]).toMatch(/^Project: /);
		expect(names.at(-1)).toMatch(/^Customer: /);
	});

	it('offers in Only If Changed only fields of projects if only their edits are chosen', async () => {
		const page = await openTrigger(ofProjects);
		await page.getByTestId('parameter-input-onlyIfChanged').click();
		const names = await offered(page);
		expect(names.length).toBeGreaterThan(5);
		expect(names.filter((name) => !name.startsWith('Project: '))).toEqual([]);
	});

	it('has a name with which the sentence of n8n reads well when it is published', async () => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, published.id);
		await page.getByText('Publish', { exact: true }).first().click();
		await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
		await page
			.getByText('Your workflow will now regularly check Energy Projects (Polling) for events')
			.waitFor();
	});
});
