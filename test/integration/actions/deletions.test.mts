import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord, requestsWith } from '../harness/service/service.mts';

const { service, run } = useScenario();

const page = '<!doctype html><html><head><title>404 Not Found</title></head></html>';
const json = { 'content-type': 'application/json' };
const deleteOf = (resource: 'project' | 'customer', id: string) => ({
	...{ resource, operation: 'delete' },
	[`${resource}Id`]: byId(id),
});
const once = (fault: Fault) => service().faults.add({ method: 'DELETE', times: 1, ...fault });

describe('a deletion whose first attempt got no clear answer', () => {
	it.each<[string, Fault]>([
		['502 of a gateway', { status: 502, body: '<html><title>Bad gateway</title></html>' }],
		['500', { status: 500 }],
		['a connection that breaks off', { reset: true }],
	])('(%s) and was carried out: the 404 of the service counts as done', async (_, first) => {
		for (const resource of subjects) {
			const { id } = addRecord[resource](service());
			once({ ...first, afterHandling: true });
			const { json } = await run(deleteOf(resource, id));
			// The record may just as well have been gone before, or never have been there.
			const message = expect.stringMatching(
				/^The first answer did not come through\. .* no such record/,
			);
			expect(json).toEqual([{ deleted: true, id, message }]);
		}
		expect(requestsWith(service(), 'DELETE')).toHaveLength(4);
	});

	it.each<[string, Fault]>([
		['a web page', { body: page, headers: { 'content-type': 'text/html' } }],
		['a JSON array', { body: [] }],
		['nothing', { body: '' }],
		['an object about a route', { body: { message: 'Route DELETE:/x not found' } }],
	])('and whose repeat is answered 404 with %s: nothing is known', async (_, answer) => {
		const { id } = addRecord.project(service());
		once({ status: 500 });
		once({ status: 404, ...answer });
		const { error, json: output } = await run(deleteOf('project', id));
		expect(error?.message).toContain(`Could not delete project ${id} (404)`);
		expect(error?.message).toContain('The record may or may not have been deleted');
		expect(error?.description).toContain('Check the Base URL in the credential');
		expect(error?.description).not.toContain('Check the ID');
		expect(output).toEqual([]);
		expect(recordsOf(service(), 'project')).toHaveLength(1);
	});

	it('because it was not taken: a 404 says that there was no such record', async () => {
		const { id } = addRecord.project(service());
		service().store.delete('project', id);
		once({ status: 429, headers: { 'retry-after': '0' } });
		const { error } = await run(deleteOf('project', id));
		expect(error?.message).toBe(`Could not delete project ${id} (404): Project not found`);
		expect(error?.description).toBe(
			'Check the ID. The record may have been deleted, or it may belong to a different company.',
		);
	});
});

describe('a deletion that is answered with 200', () => {
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
