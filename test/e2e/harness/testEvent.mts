import { expect } from 'vitest';
import { deliver } from '../../../sandbox/service/delivery.mts';
import { payloadOf } from '../../../sandbox/service/events.mts';
import { recordsOf } from '../../shared.mts';
import { SECRET } from './stack.mts';
import type { Stack } from './stack.mts';

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
