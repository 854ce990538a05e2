import type { IWebhookFunctions } from 'n8n-workflow';
import Stripe from 'stripe';
import { handleDelivery } from '../../../../nodes/EnergyProjects/webhook/delivery.ts';

/** One delivery, and the settings of the receiver. */
export interface Sent {
	readonly header: string | readonly string[] | undefined;
	readonly body: Uint8Array;
	/** The current secret, then perhaps the previous one. */
	readonly secrets: readonly string[];
	/** Seconds; 0 is off. */
	readonly maxAge: number;
}

let nodes = 0;

/** The status our trigger answers with; 200 only if an execution starts. Each call asks a node of its own. */
export async function oursAnswers({ header, body, secrets, maxAge }: Sent): Promise<number> {
	let status = 200;
	const response = {
		status: (code: number) => {
			status = code;
			return response;
		},
		json: () => response,
	};
	const parameters: Record<string, unknown> = {
		options: { maxAge },
		events: ['project.edited'],
	};
	const node = { id: `case ${++nodes}`, name: 'Trigger', parameters };
	const context = {
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getHeaderData: () => ({ 'service-signature': header }),
		getRequestObject: () => ({ rawBody: Buffer.from(body) }),
		getCredentials: async () => ({
			signingSecret: secrets[0],
			previousSigningSecret: secrets[1],
		}),
		getMode: () => 'webhook',
		getResponseObject: () => response,
		getWorkflow: () => ({ id: 'cases' }),
		getNode: () => node,
		logger: { warn: () => undefined },
	};
	// What the node throws after it has answered is an alarm.
	const answer = await handleDelivery(context as unknown as IWebhookFunctions).catch(() => ({}));
	if ('workflowData' in answer !== (status === 200)) {
		throw new Error('the delivery was neither refused nor handed to the workflow');
	}
	return status;
}

/** The stripe package's own verifier. */
export const stripeSignature = () => {
	const { signature } = Stripe.webhooks;
	if (signature === null) throw new Error('this version of the stripe package verifies nothing');
	return signature;
};

/** Whether the stripe package accepts; it knows one secret only. */
export function stripeAccepts({ header, body, secrets, maxAge }: Sent, nowMs: number): boolean {
	const [secret = ''] = secrets;
	try {
		return stripeSignature().verifyHeader(body, header as string, secret, maxAge, undefined, nowMs);
	} catch {
		return false;
	}
}
