import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installationOf, pinnedVersion } from '../../../sandbox/n8n/versions.mts';
import type { Sent } from '../../unit/webhook/cases/verifiers.mts';

const FILE = 'n8n-nodes-base/dist/nodes/Stripe/StripeTriggerHelpers.js';

/**
 * Whether n8n's own verifier accepts, as its Stripe trigger uses it; it knows one secret, and 300 seconds. Always that
 * of the pinned n8n: older ones have none.
 */
export async function n8nAccepts({ header, body, secrets }: Sent): Promise<boolean> {
	const require = createRequire(import.meta.url);
	const { folder } = installationOf(pinnedVersion);
	const { verifySignature } = require(join(folder, 'node_modules', FILE)) as {
		verifySignature: (this: unknown) => Promise<boolean>;
	};
	return await verifySignature.call({
		getWorkflowStaticData: () => ({}),
		getCredentials: async () => ({ signatureSecret: secrets[0] ?? '' }),
		getRequestObject: () => ({ header: () => header, rawBody: Buffer.from(body) }),
	});
}
