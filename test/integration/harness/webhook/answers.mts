import type { WebhookResult } from '../n8n/engine.mts';

/** What the sender got, and how many items were handed to the workflow. */
export const started = ({ status, body, outputs = [] }: WebhookResult) => ({
	status,
	body,
	started: outputs.flat().length,
});
export const one = { status: 200, body: { message: 'Workflow was started' }, started: 1 };
export const none = { status: 200, body: { message: 'Webhook call received' }, started: 0 };

/** The sender learns no more than it needs: neither why, nor anything of the workflow. */
const refusals = { 400: 'Not an event', 401: 'Not verified', 503: 'Try again later' } as const;
export const refusedWith = (status: keyof typeof refusals) => ({
	status,
	body: { message: refusals[status] },
	started: 0,
});
