import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { eventFits, recordFits } from '../events/eventFilters';
import { simplify } from '../events/eventItem';
import { atOutput } from '../events/outputs';
import { chosenKinds } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { outsideMaxAge, verifyDelivery } from './verify/delivery';
import type { Delivery } from './verify/delivery';
import { ACCEPTED, takeOnce } from './duplicates/takeOnce';
import { fetchRecord } from './fetchedRecord';
import { rawBodyOf } from './verify/rawBody';
import { adviceOf, isRefusal, refused, messageOf } from './answers/refusal';
import type { Refusal, RefusalKind } from './answers/refusal';
import { refuse } from './answers/refuse';
import { watchForRepeats } from './duplicates/repeatedSignature';
import { signingSecrets } from './verify/secrets';
import { readTriggerSettings } from './settings';
import type { TriggerSettings } from './settings';
import { parseSignature } from './verify/signature';
import type { ParsedSignature } from './verify/signature';

/** A delivery whose signature was verified. */
interface Received {
	readonly signature: ParsedSignature;
	/** The raw body, exactly as received. */
	readonly body: Uint8Array;
	readonly delivery: Delivery;
}

/** What the workflow starts with, if it starts, or why the delivery is refused. */
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
 * Service document, section Events.
 *
 * @returns the items for each output of the node; nothing to start if the delivery was refused or does not fit
 * @throws NodeOperationError after the sender was answered, if a person has to know of the refusal (`answers/alarm.ts`).
 * Never otherwise, since n8n would record a failed execution for each forged delivery
 */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const received = await receive(context).catch(failed('unexpected'));
	const decision = isRefusal(received)
		? received
		: await decide(context, received).catch(failed('eventUnhandled'));
	return isRefusal(decision) ? refuse(context, decision) : decision;
}

const failed = (kind: RefusalKind) => (error: unknown) =>
	refused(503, kind, `it could not be handled: ${messageOf(error)}`);

/**
 * Checks the kind and looks for a duplicate before it checks the age. The service must get a success for a delivery that
 * was taken, however old it is, or it would send it again and again.
 */
async function decide(context: IWebhookFunctions, received: Received): Promise<Decision> {
	const { signature, body, delivery } = received;
	// Only after the signature was verified: a forged delivery must not make n8n evaluate the user's expressions.
	const settings = readTriggerSettings(context);
	if (isRefusal(settings)) return settings;
	watchForRepeats(context, signature, settings.maxAge, Date.now());

	const kind = chosenKinds(settings.events).find(({ value }) => value === delivery.event);
	if (kind === undefined || !eventFits(settings.filters, delivery.data)) return ACCEPTED;

	const take = async () =>
		outsideMaxAge(signature, settings.maxAge, Date.now()) ??
		(await startOf(context, kind, received, settings));
	// A person who tests the workflow may send the same event several times.
	const skipDuplicates = settings.skipDuplicates && context.getMode() !== 'manual';
	const chosen = { kind, data: delivery.data, body };
	return skipDuplicates ? await takeOnce(context, chosen, take) : await take();
}

/** Verifies a delivery. The cheapest checks come first, so that a forged delivery costs as little as possible. */
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
	const delivery = await verifyDelivery(signature, body, signingSecrets(context));
	return isRefusal(delivery) ? delivery : { signature, body, delivery };
}

/** Reads the record if Fetch Record is set, and gives what the workflow starts with. */
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

/** @returns the record: undefined if Fetch Record is not set, null if the record no longer exists */
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
				adviceOf(error),
			),
	);
}
