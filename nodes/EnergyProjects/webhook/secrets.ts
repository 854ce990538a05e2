import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { nodeKey, NewestEntries } from '../events/memory';
import { Refusal } from './refusals';
import { isGenuine } from './signature';
import type { ParsedSignature, SignatureHeaders } from './signature';
import { flawOf, secretIn } from './signingSecret';

const CREDENTIAL = 'energyProjectsWebhookApi';
/** How old a read of the credential may be when a signature is accepted with it, and when one is refused. */
const SERVES_MS = 60_000;
const REFUSES_MS = 1_000;
const MOST_NODES = 1_000;

type Context = IHookFunctions | IWebhookFunctions;

/** What was found in the credential. */
interface Secrets {
	/** Those that have the form of a secret: nothing is verified with another text. */
	readonly usable: readonly string[];
	/** Why a signature that matches none of them may be genuine all the same. */
	readonly problem?: string;
	/** What is wrong with the previous secret beside a usable one: what matches neither is refused. */
	readonly note?: string;
}

/** One read of a node's credential. */
interface Read {
	/** In milliseconds since the process started. */
	readonly beganAt: number;
	readonly secrets: Promise<Secrets>;
}

/** By node and credential: the read that began last, and the last one that found nothing wrong. */
const reads = new NewestEntries<Read>(MOST_NODES);
const goodReads = new NewestEntries<Read>(MOST_NODES);

/**
 * Finds the genuine signature of a delivery that has just arrived. One read of the credential serves the deliveries of a
 * minute: in a burst, each read would wait for n8n's database behind all the other requests. So a secret that was removed
 * still counts for up to a minute. Before a delivery is refused, it is checked with a read that is at most a second older
 * than its arrival. All that arrive in that second share it, so forged deliveries cost n8n one read a second.
 *
 * @param body the raw body, exactly as received
 * @throws Refusal if none is genuine
 */
export async function verify(
	context: IWebhookFunctions,
	{ names, signatures }: SignatureHeaders,
	body: Uint8Array,
): Promise<ParsedSignature> {
	const arrivedAt = performance.now();
	const key = keyFor(context);
	const isYoung = (read: Read, ageMs: number) => read.beganAt > arrivedAt - ageMs;
	const readYoungerThan = (ageMs: number) => {
		const read = reads.get(key);
		return read !== undefined && isYoung(read, ageMs) ? read : beginRead(context, key);
	};
	// First with a read of the last minute, if possible one that has ended well: a flood of forged deliveries begins new
	// reads, and genuine deliveries must not wait for those.
	const good = goodReads.get(key);
	const known = good !== undefined && isYoung(good, SERVES_MS) ? good : readYoungerThan(SERVES_MS);
	const genuineWith = ({ usable }: Secrets) =>
		signatures.find((signature) => isGenuine(signature, body, usable));
	const genuine = genuineWith(await known.secrets);
	if (genuine !== undefined) return genuine;
	// Before it is refused, with a read of the last second.
	const recent = readYoungerThan(REFUSES_MS);
	const genuineNow = recent === known ? undefined : genuineWith(await recent.secrets);
	if (genuineNow !== undefined) return genuineNow;
	const { problem, note = '' } = await recent.secrets;
	throw problem === undefined
		? new Refusal(
				'signatureWrong',
				`no signature matches (header ${names.join(', ')}): the signing secret in the credential does not belong to this webhook, or the body was changed on the way${note}`,
			)
		: new Refusal('secretUnusable', `the ${problem}; enter the one the service showed`);
}

/**
 * Reads the secret when n8n starts or the workflow is published, so that no delivery of a burst has to wait for it. Nobody
 * waits for this read, and it never fails.
 */
export function readAhead(context: IHookFunctions): void {
	beginRead(context, keyFor(context));
}

/** The draft and the published version of a workflow can have different credentials in the same node. */
const keyFor = (context: Context): string =>
	JSON.stringify([
		nodeKey(context),
		context.getMode() === 'manual',
		context.getNode().credentials?.[CREDENTIAL],
	]);

function beginRead(context: Context, key: string): Read {
	const secrets = readSecrets(context).catch((error: unknown): Secrets => {
		return { usable: [], problem: `${CURRENT} cannot be read${isBlocked(error) ? BLOCKED : ''}` };
	});
	const read = { beganAt: performance.now(), secrets };
	reads.set(key, read);
	void secrets.then(({ problem }) => {
		if (problem === undefined) goodReads.set(key, read);
	});
	return read;
}

const CURRENT = 'signing secret in the credential';
const BLOCKED =
	' (n8n: "access to env vars denied"; its setting N8N_BLOCK_ENV_ACCESS_IN_NODE keeps $env from expressions)';

/** Other errors of an expression can quote a part of it, and with it the secret. */
const isBlocked = (error: unknown): boolean =>
	error instanceof Error && error.message.includes('access to env vars denied');

async function readSecrets(context: Context): Promise<Secrets> {
	const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const { signingSecret, previousSigningSecret } = credential;
	const entered = [signingSecret, previousSigningSecret].map(secretIn);
	const [flaw, flawOfPrevious] = entered.map(flawOf);
	const usable = entered.filter((secret) => flawOf(secret) === undefined);
	if (flaw !== undefined) return { usable, problem: `${CURRENT} ${flaw}` };
	const isRight = flawOfPrevious === undefined || entered[1] === '';
	return isRight ? { usable } : { usable, note: `; the previous ${CURRENT} ${flawOfPrevious}` };
}
