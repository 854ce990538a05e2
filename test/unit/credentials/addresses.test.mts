import fc from 'fast-check';
import { Expression, Workflow } from 'n8n-workflow';
import type { INodeTypes } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnergyProjectsOAuth2Api } from '../../../credentials/EnergyProjectsOAuth2Api.credentials.ts';
import {
	isUsableBaseUrl,
	normalBaseUrl,
	serverAddress,
} from '../../../nodes/EnergyProjects/http/address.ts';

const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
const workflow = new Workflow({ nodes: [], connections: {}, active: false, nodeTypes });
const node = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} };

/** Evaluates an expression of a credential in n8n's own engine. */
const evaluated = (expression: unknown, context: object) =>
	workflow.expression.getSimpleParameterValue(
		node as never,
		expression as string,
		'internal',
		context as never,
	);
/** What people paste along with the address of the authorization server. */
const pasted = ['/oauth2/auth', '/oauth2/token', '/oauth2'];
const { properties } = new EnergyProjectsOAuth2Api();
const tokenUrlOf = (authServerUrl: unknown) =>
	evaluated(properties.find(({ name }) => name === 'accessTokenUrl')?.default, {
		$self: { authServerUrl },
	});

const cases: Array<[entered: string, address: string]> = [
	['https://api.example.com', 'https://api.example.com'],
	['api.example.com', 'https://api.example.com'],
	[' api.example.com \n', 'https://api.example.com'],
	['api.example.com:8443/energy/', 'https://api.example.com:8443/energy'],
	['localhost:7070', 'https://localhost:7070'],
	['http://[::1]:7070/', 'http://[::1]:7070'],
	['HTTPS://API.EXAMPLE.COM/', 'HTTPS://API.EXAMPLE.COM'],
];
/** What people paste along with the address of the authorization server, and what only looks like it. */
const pastedAddresses: typeof cases = [
	['https://auth.example.com/oauth2/', 'https://auth.example.com'],
	['https://auth.example.com/oauth2/auth', 'https://auth.example.com'],
	['https://auth.example.com/oauth2/token/', 'https://auth.example.com'],
	['https://oauth2.example.com', 'https://oauth2.example.com'],
	['https://example.com/oauth2/tenant/', 'https://example.com/oauth2/tenant'],
	['https://example.com/my-oauth2', 'https://example.com/my-oauth2'],
];
const refused = ['ftp://api.example.com', 'javascript:alert(1)', '//api.example.com', ''];
const engines = ['legacy', 'vm'] as const;

describe.each(engines)('with n8n’s expression engine "%s"', (engine) => {
	beforeAll(async () => {
		await Expression.initExpressionEngine({
			engine,
			bridgeTimeout: 5_000,
			bridgeMemoryLimit: 128,
			poolSize: 1,
			idleTimeoutMs: 0,
			maxCodeCacheSize: 100,
		} as never);
		await workflow.expression.acquireIsolate();
	});
	afterAll(async () => {
		await workflow.expression.releaseIsolate();
		await Expression.disposeExpressionEngine();
		Expression.setExpressionEngine('legacy');
	});

	it.each(cases)('"%s" is read as %s by the nodes and by OAuth2', (entered, address) => {
		expect(normalBaseUrl(entered)).toBe(address);
		expect(isUsableBaseUrl(entered)).toBe(true);
		expect(tokenUrlOf(entered)).toBe(`${address}/oauth2/token`);
	});

	it.each(refused)('"%s" is read in the same way everywhere, and refused', (entered) => {
		expect(isUsableBaseUrl(entered)).toBe(false);
		expect(tokenUrlOf(entered)).toBe(`${normalBaseUrl(entered)}/oauth2/token`);
	});

	it.each(pastedAddresses)(
		'OAuth2 logs in at the server entered as "%s": %s',
		(entered, address) => {
			expect(tokenUrlOf(entered)).toBe(`${address}/oauth2/token`);
		},
	);

	it.each([undefined, null, 42, {}])('%s counts as empty', (entered) => {
		expect(normalBaseUrl(entered)).toBe('');
		expect(tokenUrlOf(entered)).toBe('/oauth2/token');
	});

	it('any text is read as the node reads it', () => {
		const texts = fc.oneof(
			fc.string(),
			fc.stringMatching(
				/^ ?(https?:\/{0,3})?[a-z.:]{0,9}\d{0,4}(\/{0,3}(api\/v[12])?){0,2}\/{0,3} ?$/,
			),
		);
		fc.assert(
			fc.property(texts, (text) => {
				expect(tokenUrlOf(text)).toBe(`${serverAddress(text, pasted)}/oauth2/token`);
			}),
		);
	});
});
