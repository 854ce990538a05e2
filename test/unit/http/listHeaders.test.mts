import { describe, expect, it } from 'vitest';
import { readListHeaders } from '../../../nodes/EnergyProjects/http/answers/listHeaders.ts';
import { linkedAddress } from '../../../nodes/EnergyProjects/http/url.ts';

describe('the next part of a list', () => {
	it.each([
		['</a?page=2>; rel="next"', '/a?page=2'],
		['</a?page=2>;rel=next', '/a?page=2'],
		['</a?page=2> ; REL = "Next"', '/a?page=2'],
		['</a?page=1>; rel="prev", </a?page=3>; rel="next"', '/a?page=3'],
		['</a?page=2>; rel="last next"; title="a, b"', '/a?page=2'],
		['</a?ids=1,2;3>; title="x"; rel="next"', '/a?ids=1,2;3'],
		[['</a>; rel="prev"', '</b>; rel="next"'], '/b'],
	])('is named by %j', (link, next) => {
		expect(readListHeaders({ link })).toEqual({ next });
	});

	it.each([
		undefined,
		'',
		'next',
		'</a>',
		'</a>; rel="prev"',
		'</a>; rel="nextish"',
		'</a>; title="next"',
	])('is not named by %j', (link) => {
		expect(readListHeaders({ link }).next).toBeUndefined();
	});
});

describe('the number of records in a list', () => {
	it.each([
		[{ 'x-total-count': '150' }, 150],
		[{ 'x-total': ' 150 ' }, 150],
		[{ 'content-range': 'items 0-99/150' }, 150],
		[{ 'content-range': 'items 0-99/*' }, undefined],
		[{ 'x-total-count': 'many' }, undefined],
		[{ 'x-total-count': '-1' }, undefined],
		[{}, undefined],
	])('in %j is %j', (headers, total) => {
		expect(readListHeaders(headers).total).toBe(total);
	});
});

describe('a link in an answer', () => {
	const from = 'https://api.example.com/energy/api/v1/customers?page=1';

	it.each([
		['?page=2', 'https://api.example.com/energy/api/v1/customers?page=2'],
		['/other?page=2#top', 'https://api.example.com/other?page=2'],
		['//api.example.com/other', 'https://api.example.com/other'],
		['http://api.example.com/other', 'https://api.example.com/other'],
		['HTTPS://API.example.com:443/other', 'https://api.example.com/other'],
	])('%s leads to %s', (link, address) => {
		expect(linkedAddress(link, from)).toBe(address);
	});

	it.each([
		'https://example.com/other',
		'//evil.example/other',
		'https://api.example.com:8443/other',
		'https://api.example.com@evil.example/other',
		'\\\\evil.example\\other',
		'javascript:alert(1)',
		'http://[',
	])('%s is never followed', (link) => {
		expect(linkedAddress(link, from)).toBeUndefined();
	});
});
