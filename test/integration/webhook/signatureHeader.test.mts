import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
	delivery,
	one,
	refusedWith,
	SECRET,
	started,
	payload,
} from '../harness/webhook/signed.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { says } from '../../documents.mts';

const { service } = useDeliveries();

type Signed = (body: string) => string;
const headerOf = (body: string, secret?: string) =>
	delivery(body, secret).headers['service-signature'];
const genuine: Signed = (body) => headerOf(body);
const forged: Signed = (body) => headerOf(body, 'whsec_of_a_stranger');
/** As GitHub and Meta have it: another form. */
const hub: Signed = (body) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
const bare: Signed = (body) => hub(body).slice('sha256='.length);
const none: Signed = () => '';

/** Sends a new event with these headers, in this order. */
async function send(headers: Record<string, Signed>) {
	const { rawBody } = delivery(payload(service(), 'project.edited'));
	const values = Object.entries(headers).map(([name, sign]) => [name, sign(String(rawBody))]);
	return await receiver().receive({
		headers: Object.fromEntries(values) as Record<string, string>,
		rawBody,
	});
}

const other = (name: string) => `${name}-signature`;
const three = { [other('a')]: forged, [other('b')]: forged, [other('c')]: forged };

describe('is taken', () => {
	it.each<[string, Record<string, Signed>]>([
		['the documented name', { 'service-signature': genuine }],
		['a name with an x', { 'x-energy-signature': genuine }],
		[
			'two names, the second of a stranger',
			{ 'x-signature': genuine, 'gateway-signature': forged },
		],
		[
			'the third, behind many headers of other forms',
			{
				'x-hub-signature': hub,
				'x-raw-signature': bare,
				'x-none-signature': none,
				...Object.fromEntries(['1', '2', '3', '4'].map((name) => [other(name), hub])),
				[other('a')]: forged,
				[other('b')]: forged,
				'energy-signature': genuine,
			},
		],
	])('%s', async (_, headers) => {
		expect(started(await send(headers))).toEqual(one);
	});
});

describe('is refused with 401, and the log says which header it was', () => {
	it.each<[string, Record<string, Signed>, RegExp]>([
		['no header at all', {}, /neither Service-Signature nor any other that ends with "-signature"/],
		[
			'a name of another end',
			{ 'energy-signature-256': genuine, signature: genuine },
			/no header has a signature/,
		],
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
	])('%s', async (_, headers, line) => {
		says('docs/running-n8n.md', '**401**: no signature, or none that matches a secret');
		const result = await send(headers);
		expect(started(result)).toEqual(refusedWith(401));
		expect(result.log).toEqual([expect.stringMatching(line)]);
		expect(result.log[0]).not.toMatch(/[\da-f]{64}|whsec/);
	});
});
