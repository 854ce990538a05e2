// Judges http/request.ts in the whole node.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, addRecord, oAuth2Credential } from '../harness/service/service.mts';
import { startTlsFront } from '../harness/service/tlsService.mts';

const { service, run } = useScenario();
let front = { url: '', close: () => {} };
let authFront = front;
beforeAll(async () => {
	front = await startTlsFront(service().baseUrl);
	authFront = await startTlsFront(service().authUrl);
});
afterAll(() => {
	front.close();
	authFront.close();
});

/** Without the setting: as the credential is stored where nobody ever touched the switch. */
type Setting = { ignoreSSLIssues?: boolean };
const on: Setting = { ignoreSSLIssues: true };
const switchedOff = Object.entries({ off: { ignoreSSLIssues: false }, 'never touched': {} });

const apiKey = (setting: Setting) => ({
	energyProjectsApi: { baseUrl: front.url, apiKey: service().company.apiKey, ...setting },
});
const oAuth2 = async (setting: Setting, servers: object) => ({
	energyProjectsOAuth2Api: {
		...(await oAuth2Credential(service())).energyProjectsOAuth2Api,
		...servers,
		...setting,
	},
});
const readAccount = { resource: 'account', operation: 'get' };
const withOAuth2 = { authentication: 'oAuth2' };

const REFUSED =
	'no secure connection (https://) to the service could be made: self-signed certificate';
const ADVICE = '"Ignore SSL Issues" in the credential';

describe('a service with a certificate of its own, Ignore SSL Issues switched on', () => {
	it('is read and written with an API key', async () => {
		const credentials = apiKey(on);
		expect((await run(readAccount, { credentials })).json).toEqual([service().company.account]);
		for (const resource of subjects) {
			const { id } = addRecord[resource](service());
			const parameters = { resource, operation: 'delete', [`${resource}Id`]: byId(id) };
			const { json } = await run(parameters, { credentials });
			expect(json).toMatchObject([{ deleted: true, id }]);
		}
	});

	it('renews an OAuth2 token, where the authorization server has such a certificate too', async () => {
		service().tokenRequests.splice(0);
		const both = { baseUrl: front.url, authServerUrl: authFront.url };
		const credentials = await oAuth2(on, both);
		service().expireAccessTokens();
		const { json, error } = await run({ ...withOAuth2, ...readAccount }, { credentials });
		expect(error).toBeUndefined();
		expect(json).toEqual([service().company.account]);
		expect(service().tokenRequests).toMatchObject([{ grantType: 'refresh_token', ok: true }]);
	});
});

describe.each(switchedOff)('the same service, Ignore SSL Issues %s', (_, off) => {
	beforeEach(() => void addProject(service()));

	it('is refused with an API key, in words that say what to do', async () => {
		const { error } = await run(readAccount, { credentials: apiKey(off) });
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toContain(REFUSED);
		expect(error?.description).toContain(ADVICE);
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		// Nobody who has seen the certificate only, has seen the key.
		expect(service().requests).toEqual([]);
	});

	it('and an authorization server with such a certificate is refused by its name', async () => {
		service().tokenRequests.splice(0);
		const { baseUrl } = service();
		const credentials = await oAuth2(off, { baseUrl, authServerUrl: authFront.url });
		service().expireAccessTokens();
		const { error } = await run({ ...withOAuth2, ...readAccount }, { credentials });
		expect(error?.message).toContain(REFUSED.replace('service', 'authorization server'));
		expect(error?.description).toContain('Check the Authorization Server URL');
		expect(error?.description).toContain(ADVICE);
		expect(service().tokenRequests).toEqual([]);
	});
});
