import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { credentialIds } from '../../../sandbox/n8n/demo.mts';
import { add, choose, inputOf } from '../harness/byHand.mts';
import { openNode, picture } from '../harness/browser.mts';
import { sendSigned } from '../harness/sender.mts';
import { openWorkflow, stack } from './editor.mts';
import { pollingWorkflow, triggerWorkflow } from '../harness/workflows.mts';

const webhook = triggerWorkflow('WebhookPanel0001', 'cccccccc-0000-4000-8000-000000000001', {});
const polling = pollingWorkflow('PollingPanel0001', { pollTimes: { item: [{ mode: 'everyX' }] } });
const changes = ['Created', 'Edited', 'Deleted'];
const all = ['Proj', 'Cust'].flatMap((noun) => changes.map((change) => `${noun} ${change}`));
const oneSubject = triggerWorkflow('OfProjects000001', 'bbbbbbbb-0000-4000-8000-000000000003', {
	events: ['project.created', 'project.edited', 'project.deleted'],
});
const HOOK = 'eeeeeeee-0000-4000-8000-000000000001';
const listening = triggerWorkflow('Listening0000001', HOOK, { events: ['project.created'] });
beforeAll(async () => {
	for (const one of [webhook, polling, oneSubject, listening])
		await stack().rest.call('POST', '/rest/workflows', one);
});

async function openTrigger({ id }: { id: string }): Promise<Page> {
	const page = await openWorkflow(id);
	await openNode(page, 'Trigger');
	return page;
}

/** A credential in the list: other files have theirs there, of the same names. */
const credential = (page: Page, id: string) =>
	page.getByTestId(`node-credentials-select-item-${stack().rest.credentialIds.get(id)}`);

const outputsIn = (page: Page) =>
	page.locator('[data-test-id="canvas-node-output-handle"][data-node-name="Trigger"]');

/** Sends an event to the test URL as soon as the editor listens. @returns the status of the answer */
async function send(secret?: string): Promise<number> {
	const body = '{"event":"project.created","data":{"project":{"id":"x"}}}';
	const url = `${stack().n8n.url}/webhook-test/${HOOK}/webhook`;
	let status = 404;
	const isListening = async () => (status = await sendSigned(url, body, secret));
	await expect.poll(isListening, { interval: 200 }).not.toBe(404);
	return status;
}

describe('the webhook trigger in the editor of a real n8n', () => {
	it('shows the steps once, each on a line of its own with its number, without a click', async () => {
		const page = await openTrigger(webhook);
		const text = await page.getByTestId('ndv').innerText();
		const lines = text.split('\n').filter((line) => /^\d\. /.test(line));
		expect(lines.map((line) => line.slice(0, 12))).toEqual([
			...['1. Copy the ', '2. Create a ', '3. Copy its ', '4. Publish t'],
		]);
		expect(text).toContain('do the numbered steps beside this panel with the Test URL');
	});

	it.each([
		['of two subjects', webhook, all],
		['of one subject', oneSubject, changes],
	])('shows the labels of outputs %s in full', async (_, workflow, labels) => {
		const page = await openWorkflow(workflow.id);
		const shown = async () =>
			await outputsIn(page)
				.locator('[class*="outputLabel"]')
				.evaluateAll((found) =>
					found.map((label) => [label.textContent?.trim(), label.scrollWidth <= label.clientWidth]),
				);
		await expect.poll(shown).toEqual(labels.map((label) => [label, true]));
	});

	it('shows a person who listens why a delivery was refused and what to do, until a good one arrives', async () => {
		const page = await openTrigger(listening);
		const panel = page.getByTestId('ndv');
		const button = page.getByTestId('node-execute-button');
		const listen = async () => {
			// A refused delivery ends the listening; a click before the editor knows it would only stop it.
			await expect.poll(async () => await button.innerText()).not.toMatch(/stop/i);
			await button.click();
		};
		await listen();
		await page.getByText('Listening for test event').waitFor();
		const hint = page.getByTestId('output-panel').getByTestId('node-hint');
		expect(await hint.innerText()).toContain('A test event has to be sent to the Test URL');
		expect(await send('whsec_of_another_webhook')).toBe(401);
		await panel.getByText('A delivery was refused').first().waitFor();
		await panel.getByText('Then click “Execute step” again').first().waitFor();
		await listen();
		expect(await send()).toBe(200);
		await panel.getByText('project.created').first().waitFor();
		expect(await panel.getByText('A delivery was refused').count()).toBe(0);
	});

	it('has the credential that Fetch Record asks for directly below it', async () => {
		const page = await openTrigger(webhook);
		await choose(page, 'fetchRecord', 'With API Key');
		await page.getByText('API Key to Fetch Records').waitFor();
		const labels = [
			...['Trigger On', 'Split by Event', 'Fetch Record', 'API Key to Fetch Records'],
			...['Signing Secret', 'Simplify', 'Filters', 'Options'],
		];
		const lines = (await page.getByTestId('node-parameters').innerText()).split('\n');
		expect(lines.filter((line) => labels.includes(line))).toEqual(labels);
		await page.getByTestId('node-credentials-select').first().click();
		await credential(page, credentialIds.apiKey).waitFor();
	});

	// The action node and the webhook trigger are one entry, with the words of the action node.
	it('is found by the words that people type, beside the polling trigger, whose events have the names of Trigger On', async () => {
		const page = await openWorkflow(webhook.id);
		await page.getByTestId('node-creator-plus-button').click();
		const found = page.getByTestId('node-creator-item-name');
		const both = ['Energy Projects', 'Energy Projects (Polling)'];
		for (const words of ['heat pump', 'Wärmepumpe', 'Projekt', 'new customer', 'project status']) {
			await page.getByTestId('node-creator-search-bar').fill(words);
			const names = async () => (await found.allInnerTexts()).sort();
			await expect.poll(names, { message: words }).toEqual(both);
		}
		await found.filter({ hasText: 'Energy Projects (Polling)' }).first().click();
		for (const words of ['project created', 'project edited', 'customer deleted']) {
			await page.getByText(`On ${words}`, { exact: true }).waitFor();
		}
	});
});

it('the polling trigger says what its first poll does, and is set up by hand', async () => {
	const page = await openTrigger(polling);
	const text = await page.getByTestId('ndv').innerText();
	expect(text).toContain('The first poll of a new trigger only records what already exists');
	expect(text).toContain('n8n regularly checks Energy Projects for events');
	const chosen = page.getByTestId('node-credentials-select').locator('input');
	// The editor chooses how to log in by the credential.
	for (const [id, name] of [
		[credentialIds.oAuth2, 'Energy Projects (OAuth2)'],
		[credentialIds.apiKey, 'Energy Projects (API key)'],
	]) {
		await page.getByTestId('node-credentials-select').click();
		await credential(page, id).click();
		expect(await chosen.inputValue()).toBe(name);
	}
	await add(page, 'Add option', 'Emit Existing');
	await picture(page, 'polling-trigger');
	await page.getByTestId('parameter-input-onlyIfChanged').click();
	const headlines = page.locator('[role="option"]:visible').locator('.option-headline');
	await headlines.first().waitFor();
	const names = await headlines.allInnerTexts();
	expect(names[0]).toMatch(/^Project: /);
	expect(names.at(-1)).toMatch(/^Customer: /);
	await headlines.first().click();
	await page.keyboard.press('Escape');
	// Another choice of events leaves it.
	await choose(page, 'events', 'Customer Deleted');
	await page.keyboard.press('Escape');
	await page.waitForTimeout(400);
	expect(await inputOf(page, 'onlyIfChanged').innerText()).toContain(names[0]);
});
