import fc from 'fast-check';
import { describe, expect, it, afterAll, beforeAll } from 'vitest';
import {
	addressOf,
	isUsableBaseUrl,
	normalBaseUrl,
	serverAddress,
} from '../../../nodes/EnergyProjects/http/address.ts';
import { timeoutMsFrom } from '../../../nodes/EnergyProjects/http/parameters.ts';
import { requestOptions } from '../../../nodes/EnergyProjects/http/request.ts';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { API_PREFIX } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import type { Endpoint } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from './requests.mts';
import { says } from '../../documents.mts';
import { Expression, Workflow } from 'n8n-workflow';
import type { INodeTypes } from 'n8n-workflow';
import { EnergyProjectsOAuth2Api } from '../../../credentials/EnergyProjectsOAuth2Api.credentials.ts';

const BASE = 'https://api.example.com';
const PROJECTS = `${API_PREFIX}/projects`;
const { get, getAll, delete: deletion } = projectResource.endpoints;
const projectAt = (projectId: string) => addressOf(BASE, get, { projectId });

describe('the address of a request', () => {
	it.each([BASE, `${BASE}///`, `  ${BASE}${API_PREFIX}//  `, `${BASE}/api/v2`])(
		'is the same with the base URL "%s"',
		(baseUrl) => {
			expect(addressOf(baseUrl, getAll)).toBe(`${BASE}${PROJECTS}`);
		},
	);

	it('keeps a path that the service is behind', () => {
		expect(addressOf('http://localhost:7070/energy/', getAll)).toBe(
			`http://localhost:7070/energy${PROJECTS}`,
		);
	});

	it('of a record exists for an ID of 400 characters, but for none that is longer or leads to a folder', () => {
		expect(projectAt('x'.repeat(400))).toBe(`${BASE}${PROJECTS}/${'x'.repeat(400)}`);
		for (const id of ['x'.repeat(401), ' .. ']) expect(projectAt(id)).toBeUndefined();
	});

	it('with any ID reaches the record of exactly that ID, or does not exist', () => {
		const ids = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.stringMatching(/^[./\\%?#&:@{}$ 2efEF]{0,12}$/),
		);
		fc.assert(
			fc.property(ids, (id) => {
				const wanted = id.trim();
				const address = projectAt(id);
				if (['', '.', '..'].includes(wanted) || /\p{Surrogate}/u.test(wanted)) {
					expect(address).toBeUndefined();
					return;
				}
				const url = new URL(String(address));
				const end = url.pathname.lastIndexOf('/');
				expect(url.pathname.slice(0, end)).toBe(PROJECTS);
				expect(decodeURIComponent(url.pathname.slice(end + 1))).toBe(wanted);
				expect(url.origin + url.search + url.hash).toBe(BASE);
			}),
			{ numRuns: 300 },
		);
	});
});

describe('a request', () => {
	const context = { getNode: () => node } as unknown as ApiContext;
	const options = (credential: object, request: object = {}, endpoint: Endpoint = get) =>
		requestOptions(context, credential as never, endpoint, request, 5_000);

	it('follows no redirect, which would carry the key elsewhere, and checks certificates', () => {
		says('SECURITY.md', '**Redirects** are not followed');
		const careful = { disableFollowRedirect: true, skipSslCertificateValidation: false };
		const sent = options({ baseUrl: BASE }, { path: { projectId: 'p1' } });
		expect(sent).toMatchObject(careful);
	});

	it('is not sent without an address or an ID: the error names the item and what to do', () => {
		const about = { context: expect.objectContaining({ itemIndex: 2 }) as object };
		const unusable = { message: 'The credential has no usable Base URL', ...about };
		const enter = expect.stringMatching(/^Open the credential and enter the address/) as string;
		for (const baseUrl of ['ftp://x', 'xhttp://x', 'https://['])
			expect(() => options({ baseUrl }, { itemIndex: 2 })).toThrow(
				expect.objectContaining({ ...unusable, description: enter }),
			);
		const description = 'To delete a project, enter the ID of the record.';
		const noId = { message: '".." is not an ID', description };
		expect(() => options({ baseUrl: BASE }, { path: { projectId: '..' } }, deletion)).toThrow(
			expect.objectContaining(noId),
		);
	});
});

it.each([
	[undefined, 60_000],
	[1.0005, 1_001],
	[-5, 1_000],
	[1e9, 600_000],
])('a time limit of %s seconds is %i ms', (seconds, ms) => {
	says('docs/action-node.md', 'how long to wait for each answer, 60 by default');
	expect(timeoutMsFrom(seconds)).toBe(ms);
});

const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
const workflow = new Workflow({ nodes: [], connections: {}, active: false, nodeTypes });
/** What people paste along with the address of the authorization server. */
const pasted = ['/oauth2/auth', '/oauth2/token', '/oauth2'];
const { properties } = new EnergyProjectsOAuth2Api();
const tokenUrl = properties.find(({ name }) => name === 'accessTokenUrl')?.default as string;
/** Evaluated in n8n's own engine. */
const tokenUrlOf = (authServerUrl: unknown) => {
	const context = { $self: { authServerUrl } } as never;
	return workflow.expression.getSimpleParameterValue(node, tokenUrl, 'internal', context);
};

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
