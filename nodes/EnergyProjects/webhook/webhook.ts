import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { eventFits, recordFits } from '../events/eventFilters';
import { simplify } from '../events/eventItem';
import { atOutput } from '../events/outputs';
import { chosenKinds } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { checkDelivery, outsideMaxAge } from './verify/delivery';
import type { Delivery } from './verify/delivery';
import { ACCEPTED, takeOnce } from './duplicates/takeOnce';
import { fetchRecord } from './fetchedRecord';
import { logRefusal } from './answers/log';
import { rawBodyOf } from './verify/rawBody';
import { isRefusal, refused, messageOf } from './answers/refusal';
import type { Refusal } from './answers/refusal';
import { watchForRepeats } from './duplicates/repeatedSignature';
import { readSecrets } from './verify/secrets';
import { readTriggerSettings } from './settings';
import type { TriggerSettings } from './settings';
import { parseSignature } from './verify/signature';
import type { ParsedSignature } from './verify/signature';

/** A delivery that is certain to be the service's. */
interface Received {
	readonly signature: ParsedSignature;
	/** The raw body, exactly as received. */
	readonly body: Uint8Array;
	readonly delivery: Delivery;
}

/** What the workflow starts with, if with anything, or why the delivery is not taken. */
type Decision = IWebhookResponseData | Refusal;

/**
 * Handles one delivery: verifies it, and hands it to the workflow or answers why not. The checks, in order:
 *
 * 1. The form of the signature header, else 401.
 * 2. The raw bytes of the body and the credential, else 503: both can be put right before the service tries again.
 * 3. The signature over the bytes, else 401.
 * 4. The body, parsed only now, else 400. The kind of event comes from it, since the header for it is not signed.
 * 5. The parameters, else 503.
 * 6. Kind not chosen, filtered out or taken before: 200 without an execution. The same delivery in progress: 503.
 * 7. The age of the signature, then the record if Fetch Record is set, else 503.
 *
 * Never throws, since n8n would record a failed execution for each attempt. Service document, section Events.
 */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const decision = await decide(context).catch((error: unknown) =>
		refused(503, 'unexpected', `it could not be handled: ${messageOf(error)}`),
	);
	return isRefusal(decision) ? refuse(context, decision) : decision;
}

/**
 * Kind and duplicates come before age: what was taken is answered with success at any age, or it would come for ever.
 */
async function decide(context: IWebhookFunctions): Promise<Decision> {
	const received = await receive(context);
	if (isRefusal(received)) return received;
	const { signature, body, delivery } = received;
	// Not before it is verified: a forged delivery evaluates no expression of the user's.
	const settings = readTriggerSettings(context);
	if (isRefusal(settings)) return settings;
	watchForRepeats(context, signature, settings.maxAge, Date.now());

	const kind = chosenKinds(settings.events).find(({ value }) => value === delivery.event);
	if (kind === undefined || !eventFits(settings.filters, delivery.data)) return ACCEPTED;

	const take = async () =>
		outsideMaxAge(signature, settings.maxAge, Date.now()) ??
		(await startOf(context, kind, received, settings));
	// A person who tries the workflow out may send the same event as often as it takes.
	const skipDuplicates = settings.skipDuplicates && context.getMode() !== 'manual';
	return skipDuplicates ? await takeOnce(context, body, take) : await take();
}

/** Cheapest checks first: a forged delivery should cost as little as possible. */
async function receive(context: IWebhookFunctions): Promise<Received | Refusal> {
	const header: unknown = context.getHeaderData()['service-signature'];
	const signature = parseSignature(header);
	if (typeof signature === 'string') {
		const isMissing = header === undefined || header === '';
		return refused(401, isMissing ? 'signatureMissing' : 'signatureMalformed', signature);
	}
	const body = await rawBodyOf(context);
	if (body === undefined) {
		return refused(503, 'rawBytesMissing', 'n8n did not hand over the raw bytes of the body');
	}
	const secrets = await readSecrets(context);
	if (secrets === undefined) {
		return refused(
			503,
			'secretUnreadable',
			'the credential with the signing secret cannot be read',
		);
	}
	const delivery = checkDelivery(signature, body, secrets);
	return isRefusal(delivery) ? delivery : { signature, body, delivery };
}

/** What the workflow starts with, once the record was read where that is asked for. */
async function startOf(
	context: IWebhookFunctions,
	kind: EventKind,
	{ delivery, body }: Received,
	settings: TriggerSettings,
): Promise<Decision> {
	const extra = await readRecord(context, kind, delivery, settings);
	if (isRefusal(extra)) return extra;
	const { record } = extra;
	if (record !== undefined && !recordFits(settings.filters, kind, record)) return ACCEPTED;

	const json: IDataObject = {
		...(settings.simplify ? simplify(kind, delivery.data, body) : delivery.payload),
		...(record !== undefined && { record }),
	};
	return { workflowData: atOutput({ json }, kind.value, settings.events, settings.splitByEvent) };
}

/** `record` is undefined where none was asked for, null where it is gone. */
async function readRecord(
	context: IWebhookFunctions,
	kind: EventKind,
	delivery: Delivery,
	{ fetchWith }: TriggerSettings,
): Promise<{ record?: IDataObject | null } | Refusal> {
	if (fetchWith === undefined) return {};
	return await fetchRecord(context, kind, delivery, fetchWith).then(
		(record) => ({ record }),
		(error: unknown) =>
			refused(
				503,
				'recordUnread',
				`the record could not be read from the API: ${messageOf(error)}`,
			),
	);
}

function refuse(context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
	logRefusal(context, refusal, Date.now());
	const { statusCode } = refusal;
	// The sender learns no more than it needs: reasons are for the log.
	const text = { 400: 'Not an event', 401: 'Not verified', 503: 'Try again later' }[statusCode];
	context.getResponseObject().status(statusCode).json({ message: text });
	return { noWebhookResponse: true };
}
