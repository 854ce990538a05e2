import { BODY, hmac, NOW, SECRET } from './fixtures.mts';
import type { Sent } from './verifiers.mts';

/** One row of the table in docs/signature-cases.md. */
export interface SignatureCase {
	readonly case: string;
	/** Whose published test list it is from. */
	readonly from: 'stripe' | 'Standard Webhooks' | 'both' | 'this package';
	readonly sent: Sent;
	/** What our trigger answers; 200 starts an execution. */
	readonly ours: 200 | 400 | 401 | 503;
	/** Whether the stripe package accepts it. */
	readonly stripe: boolean;
	/** Whether n8n's own verifier accepts it. */
	readonly n8n: boolean;
	/** Why ours differs from one of them; only where it does. */
	readonly why?: string;
}

interface Delivery {
	readonly t?: string;
	/** The timestamp that is signed, where it is not the one that is sent. */
	readonly signedTime?: string;
	readonly body?: Uint8Array;
	/** The body that is signed, where it is not the one that is sent. */
	readonly signedBody?: Uint8Array;
	readonly signedWith?: string;
	readonly secrets?: readonly string[];
	readonly maxAge?: number;
	readonly header?: (t: string, hex: string) => Sent['header'];
}

/** A delivery that is genuine but for what is given. */
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

/** Reasons that hold for several rows. */
export const why = {
	noEvent: 'it is genuine, but not an event: 400, since another attempt could never help',
	allSignatures: 'every v1 is tried; n8n checks only the last one',
	maxAge: 'our limit is an option of the node; n8n has a fixed one of 300 s',
	future: 'a clock can be wrong in either direction; stripe does not limit the future',
	exactTime:
		'the signature covers the characters sent, and they must be a timestamp; stripe reads the digits at the start',
	oneTime: 'with two timestamps nobody knows which one was signed; the others take the last one',
} as const;
