import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { deliver, signatureHeader } from '../../../sandbox/service/delivery.mts';
import { payloadOf } from '../../../sandbox/service/events.mts';
import { recordsOf } from '../../shared.mts';
import { SECRET } from './stack.mts';
import type { Stack } from './stack.mts';

interface Answer {
	status: number;
	text: string;
}

/**
 * Sends a body, signed. Where n8n says by itself that its database does not keep up, as it does under load, sends it
 * again, as the service would.
 *
 * @returns the status of the answer
 */
export async function sendSigned(url: string, body: string, secret = SECRET): Promise<number> {
	return (await answerToSigned(url, body, secret)).status;
}

/** Like `sendSigned`, with the text of the answer. */
export async function answerToSigned(url: string, body: string, secret = SECRET): Promise<Answer> {
	for (;;) {
		const answer = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'service-signature': signatureHeader(secret, body, Math.floor(Date.now() / 1000)),
			},
			body,
		});
		const text = await answer.text();
		if (!text.includes('Database is not ready')) return { status: answer.status, text };
		await sleep(500);
	}
}

/** The address at which the trigger of the example listens for a test event. */
const TEST_PATH = 'webhook-test/e1000000-7c1e-4a5b-9d42-000000000001/webhook';

/** Sends a test event about the first project until the editor listens. */
export async function sendTestEvent({ service, n8n }: Stack): Promise<void> {
	const [project] = recordsOf(service, 'project');
	if (project === undefined) throw new Error('There is no project');
	const body = JSON.stringify(payloadOf(service.store, 'project.edited', project));
	const url = `${n8n.url}/${TEST_PATH}`;
	const send = async () => (await deliver(url, SECRET, 'project.edited', body, 5_000)).status;
	await expect.poll(send, { interval: 200, timeout: 10_000 }).toBe(200);
}
