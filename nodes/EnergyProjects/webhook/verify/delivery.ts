import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../values/objects';
import { refused } from '../answers/refusal';
import type { Refusal } from '../answers/refusal';
import { isGenuine } from './signature';
import type { ParsedSignature } from './signature';

/**
 * Documented bodies have four levels. What n8n does with an item works its way down level by level, and fails at
 * thousands.
 */
const DEEPEST = 100;

/** What the service sent, once it is certain that the service sent it. */
export interface Delivery {
	readonly event: string;
	readonly data: IDataObject;
	/** The whole body as it was sent. */
	readonly payload: IDataObject;
}

/**
 * Decides whether a delivery is from the service and readable. Its age is another matter: one that was taken before
 * is answered with success at any age.
 *
 * @param body the raw body, exactly as received
 * @param secrets current and perhaps previous secret, none of them empty
 */
export function checkDelivery(
	signature: ParsedSignature,
	body: Uint8Array,
	secrets: readonly string[],
): Delivery | Refusal {
	if (secrets.length === 0) {
		return refused(
			503,
			'secretMissing',
			'the credential holds no signing secret; enter the one the service showed',
		);
	}
	if (!isGenuine(signature, body, secrets)) {
		return refused(
			401,
			'signatureWrong',
			'no signature matches: the signing secret in the credential is not the one of this webhook, or the body was altered on the way',
		);
	}
	return readBody(body);
}

/**
 * Why a delivery may not start anything at this time, if it may not.
 *
 * @param maxAgeSeconds longest difference between signature and clock in either direction, 0 for any
 * @param nowMs the clock, in milliseconds since 1970
 */
export function outsideMaxAge(
	{ timestampMs }: ParsedSignature,
	maxAgeSeconds: number,
	nowMs: number,
): Refusal | undefined {
	const ageMs = nowMs - timestampMs;
	if (maxAgeSeconds === 0 || Math.abs(ageMs) <= maxAgeSeconds * 1000) return undefined;
	const direction = ageMs > 0 ? 'before' : 'after';
	return refused(
		503,
		'outsideMaxAge',
		`it was signed ${Math.ceil(Math.abs(ageMs) / 1000)} s ${direction} the time of this machine, more than the ${maxAgeSeconds} s of the option Max Age; usually a clock is wrong`,
	);
}

function readBody(body: Uint8Array): Delivery | Refusal {
	const payload = parse(body);
	if (!isObject(payload) || typeof payload.event !== 'string' || !isObject(payload.data)) {
		return refused(400, 'notAnEvent', 'its body is not an object with "event" and "data"');
	}
	if (isNestedTooDeep(payload)) {
		return refused(400, 'nestedTooDeep', `its body is nested more than ${DEEPEST} levels deep`);
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

/** Level by level, since a function that calls itself is what a deep body breaks. */
function isNestedTooDeep(payload: IDataObject): boolean {
	let level: object[] = [payload];
	for (let depth = 1; level.length > 0; depth++) {
		if (depth > DEEPEST) return true;
		level = level
			.flatMap((value): unknown[] => Object.values(value))
			.filter((value): value is object => typeof value === 'object' && value !== null);
	}
	return false;
}
