import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { OWN_CONNECTION, signatureHeader } from '../../../sandbox/service/delivery.mts';
import { payloadOf } from '../../../sandbox/service/events.mts';
import { recordsOf } from '../../shared.mts';
import { SECRET } from './stack.mts';
import type { Stack } from './stack.mts';

/**
 * Sends a body, signed. Where n8n says by itself that its database does not keep up, as it does under load, sends it
 * again, as the service would.
 *
 * @returns the status of the answer
 */
export async function sendSigned(url: string, body: string, secret = SECRET): Promise<number> {
	for (;;) {
		const answer = await fetch(url, {
			method: 'POST',
			headers: {
				...OWN_CONNECTION,
				'content-type': 'application/json',
				'service-signature': signatureHeader(secret, body, Math.floor(Date.now() / 1000)),
			},
			body,
		});
		if (!(await answer.text()).includes('Database is not ready')) return answer.status;
		await sleep(500);
	}
}

/** The address at which the trigger of the example listens for a test event. */
const TEST_PATH = 'webhook-test/e1000000-7c1e-4a5b-9d42-000000000001/webhook';

/** Sends a test event about the first project until the editor listens. */
export async function sendTestEvent({ service, n8n }: Stack): Promise<void> {
	const [project] = recordsOf(service, 'project');
	const body = JSON.stringify(payloadOf(service.store, 'project.edited', project));
	const url = `${n8n.url}/${TEST_PATH}`;
	await expect.poll(async () => await sendSigned(url, body), { interval: 200 }).toBe(200);
}
