import { describe, expect, it } from 'vitest';
import { byId, UNKNOWN_ID } from '../../shared.mts';
import { searchList } from '../harness/n8n/engine.mts';
import { useScenario } from '../harness/scenario.mts';

const { service, run } = useScenario({ seed: 'demo' });
const SENTENCE = 'This account is not connected yet: open the credential and click Connect';

/** Client and addresses are filled in, but nobody has clicked Connect. */
const credentialWith = (tokens: object) => ({
	energyProjectsOAuth2Api: {
		baseUrl: service().baseUrl,
		authServerUrl: service().authUrl,
		...service().oAuth2,
		...tokens,
	},
});

// n8n fills the missing tokens of a stored credential with an empty object; its engine knows both.
describe.each([
	['none', {}],
	['empty', { oauthTokenData: {} }],
])('an OAuth2 credential that was never connected (tokens: %s)', (_, tokens) => {
	it.each([
		['reading', { resource: 'project', operation: 'getAll' }],
		['reading the account', { resource: 'account', operation: 'get' }],
		['writing', { resource: 'project', operation: 'create', name: 'Haus Weber' }],
		['deleting', { resource: 'project', operation: 'delete', projectId: byId(UNKNOWN_ID) }],
	])('says so, and what to click, when %s', async (_, parameters) => {
		const { error } = await run(
			{ authentication: 'oAuth2', ...parameters },
			{ credentials: credentialWith(tokens) },
		);
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toBe(SENTENCE);
		expect(error?.description).toMatch(/^Nothing was sent:/);
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(service().requests).toEqual([]);
	});

	it('says the same on the error output', async () => {
		const { json } = await run(
			{ authentication: 'oAuth2', resource: 'account', operation: 'get' },
			{ credentials: credentialWith(tokens), onError: 'continueRegularOutput' },
		);
		expect(json).toEqual([
			{
				error: `${SENTENCE}. Nothing was sent: the OAuth2 credential of this node is not connected yet. Connect it, or choose another credential.`,
			},
		]);
	});

	it.each(['searchProjects', 'searchCustomers'] as const)(
		'says the same in the list of %s',
		async (search) => {
			const editor = {
				parameters: { authentication: 'oAuth2' },
				credentials: credentialWith(tokens),
			};
			await expect(searchList(editor, search)).rejects.toThrow(SENTENCE);
			expect(service().requests).toEqual([]);
		},
	);
});
