import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	flawOf,
	secretIn,
	signingSecretCheck,
} from '../../../nodes/EnergyProjects/webhook/signingSecret.ts';

const SECRET = 'whsec_a1b2c3d4e5f6a7b8';

describe('a secret as it was entered', () => {
	it.each([
		['blanks', ` \t${SECRET}\r\n`],
		['a soft hyphen inside', `whsec_\u00AD${SECRET.slice(6)}`],
		['a word joiner, blanks and quotes', ` \u2060" ${SECRET}\u2060 " `],
		['quotes and blanks', `« ${SECRET} »`],
		...['""', '„“', '»«'].map(([open, close]) => [
			`the quotes ${open}${close}`,
			`${open}${SECRET}${close}`,
		]),
	])('counts without %s', (_, entered) => {
		expect(secretIn(entered)).toBe(SECRET);
	});

	it.each([`"${SECRET}`, `${SECRET}"`, `a"${SECRET}"`, `"${SECRET}"b`, '""'])(
		'keeps quotes that are no pair around it: %s',
		(secret) => {
			expect(secretIn(secret)).toBe(secret);
		},
	);

	it('keeps every visible character of any secret the service could make', () => {
		const secret = fc.stringMatching(/^[\w+/=!#$%&()*,.:;<>?@[\]^{|}~-]{8,80}$/);
		fc.assert(
			fc.property(secret, (text) => {
				expect(secretIn(text)).toBe(text);
				fc.pre(!/^(?:\w*_)?[.*]+$|^http/i.test(text));
				expect(flawOf(text)).toBeUndefined();
			}),
		);
	});
});

describe('the test of the webhook credential', () => {
	const test = async (data?: ICredentialDataDecryptedObject) =>
		await signingSecretCheck.call({} as ICredentialTestFunctions, {
			...{ id: '1', name: 'Webhook', type: 'energyProjectsWebhookApi' },
			data,
		});

	it.each<ICredentialDataDecryptedObject>([
		{ signingSecret: SECRET, previousSigningSecret: '' },
		{ signingSecret: `"${SECRET}" `, previousSigningSecret: `“${SECRET}0”` },
	])('passes with %j, and says what it could not check', async (data) => {
		expect(await test(data)).toEqual({
			status: 'OK',
			message: 'The format is correct. The first event will show whether the secret is right.',
		});
	});

	const incomplete = 'looks incomplete[.] (Copy it from the service again|Enter the secret of)';
	it.each<[ICredentialDataDecryptedObject | undefined, string]>([
		[undefined, 'Enter the secret'],
		[{ previousSigningSecret: SECRET }, 'Enter the secret'],
		[{ signingSecret: '1234567' }, incomplete],
		[{ signingSecret: 'whsec_a1b2 c3d4e5f6' }, incomplete],
		...['••••••••', 'whsec_••••a7b8', '********', 'whsec_...........'].map(
			(signingSecret): [ICredentialDataDecryptedObject, string] => [
				{ signingSecret },
				'shows dots or stars',
			],
		),
		[{ signingSecret: 'https://n8n.example/webhook/1' }, 'The Signing Secret is a web address'],
		[{ signingSecret: SECRET, previousSigningSecret: 'short' }, `The Previous .* ${incomplete}`],
	])('fails with %j: %s', async (data, reason) => {
		const { status, message } = await test(data);
		expect(status).toBe('Error');
		expect(message).toMatch(new RegExp(reason));
		expect(message).not.toContain(data?.signingSecret ?? SECRET);
	});
});
