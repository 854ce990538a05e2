import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { eventFits, recordFits, statusOf } from '../events/eventFilters';
import { simplify } from '../events/eventItem';
import { atOutput } from '../events/outputs';
import { chosenKinds } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { isObject } from '../values/objects';
import { quoted } from '../values/text';
import { ACCEPTED, takeOnce } from './duplicates';
import { fetchRecord } from './fetchedRecord';
import { messageOf, Refusal, refuse } from './refusals';
import { verify } from './secrets';
import { readTriggerSettings } from './settings';
import type { TriggerSettings } from './settings';
import { signaturesIn } from './signature';
import type { ParsedSignature } from './signature';

/** A delivery whose signature was verified. */
interface Delivery {
	readonly signature: ParsedSignature;
	/** The raw body, exactly as received. */
	readonly body: Uint8Array;
	/** The whole body, as sent. */
	readonly payload: IDataObject;
	readonly event: string;
	readonly data: IDataObject;
}

/**
 * Handles one delivery: verifies it, and hands it to the workflow or answers why not. The checks, in order:
 *
 * 1. The form of the signature headers, else 401.
 * 2. The raw bytes of the body, else 503.
 * 3. The signature over the bytes, else 401; 503 if the credential has a problem, which can be put right in time.
 * 4. The body, parsed only now, else 400. The kind of event comes from it, since the header for it is not signed.
 * 5. The parameters, else 503.
 * 6. Kind not chosen, filtered out or taken before: 200 without an execution. The same delivery in progress: 503.
 * 7. The time and age of the signature, then the record if Fetch Record is set, else 503. Filtered out by its record: 200.
 *
 * Service document, section Events.
 *
 * @returns the items for each output of the node; nothing to start if the delivery was refused or does not fit
 * @throws NodeOperationError after the sender was answered, if a person has to know of the refusal. Never otherwise,
 * since n8n would record a failed execution for each forged delivery
 */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let isVerified = false;
	try {
		const delivery = await receive(context);
		isVerified = true;
		return await decide(context, delivery);
	} catch (error) {
		if (error instanceof Refusal) return refuse(context, error);
		const reason = isVerified ? 'eventUnhandled' : 'unexpected';
		return refuse(context, new Refusal(reason, `it could not be handled: ${messageOf(error)}`));
	}
}

/** Verifies a delivery. The cheapest checks come first, so that a forged delivery costs as little as possible. */
async function receive(context: IWebhookFunctions): Promise<Delivery> {
	const headers = signaturesIn(context.getHeaderData());
	if (headers.names.length === 0) {
		const text =
			'no header has a signature: neither Service-Signature nor any other that ends with "-signature"';
		throw new Refusal('signatureMissing', text);
	}
	if (headers.problem !== undefined) throw new Refusal('signatureMalformed', headers.problem);
	const body = await rawBodyOf(context);
	if (body === undefined) {
		throw new Refusal('rawBytesMissing', 'n8n did not hand over the raw bytes of the body');
	}
	const signature = await verify(context, headers, body);
	const payload = parse(body);
	if (!isObject(payload) || typeof payload.event !== 'string' || !isObject(payload.data)) {
		throw new Refusal('notAnEvent', 'its body is not an object with "event" and "data"');
	}
	const { event, data } = payload;
	return { signature, body, payload, event, data };
}

/** What n8n adds to the request. `readRawBody` is for content types that n8n does not parse by itself. */
interface RequestWithRawBody {
	rawBody?: unknown;
	readRawBody?: () => Promise<void>;
}

/**
 * The bytes of the body, exactly as received; undefined if n8n does not hand them over, as with a form that it has parsed.
 * Bytes made from parsed data would not do: the signature is over the bytes that were sent.
 */
async function rawBodyOf(context: IWebhookFunctions): Promise<Uint8Array | undefined> {
	const request = context.getRequestObject() as unknown as RequestWithRawBody;
	if (request.rawBody === undefined) await request.readRawBody?.().catch(() => undefined);
	return request.rawBody instanceof Uint8Array ? request.rawBody : undefined;
}

/** The value of a JSON text, or undefined if it is not JSON. */
function parse(body: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(body)) as unknown;
	} catch {
		return undefined;
	}
}

/**
 * Checks the kind and looks for a duplicate before it checks the age. The service must get a success for a delivery that
 * was taken, however old it is, or it would send it again and again.
 */
async function decide(
	context: IWebhookFunctions,
	delivery: Delivery,
): Promise<IWebhookResponseData> {
	// Only after the signature was verified: a forged delivery must not make n8n evaluate the user's expressions.
	const settings = readTriggerSettings(context);
	const kind = chosenKinds(settings.events).find(({ value }) => value === delivery.event);
	if (kind === undefined)
		return acceptWithoutStart(context, `${delivery.event} is not chosen under Trigger On`);
	if (!eventFits(settings.filters, delivery.data)) {
		const why = `its status is ${quoted(statusOf(delivery.data))}, so the filter Status holds it back`;
		return acceptWithoutStart(context, why);
	}
	const take = async () => {
		checkAge(delivery, settings.maxAge);
		return await startOf(context, kind, delivery, settings);
	};
	// A person who tests the workflow may send the same event several times.
	return context.getMode() === 'manual'
		? await take()
		: await takeOnce(context, delivery.body, take);
}

/**
 * Takes a genuine event that is not to start anything.
 *
 * @throws Refusal while a person listens in the editor, so that the node says why nothing happens
 */
function acceptWithoutStart(context: IWebhookFunctions, why: string): IWebhookResponseData {
	if (context.getMode() === 'manual') throw new Refusal('startsNothing', why);
	return ACCEPTED;
}

/** @param maxAge the longest allowed difference between signature and clock, in seconds; 0 allows any, also an unknown one */
function checkAge({ signature }: Delivery, maxAge: number): void {
	const { timestampText, timestampMs } = signature;
	if (maxAge === 0) return;
	if (timestampMs === undefined)
		throw new Refusal('timeUnreadable', `its time is "${quoted(timestampText)}"`);
	const ageMs = Date.now() - timestampMs;
	if (Math.abs(ageMs) <= maxAge * 1000) return;
	throw new Refusal(
		'outsideMaxAge',
		`it was signed ${Math.ceil(Math.abs(ageMs) / 1000)} s ${ageMs > 0 ? 'before' : 'after'} the time of this machine, and the option Max Age allows ${maxAge} s; usually a clock is wrong`,
	);
}

/** Reads the record if Fetch Record is set, and gives what the workflow starts with. */
async function startOf(
	context: IWebhookFunctions,
	kind: EventKind,
	{ body, data, payload }: Delivery,
	{ fetchWith, filters, ...settings }: TriggerSettings,
): Promise<IWebhookResponseData> {
	const record = fetchWith && (await fetchRecord(context, kind, data, fetchWith));
	if (record !== undefined && !recordFits(filters, kind, record))
		return acceptWithoutStart(
			context,
			'the filter Leads or Projects or Technical Feasibility Assessment holds it back',
		);
	const json: IDataObject = {
		...(settings.simplify ? simplify(kind, data, body, record) : payload),
		...(record !== undefined && { record }),
	};
	return { workflowData: atOutput({ json }, kind.value, settings.events, settings.splitByEvent) };
}
