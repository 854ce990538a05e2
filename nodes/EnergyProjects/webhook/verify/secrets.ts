import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';
import { sharedReads } from './sharedReads';

const CREDENTIAL = 'energyProjectsWebhookApi';

/**
 * The service waits 30 seconds: time for a read that hangs and the next one. Where everything is slow, n8n goes on with
 * a delivery that the sender has given up, and the repeat is answered as taken; so giving up has time.
 */
const LIMITS = { overdueMs: 5_000, givenUpMs: 60_000, longestPauseMs: 1_000 } as const;

const readOnce = sharedReads<readonly string[]>(LIMITS);

/**
 * The secrets in the node's credential that are set, without the blanks that come along when pasting. n8n sets up a V8
 * isolate for each read of a credential, so deliveries that come at once share one. It begins after they have come: a
 * secret that was saved or removed counts for every delivery from then on. None is kept.
 *
 * @returns undefined where the credential cannot be read
 */
export async function readSecrets(
	context: IWebhookFunctions,
): Promise<readonly string[] | undefined> {
	return await readOnce(keyOf(context), async () =>
		secretsIn(await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL)),
	).catch(() => undefined);
}

/**
 * The same for deliveries to which n8n would hand the same. The draft of a workflow and what is published of it can
 * name different credentials in the same node, and n8n reads some credentials otherwise where a person tries out a
 * workflow.
 */
function keyOf(context: IWebhookFunctions): string {
	const { id, credentials } = context.getNode();
	const workflow = context.getWorkflow().id;
	return JSON.stringify([workflow, id, context.getMode(), credentials?.[CREDENTIAL]]);
}

const secretsIn = (credential: ICredentialDataDecryptedObject): string[] =>
	[credential.signingSecret, credential.previousSigningSecret]
		.map((secret) => (typeof secret === 'string' ? secret.trim() : ''))
		.filter((secret) => secret !== '');
