import { describe, expect, it } from 'vitest';
import {
	checkDelivery,
	outsideMaxAge,
} from '../../../../nodes/EnergyProjects/webhook/verify/delivery.ts';
import { isRefusal } from '../../../../nodes/EnergyProjects/webhook/answers/refusal.ts';
import { parseSignature } from '../../../../nodes/EnergyProjects/webhook/verify/signature.ts';
import {
	BODY,
	bytes,
	customerEvent,
	headerOf,
	NOW,
	NOW_MS,
	PREVIOUS,
	projectEvent,
	SECRET,
} from '../fixtures.mts';

interface Given {
	readonly body?: Uint8Array;
	readonly signedAt?: string | number;
	readonly signedWith?: string;
	readonly secrets?: readonly string[];
	readonly maxAge?: number;
	readonly nowMs?: number;
}

/** The outcome for a delivery that is genuine and fresh, except for what is given. */
function check(given: Given = {}) {
	const { body = BODY, signedAt = NOW, signedWith = SECRET, secrets = [SECRET] } = given;
	const signature = parseSignature(headerOf(signedAt, body, signedWith));
	if (typeof signature === 'string') throw new Error(signature);
	const delivery = checkDelivery(signature, body, secrets);
	if (isRefusal(delivery)) return delivery;
	return outsideMaxAge(signature, given.maxAge ?? 300, given.nowMs ?? NOW_MS) ?? delivery;
}

const statusOf = (given: Given) => {
	const result = check(given);
	return isRefusal(result) ? result.statusCode : 200;
};

const reasonOf = (given: Given) => {
	const result = check(given);
	return isRefusal(result) ? result.reason : '';
};

describe('a genuine, fresh delivery', () => {
	it.each([
		['a project', projectEvent],
		['a customer', customerEvent],
		['an unknown kind', { event: 'invoice.paid', data: { invoice: { id: 1 } } }],
		['nothing in particular', { event: '', data: {} }],
		['more than documented', { ...projectEvent, version: 2, id: 'x' }],
	])('is taken with its event, its data and the payload as sent: %s', (_, payload) => {
		expect(check({ body: bytes(JSON.stringify(payload)) })).toEqual({
			event: payload.event,
			data: payload.data,
			payload,
		});
	});

	it('is taken when signed with the previous secret', () => {
		expect(statusOf({ signedWith: PREVIOUS, secrets: [SECRET, PREVIOUS] })).toBe(200);
	});

	it('is read as UTF-8', () => {
		const payload = { event: 'project.edited', data: { name: 'Wärmepumpe 北京 🔥' } };
		expect(check({ body: bytes(JSON.stringify(payload)) })).toMatchObject({ payload });
	});

	it('is read if it begins with a byte-order mark', () => {
		const body = bytes(`\uFEFF${JSON.stringify(projectEvent)}`);
		expect(check({ body })).toMatchObject({ payload: projectEvent });
	});

	it('is read if a text contains an invalid byte, which becomes the replacement character', () => {
		const body = bytes('{"event":"project.edited","data":{"name":"?"}}');
		body[body.indexOf(0x3f)] = 0xff;
		expect(check({ body })).toMatchObject({ data: { name: '\uFFFD' } });
	});

	it('keeps a key "__proto__" as a key, without touching anything else', () => {
		const body = bytes('{"event":"project.edited","data":{"__proto__":{"isAdmin":true}}}');
		const result = check({ body });
		expect(isRefusal(result) ? [] : Object.keys(result.data)).toEqual(['__proto__']);
		expect('isAdmin' in {}).toBe(false);
	});
});

describe('401, final: a delivery that is not genuine', () => {
	it.each<[string, Given]>([
		['signed with another secret', { signedWith: 'another secret' }],
		['signed with the previous secret after it was removed', { signedWith: PREVIOUS }],
		['signed with the secret and a blank', { signedWith: `${SECRET} ` }],
	])('%s', (_, given) => {
		expect(check(given)).toEqual({
			statusCode: 401,
			kind: 'signatureWrong',
			reason:
				'no signature matches: the signing secret in the credential does not belong to this webhook, or the body was changed on the way',
		});
	});

	it('whatever else is wrong with it: the age and content of a forged delivery mean nothing', () => {
		const forged = { signedWith: 'another secret', signedAt: NOW - 9999, body: bytes('nonsense') };
		expect(statusOf(forged)).toBe(401);
	});
});

describe('503, sent again: a delivery that cannot be checked because there is no secret', () => {
	it('even if it is signed with an empty secret', () => {
		expect(check({ secrets: [], signedWith: '' })).toEqual({
			statusCode: 503,
			kind: 'secretMissing',
			reason: 'the credential holds no signing secret; enter the one the service showed',
		});
	});

	it.each([
		['whsec_••••••••', 'dots or stars'],
		['https://n8n.example.com/webhook/x', 'a web address'],
		['1234567', 'text that is too short or contains spaces'],
	])('even if it is signed with what cannot be a secret: %s', (text, what) => {
		const refusal = {
			statusCode: 503,
			kind: 'secretMissing',
			reason: `the credential holds ${what} in place of a signing secret; enter the one the service showed`,
		};
		for (const secrets of [[text], [SECRET, text], [text, PREVIOUS]]) {
			expect(check({ secrets, signedWith: text })).toEqual(refusal);
			expect(check({ secrets, signedWith: 'another secret' })).toEqual(refusal);
		}
	});

	it('but one that is signed with the secret beside it is taken', () => {
		expect(statusOf({ secrets: [SECRET, 'whsec_••••'] })).toBe(200);
		expect(statusOf({ secrets: ['whsec_••••', PREVIOUS], signedWith: PREVIOUS })).toBe(200);
	});
});

describe('503, sent again: a genuine delivery from another time', () => {
	it.each<[string, Given, number]>([
		['300 s old, at most 300', { signedAt: NOW - 300 }, 200],
		['301 s old, at most 300', { signedAt: NOW - 301 }, 503],
		['300 s in the future, at most 300', { signedAt: NOW + 300 }, 200],
		['301 s in the future, at most 300', { signedAt: NOW + 301 }, 503],
		['a millisecond too old', { nowMs: NOW_MS + 300_001 }, 503],
		['a millisecond too far in the future', { nowMs: NOW_MS - 300_001 }, 503],
		['in milliseconds, 300 s old', { signedAt: NOW_MS - 300_000 }, 200],
		['in milliseconds, a millisecond too old', { signedAt: NOW_MS - 300_001 }, 503],
		['as ISO 8601, 301 s old', { signedAt: '2026-03-01T11:54:59Z' }, 503],
		['as ISO 8601 with an offset, 300 s old', { signedAt: '2026-03-01T12:55:00+01:00' }, 200],
		['10 s old, at most 10', { signedAt: NOW - 10, maxAge: 10 }, 200],
		['11 s old, at most 10', { signedAt: NOW - 11, maxAge: 10 }, 503],
		['half a second old, at most a quarter', { nowMs: NOW_MS + 500, maxAge: 0.25 }, 503],
		['a day old, at most two', { signedAt: NOW - 86_400, maxAge: 172_800 }, 200],
		['from 1970, check off', { signedAt: 1, maxAge: 0 }, 200],
		['from the year 5000, check off', { signedAt: 95_617_584_000, maxAge: 0 }, 200],
	])('%s: %o is answered with %i', (_, given, status) => {
		expect(statusOf(given)).toBe(status);
	});

	it('n8n’s log says how many seconds, in which direction, and what the usual cause is', () => {
		expect(check({ signedAt: NOW - 412 })).toEqual({
			statusCode: 503,
			kind: 'outsideMaxAge',
			reason:
				'it was signed 412 s before the time of this machine, and the option Max Age allows 300 s; usually a clock is wrong',
		});
		expect(reasonOf({ signedAt: NOW + 3600, maxAge: 60 })).toBe(
			'it was signed 3600 s after the time of this machine, and the option Max Age allows 60 s; usually a clock is wrong',
		);
	});

	it('does not name a number of seconds that is within the limit', () => {
		expect(reasonOf({ nowMs: NOW_MS + 300_400 })).not.toContain('signed 300 s before');
	});

	it('is refused for its content first: what is not an event will never become one', () => {
		expect(statusOf({ signedAt: NOW - 301, body: bytes('nonsense') })).toBe(400);
	});
});

describe('400, final: a genuine delivery that is not an event', () => {
	it.each([
		['nothing', ''],
		['spaces', '  \n'],
		['no JSON', '} I am not valid JSON; 123]['],
		['JSON cut off', '{"event":"project.edited","data":{'],
		['two documents', '{"event":"a","data":{}}{"event":"a","data":{}}'],
		['null', 'null'],
		['a number', '42'],
		['a text', '"project.edited"'],
		['a list', '[{"event":"project.edited","data":{}}]'],
		['an empty object', '{}'],
		['no event', '{"data":{}}'],
		['no data', '{"event":"project.edited"}'],
		['an event that is null', '{"event":null,"data":{}}'],
		['an event that is a number', '{"event":1,"data":{}}'],
		['an event that is a list', '{"event":["project.edited"],"data":{}}'],
		['data that is null', '{"event":"project.edited","data":null}'],
		['data that is a list', '{"event":"project.edited","data":[]}'],
		['data that is a text', '{"event":"project.edited","data":"{}"}'],
		['names in upper case', '{"Event":"project.edited","Data":{}}'],
		['an event and data inherited', '{"__proto__":{"event":"project.edited","data":{}}}'],
	])('%s', (_, text) => {
		expect(check({ body: bytes(text) })).toEqual({
			statusCode: 400,
			kind: 'notAnEvent',
			reason: 'its body is not an object with "event" and "data"',
		});
	});

	it('nested a million deep', () => {
		expect(statusOf({ body: bytes('['.repeat(1_000_000)) })).toBe(400);
	});

	/** An event, nested this many levels deep in lists or objects. */
	const nested = (levels: number, [open, close]: readonly [string, string]) =>
		bytes(`{"event":"a","data":{"x":${open.repeat(levels - 2)}1${close.repeat(levels - 2)}}}`);

	it.each([
		['lists', ['[', ']']],
		['objects', ['{"x":', '}']],
	] as const)('nested in %s as deep as n8n cannot handle', (_, form) => {
		expect(statusOf({ body: nested(100, form) })).toBe(200);
		for (const levels of [101, 5_000, 1_000_000]) {
			expect(check({ body: nested(levels, form) })).toEqual({
				statusCode: 400,
				kind: 'nestedTooDeep',
				reason: 'its body is nested more than 100 levels deep',
			});
		}
	});
});

describe('the reason of a refusal', () => {
	it('is one line, and contains neither secret nor signature', () => {
		const refusals: Given[] = [
			{ secrets: [] },
			{ signedWith: 'another secret' },
			{ signedAt: NOW - 9999 },
			{ body: bytes('[]') },
		];
		for (const given of refusals) {
			const reason = reasonOf(given);
			expect(reason).toMatch(/^[^\r\n]{20,200}$/);
			expect(reason).not.toContain(SECRET);
			expect(reason).not.toMatch(/[0-9a-f]{16}/);
		}
	});
});
