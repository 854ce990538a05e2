// Judges webhook/delivery.ts and webhook/duplicates.ts.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { eventKinds } from '../../../sandbox/service/records.mts';
import type { EventKind } from '../../../sandbox/service/records.mts';
import {
	none,
	one,
	refused,
	started,
	delivery,
	payload,
	SECRET,
	signingSecret,
} from '../harness/webhook/signed.mts';
import { laterBy, receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import type { WebhookBench } from '../harness/n8n/engine.mts';
import { says } from '../../documents.mts';
import { createHmac } from 'node:crypto';

const { service, about } = useDeliveries();
const STRANGE_SECRET = 'whsec_of_somebody_else_0123456789';

describe('what the sender is answered', () => {
	it('200 and none: verified, a kind that was not selected or is not known', async () => {
		says('docs/running-n8n.md', '**200**: genuine. If nothing starts, the event is not chosen');
		const trigger = receiver({ events: ['project.created'] });
		expect(started(await trigger.receive(about('project.edited')))).toEqual(none);
		const unknown = delivery({ event: 'room.created', data: {} });
		expect(started(await trigger.receive(unknown))).toEqual(none);
	});

	it.each(['[]', 'null', '{}', '{"event":"project.edited","data":[]}'])(
		'400 and an alarm, at any age: verified, but the body is %s',
		async (body) => {
			says('docs/running-n8n.md', '**: genuine, but not an event.');
			const result = await receiver().receive(delivery(body, SECRET, 1_000));
			expect(started(result)).toEqual(refused(400));
			expect(result.failure?.message).toMatch(/^A signed delivery is not an event: /);
			expect(result.failure?.description).not.toContain('sends the refused events again');
		},
	);

	it('503: without raw bytes, even if the delivery is forged, since nobody can tell', async () => {
		const forged = delivery({ event: 'project.edited', data: {} }, STRANGE_SECRET);
		for (const { headers } of [about('project.edited'), forged]) {
			const mute = { headers, rawBody: undefined };
			expect(started(await receiver().receive(mute))).toEqual(refused(503));
		}
	});

	it.each(['soon', '', null, -1, [0]])(
		'Max Age with the value %j counts as not set: the check stays on',
		async (maxAge) => {
			const trigger = receiver({ options: { maxAge } });
			const stale = delivery(payload(service(), 'project.edited'), SECRET, 1_000);
			expect(started(await trigger.receive(stale))).toEqual(refused(503));
			expect(started(await trigger.receive(about('project.edited')))).toEqual(one);
		},
	);

	it('the raw bytes are read if n8n has not read them by itself', async () => {
		const { headers, rawBody } = about('project.edited');
		expect(started(await receiver().receive({ headers, unreadBody: rawBody }))).toEqual(one);
	});
});

describe('a repeat of a delivery', () => {
	const again = (content: IDataObject) => delivery(content, SECRET, -20);

	it('starts nothing, even if it is signed again; another event does', async () => {
		says('docs/triggers.md', '**A repeated delivery starts nothing**, even if it is signed again');
		const trigger = receiver();
		const content = payload(service(), 'project.edited');
		expect(started(await trigger.receive(delivery(content)))).toEqual(one);
		expect(started(await trigger.receive(delivery(content)))).toEqual(none);
		expect(started(await trigger.receive(again(content)))).toEqual(none);
		expect(started(await trigger.receive(about('project.edited')))).toEqual(one);
	});

	it('starts the workflow while a person tries it out', async () => {
		const trigger = receiver({}, signingSecret(), 'manual');
		const content = payload(service(), 'project.edited');
		expect(started(await trigger.receive(delivery(content)))).toEqual(one);
		expect(started(await trigger.receive(again(content)))).toEqual(one);
	});
});

describe('a delivery that arrives late', () => {
	const late = () => delivery(payload(service(), 'project.edited'), SECRET, 1_000);

	it('is answered 200 if it was taken before, with the first signature or a new one', async () => {
		const trigger = receiver();
		const content = payload(service(), 'project.edited');
		const first = delivery(content);
		expect(started(await trigger.receive(first))).toEqual(one);
		laterBy(3_590);
		expect(started(await trigger.receive(first))).toEqual(none);
		expect(started(await trigger.receive(delivery(content, SECRET, 5_000)))).toEqual(none);
	});

	it('is answered 200 if its kind is not selected, or if the filters leave it out', async () => {
		const filters = { status: ['archived'] };
		for (const parameters of [{ events: ['project.created'] }, { filters }])
			expect(started(await receiver(parameters).receive(late()))).toEqual(none);
	});
});

describe('outputs', () => {
	/** For each kind: the events that came out, output by output. */
	const placesOf = async (trigger: WebhookBench, kinds: readonly EventKind[]) => {
		const places = [];
		for (const kind of kinds) {
			const { outputs = [] } = await trigger.receive(about(kind));
			places.push(outputs.map((items) => items.map(({ json }) => json.event)));
		}
		return places;
	};

	it.each<[string, readonly EventKind[]]>([
		['all', [...eventKinds].reverse()],
		['some', ['customer.deleted', 'project.edited']],
	])('%s kinds selected: each has its own output, in the service’s order', async (_, events) => {
		const trigger = receiver({ events: [...events] });
		const kinds = eventKinds.filter((kind) => events.includes(kind));
		const oneEach = kinds.map((kind) => kinds.map((output) => (output === kind ? [kind] : [])));
		expect(await placesOf(trigger, kinds)).toEqual(oneEach);
		expect(trigger.outputs()).toHaveLength(kinds.length);
	});

	it('Split by Event off: one output for all kinds', async () => {
		const trigger = receiver({ splitByEvent: false });
		expect(await placesOf(trigger, eventKinds)).toEqual(eventKinds.map((kind) => [[kind]]));
		expect(trigger.outputs()).toHaveLength(1);
	});

	it('the kind comes from the signed body, not from the unsigned header', async () => {
		const { headers, rawBody } = about('project.edited');
		const misleading = { ...headers, 'service-event-type': 'project.deleted' };
		const { outputs } = await receiver().receive({ headers: misleading, rawBody });
		expect(outputs?.flat()).toHaveLength(1);
		expect(outputs?.[eventKinds.indexOf('project.edited')]).toHaveLength(1);
	});
});

it('the item is the payload exactly as sent if Simplify is off', async () => {
	says('docs/triggers.md', 'the body as the service sent it, without `eventId`');
	const content = payload(service(), 'project.edited');
	const { outputs } = await receiver({ simplify: false }).receive(delivery(content));
	expect(outputs?.flat()[0].json).toEqual(content);
});

type Signed = (body: string) => string;
const headerOf = (body: string, secret?: string) =>
	delivery(body, secret).headers['service-signature'];
const genuine: Signed = (body) => headerOf(body);
const forged: Signed = (body) => headerOf(body, STRANGE_SECRET);
/** As GitHub and Meta have it: another form. */
const hub: Signed = (body) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
const bare: Signed = (body) => hub(body).slice('sha256='.length);
const empty: Signed = () => '';

/** Sends a new event with these headers, in this order. */
async function send(headers: Record<string, Signed>) {
	const { rawBody } = delivery(payload(service(), 'project.edited'));
	const values = Object.entries(headers).map(([name, sign]) => [name, sign(String(rawBody))]);
	const all = Object.fromEntries(values) as Record<string, string>;
	return await receiver().receive({ headers: all, rawBody });
}

const other = (name: string) => `${name}-signature`;
const three = { [other('a')]: forged, [other('b')]: forged, [other('c')]: forged };

it.each<[string, Record<string, Signed>]>([
	['the documented name', { 'service-signature': genuine }],
	['a name with an x', { 'x-energy-signature': genuine }],
	['two names, the second forged', { 'x-signature': genuine, 'gateway-signature': forged }],
	[
		'the third, behind many headers of other forms',
		{
			'x-hub-signature': hub,
			'x-raw-signature': bare,
			'x-none-signature': empty,
			...Object.fromEntries(['1', '2', '3', '4'].map((name) => [other(name), hub])),
			[other('a')]: forged,
			[other('b')]: forged,
			'energy-signature': genuine,
		},
	],
])('a signature is taken: %s', async (_, headers) => {
	expect(started(await send(headers))).toEqual(one);
});

it.each<[string, Record<string, Signed>, RegExp]>([
	['no header at all', {}, /neither Service-Signature nor any other that ends with "-signature"/],
	['another end', { 'energy-signature-256': genuine, signature: genuine }, /no header has a sig/],
	['another name, of a stranger', { 'energy-signature': forged }, /\(header energy-signature\)/],
	[
		'the documented name of a stranger, beside a genuine one',
		{ 'service-signature': forged, 'energy-signature': genuine },
		/\(header service-signature\)/,
	],
	[
		'a genuine fourth',
		{ ...three, 'energy-signature': genuine },
		/\(header a-signature, b-signature, c-signature\)/,
	],
	['another form', { 'x-hub-signature': hub }, /the header x-hub-signature has no timestamp/],
])('401, and the log says which header it was: %s', async (_, headers, line) => {
	says('docs/running-n8n.md', '**401**: no signature, or none that matches a secret');
	const result = await send(headers);
	expect(started(result)).toEqual(refused(401));
	expect(result.log).toEqual([expect.stringMatching(line)]);
	expect(result.log[0]).not.toMatch(/[\da-f]{64}|whsec/);
});
