import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenRenewal } from '../../../nodes/EnergyProjects/http/tokenRenewal.ts';
import type { Failure, Outcome } from '../../../nodes/EnergyProjects/http/answers/outcome.ts';
import { answered } from './requestInfo.mts';

const refused = answered(401, '');
const taken = answered(200, '');

/** What the authorization server makes of a refresh token. */
const renewals: Array<{ what: string; ends: Outcome; renews: boolean; isFinal: boolean }> = [
	{ what: 'renews it', ends: taken, renews: true, isFinal: false },
	{ what: 'renews it in vain', ends: refused, renews: false, isFinal: true },
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
		what: 'renews it too late for the request',
		ends: { kind: 'timeout', message: '' },
		renews: true,
		isFinal: false,
	},
];

describe.each(renewals)('an authorization server that $what', ({ ends, renews, isFinal }) => {
	it('is asked once, in whatever order requests are answered', async () => {
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (s, count) => {
				const expiry = createTokenRenewal();
				let isValid = false;
				let asked = 0;
				const repeat = async () => await s.schedule(Promise.resolve(isValid ? taken : refused));
				const renew = async () => {
					if (isValid) return await s.schedule(Promise.resolve(taken));
					asked++;
					await s.schedule(Promise.resolve());
					isValid = renews;
					return await s.schedule(Promise.resolve(ends));
				};
				const requests = Array.from({ length: count }, async () => {
					await s.schedule(Promise.resolve());
					return await expiry({ repeat, renew });
				});
				const outcomes = await s.waitFor(Promise.all(requests));
				expect(asked).toBe(1);
				const taking = outcomes.filter((outcome) => outcome === taken).length;
				// The one that had the token renewed ends as its renewal does.
				expect(taking).toBe(isFinal ? 0 : ends === taken ? count : count - 1);
			}),
		);
	});
});

describe('a renewal that reached nobody', () => {
	const unreachable: Failure = { kind: 'refused', message: '', isAtAuthServer: true };

	it('is what the requests that waited for it end with, and may be tried again', async () => {
		const expiry = createTokenRenewal();
		let asked = 0;
		const request = {
			repeat: async () => refused,
			renew: async () => (++asked === 1 ? unreachable : taken),
		};
		const waiting = await Promise.all([expiry(request), expiry(request), expiry(request)]);
		expect(waiting).toEqual([unreachable, unreachable, unreachable]);
		expect(asked).toBe(1);
		expect(await expiry(request)).toBe(taken);
	});
});
