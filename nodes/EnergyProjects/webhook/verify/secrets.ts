import { sleep } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { now } from '../../http/pace/clock';
import { inTime } from '../answers/inTime';
import { cleanSecret } from './secretText';

const CREDENTIAL = 'energyProjectsWebhookApi';
/** How long after its start a read can be used for deliveries. A read that takes longer than this counts as failed. */
const SERVES_MS = 60_000;
/**
 * A delivery that arrives this long after the start of the last read starts the next one. It waits for the next one only
 * if the last one failed or is too old to use.
 */
const RENEWED_MS = 30_000;
/** The pause after a read, as a multiple of the time the read took. It keeps forged deliveries from causing too many reads. */
const PAUSE = 3;
const LONGEST_PAUSE_MS = 1_000;
const MOST_NODES = 1_000;

type Context = IHookFunctions | IWebhookFunctions;
/** Undefined if the credential cannot be read. */
type Secrets = readonly string[] | undefined;

/** One read of a node's credential. */
interface Read {
	readonly beganAt: number;
	readonly secrets: Promise<Secrets>;
	/** Settles at the end of the pause after this read. */
	readonly pauseAfter: Promise<void>;
}

/** By node and credential: the read that began last, and the last one that succeeded. The oldest entry comes first. */
const latestReads = new Map<string, Read>();
const goodReads = new Map<string, Read>();

/** The signing secrets that one delivery is checked with: those set in the node's credential, cleaned. */
export interface SigningSecrets {
	/** From a read that began less than a minute ago. */
	readonly recent: Promise<Secrets>;
	/** From a read that began after the delivery arrived. Deliveries that wait for such a read share it. */
	fresh(): Promise<Secrets>;
}

/**
 * Gives the signing secrets for a delivery that has just arrived. One read of the credential serves the deliveries of a
 * minute: in a burst, each read would wait for n8n's database behind all the other requests. So a secret that was
 * removed still counts for up to a minute. A new one counts at once if the caller asks for fresh secrets before it
 * refuses a delivery.
 */
export function signingSecrets(context: Context): SigningSecrets {
	const key = keyOf(context);
	const latest = latestReads.get(key);
	const newest = isYounger(latest, RENEWED_MS) ? latest : beginRead(context, key);
	const good = goodReads.get(key);
	return {
		recent: (isYounger(good, SERVES_MS) ? good : newest).secrets,
		async fresh() {
			// A newer read than the latest at arrival is fresh. Otherwise all who wait here share the one that begins next.
			if (latestReads.get(key) === latest) await latest?.pauseAfter;
			const newer = latestReads.get(key);
			return await (newer === undefined || newer === latest ? beginRead(context, key) : newer)
				.secrets;
		},
	};
}

/** Reads the secrets before the first delivery arrives. Nobody waits for it, and it never fails. */
export function readSecretsAhead(context: IHookFunctions): void {
	void Promise.resolve(context)
		.then(signingSecrets)
		.catch(() => undefined);
}

function beginRead(context: Context, key: string): Read {
	const beganAt = now();
	const secrets = inTime(readSecrets(context), SERVES_MS).catch(() => undefined);
	const pauseAfter = secrets.then(
		async () => await sleep(Math.min(PAUSE * (now() - beganAt), LONGEST_PAUSE_MS)),
	);
	const read = { beganAt, secrets, pauseAfter };
	remember(latestReads, key, read);
	void secrets.then((found) => {
		const isNewest = (goodReads.get(key)?.beganAt ?? 0) <= beganAt;
		if (found !== undefined && isNewest) remember(goodReads, key, read);
	});
	return read;
}

async function readSecrets(context: Context): Promise<readonly string[]> {
	const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	return [credential.signingSecret, credential.previousSigningSecret]
		.map(cleanSecret)
		.filter((secret) => secret !== '');
}

function remember(reads: Map<string, Read>, key: string, read: Read): void {
	reads.delete(key);
	reads.set(key, read);
	for (const [oldest, old] of reads) {
		if (reads.size <= MOST_NODES && isYounger(old, SERVES_MS)) break;
		reads.delete(oldest);
	}
}

const isYounger = (read: Read | undefined, ms: number): read is Read =>
	read !== undefined && now() - read.beganAt < ms;

/**
 * The same for deliveries for which n8n would read the same. The draft and the published version of a workflow can have
 * different credentials in the same node, and n8n can treat a credential differently when a person tests the workflow.
 */
function keyOf(context: Context): string {
	const { id, credentials } = context.getNode();
	const isManual = context.getMode() === 'manual';
	return JSON.stringify([context.getWorkflow().id, id, isManual, credentials?.[CREDENTIAL]]);
}
