import { BODY, hmac, NOW, SECRET } from '../fixtures.mts';
import type { Sent } from './verifiers.mts';

/** One row of the table in docs/maintainers/signature-cases.md. */
export interface SignatureCase {
	readonly case: string;
	/** Where the case comes from: a published list of test cases, or this package. */
	readonly from: 'stripe' | 'Standard Webhooks' | 'both' | 'this package';
	readonly sent: Sent;
	/** What the trigger node answers; 200 starts an execution. */
	readonly ours: 200 | 400 | 401 | 503;
	/** Whether the stripe package accepts it. */
	readonly stripe: boolean;
	/** Whether n8n's own verifier accepts it. */
	readonly n8n: boolean;
	/** Why the node differs from one of the others; only if it does. */
	readonly why?: string;
}

interface Delivery {
	readonly t?: string;
	/** The timestamp that is signed, if it is not the one that is sent. */
	readonly signedTime?: string;
	readonly body?: Uint8Array;
	/** The body that is signed, if it is not the one that is sent. */
	readonly signedBody?: Uint8Array;
	readonly signedWith?: string;
	readonly secrets?: readonly string[];
	readonly maxAge?: number;
	readonly header?: (t: string, hex: string) => Sent['header'];
}

/** A delivery that is genuine except for what is given. */
export function delivery(given: Delivery = {}): Sent {
	const { t = String(NOW), body = BODY, signedWith = SECRET } = given;
	const hex = hmac(given.signedTime ?? t, given.signedBody ?? body, signedWith);
	return {
		header: given.header ? given.header(t, hex) : `t=${t},v1=${hex}`,
		body,
		secrets: given.secrets ?? [SECRET],
		maxAge: given.maxAge ?? 300,
	};
}

/** Reasons that several rows share. */
export const why = {
	noEvent:
		'it is genuine, but not an event; the node answers 400 because another attempt could never succeed',
	allSignatures: 'the node tries every v1; n8n uses only the last one',
	maxAge: 'the limit is an option of the node; n8n has a fixed limit of 300 s',
	future: 'a clock can be wrong in either direction; stripe has no limit for the future',
	exactTime:
		'the signature covers all characters of the timestamp; stripe reads only the digits at the beginning',
	oneTime: 'with two timestamps nobody can tell which one was signed; the others use the last one',
} as const;
