import { describe, expect, it } from 'vitest';
import { byId, UNKNOWN_ID } from '../../../shared.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer } from '../../harness/service/records.mts';
import { writes } from '../../harness/service/requests.mts';

const { service, run } = useScenario();

describe('Skip Unchanged of an update', () => {
	const update = (id: string, updateFields: object) => ({
		resource: 'customer',
		operation: 'update',
		customerId: byId(id),
		updateFields,
		options: { skipUnchanged: true },
	});

	it('sends only what differs, or nothing, and says which', async () => {
		const { id } = addCustomer(service(), { email: 'ada@mail.example', phoneNumber: '1' });
		const changed = await run(update(id, { email: 'ADA@mail.example', phoneNumber: '2' }));
		expect(changed.json[0]).toMatchObject({ id, syncResult: 'updated', phoneNumber: '2' });
		const same = await run(update(id, { phoneNumber: '2' }));
		expect(same.json[0]).toMatchObject({ id, syncResult: 'unchanged', phoneNumber: '2' });
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { phoneNumber: '2' } }]);
	});

	it('a record that does not exist is an error', async () => {
		const { error } = await run(update(UNKNOWN_ID, { phoneNumber: '2' }));
		expect(error?.httpCode).toBe('404');
	});
});
