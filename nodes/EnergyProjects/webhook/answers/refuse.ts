import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { errorToShow } from './alarm';
import { logRefusal } from './log';
import type { Refusal } from './refusal';

/** The sender learns only what it needs. The reason goes to n8n's log, to the editor and into the alarm. */
const TEXTS: Readonly<Record<Refusal['statusCode'], string>> = {
	400: 'Not an event',
	401: 'Not verified',
	503: 'Try again later',
};

/**
 * Refuses a delivery: answers the sender, writes to the log, and tells a person if necessary.
 *
 * @throws NodeOperationError after the sender was answered, if the refusal has to appear as a failed execution
 */
export function refuse(context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
	const nowMs = Date.now();
	logRefusal(context, refusal, nowMs);
	const { statusCode } = refusal;
	const response: Response = context.getResponseObject();
	response.status(statusCode).json({ message: TEXTS[statusCode] });
	const error = unlessItFails(() => errorToShow(context, refusal, nowMs));
	if (error === undefined) return { noWebhookResponse: true };
	ignoreSecondAnswer(response);
	throw error;
}

interface Response {
	status(code: number): Response;
	json(body: unknown): Response;
}

/**
 * If `webhook()` throws, n8n starts an execution that fails with the error, and answers the sender with 500. The sender has
 * its answer already, so n8n's answer must do nothing. Otherwise it would fail, and n8n would cut a connection on which the
 * sender may already send the next delivery. n8n has no other way to let a webhook start such an execution.
 */
function ignoreSecondAnswer(response: Response): void {
	response.json = () => response;
}

/** The sender has its answer. So a failure in here must not start a failed execution of its own. */
function unlessItFails<Value>(make: () => Value): Value | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}
