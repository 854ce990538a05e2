import { describe, expect, it } from 'vitest';
import { subjects } from '../../../../sandbox/service/records.mts';
import { byId, UNKNOWN_ID } from '../../../shared.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addRecord } from '../../harness/service/records.mts';

const { service, run } = useScenario();

describe('If Not Found', () => {
	const get = (resource: string, ifNotFound?: string) => ({
		resource,
		operation: 'get',
		[`${resource}Id`]: byId('={{ $json.id }}'),
		options: ifNotFound === undefined ? {} : { ifNotFound },
	});

	it.each(subjects)('a %s: an empty item instead of an error', async (resource) => {
		const { id } = addRecord[resource](service());
		const items = [{ id: UNKNOWN_ID }, { id }];
		const result = await run(get(resource, 'emptyItem'), { items });
		expect(result.json[0]).toEqual({});
		expect(result.json[1].id).toBe(id);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it.each([undefined, 'fail'])('is an error otherwise (%s)', async (ifNotFound) => {
		const { error } = await run(get('project', ifNotFound), { items: [{ id: UNKNOWN_ID }] });
		expect(error?.message).toBe(`Could not get project ${UNKNOWN_ID} (404): Project not found`);
	});

	it('does not hide other errors', async () => {
		service().faults.add({ status: 403, body: { message: 'Not yours' } });
		const { error } = await run(get('project', 'emptyItem'), { items: [{ id: UNKNOWN_ID }] });
		expect(error?.message).toBe(`Could not get project ${UNKNOWN_ID} (403): Not yours`);
	});
});
