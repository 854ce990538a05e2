import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../sandbox/service/faults.mts';
import { subjects } from '../../../../sandbox/service/records.mts';
import { byId, recordsOf } from '../../../shared.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addRecord } from '../../harness/service/records.mts';
import { requestsWith } from '../../harness/service/requests.mts';

const { service, run } = useScenario();

const MAY_BE_DELETED =
	'The record may or may not have been deleted. Look for it in the service. If it is still there, run this item again.';
const page = '<!doctype html><html><head><title>404 Not Found</title></head></html>';
const json = { 'content-type': 'application/json' };
const options = { maxRetries: 1 };

const deleteOf = (resource: 'project' | 'customer', id: string) => ({
	resource,
	operation: 'delete',
	[`${resource}Id`]: byId(id),
	options,
});

describe('a deletion whose first attempt got no clear answer', () => {
	const unclear: Array<[string, Fault]> = [
		['502 of a gateway', { status: 502, body: '<html><title>Bad gateway</title></html>' }],
		['500', { status: 500 }],
		['a connection that breaks off', { reset: true }],
	];
	const foreign: Array<[string, Fault]> = [
		['a web page', { body: page, headers: { 'content-type': 'text/html' } }],
		['a web page that says it is JSON', { body: page, headers: json }],
		['a JSON array', { body: [] }],
		['a JSON text', { body: '"Not found"', headers: json }],
		['nothing', { body: '' }],
	];

	describe.each(unclear)('(%s)', (_, first) => {
		const once = (fault: Fault) => service().faults.add({ method: 'DELETE', times: 1, ...fault });

		it.each(foreign)(
			'and whose repeat is answered 404 with %s: nothing is known',
			async (__, answer) => {
				for (const resource of subjects) {
					const { id } = addRecord[resource](service());
					once(first);
					once({ status: 404, ...answer });
					const { error, json: output } = await run(deleteOf(resource, id));
					expect(error?.message).toContain(`Could not delete ${resource} ${id} (404)`);
					expect(error?.description).toContain(MAY_BE_DELETED);
					expect(error?.description).toContain('Check the Base URL in the credential');
					expect(error?.description).not.toContain('Check the ID');
					expect(output).toEqual([]);
					expect(recordsOf(service(), resource)).toHaveLength(1);
				}
			},
		);

		it.each(subjects)(
			'and was carried out: the 404 of the service counts as done, and a hint says so (%s)',
			async (resource) => {
				const { id } = addRecord[resource](service());
				once({ ...first, afterHandling: true });
				const { json: output, hints } = await run(deleteOf(resource, id));
				expect(output).toEqual([{ deleted: true, id }]);
				expect(hints).toMatchObject([
					{
						type: 'warning',
						message: `Not every deletion was confirmed: after an attempt without a clear answer, the service said that the ${resource} does not exist. It counts as deleted.`,
					},
				]);
				expect(requestsWith(service(), 'DELETE')).toHaveLength(2);
			},
		);
	});

	it('and that is given up: it may or may not have been deleted', async () => {
		const { id } = addRecord.project(service());
		service().faults.add({ method: 'DELETE', status: 502, body: { message: 'Bad gateway' } });
		const { error } = await run(deleteOf('project', id));
		expect(error?.message).toBe(`Could not delete project ${id} (502): Bad gateway`);
		expect(error?.description).toContain(MAY_BE_DELETED);
	});
});

it('a hint about several deletions is shown once', async () => {
	const records = Array.from({ length: 3 }, () => addRecord.project(service()));
	for (const { id } of records) {
		const path = new RegExp(`${id}$`);
		service().faults.add({ method: 'DELETE', path, times: 1, reset: true, afterHandling: true });
	}
	const items = records.map(({ id }) => ({ id }));
	const { json: output, hints } = await run(deleteOf('project', '={{ $json.id }}'), { items });
	expect(output).toEqual(records.map(({ id }) => ({ deleted: true, id })));
	expect(hints).toHaveLength(1);
});

describe('a 404 at the first attempt', () => {
	it('in the service’s own form: the ID is wrong, and nothing is unclear', async () => {
		const { id } = addRecord.project(service());
		service().faults.add({ status: 404, body: { message: 'Project not found' } });
		const { error } = await run(deleteOf('project', id));
		expect(error?.message).toBe(`Could not delete project ${id} (404): Project not found`);
		expect(error?.description).toBe(
			'Check the ID. The record may have been deleted, or it may belong to a different company.',
		);
	});
});

describe('a deletion that is answered with 200', () => {
	it.each<[string, unknown, string]>([
		['success: false and an error', { success: false, error: 'locked' }, ': locked'],
		['success: false and a message', { success: false, message: 'locked' }, ': locked'],
		['success: false alone', { success: false }, ', but did not say which one'],
		['an error', { error: { message: 'locked' } }, ': locked'],
		['errors', { errors: [{ message: 'locked' }] }, ': locked'],
	])('and %s has failed', async (_, body, text) => {
		const { id } = addRecord.project(service());
		service().faults.add({ method: 'DELETE', status: 200, body });
		const { error, json: output } = await run(deleteOf('project', id));
		expect(error?.message).toBe(
			`Could not delete project ${id}: the service answered with an error${text}`,
		);
		expect(error?.description).toContain(MAY_BE_DELETED);
		expect(output).toEqual([]);
		expect(requestsWith(service(), 'DELETE')).toHaveLength(1);
	});

	it.each<[string, unknown]>([
		['success: true', { success: true }],
		['no error', { error: null, errors: [], message: 'Deleted' }],
		['a list', []],
		['nothing', ''],
	])('and %s is done', async (_, body) => {
		const { id } = addRecord.project(service());
		service().faults.add({ method: 'DELETE', status: 200, headers: json, body });
		const { json: output, hints } = await run(deleteOf('project', id));
		expect(output).toMatchObject([{ deleted: true, id }]);
		expect(hints).toEqual([]);
	});
});
