import { describe, expect, it } from 'vitest';
import { one, refusedWith, started } from '../harness/webhook/answers.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import {
	delivery,
	payload,
	PREVIOUS_SECRET,
	SECRET,
	signingSecret,
} from '../harness/webhook/signed.mts';

const { service } = useDeliveries();

const signedWith = (secret: string) => delivery(payload(service(), 'project.edited'), secret);

describe('a signing secret that was pasted with something around it', () => {
	it.each([
		['a zero-width space', `${SECRET}\u200B`],
		['quotes', `"${SECRET}"`],
		['typographic quotes and blanks', ` “${SECRET}” \n`],
	])(
		'verifies the events of its webhook, as the current and as the previous one: %s',
		async (_, pasted) => {
			for (const credential of [signingSecret(pasted), signingSecret(PREVIOUS_SECRET, pasted)]) {
				const trigger = receiver({}, credential);
				expect(started(await trigger.receive(signedWith(SECRET)))).toEqual(one);
				expect(started(await trigger.receive(signedWith(pasted)))).toEqual(refusedWith(401));
			}
		},
	);

	it('verifies nothing without the quotes that are a part of it', async () => {
		const secret = `a"${SECRET}"b`;
		const trigger = receiver({}, signingSecret(secret));
		expect(started(await trigger.receive(signedWith(secret)))).toEqual(one);
		expect(started(await trigger.receive(signedWith(SECRET)))).toEqual(refusedWith(401));
	});
});

describe('a text that cannot be a signing secret', () => {
	it.each([
		['whsec_••••••••', 'dots or stars'],
		['https://n8n.example.com/webhook/x/webhook', 'a web address'],
		['secret', 'too short'],
	])(
		'verifies nothing: 503, so that the events come again, and a line in the log: %s',
		async (text, what) => {
			const trigger = receiver({}, signingSecret(text));
			const forged = await trigger.receive(signedWith(text));
			expect(started(forged)).toEqual(refusedWith(503));
			expect(forged.log).toEqual([expect.stringMatching(new RegExp(`503: .*${what}`))]);
			expect(started(await trigger.receive(signedWith(SECRET)))).toEqual(refusedWith(503));
		},
	);

	it('does not keep the other secret from verifying', async () => {
		const trigger = receiver({}, signingSecret('whsec_••••••••', PREVIOUS_SECRET));
		expect(started(await trigger.receive(signedWith(PREVIOUS_SECRET)))).toEqual(one);
		expect(started(await trigger.receive(signedWith(SECRET)))).toEqual(refusedWith(503));
	});
});
