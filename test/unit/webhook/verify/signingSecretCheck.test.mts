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
		['an empty previous secret', { signingSecret: SECRET, previousSigningSecret: '' }],
		['another previous secret', { signingSecret: SECRET, previousSigningSecret: `${SECRET}0` }],
	])('passes with %s, and says what it could not check', async (_, data) => {
		expect(await test(data)).toEqual({
			status: 'OK',
			message:
				'Only the form of the secret was checked, and it is correct. The first event will show whether it is the secret of your webhook.',
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
		['15 characters', { signingSecret: SECRET.slice(1) }, incomplete],
		['15 characters and a blank', { signingSecret: `${SECRET.slice(1)} ` }, incomplete],
		['a blank inside', { signingSecret: `${SECRET} ${SECRET}` }, incomplete],
		['a line break inside', { signingSecret: `${SECRET}\n${SECRET}` }, incomplete],
		['the same twice', { signingSecret: SECRET, previousSigningSecret: SECRET }, same],
		[
			'two secrets that differ only in spaces',
			{ signingSecret: SECRET, previousSigningSecret: ` ${SECRET} ` },
			same,
		],
	])('fails with %s', async (_, data, message) => {
		expect(await test(data)).toEqual({ status: 'Error', message });
	});

	it('never shows a secret', async () => {
		const twice = { signingSecret: SECRET, previousSigningSecret: SECRET };
		for (const data of [twice, { signingSecret: SECRET }, { signingSecret: 'short-secret' }]) {
			expect(JSON.stringify(await test(data))).not.toContain(data.signingSecret);
		}
	});
});
