import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signatureOf } from '../shared.mts';
import { openNode, openWorkflow, useBrowser } from './harness/browser.mts';
import { SECRET, useStack } from './harness/stack.mts';
import { triggerWorkflow } from './harness/workflows.mts';

const HOOK = 'eeeeeeee-0000-4000-8000-000000000001';
const workflow = triggerWorkflow('Listening0000001', HOOK, { events: ['project.created'] });
const stack = useStack({ workflows: [workflow] });
const newPage = useBrowser(stack);

/** Sends an event to the test URL as soon as the editor listens. @returns the status of the answer */
async function send(secret = SECRET, ageSeconds = 0): Promise<number> {
	const body = '{"event":"project.created","data":{"project":{"id":"x"}}}';
	const answers: number[] = [];
	const isListening = async () => {
		const answer = await fetch(`${stack().n8n.url}/webhook-test/${HOOK}/webhook`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'service-signature': signatureOf(body, secret, ageSeconds),
			},
			body,
		});
		await answer.text();
		answers.push(answer.status);
		return answer.status !== 404;
	};
	await expect.poll(isListening, { interval: 200, timeout: 30_000 }).toBe(true);
	return answers.at(-1) ?? 0;
}

/** What the editor shows of the trigger: in a message of its own, and in the output of the node. */
const shown = (page: Page, text: string) => page.getByTestId('ndv').getByText(text).first();

describe('a person who listens in the editor of a real n8n', () => {
	it('sees why a delivery was refused and what to do, each time, until a good one arrives', async () => {
		const page = await newPage();
		await openWorkflow(page, stack().n8n.url, workflow.id);
		await openNode(page, 'Trigger');
		const button = page.getByTestId('node-execute-button');
		const listen = async () => {
			// A refused delivery ends the listening; a click before the editor knows it would only stop it.
			await expect
				.poll(async () => await button.innerText(), { timeout: 30_000 })
				.not.toMatch(/stop/i);
			await button.click();
		};

		await listen();
		expect(await send('whsec_of_another_webhook')).toBe(401);
		await shown(page, 'The signature does not match the signing secret').waitFor();
		await shown(page, 'Copy the signing secret of exactly this webhook').waitFor();
		await shown(page, 'Then listen again').waitFor();

		await listen();
		expect(await send(SECRET, 400)).toBe(503);
		await shown(page, 'An event is older or newer than Max Age allows').waitFor();
		await shown(page, 'Synchronise the clock of the machine').waitFor();

		await listen();
		expect(await send()).toBe(200);
		await page.getByTestId('ndv').getByText('project.created').first().waitFor();
		expect(await shown(page, 'An event is older or newer').count()).toBe(0);
	});
});
