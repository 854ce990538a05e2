import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { eventFits, recordFits } from '../events/filters';
import type { TriggerFilters } from '../events/filters';
import { simplify } from '../events/item';
import { atOutput } from '../events/outputs';
import { chosenKinds } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { checkDelivery, isRefusal, refused } from './delivery';
import type { Delivery, Refusal } from './delivery';
import { ACCEPTED, takeOnce } from './duplicates';
import { fetchRecord } from './fetchedRecord';
import { logRefusal } from './log';
import { rawBodyOf } from './rawBody';
import { parseSignature } from './signature';

/** Longest difference between signature and clock, in seconds, where the option is not set. */
export const DEFAULT_MAX_AGE = 300;

interface TriggerOptions {
	readonly maxAge?: unknown;
	readonly skipDuplicates?: boolean;
}

/**
 * Handles one delivery: verifies it, and hands it to the workflow or answers why not.
 * Service document, section Events.
 */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const options = context.getNodeParameter('options', {}) as TriggerOptions;
	const received = await receive(context, maxAgeOf(options));
	if ('refusal' in received) return refuse(context, received.refusal);
	const { delivery, body } = received;

	const events = context.getNodeParameter('events', []) as string[];
	const filters = context.getNodeParameter('filters', {}) as TriggerFilters;
	const kind = chosenKinds(events).find(({ value }) => value === delivery.event);
	if (kind === undefined || !eventFits(filters, delivery.data)) return ACCEPTED;

	const take = async () => await startOf(context, kind, delivery, filters, events);
	// A person who tries the workflow out may send the same event as often as it takes.
	const skipDuplicates = options.skipDuplicates !== false && context.getMode() !== 'manual';
	const outcome = skipDuplicates ? await takeOnce(context, body, take) : await take();
	return isRefusal(outcome) ? refuse(context, outcome) : outcome;
}

/** An expression can yield anything: only a 0 that was meant turns the check off. */
function maxAgeOf({ maxAge }: TriggerOptions): number {
	const isGiven =
		typeof maxAge === 'number' || (typeof maxAge === 'string' && maxAge.trim() !== '');
	const seconds = isGiven ? Number(maxAge) : DEFAULT_MAX_AGE;
	return seconds >= 0 ? seconds : DEFAULT_MAX_AGE;
}

/** What the workflow starts with, once the record was read where that is asked for. */
async function startOf(
	context: IWebhookFunctions,
	kind: EventKind,
	delivery: Delivery,
	filters: TriggerFilters,
	events: readonly string[],
): Promise<IWebhookResponseData | Refusal> {
	const extra = await readRecord(context, kind, delivery);
	if ('refusal' in extra) return extra.refusal;
	if (extra.record !== undefined && !recordFits(filters, kind, extra.record)) return ACCEPTED;

	const simplified = context.getNodeParameter('simplify', true) !== false;
	const json: IDataObject = {
		...(simplified ? simplify(delivery.event, delivery.data) : delivery.payload),
		...(extra.record !== undefined && { record: extra.record }),
	};
	const split = context.getNodeParameter('splitByEvent', true) !== false;
	return { workflowData: atOutput({ json }, kind.value, events, split) };
}

/** Cheapest checks first: a forged delivery should cost as little as possible. */
async function receive(
	context: IWebhookFunctions,
	maxAge: number,
): Promise<{ refusal: Refusal } | { delivery: Delivery; body: Uint8Array }> {
	const signature = parseSignature(context.getHeaderData()['service-signature']);
	if (typeof signature === 'string') return { refusal: refused(401, signature) };
	const body = await rawBodyOf(context);
	if (body === undefined) {
		return { refusal: refused(401, 'n8n did not hand over the raw bytes of the body') };
	}
	const secrets = await readSecrets(context);
	if (secrets === undefined) {
		return { refusal: refused(503, 'the credential with the signing secret cannot be read') };
	}
	const result = checkDelivery(signature, body, secrets, maxAge, Date.now());
	return isRefusal(result) ? { refusal: result } : { delivery: result, body };
}

/** The secrets that are set, without the blanks that come along when pasting. */
async function readSecrets(context: IWebhookFunctions): Promise<string[] | undefined> {
	const credential = await context
		.getCredentials<ICredentialDataDecryptedObject>('energyProjectsWebhookApi')
		.catch(() => undefined);
	return (
		credential &&
		[credential.signingSecret, credential.previousSigningSecret]
			.map((secret) => (typeof secret === 'string' ? secret.trim() : ''))
			.filter((secret) => secret !== '')
	);
}

/** `record` is undefined where none was asked for, null where it is gone. */
async function readRecord(
	context: IWebhookFunctions,
	kind: EventKind,
	delivery: Delivery,
): Promise<{ refusal: Refusal } | { record?: IDataObject | null }> {
	if (context.getNodeParameter('fetchRecord', false) !== true) return {};
	return await fetchRecord(context, kind, delivery).then(
		(record) => ({ record }),
		(error: Error) => ({
			refusal: refused(503, `the record could not be read from the API: ${error.message}`),
		}),
	);
}

function refuse(context: IWebhookFunctions, { statusCode, reason }: Refusal): IWebhookResponseData {
	logRefusal(context, statusCode, reason, Date.now());
	// The sender learns no more than it needs: reasons are for the log.
	const text = { 400: 'Not an event', 401: 'Not verified', 503: 'Try again later' }[statusCode];
	context.getResponseObject().status(statusCode).json({ message: text });
	return { noWebhookResponse: true };
}
