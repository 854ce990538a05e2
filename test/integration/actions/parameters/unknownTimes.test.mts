import { describe, expect, it } from 'vitest';
import { subjects } from '../../../../sandbox/service/records.mts';
import { listBody } from '../../../shared.mts';
import { collections } from '../../harness/samples/sampleWrites.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addRecord, idsOf } from '../../harness/service/records.mts';

const { service, run } = useScenario();

describe.each(subjects)(
	'Updated After, in a list of %ss some of which have no readable time',
	(resource) => {
		const updatedAfter = '2026-06-01T00:00:00Z';
		/** The service lists one record for each of these times. */
		function listWith(times: readonly unknown[]) {
			const records = times.map((updatedAt) => ({ ...addRecord[resource](service()), updatedAt }));
			const path = collections[resource];
			service().faults.add({ method: 'GET', path, status: 200, body: listBody(path, records) });
			return idsOf(records);
		}
		const list = async (more: object = {}) =>
			await run({ resource, operation: 'getAll', filters: { updatedAfter }, ...more });

		it.each([{}, { returnAll: true }])('keeps these, and says how many (%j)', async (more) => {
			const [before, after, ...unknown] = listWith([
				...['2026-05-01T00:00:00Z', '2026-07-01T00:00:00Z'],
				...[null, '', 'yesterday', 12, undefined],
			]);
			const { json, hints } = await list(more);
			expect(new Set(idsOf(json))).toEqual(new Set([after, ...unknown]));
			expect(idsOf(json)).not.toContain(before);
			expect(hints).toMatchObject([{ type: 'warning' }]);
			expect(hints[0].message).toContain(`5 ${resource}s have no time of the last change`);
			expect(hints[0].message).toContain('The filter "Updated After" kept them');
		});

		it('counts those that are returned', async () => {
			listWith([null, null, null]);
			const { json, hints } = await list({ limit: 1 });
			expect(json).toHaveLength(1);
			expect(hints[0].message).toContain(`1 ${resource} has no time`);
			expect(hints[0].message).toContain('kept it');
		});

		it('says nothing if all times are known, or if nothing is filtered by them', async () => {
			listWith(['2026-07-01T00:00:00Z']);
			expect((await list()).hints).toEqual([]);
			service().faults.clear();
			listWith([null]);
			expect((await list({ filters: {} })).hints).toEqual([]);
		});
	},
);
