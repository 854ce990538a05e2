import { NodeOperationError } from 'n8n-workflow';
import type { INode, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { leftOutSince, warn } from '../events/log';
import { nodeKey } from '../events/memory';
import { keepMessage } from '../http/errors';

/** One reason for refusing deliveries. */
interface Reason {
	/**
	 * For the service a 4xx is final, and after a 5xx it sends the delivery again. So the node answers 4xx only if
	 * another attempt could never succeed, or if the delivery looks forged. Service document, section Delivery.
	 */
	readonly status: 200 | 400 | 401 | 503;
	/** What happened, as a person reads it. The words of the refusal follow it. */
	readonly problem: string;
	/** What the person can do. */
	readonly advice: string;
	/** Genuine deliveries are refused until a person does something. So an execution fails, and n8n runs the Error Workflow. */
	readonly alarms?: true;
}

const COPY_SECRET =
	'Copy the signing secret of exactly this webhook into the credential: each webhook has its own secret, so the webhook with the test URL has a different one from the webhook with the production URL. The service shows a secret only once. If it is lost, create a second webhook with the same URL, enter its secret, and delete the old one.';

const reasons = {
	signatureMissing: {
		status: 401,
		problem: 'A request arrived without a signature',
		advice:
			'Either it does not come from the service, or something between the service and n8n removes headers.',
	},
	signatureMalformed: {
		status: 401,
		problem: 'A request arrived with a signature that cannot be read',
		advice:
			'Either it does not come from the service, or something between the service and n8n changes headers.',
	},
	signatureWrong: {
		status: 401,
		problem: 'A delivery was refused',
		advice: `${COPY_SECRET} If the secret is correct, a proxy in front of n8n changes the body.`,
	},
	rawBytesMissing: {
		status: 503,
		problem: 'The signature could not be checked',
		advice: 'The service sends its events as JSON. Check what sent this request.',
	},
	secretUnusable: {
		status: 503,
		problem: 'The signature could not be checked',
		advice: COPY_SECRET,
	},
	notAnEvent: {
		status: 400,
		problem: 'A signed delivery is not an event',
		advice:
			'The service may have changed the format of its events. Check whether a newer version of this package exists. The service does not send these deliveries again.',
		alarms: true,
	},
	parametersUnusable: {
		status: 503,
		problem: 'An event could not be handled',
		advice: 'Open the node and correct this parameter, or the expression in it.',
		alarms: true,
	},
	beingHandled: {
		status: 503,
		problem: 'The same delivery arrived twice at the same moment',
		advice:
			'You do not have to do anything: the service sends it again, and then the node skips it.',
	},
	outsideMaxAge: {
		status: 503,
		problem: 'An event is older or newer than Max Age allows',
		advice:
			'Synchronise the clock of the machine that runs n8n with a time server. If events are delayed on their way, raise the option Max Age.',
		alarms: true,
	},
	timeUnreadable: {
		status: 503,
		problem: 'The node cannot read when a genuine event was signed',
		advice:
			'Check whether a newer version of this package can. Until then, set the option Max Age to 0.',
		alarms: true,
	},
	recordUnread: {
		status: 503,
		problem: 'An event arrived, but its record did not',
		advice:
			'Check the credential for Fetch Record. If the service itself has a problem, wait until it is solved. To start the workflow without the record, set Fetch Record to No and remove the filters that need it.',
		alarms: true,
	},
	/** Only while a person listens in the editor. Otherwise the event is accepted, and nothing is said. */
	startsNothing: {
		status: 200,
		problem: 'A genuine event arrived that does not start this workflow',
		advice: 'Change Trigger On or the filters, or send an event that fits.',
	},
	unexpected: {
		status: 503,
		problem: 'Something unexpected happened',
		advice: 'Try again. If it happens again, report it with this text.',
	},
	eventUnhandled: {
		status: 503,
		problem: 'An event did not reach the workflow',
		advice: 'If it happens again, report it with this text.',
		alarms: true,
	},
} as const satisfies Readonly<Record<string, Reason>>;

/** Thrown where a delivery is refused. `handleDelivery` catches it: n8n never sees it. */
export class Refusal extends Error {
	readonly reason: keyof typeof reasons;
	readonly advice: string;

	/**
	 * @param message one line for the log; neither it nor the advice must contain a secret
	 * @param advice what a person can do, beside what is said of the reason
	 */
	constructor(reason: keyof typeof reasons, message: string, advice = '') {
		super(message);
		this.reason = reason;
		this.advice = advice;
	}
}

/** The sender learns only what it needs. */
const TEXTS = {
	200: 'Accepted',
	400: 'Not an event',
	401: 'Not verified',
	503: 'Try again later',
} as const;
const MINUTE_MS = 60_000;

/**
 * Answers the sender, writes to the log, and tells a person if necessary.
 *
 * @throws NodeOperationError after the sender was answered, if the refusal has to appear as a failed execution: with every
 * refusal while somebody tests the workflow, else once an hour for each reason that alarms
 */
export function refuse(context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
	const { status, problem, advice, alarms }: Reason = reasons[refusal.reason];
	logOnce(context, refusal.reason, `answered a delivery with ${status}: ${refusal.message}`);
	const response = context.getResponseObject();
	response.status(status).json({ message: TEXTS[status] });
	const isTest = context.getMode() === 'manual';
	const alarm = `${nodeKey(context)}/alarm/${refusal.reason}`;
	const leftOut = isTest ? 0 : alarms && leftOutSince(alarm, 60 * MINUTE_MS);
	// n8n gives a failed execution one empty item, and the next nodes would run with it if the trigger continues on errors.
	if (leftOut === undefined || continues(context.getNode())) return { noWebhookResponse: true };
	// n8n answers the error with a 500. The sender has its answer, so n8n's must do nothing, or n8n would cut the connection.
	response.json = () => response;
	const more = leftOut > 0 ? ` (${leftOut} more refused for this reason since the last alarm)` : '';
	const next = isTest ? [LISTEN_AGAIN] : [status === 503 ? SENT_AGAIN : '', HOW_OFTEN];
	const message = `${problem}: ${refusal.message}${more}`;
	const description = [advice, refusal.advice, ...next].filter((text) => text !== '').join(' ');
	throw keepMessage(new NodeOperationError(context.getNode(), message, { description }), message);
}

const continues = ({ onError = 'stopWorkflow', continueOnFail }: INode): boolean =>
	onError !== 'stopWorkflow' || continueOnFail === true;

const LISTEN_AGAIN =
	'Then click “Execute step” again, and change a project or customer in the service.';
const SENT_AGAIN = 'The service sends the refused events again, but not forever.';
const HOW_OFTEN =
	'For each reason there is at most one such execution an hour. Do not retry it: it has no event, and would run the workflow with an empty item.';

/** Writes a line to n8n's log, at most one a minute for each node and subject, so that an attack cannot flood the log. */
export function logOnce(context: IWebhookFunctions, about: string, text: string): void {
	const leftOut = leftOutSince(`${nodeKey(context)}/${about}`, MINUTE_MS);
	if (leftOut === undefined) return;
	warn(context, text, leftOut > 0 ? ` (${leftOut} more like this since the last line)` : '');
}

/** The message of an error, or the text of anything else that was thrown. */
export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
