import { format, resolveConfig } from 'prettier';
import type { SignatureCase } from './caseRow.mts';

/** Published cases that have no row, and why. */
const notApplicable: ReadonlyArray<readonly [what: string, because: string]> = [
	['Standard Webhooks: message ID missing, empty or wrong', 'this scheme has no message ID'],
	['Standard Webhooks: unbranded header names', 'this scheme has one header name'],
	['Standard Webhooks: secrets in Base64, padded or not', 'the secret is used as it is, as text'],
	[
		'Standard Webhooks: the sign function yields the known signature',
		'the node signs nothing; test/unit/webhook/verify/signature.test.mts checks known signatures',
	],
	[
		'stripe: header as Buffer or Uint8Array, empty body as text',
		'n8n hands over text, and the node refuses everything else',
	],
	['stripe: payload that is an object or a date', 'n8n hands over bytes, or the node refuses'],
	['stripe: own or asynchronous cryptography', 'the node uses the cryptography of Node.js'],
	['stripe: thin events (v2)', 'the service has one kind of payload'],
	['stripe: options of generateTestHeaderString', 'the node signs nothing'],
];

const verdict = (accepts: boolean) => (accepts ? 'accepts' : 'refuses');

const line = (row: SignatureCase) =>
	`| ${[row.case, row.from, row.ours, verdict(row.stripe), verdict(row.n8n), row.why ?? ''].join(' | ')} |`;

/** The text of docs/maintainers/signature-cases.md. */
export async function caseDocument(rows: readonly SignatureCase[], file: string): Promise<string> {
	const differing = rows.filter((row) => row.why !== undefined).length;
	const text = `# Signature cases

What the trigger node answers to each delivery, compared with two other verifiers: the \`stripe\` package, which checks headers of the same form, and n8n's own verifier, which n8n's Stripe trigger uses.

This file is generated from the rows in \`test/unit/webhook/cases/cases.mts\` and \`ownCases.mts\` beside it. The tests run every row through all three verifiers, and fail if this file differs. \`UPDATE_DOCS=1 npx vitest run --project unit test/unit/webhook\` writes it again.

- **Node**: what the trigger node answers. 200: an execution starts. 400 and 401 are final for the service. After 503 it sends the event again. If the content type says JSON and the body is not JSON, n8n answers 422 and the node never sees the delivery.
- **From**: the published list that has the case: [stripe-node](https://github.com/stripe/stripe-node/blob/master/test/Webhook.spec.ts), [Standard Webhooks](https://github.com/standard-webhooks/standard-webhooks/tree/main/libraries), both of them, or this package itself.
- Unless the case says otherwise, there is one secret, the tolerance is 300 seconds, and the service could have sent the body.

| Case | From | Node | stripe | n8n | Why the node differs |
|---|---|---|---|---|---|
${rows.map(line).join('\n')}

${rows.length} cases. In ${differing} of them the node differs from at least one of the others, always on purpose.

## Published cases that do not apply

${notApplicable.map(([what, because]) => `- ${what}: ${because}.`).join('\n')}
`;
	return await format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}
