import { describe, expect, it, vi } from 'vitest';
import { within } from '../../../sandbox/service/waitFor.mts';
import {
	one,
	refused,
	started,
	delivery,
	payload,
	PREVIOUS_SECRET,
	SECRET,
	signingSecret,
} from '../harness/webhook/signed.mts';
import { laterBy, receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { TestCredentials } from '../harness/n8n/credentials.mts';
import { says } from '../../documents.mts';

const ANOTHER_SECRET = 'whsec_another_of_the_tests_0123456789';

const { service } = useDeliveries();

const signedWith = (secret: string) => delivery(payload(service(), 'project.edited'), secret);
/** How often n8n reads a credential. */
const watchReads = () => vi.spyOn(TestCredentials.prototype, 'getDecrypted');

/** A trigger whose credential a person changes while deliveries come in. */
function changingSecret(first = SECRET) {
	const credentials = signingSecret(first);
	const { energyProjectsWebhookApi: fields } = credentials;
	const trigger = receiver({}, credentials);
	return {
		answerTo: async (secret: string) => started(await trigger.receive(signedWith(secret))),
		save: (signingSecret: string) => void Object.assign(fields, { signingSecret }),
	};
}

describe('a signing secret that a person changes', () => {
	it('the new one counts from the next second on, and with it the old one ends', async () => {
		says('docs/credentials.md', 'every event is refused with 401 and **lost**');
		const { answerTo, save } = changingSecret();
		expect(await answerTo(SECRET)).toEqual(one);
		save(ANOTHER_SECRET);
		laterBy(1);
		expect(await answerTo(ANOTHER_SECRET)).toEqual(one);
		expect(await answerTo(SECRET)).toEqual(refused(401));
	});

	it('and is removed: the old one ends within a minute', async () => {
		const { answerTo, save } = changingSecret();
		expect(await answerTo(SECRET)).toEqual(one);
		save('');
		laterBy(59);
		expect(await answerTo(SECRET)).toEqual(one);
		laterBy(1);
		expect(await answerTo(SECRET)).toEqual(refused(503));
	});
});

describe('the credential is read', () => {
	it('when n8n starts or the workflow is published, and not again for the first deliveries', async () => {
		const reads = watchReads();
		const trigger = receiver();
		expect(await trigger.activate()).toBe(true);
		// Not by our waitFor: its clock is stopped here.
		await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(1), within(30, 'Not read'));
		expect(started(await trigger.receive(signedWith(SECRET)))).toEqual(one);
		expect(reads).toHaveBeenCalledTimes(1);
	});

	it('never for a header of a wrong form', async () => {
		const reads = watchReads();
		const headers = { 'service-signature': 'v1=abc' };
		const answer = await receiver().receive({ ...signedWith(SECRET), headers });
		expect(started(answer)).toEqual(refused(401));
		expect(reads).not.toHaveBeenCalled();
	});
});

it('a workflow without the credential can be published, and answers 503', async () => {
	says('docs/running-n8n.md', '**503**: there is no usable signing secret');
	const trigger = receiver({}, {});
	expect(await trigger.activate()).toBe(true);
	const answer = await trigger.receive(signedWith(SECRET));
	expect(started(answer)).toEqual(refused(503));
	expect(answer.log).toEqual([expect.stringMatching(/503: the signing secret .*cannot be read/)]);
});

it('an expression with $env that n8n blocks: the log says so', async () => {
	const { log } = await receiver({}, signingSecret('={{ $env.S }}')).receive(signedWith(SECRET));
	const reason =
		/cannot be read \(n8n: "access to env vars denied"; .*N8N_BLOCK_ENV_ACCESS_IN_NODE/;
	expect(log).toEqual([expect.stringMatching(reason)]);
});

it('any other reason can quote the secret, and is not told', async () => {
	watchReads().mockRejectedValue(new Error(`Invalid syntax: ${SECRET}`));
	const { log } = await receiver().receive(signedWith(SECRET));
	expect(log).toEqual([expect.stringMatching(/cannot be read; enter/)]);
});

describe('a text that cannot be a signing secret', () => {
	const DOTS = '••••••••';

	it.each([
		['verifies nothing, if it is empty', '', '', '', 503, /503: .*is empty/],
		['verifies nothing that somebody signs with it', DOTS, '', DOTS, 503, /503: .* shows dots/],
		['may be in the place of the right one', DOTS, PREVIOUS_SECRET, SECRET, 503, /shows dots/],
		['keeps nobody from being answered', SECRET, DOTS, ANOTHER_SECRET, 401, /the previous .* dots/],
	] as const)('%s', async (_, current, previous, signer, status, log) => {
		says('docs/credentials.md', 'cannot be a secret. The trigger then answers 503');
		const answer = await receiver({}, signingSecret(current, previous)).receive(signedWith(signer));
		expect(started(answer)).toEqual(refused(status));
		expect(answer.log).toEqual([expect.stringMatching(log)]);
	});

	it('does not keep the other secret from verifying', async () => {
		const trigger = receiver({}, signingSecret(DOTS, PREVIOUS_SECRET));
		expect(started(await trigger.receive(signedWith(PREVIOUS_SECRET)))).toEqual(one);
	});
});
