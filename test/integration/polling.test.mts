import { describe, expect, it } from 'vitest';
import { PollBench } from './harness/polling.mts';
import { addCustomer, addProject, useScenario } from './harness/scenario.mts';
import { apiKeyCredential } from './harness/service.mts';
import { presetKinds } from '../../nodes/EnergyProjects/service/eventKinds.ts';

const { service } = useScenario();

const bench = (parameters: object = {}) =>
	new PollBench({
		parameters: { events: [...presetKinds], ...parameters },
		credentials: apiKeyCredential(service()),
	});

describe('a poll', () => {
	it('reports what was created, edited and deleted since the one before, each once', async () => {
		const { store } = service();
		const [kept, edited, deleted] = [1, 2, 3].map(() => addProject(service()));
		const customer = addCustomer(service());
		const trigger = bench();
		expect((await trigger.activate()).outputs).toBeUndefined();

		store.edit('project', edited.id, { status: 'completed' });
		store.delete('project', deleted.id);
		const created = addProject(service(), { customerId: customer.id });
		store.edit('customer', customer.id, { phoneNumber: '1' });
		const { events, json } = await trigger.poll();
		expect(events).toEqual([
			`project.created ${created.id}`,
			`project.edited ${edited.id}`,
			`project.deleted ${deleted.id}`,
			`customer.edited ${customer.id}`,
		]);
		expect(json[1].changedFields).toEqual(['status']);
		expect((await trigger.poll()).outputs).toBeUndefined();
		expect(kept).toBeDefined();
	});
});
