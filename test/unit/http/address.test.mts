import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../nodes/EnergyProjects/http/address.ts';
import { timeoutMsFrom } from '../../../nodes/EnergyProjects/http/parameters.ts';
import { requestOptions } from '../../../nodes/EnergyProjects/http/request.ts';
import type { ApiContext } from '../../../nodes/EnergyProjects/http/request.ts';
import { API_PREFIX } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import type { Endpoint } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from './requests.mts';
import { says } from '../../documents.mts';

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
		const sent = options({ baseUrl: BASE }, { path: { projectId: 'p1' } });
		expect(sent).toMatchObject({
			disableFollowRedirect: true,
			skipSslCertificateValidation: false,
		});
	});

	it('is not sent without an address or an ID: the error names the item and what to do', () => {
		const refusal = (...given: Parameters<typeof options>) => {
			try {
				return options(...given);
			} catch (error) {
				return error as Error & { description: string; context: object };
			}
		};
		for (const baseUrl of ['ftp://x', 'xhttp://x', 'https://['])
			expect(refusal({ baseUrl }, { itemIndex: 2 })).toMatchObject({
				message: 'The credential has no usable Base URL',
				description: expect.stringMatching(/^Open the credential and enter the address/),
				context: { itemIndex: 2 },
			});
		const dots = { path: { projectId: '..' } };
		expect(refusal({ baseUrl: BASE }, dots, deletion)).toMatchObject({
			message: '".." is not an ID',
			description: 'To delete a project, enter the ID of the record.',
		});
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
