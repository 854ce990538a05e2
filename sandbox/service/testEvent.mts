import { deliver } from './delivery.mts';
import { payloadOf } from './events.mts';
import { eventKinds, partsOf, statuses } from './records.mts';
import type { EventKind, Status } from './records.mts';
import type { Store } from './store.mts';

/** Fixed, so that the credential has it before the webhook is registered. It is of use on this machine only. */
export const DEMO_SIGNING_SECRET = 'whsec_demo_only_0123456789abcdef';

/** What a person asks to be sent: an event about a record, to a trigger that need not be registered. */
export interface TestEvent {
	event: EventKind;
	url: string;
	secret: string;
	/** Of the project; any if undefined. */
	status?: Status;
}

/** As a form has it, the status may also be the empty choice. */
export const testEventSchema = {
	type: 'object',
	required: ['event', 'url', 'secret'],
	properties: {
		event: { enum: [...eventKinds] },
		url: { type: 'string', format: 'uri', pattern: '^https?://' },
		secret: { type: 'string', minLength: 1 },
		status: { enum: [...statuses, ''] },
	},
};

/** What was sent and answered, in words, and whether the trigger took it. */
export interface Told {
	isTaken: boolean;
	words: string;
}

const LOGGED = 'The terminal of "npm start" says';

/** What an answer of 200 means, by its words: the second one is the trigger's, the others are n8n's. */
const TAKEN: Readonly<Record<string, string>> = {
	'Workflow was started': 'The workflow started.',
	Accepted:
		'The event is genuine, but the workflow does not start: it is not chosen under Trigger On, or a filter holds it back. The trigger in n8n says which. Change that, or send another event or status. Before you send again, click "Execute step" again.',
	'Webhook call received':
		'The event was taken, but the workflow does not start: the event is not chosen under Trigger On, or a filter holds it back.',
};

/** What a person can do if the answer is not 200. */
const ADVICE: Readonly<Record<number, string>> = {
	401: `The trigger refused the event: the signature does not match. In the trigger, choose the credential "Energy Projects (webhook)", or send with the signing secret of yours. ${LOGGED} more.`,
	404: 'Is the node listening? For the Test URL, open the trigger in n8n and click "Execute step", then send again: it listens for one event, for at most two minutes. For the Production URL, publish the workflow.',
	503: `The trigger could not handle the event. ${LOGGED} why, and so does the trigger in n8n if it was listening.`,
};

/**
 * Sends a signed event about a record as it is. The service itself does not change.
 *
 * @param signatureIn the name of the header with the signature
 * @throws Error if the URL is not on this machine, or no record has the status
 */
export async function sendTestEvent(
	store: Store,
	{ event, url, secret, status }: Omit<TestEvent, 'status'> & { status?: Status | '' },
	signatureIn?: string,
): Promise<Told> {
	if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)) {
		throw new Error('The local service sends to this machine only.');
	}
	const { subject } = partsOf(event);
	const record = store
		.list(subject, store.companies[0].id)
		.find((one) => !status || one.status === status);
	if (record === undefined) throw new Error(`No ${subject} has the status ${String(status)}.`);
	const body = JSON.stringify(payloadOf(store, event, { ...record, updatedAt: store.now() }));
	const answer = await deliver(url, secret, event, body, 30_000, signatureIn);
	const about = [event, record.humanId, record.status && `status ${String(record.status)}`];
	const sent = `Sent: ${about.filter(Boolean).join(', ')}.`;
	if (answer.failure !== undefined) {
		return { isTaken: false, words: `${sent}\nNot delivered: ${answer.failure}` };
	}
	const { status: code = 0, message = '' } = answer;
	const isTaken = code === 200;
	const meaning = isTaken ? (TAKEN[message] ?? '') : (ADVICE[code] ?? `${LOGGED} why.`);
	return { isTaken, words: `${sent}\nAnswered with ${code}. ${meaning}`.trim() };
}
