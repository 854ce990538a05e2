import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../nodes/EnergyProjects/http/answers/outcome.ts';
import type { LayeredRequest } from '../../../../nodes/EnergyProjects/http/layers/layer.ts';
import { withTokenRenewal } from '../../../../nodes/EnergyProjects/http/layers/tokenRenewal.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import { answered } from '../requestInfo.mts';

const refused = answered(401, '');
const taken = answered(200, '');
const request: LayeredRequest = {
	endpoint: projectRecord.endpoints.get,
	options: { url: 'https://api.example.com', ignoreHttpStatusErrors: true },
};

/** Whether n8n may renew the token: it does so after a 401 that it may treat as an error. */
const mayRenew = ({ options }: LayeredRequest) => options.ignoreHttpStatusErrors === false;

/** What the authorization server makes of a refresh token. */
const renewals: Array<{ what: string; ends: Outcome; renews: boolean; isFinal: boolean }> = [
	{ what: 'renews the token', ends: taken, renews: true, isFinal: false },
	{ what: 'renews the token in vain', ends: refused, renews: false, isFinal: true },
	{
		what: 'withdraws the access',
		ends: { kind: 'other', message: 'invalid_grant' },
		renews: false,
		isFinal: true,
	},
	{
		what: 'does not answer in time',
		ends: { kind: 'timeout', message: '' },
		renews: false,
		isFinal: true,
	},
	{
		what: 'renews the token too late for the request',
		ends: { kind: 'timeout', message: '' },
		renews: true,
		isFinal: false,
	},
];

describe.each(renewals)('an authorization server that $what', ({ ends, renews, isFinal }) => {
	it('is asked once, in whatever order requests are answered', async () => {
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (s, count) => {
				const met = new Set<LayeredRequest>();
				let isValid = false;
				let asked = 0;
				const send = withTokenRenewal(async (sent) => {
					// The token has expired for all of them before the first is answered.
					const isFirst = !met.has(sent) && !mayRenew(sent);
					met.add(sent);
					if (isFirst) return await s.schedule(Promise.resolve(refused));
					if (isValid || !mayRenew(sent)) {
						return await s.schedule(Promise.resolve(isValid ? taken : refused));
					}
					asked++;
					await s.schedule(Promise.resolve());
					isValid = renews;
					return await s.schedule(Promise.resolve(ends));
				});
				const requests = Array.from({ length: count }, async () => {
					await s.schedule(Promise.resolve());
					return await send({ ...request });
				});
				const outcomes = await s.waitFor(Promise.all(requests));
				expect(asked).toBe(1);
				const taking = outcomes.filter((outcome) => outcome === taken).length;
				// The request that had the token renewed ends as its renewal does.
				expect(taking).toBe(isFinal ? 0 : ends === taken ? count : count - 1);
			}),
		);
	});
});

describe.each<[string, Outcome]>([
	['that reached nobody', { kind: 'refused', message: '', isAtAuthServer: true }],
	['that was answered with 503', answered(503, '', { isAtAuthServer: true })],
])('a renewal %s', (_, unreachable) => {
	it('is what the requests that waited for it end with, and may be tried again', async () => {
		let asked = 0;
		const send = withTokenRenewal(async (sent) => {
			if (!mayRenew(sent)) return refused;
			return ++asked === 1 ? unreachable : taken;
		});
		const waiting = await Promise.all([send(request), send(request), send(request)]);
		expect(waiting).toEqual([unreachable, unreachable, unreachable]);
		expect(asked).toBe(1);
		expect(await send(request)).toBe(taken);
	});

	it('is not tried again by a request that was under way at that time, but by later ones', async () => {
		let asked = 0;
		let answerLate = () => {};
		const late: LayeredRequest = { ...request };
		const isLate = new Promise<void>((resolve) => (answerLate = resolve));
		const send = withTokenRenewal(async (sent) => {
			if (sent === late) await isLate;
			if (!mayRenew(sent)) return refused;
			return ++asked === 1 ? unreachable : taken;
		});
		const underWay = send(late);
		expect(await send(request)).toBe(unreachable);
		answerLate();
		expect(await underWay).toBe(unreachable);
		expect(asked).toBe(1);
		expect(await send(late)).toBe(taken);
	});
});

describe('the request that has the token renewed', () => {
	/** Three requests with an expired token, and then one more. The first one is sent again after the renewal. */
	const outcomesOf = async (renewing: Outcome, afterwards: Outcome) => {
		let isRenewed = false;
		const send = withTokenRenewal(async (sent) => {
			if (isRenewed) return afterwards;
			if (!mayRenew(sent)) return refused;
			isRenewed = true;
			return renewing;
		});
		const atOnce = await Promise.all([send(request), send(request), send(request)]);
		return [...atOnce, await send(request)];
	};

	it.each<[string, Outcome]>([
		['not found', answered(404, {})],
		['answered with 503 by the service itself', answered(503, {})],
		['broken off', { kind: 'broken', message: '' }],
	])('may be %s: the others are sent with the new token', async (_, outcome) => {
		expect(await outcomesOf(outcome, taken)).toEqual([outcome, taken, taken, taken]);
	});

	it.each<[string, Outcome]>([
		['withdraws the access', { kind: 'other', message: 'invalid_grant', code: 'EAUTH' }],
		['did not answer in time, and the token is still refused', { kind: 'timeout', message: 'T' }],
	])('fails at the authorization server, like all after it, if that %s', async (_, outcome) => {
		const outcomes = await outcomesOf(outcome, refused);
		expect(outcomes.slice(1)).toEqual(
			Array.from({ length: 3 }, () => ({ ...outcome, isAtAuthServer: true })),
		);
	});
});
