import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	addressOf,
	isUsableBaseUrl,
	normalBaseUrl,
} from '../../../nodes/EnergyProjects/http/url.ts';
import { API_PREFIX } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import { accountRecord } from '../../../nodes/EnergyProjects/service/records/account.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';

const BASE = 'https://api.example.com';
const PROJECTS = `${API_PREFIX}/projects`;
const projectAt = (projectId: string) =>
	addressOf(BASE, projectRecord.endpoints.get, { projectId });

describe('the address of a request', () => {
	it.each([
		'https://api.example.com',
		'https://api.example.com/',
		'https://api.example.com///',
		`https://api.example.com${API_PREFIX}`,
		`https://api.example.com${API_PREFIX}/`,
		`  https://api.example.com${API_PREFIX}//  `,
	])('is the same with the base URL "%s"', (baseUrl) => {
		expect(addressOf(baseUrl, projectRecord.endpoints.getAll)).toBe(`${BASE}${PROJECTS}`);
	});

	it('keeps a path that the service is behind', () => {
		expect(addressOf('http://localhost:7070/energy/', accountRecord.endpoints.get)).toBe(
			`http://localhost:7070/energy${API_PREFIX}/account`,
		);
		expect(normalBaseUrl(`https://example.com/energy${API_PREFIX}`)).toBe(
			'https://example.com/energy',
		);
	});

	it('carries the ID without the blanks around it', () => {
		expect(projectAt(' 3f2b8c1e ')).toBe(`${BASE}${PROJECTS}/3f2b8c1e`);
	});

	it.each([
		'../customers',
		'..%2Fcustomers',
		'a/b',
		'a\\b',
		'a?status=archived',
		'a#b',
		'%2e%2e',
		'$&',
		'ü ß',
		'{projectId}',
		'https://elsewhere.example',
	])('with the ID "%s" reaches nothing but a project', (id) => {
		const url = new URL(projectAt(id));
		expect(url.origin).toBe(BASE);
		expect(url.search + url.hash).toBe('');
		expect(url.pathname.slice(0, url.pathname.lastIndexOf('/'))).toBe(PROJECTS);
	});

	it('with any ID reaches the record of exactly that ID, or is refused', () => {
		const ids = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.stringMatching(/^[./\\%?#&:@ 2efEF]{0,12}$/),
		);
		fc.assert(
			fc.property(ids, (id) => {
				const wanted = id.trim();
				if (['', '.', '..'].includes(wanted)) {
					expect(() => projectAt(id)).toThrow(/is not an ID/);
					return;
				}
				const url = new URL(projectAt(id));
				const end = url.pathname.lastIndexOf('/');
				expect(url.pathname.slice(0, end)).toBe(PROJECTS);
				expect(decodeURIComponent(url.pathname.slice(end + 1))).toBe(wanted);
				expect(url.origin + url.search + url.hash).toBe(BASE);
			}),
			{ numRuns: 1000 },
		);
	});

	it.each(['', '   ', '.', '..', ' .. '])('does not exist for the ID "%s"', (id) => {
		expect(() => projectAt(id)).toThrow(`"${id.trim()}" is not an ID`);
	});

	it.each(['a'.repeat(401), '\ud800', `a${'\udc00'.repeat(5)}`])(
		'does not exist for an ID that no address can carry',
		(id) => {
			expect(() => projectAt(id)).toThrow(/^".{1,62}" is not an ID$/);
		},
	);

	it('does not exist without an ID, or a delete would reach the whole list', () => {
		expect(() => addressOf(BASE, projectRecord.endpoints.delete)).toThrow('"" is not an ID');
	});
});

describe('a base URL', () => {
	it.each([
		'https://api.example.com',
		'api.example.com',
		'http://127.0.0.1:7070',
		'HTTPS://API.EXAMPLE.COM/',
		`https://example.com/energy${API_PREFIX}/`,
		'http://[::1]:7070',
	])('"%s" can be used', (baseUrl) => {
		expect(isUsableBaseUrl(baseUrl)).toBe(true);
	});

	it.each([
		'',
		'   ',
		'::1',
		'https:\\\\api.example.com',
		'https://api.example.com:port',
		'ftp://api.example.com',
		'https://',
		`https://${API_PREFIX}`,
		'https://api.example.com?key=1',
		'https://api.example.com/#projects',
		'https://api example.com',
		'javascript:alert(1)',
	])('"%s" cannot be used', (baseUrl) => {
		expect(isUsableBaseUrl(baseUrl)).toBe(false);
	});
});
