import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../values/objects';
import { isRefusal, refused } from '../answers/refusal';
import type { Refusal, RefusalKind } from '../answers/refusal';
import type { SigningSecrets } from './secrets';
import { problemOfSecret } from './secretText';
import type { SecretProblem } from './secretText';
import { isGenuine } from './signature';
import type { ParsedSignature } from './signature';

/** In levels. Documented bodies have four. n8n walks through an item recursively, and fails at thousands of levels. */
const DEEPEST = 100;

/** The content of a delivery whose signature was verified. */
export interface Delivery {
	readonly event: string;
	readonly data: IDataObject;
	/** The whole body, as sent. */
	readonly payload: IDataObject;
}

/** The refusals that another state of the credential could avoid. */
const DUE_TO_SECRETS: ReadonlySet<RefusalKind> = new Set([
	'secretUnreadable',
	'secretMissing',
	'signatureWrong',
]);

/** Checks a delivery against the recent secrets, and against fresh ones before it refuses because of the secrets. */
export async function verifyDelivery(
	signature: ParsedSignature,
	body: Uint8Array,
	secrets: SigningSecrets,
): Promise<Delivery | Refusal> {
	const verdict = checkDelivery(signature, body, await secrets.recent);
	return isRefusal(verdict) && DUE_TO_SECRETS.has(verdict.kind)
		? checkDelivery(signature, body, await secrets.fresh())
		: verdict;
}

/**
 * Decides whether a delivery comes from the service and can be read. Its age is checked elsewhere, since a delivery that
 * was taken before is answered with success at any age.
 *
 * @param body the raw body, exactly as received
 * @param secrets the current and perhaps the previous secret, none of them empty; undefined if they cannot be read
 */
export function checkDelivery(
	signature: ParsedSignature,
	body: Uint8Array,
	secrets: readonly string[] | undefined,
): Delivery | Refusal {
	if (secrets === undefined) {
		return refused(
			503,
			'secretUnreadable',
			'the credential with the signing secret cannot be read',
		);
	}
	// Never verify with a text that others know, such as a web address.
	const usable = secrets.filter((secret) => problemOfSecret(secret) === undefined);
	return isGenuine(signature, body, usable) ? readBody(body) : notGenuine(secrets);
}

/**
 * For the service a 401 is final. So a delivery gets it only if every text in the credential can be a secret. A person
 * will correct one that cannot, and then the delivery may turn out to be genuine.
 */
function notGenuine(secrets: readonly string[]): Refusal {
	if (secrets.length === 0) {
		return refused(
			503,
			'secretMissing',
			'the credential holds no signing secret; enter the one the service showed',
		);
	}
	const [problem] = secrets.flatMap((secret) => problemOfSecret(secret) ?? []);
	return problem === undefined
		? refused(
				401,
				'signatureWrong',
				'no signature matches: the signing secret in the credential does not belong to this webhook, or the body was changed on the way',
			)
		: refused(
				503,
				'secretMissing',
				`the credential holds ${NO_SECRET[problem]} in place of a signing secret; enter the one the service showed`,
			);
}

const NO_SECRET: Readonly<Record<SecretProblem, string>> = {
	masked: 'dots or stars',
	webAddress: 'a web address',
	incomplete: 'text that is too short or contains spaces',
};

/**
 * Checks the age of a delivery.
 *
 * @param maxAgeSeconds the longest allowed difference between signature and clock, in either direction; 0 allows any
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
		`it was signed ${Math.ceil(Math.abs(ageMs) / 1000)} s ${direction} the time of this machine, and the option Max Age allows ${maxAgeSeconds} s; usually a clock is wrong`,
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

/** The value of a JSON text, or undefined if it is not JSON. */
function parse(body: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(body)) as unknown;
	} catch {
		return undefined;
	}
}

/** Works level by level. A recursive function would itself fail at a deep body. */
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
