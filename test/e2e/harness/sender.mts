import { setTimeout as sleep } from 'node:timers/promises';
import { signatureHeader } from '../../../sandbox/service/delivery.mts';
import { SECRET } from './stack.mts';

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
