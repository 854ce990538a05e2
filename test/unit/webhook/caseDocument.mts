import { format, resolveConfig } from 'prettier';
import type { SignatureCase } from './caseRow.mts';

/** Published cases without a row, and why. */
const notApplicable: ReadonlyArray<readonly [what: string, because: string]> = [
	['Standard Webhooks: missing, empty or foreign message id', 'this scheme has no message id'],
	['Standard Webhooks: unbranded header names', 'this scheme has one header name'],
	['Standard Webhooks: secrets in Base64, padded or not', 'the secret is used as the text it is'],
	[
		'Standard Webhooks: the sign function yields the known signature',
		'the node signs nothing; test/unit/webhook/signature.test.mts holds known signatures',
	],
	[
		'stripe: header as Buffer or Uint8Array, empty body as text',
		'n8n hands over text, and everything else is refused',
	],
	['stripe: payload that is an object or a date', 'n8n hands over bytes, or the node refuses'],
	['stripe: own or asynchronous cryptography', 'the node uses the one of Node.js'],
	['stripe: thin events (v2)', 'the service has one kind of payload'],
	['stripe: options of generateTestHeaderString', 'the node signs nothing'],
];

const verdict = (accepts: boolean) => (accepts ? 'accepts' : 'refuses');

const line = (row: SignatureCase) =>
	`| ${[row.case, row.from, row.ours, verdict(row.stripe), verdict(row.n8n), row.why ?? ''].join(' | ')} |`;

/** The text of docs/signature-cases.md. */
export async function caseDocument(rows: readonly SignatureCase[], file: string): Promise<string> {
	const differing = rows.filter((row) => row.why !== undefined).length;
	const text = `# Signature cases

What the trigger node answers to each delivery, compared with the verdicts of the \`stripe\` package, which checks headers of the same form, and of n8n's own verifier, as n8n's Stripe trigger uses it.

This file is made from the rows in \`test/unit/webhook/cases.mts\` and \`ownCases.mts\` there. The tests run every row through all three, and fail if this file differs. \`UPDATE_DOCS=1 npx vitest run --project unit test/unit/webhook\` writes it again.

- **Ours**: the answer to the sender. 200: an execution starts. 400 and 401 are final for the service, 503 makes it try again. If a body claims to be JSON but is not, it never reaches the node: n8n answers 422.
- **From**: the published list that the case comes from: [stripe-node](https://github.com/stripe/stripe-node/blob/master/test/Webhook.spec.ts), [Standard Webhooks](https://github.com/standard-webhooks/standard-webhooks/tree/main/libraries), both, or added by this package.
- Unless the case says otherwise, there is one secret, a tolerance of 300 seconds, and a body the service could have sent.

| Case | From | Ours | stripe | n8n | Where ours differs: why |
|---|---|---|---|---|---|
${rows.map(line).join('\n')}

${rows.length} cases. In ${differing} of them ours differs from at least one of the others, always on purpose.

## Published cases that do not apply

${notApplicable.map(([what, because]) => `- ${what}: ${because}.`).join('\n')}
`;
	return await format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}
