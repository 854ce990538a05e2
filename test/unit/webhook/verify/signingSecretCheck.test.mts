import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { signingSecretCheck } from '../../../../nodes/EnergyProjects/webhook/verify/signingSecretCheck.ts';

const SECRET = 'a1b2c3d4e5f6a7b8';

const test = async (data?: ICredentialDataDecryptedObject) =>
	await signingSecretCheck.call({} as ICredentialTestFunctions, {
		id: '1',
		name: 'Webhook',
		type: 'energyProjectsWebhookApi',
		data,
	});

describe('the test of the webhook credential', () => {
	it.each<[string, ICredentialDataDecryptedObject]>([
		['a secret', { signingSecret: SECRET }],
		['a secret with spaces around it', { signingSecret: ` ${SECRET}\n` }],
		['8 characters', { signingSecret: SECRET.slice(8) }],
		['a secret in quotes, with an invisible character', { signingSecret: `"\u200B${SECRET}"` }],
		['quotes, a star and a dot inside', { signingSecret: `a"b'c*d.e"f'g` }],
		['an empty previous secret', { signingSecret: SECRET, previousSigningSecret: '' }],
		['another previous secret', { signingSecret: SECRET, previousSigningSecret: `${SECRET}0` }],
	])('passes with %s, and says what it could not check', async (_, data) => {
		expect(await test(data)).toEqual({
			status: 'OK',
			message: 'The format is correct. The first event will show whether the secret is right.',
		});
	});

	const missing = 'Enter the secret that the service showed as Signing Secret.';
	const incomplete =
		'The Signing Secret looks incomplete. Copy it from the service again, without spaces.';
	const same =
		'Both secrets are the same. Leave Previous Signing Secret empty, or enter the secret of the old webhook there.';

	it.each<[string, ICredentialDataDecryptedObject | undefined, string]>([
		['nothing at all', undefined, missing],
		['no secret', {}, missing],
		['an empty secret', { signingSecret: '' }, missing],
		['spaces', { signingSecret: ' \t\n' }, missing],
		['a secret that is no text', { signingSecret: 42 }, missing],
		['a previous secret alone', { previousSigningSecret: SECRET }, missing],
		['an invisible character', { signingSecret: '\u200B' }, missing],
		['7 characters', { signingSecret: SECRET.slice(9) }, incomplete],
		['7 characters and a blank', { signingSecret: `${SECRET.slice(9)} ` }, incomplete],
		['7 characters in quotes', { signingSecret: `"${SECRET.slice(9)}"` }, incomplete],
		[
			'7 characters and an invisible one',
			{ signingSecret: `${SECRET.slice(9)}\uFEFF` },
			incomplete,
		],
		['a blank inside', { signingSecret: `${SECRET} ${SECRET}` }, incomplete],
		['a line break inside', { signingSecret: `${SECRET}\n${SECRET}` }, incomplete],
		['the same twice', { signingSecret: SECRET, previousSigningSecret: SECRET }, same],
		[
			'two secrets that differ only in spaces',
			{ signingSecret: SECRET, previousSigningSecret: ` ${SECRET} ` },
			same,
		],
		[
			'two secrets that differ only in quotes',
			{ signingSecret: SECRET, previousSigningSecret: `'${SECRET}'` },
			same,
		],
		...['whsec_••••••••', '********************', 'whsec_a1b2…c7d8', 'whsec_a1b2...c7d8'].map(
			(masked): [string, ICredentialDataDecryptedObject, string] => [
				`the mask ${masked}`,
				{ signingSecret: masked },
				'The Signing Secret contains dots or stars in place of the real characters. The service shows the secret only once, when the webhook is created. If you do not have it, delete the webhook in the service and create a new one.',
			],
		),
		...['https://n8n.example.com/webhook/x', 'HTTP://n8n', 'www.example.com'].map(
			(address): [string, ICredentialDataDecryptedObject, string] => [
				`the address ${address}`,
				{ signingSecret: address },
				'The Signing Secret is a web address, not a secret. The service shows the secret only once, when the webhook is created. If you do not have it, delete the webhook in the service and create a new one.',
			],
		),
		[
			'a mask as previous secret',
			{ signingSecret: SECRET, previousSigningSecret: 'whsec_••••••••' },
			'The Previous Signing Secret contains dots or stars in place of the real characters. Enter the secret of the old webhook, or leave this field empty.',
		],
		[
			'an address as previous secret',
			{ signingSecret: SECRET, previousSigningSecret: 'https://n8n.example.com' },
			'The Previous Signing Secret is a web address, not a secret. Enter the secret of the old webhook, or leave this field empty.',
		],
		[
			'7 characters as previous secret',
			{ signingSecret: SECRET, previousSigningSecret: SECRET.slice(9) },
			'The Previous Signing Secret looks incomplete. Enter the secret of the old webhook, or leave this field empty.',
		],
	])('fails with %s', async (_, data, message) => {
		expect(await test(data)).toEqual({ status: 'Error', message });
	});

	it('never shows a secret', async () => {
		const twice = { signingSecret: SECRET, previousSigningSecret: SECRET };
		for (const data of [
			twice,
			{ signingSecret: SECRET },
			{ signingSecret: 'short!' },
			{ signingSecret: 'whsec_••••' },
		]) {
			expect(JSON.stringify(await test(data))).not.toContain(data.signingSecret);
		}
	});
});
