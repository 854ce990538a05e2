import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values/objects';
import { isGenuine } from './signature';
import type { ParsedSignature } from './signature';

/** What the service sent, once it is certain that the service sent it. */
export interface Delivery {
	readonly event: string;
	readonly data: IDataObject;
	/** The whole body as it was sent. */
	readonly payload: IDataObject;
}

/**
 * Why a delivery is not taken. The service treats 4xx as final and retries on 5xx, so a 4xx goes out only for what
 * can never become right. Service document, section Delivery.
 */
export interface Refusal {
	readonly statusCode: 400 | 401 | 503;
	/** One line for n8n's log. */
	readonly reason: string;
}

export const isRefusal = <T extends object>(result: T | Refusal): result is Refusal =>
	'statusCode' in result;

export const refused = (statusCode: Refusal['statusCode'], reason: string): Refusal => ({
	statusCode,
	reason,
});

/**
 * Decides whether a delivery is genuine, fresh and readable.
 *
 * @param body the raw body, exactly as received
 * @param secrets current and perhaps previous secret, none of them empty
 * @param maxAgeSeconds longest difference between signature and clock in either direction, 0 for any
 * @param nowMs the clock, in milliseconds since 1970
 */
export function checkDelivery(
	signature: ParsedSignature,
	body: Uint8Array,
	secrets: readonly string[],
	maxAgeSeconds: number,
	nowMs: number,
): Delivery | Refusal {
	if (secrets.length === 0) {
		return refused(503, 'the credential holds no signing secret; enter the one the service showed');
	}
	if (!isGenuine(signature, body, secrets)) {
		return refused(
			401,
			'no signature matches: the signing secret in the credential is not the one of this webhook, or the body was altered on the way',
		);
	}
	const ageMs = nowMs - signature.timestampMs;
	if (maxAgeSeconds > 0 && Math.abs(ageMs) > maxAgeSeconds * 1000) {
		const direction = ageMs > 0 ? 'before' : 'after';
		return refused(
			503,
			`it was signed ${Math.ceil(Math.abs(ageMs) / 1000)} s ${direction} the time of this machine, more than the ${maxAgeSeconds} s of the option Max Age; usually a clock is wrong`,
		);
	}
	return readBody(body);
}

function readBody(body: Uint8Array): Delivery | Refusal {
	const payload = parse(body);
	if (!isObject(payload) || typeof payload.event !== 'string' || !isObject(payload.data)) {
		return refused(400, 'its body is not an object with "event" and "data"');
	}
	return { event: payload.event, data: payload.data, payload };
}

/** The value of a JSON text, or undefined where it is none. */
function parse(body: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(body)) as unknown;
	} catch {
		return undefined;
	}
}
