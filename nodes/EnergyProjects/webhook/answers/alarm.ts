import { NodeOperationError } from 'n8n-workflow';
import type { IWebhookFunctions } from 'n8n-workflow';
import { booleanOr } from '../../values/parse/boolean';
import { keyOf, OncePer } from './oncePer';
import type { Refusal, RefusalKind } from './refusal';
import { adviceFor, problemOf } from './words';

/** Refusals of deliveries with a correct signature, which go on until a person does something. */
const ALARMING: ReadonlySet<RefusalKind> = new Set([
	'notAnEvent',
	'nestedTooDeep',
	'parametersUnusable',
	'outsideMaxAge',
	'recordUnread',
	'eventUnhandled',
]);

const alarms = new OncePer(60 * 60_000);

/**
 * The error of the failed execution that this refusal starts, so that a person notices it:
 *
 * - While somebody tests the workflow: with every refusal. The editor shows it on the node. n8n Cloud shows no log.
 * - In a published workflow: only for deliveries that were verified, once an hour for each reason, unless the option Alarm
 *   is off. n8n then runs the Error Workflow. A forged delivery never makes one.
 *
 * @param nowMs the clock, in milliseconds since 1970
 */
export function errorToShow(
	context: IWebhookFunctions,
	refusal: Refusal,
	nowMs: number,
): NodeOperationError | undefined {
	if (context.getMode() === 'manual') {
		return errorOf(context, problemOf(refusal), `${adviceFor(refusal)} ${LISTEN_AGAIN}`);
	}
	if (!ALARMING.has(refusal.kind) || !isAlarmOn(context)) return undefined;
	const leftOut = alarms.pass(keyOf(context, refusal.kind), nowMs);
	if (leftOut === undefined) return undefined;
	return errorOf(
		context,
		problemOf(refusal) + countOf(leftOut),
		`${adviceFor(refusal)} ${fateOf(refusal)} ${HOW_OFTEN}`,
	);
}

const countOf = (leftOut: number): string =>
	leftOut === 0
		? ''
		: ` (${leftOut} more ${leftOut === 1 ? 'delivery' : 'deliveries'} refused for this reason since the last alarm)`;

const LISTEN_AGAIN = 'Then listen again, and change a project or customer in the service.';

const HOW_OFTEN =
	'For each reason there is at most one such execution an hour. The option Alarm turns them off.';

const fateOf = ({ statusCode }: Refusal): string =>
	statusCode === 503
		? 'The service sends the refused events again, but not forever.'
		: 'The service does not send these deliveries again.';

const errorOf = (context: IWebhookFunctions, message: string, description: string) =>
	new NodeOperationError(context.getNode(), message, { description });

/** Reads this parameter alone, so that it counts even if an expression in another option fails. */
function isAlarmOn(context: IWebhookFunctions): boolean {
	try {
		return booleanOr(context.getNodeParameter('options.alarm', true), true);
	} catch {
		return true;
	}
}
