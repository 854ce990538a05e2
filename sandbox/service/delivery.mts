import { createHmac } from 'node:crypto';

/**
 * Headers of a request with a connection of its own: n8n closes one that is idle for seconds, and a process that is busy
 * meanwhile would still use it.
 */
export const OWN_CONNECTION = { connection: 'close' };

/** The result of one attempt: the receiver's status, or why there is none. */
export interface Attempt {
	at: number;
	status?: number;
	/** In the body of the answer, if it has one as n8n's answers do. */
	message?: string;
	failure?: string;
}

/** The signature header over a raw body. Service document, section Signature. */
export function signatureHeader(secret: string, body: string, timestamp: number): string {
	const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
	return `t=${timestamp},v1=${hex}`;
}

/**
 * Sends one event once, as the service does. Service document, section Delivery.
 *
 * @param timeoutMs how long the receiver may take, in milliseconds
 * @param signatureIn the name of the header with the signature
 */
export async function deliver(
	url: string,
	secret: string,
	event: string,
	body: string,
	timeoutMs: number,
	signatureIn = 'Service-Signature',
): Promise<Attempt> {
	const at = Date.now();
	try {
		const answer = await fetch(url, {
			method: 'POST',
			redirect: 'manual',
			headers: {
				...OWN_CONNECTION,
				'content-type': 'application/json',
				[signatureIn]: signatureHeader(secret, body, Math.floor(at / 1000)),
				'service-event-type': event,
				'user-agent': 'Service-Webhooks/1.0',
			},
			body,
			signal: AbortSignal.timeout(timeoutMs),
		});
		const message = messageIn(await answer.text());
		return { at, status: answer.status, ...(message !== undefined && { message }) };
	} catch (error) {
		const { cause, message } = error as Error;
		return { at, failure: cause instanceof Error ? cause.message || cause.name : message };
	}
}

function messageIn(body: string): string | undefined {
	try {
		const { message } = JSON.parse(body) as { message?: unknown };
		return typeof message === 'string' ? message : undefined;
	} catch {
		return undefined;
	}
}
