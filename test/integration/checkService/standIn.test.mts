import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parts } from '../../../scripts/checkService/facts/parts.mts';
import { placeOf } from '../../../scripts/checkService/facts/places.mts';
import { startService } from '../../../sandbox/service/start.mts';
import { startDifferentService } from '../../differentService.mts';
import { check, leftIn, useService } from './checked.mts';

const service = useService();
const description = readFileSync(
	new URL('../../../sandbox/service/openapi.yaml', import.meta.url),
	'utf8',
);

describe('the check against the stand-in as it is', () => {
	it('finds that everything it can read holds, and sends nothing but reads', async () => {
		const { requests, baseUrl, company } = service();
		const before = requests.length;
		const { code, differs, asAssumed, notSeen, text } = await check(baseUrl, {
			key: company.apiKey,
		});
		expect({ code, differs }).toEqual({ code: 0, differs: {} });
		expect(asAssumed).toContain('GET /api/v1/customers: method and path');
		expect(notSeen).toContain('POST /api/v1/customers: method and path');
		expect(text).toContain('only --write shows it');
		const methods = new Set(requests.slice(before).map(({ method }) => method));
		expect([...methods]).toEqual(['GET']);
	});

	it('with --write sees every part, finds that all hold, and leaves nothing behind', async () => {
		const { baseUrl, company, store } = service();
		const before = [store.projects.size, store.customers.size];
		const checked = await check(baseUrl, { key: company.apiKey, write: company.id });
		expect(checked).toMatchObject({ code: 0, differs: {}, notSeen: [] });
		expect(checked.asAssumed).toHaveLength(parts.length);
		expect([store.projects.size, store.customers.size]).toEqual(before);
	});

	it('has a line for each part that the description marks as assumed', () => {
		const marks = [...description.matchAll(/^\s+x-assumed: /gm)].length;
		const assumed = parts.filter(({ basis }) => basis === 'assumed');
		expect(marks).toBeGreaterThan(10);
		const behaviours = [
			...description.matchAll(/x-assumed-behaviour:\n((?: {8}\w+: .*\n)+)/g),
		].flatMap(([, lines = '']) => lines.trim().split('\n'));
		expect(behaviours.length).toBeGreaterThan(2);
		// The path and the query of the documents are two parts under one mark.
		expect(assumed).toHaveLength(marks + 1 + behaviours.length);
	});

	it('says "not seen" of lists that are empty, and that what was seen holds', async () => {
		const empty = await startService({ seed: 'empty' });
		try {
			const { code, notSeen, differs } = await check(empty.baseUrl, { key: empty.company.apiKey });
			expect({ code, differs }).toEqual({ code: 0, differs: {} });
			for (const path of ['projects', 'customers', 'documents']) {
				expect(notSeen).toContain(`GET /api/v1/${path}: form of the answer`);
			}
			expect(notSeen).toContain('GET /api/v1/projects/{projectId}: method and path');
		} finally {
			await empty.close();
		}
	});

	it('sends the ID of the company as the service writes it', async () => {
		const { baseUrl, company } = service();
		const different = await startDifferentService(baseUrl, ['companyIdsCompared']);
		const write = company.id.toUpperCase();
		const { code, notSeen } = await check(different.url, { key: company.apiKey, write });
		await different.close();
		expect({ code, notSeen }).toEqual({ code: 0, notSeen: [] });
	});

	it('writes nothing if the key belongs to another company than the one named', async () => {
		const { baseUrl, company, otherCompany, requests } = service();
		const before = requests.length;
		const { code, text } = await check(baseUrl, { key: company.apiKey, write: otherCompany.id });
		expect(code).toBe(2);
		expect(text).toContain('Nothing was written.');
		expect(requests.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /api/v1/account',
		]);
		expect(leftIn(service())).toEqual([]);
	});
});

describe('the places to change', () => {
	const places = {
		prefix: placeOf.prefix(),
		...Object.fromEntries(
			['project', 'customer', 'account', 'document'].flatMap((noun) => [
				[`path of ${noun}`, placeOf.path(noun)],
				[`fields of ${noun}`, placeOf.fields(noun)],
			]),
		),
		...Object.fromEntries(
			['create', 'update', 'delete', 'get', 'getAll'].map((verb) => [verb, placeOf.method(verb)]),
		),
		list: placeOf.list('customer'),
		entries: placeOf.entries(),
		record: placeOf.record(),
		metadata: placeOf.metadata(),
		query: placeOf.query(),
		errorBody: placeOf.errorBody(),
		notFound: placeOf.notFound(),
		success: placeOf.success(),
		replaced: placeOf.replaced(),
		address: placeOf.address(),
		'a part of an address': placeOf.field('customer', 'address.city'),
		'a part of a circuit': placeOf.field('project', 'heatingCircuits[].flowTemperature'),
	};

	it.each(Object.entries(places))('are found in the source: %s', (_, found) => {
		expect(found).toHaveLength(1);
		expect(found[0]?.line).toBeGreaterThan(0);
	});
});
