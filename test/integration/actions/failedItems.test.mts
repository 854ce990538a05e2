import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { byHumanId, byId } from '../../shared.mts';
import { differences } from '../harness/samples/differences.mts';
import { collections } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord, idsOf } from '../harness/service/records.mts';
import { requestsWith } from '../harness/service/requests.mts';

const { service, run } = useScenario();
const onError = 'continueRegularOutput';

describe.each(subjects)(
	'what fails for one item with a %s does not fail for the next',
	(resource) => {
		it('a list that could not be read is read again', async () => {
			const { id } = addRecord[resource](service(), { humanId: 'X-1' });
			const path = collections[resource];
			service().faults.add({ path, times: 1, status: 422, body: { message: 'Not now' } });
			const get = { resource, operation: 'get', [`${resource}Id`]: byHumanId('X-1') };
			const options = { maxParallelRequests: 1 };
			const { json } = await run({ ...get, options }, { items: [{}, {}, {}], onError });
			expect(json[0].error).toContain('(422): Not now');
			expect(idsOf(json.slice(1))).toEqual([id, id]);
			expect(requestsWith(service(), 'GET', path)).toHaveLength(2);
		});

		it('an update that fails before its turn leaves no error that nobody handles', async () => {
			const { id } = addRecord[resource](service(), { humanId: 'X-1' });
			const unhandled = vi.fn();
			process.on('unhandledRejection', unhandled);
			onTestFinished(() => void process.off('unhandledRejection', unhandled));
			// The first one waits for the list; the second one has nothing to look up, and no ID.
			service().faults.add({ path: collections[resource], times: 1, delayMs: 300 });
			const update = {
				...{ resource, operation: 'update' },
				[`${resource}Id`]: '={{ $json.record }}',
				updateFields: differences[resource].change,
			};
			const items = [{ record: byHumanId('X-1') }, { record: byId('none') }];
			const { json } = await run(update, { items, onError });
			expect(json[0]).toMatchObject({ id });
			expect(json[1].error).toContain('"none" is not an ID');
			expect(unhandled).not.toHaveBeenCalled();
		});
	},
);
