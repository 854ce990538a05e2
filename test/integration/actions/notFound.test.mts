import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, UNKNOWN_ID } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';

const { service, run } = useScenario();

const page = '<!doctype html><html><head><title>404 Not Found</title></head></html>';
const json = { 'content-type': 'application/json' };
/** Answers with 404 that are not in the service's own form. */
const foreign: Array<[string, Fault]> = [
	['a web page', { body: page, headers: { 'content-type': 'text/html' } }],
	['a web page that says it is JSON', { body: page, headers: json }],
	['a long web page', { body: `${page}${'x'.repeat(1_000_000)}`, headers: json }],
	['a JSON array', { body: [{ message: 'Project not found' }] }],
	['a JSON text', { body: '"Project not found"', headers: json }],
	['null', { body: 'null', headers: json }],
	['nothing', { body: '' }],
	['an object about a route', { body: { statusCode: 404, message: 'Cannot GET /api/v1/x' } }],
];

describe.each(foreign)('a 404 with %s says nothing about a record', (_, answer) => {
	const fails = (more: Fault = {}) => service().faults.add({ status: 404, ...answer, ...more });

	it.each(subjects)('If Not Found: Get of a %s fails', async (resource) => {
		fails();
		const { error } = await run({
			resource,
			operation: 'get',
			[`${resource}Id`]: byId(UNKNOWN_ID),
			options: { ifNotFound: 'emptyItem' },
		});
		expect(error?.message).toContain(`Could not get ${resource} ${UNKNOWN_ID} (404)`);
		expect(error?.description).toContain('Check the Base URL in the credential');
		expect(error?.description).not.toContain('Check the ID');
		expect(error?.description?.length).toBeLessThan(1_000);
		expect(error?.message.length).toBeLessThan(1_000);
	});
});

describe('a 404 in the service’s own form', () => {
	it.each([
		['with a message', { statusCode: 404, message: 'Project not found' }],
		[
			'with a message and the path',
			{ message: 'Project not found', path: pathOf('getProject', UNKNOWN_ID) },
		],
		['empty', {}],
		['with items', { items: [] }],
	])('means that there is no such record: an object %s', async (_, body) => {
		service().faults.add({ status: 404, body });
		const options = { ifNotFound: 'emptyItem' };
		const get = { operation: 'get', projectId: byId(UNKNOWN_ID), options };
		expect((await run(get)).json).toEqual([{}]);
		const { error } = await run({ ...get, options: {} });
		expect(error?.description).toBe(
			'Check the ID. The record may have been deleted, or it may belong to a different company.',
		);
	});

	it('but 410 does not', async () => {
		service().faults.add({ status: 410, body: { message: 'Gone' } });
		const options = { ifNotFound: 'emptyItem' };
		const { error } = await run({ operation: 'get', projectId: byId(UNKNOWN_ID), options });
		expect(error?.message).toContain('(410): Gone');
	});
});

describe('a 404 at an address without an ID: no record is meant, so the path may be wrong', () => {
	const assumed = (place: string) =>
		`If it is correct, the service may use a different path: ${place} is assumed, because the service's documentation does not show it. Ask its operator for the right one, and report it to the authors of this package.`;
	const account = { resource: 'account', operation: 'get' };
	const cases: Array<[string, object, string]> = [
		['read the account', account, assumed(`GET ${pathOf('getAccount')}`)],
		['list projects', { resource: 'project', operation: 'getAll' }, ''],
	];

	it.each(cases)('%s', async (operation, parameters, sentence) => {
		const baseUrlAdvice =
			'Check the Base URL in the credential: it must be the address of the service itself.';
		for (const body of [{ message: 'Cannot do that' }, page]) {
			service().faults.clear();
			service().faults.add({ status: 404, body });
			const { error } = await run(parameters);
			expect(error?.message).toContain(`Could not ${operation} (404)`);
			expect(error?.description).toBe([baseUrlAdvice, sentence].filter(Boolean).join(' '));
		}
	});
});
