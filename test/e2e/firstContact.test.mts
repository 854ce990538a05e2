import { expect, it } from 'vitest';
import { asObserved } from '../../sandbox/service/differences.mts';
import { waitFor } from '../../sandbox/service/waitFor.mts';
import { expectValidRequests, recordsOf } from '../shared.mts';
import { useStack } from './harness/stack.mts';
import { chainWorkflow, triggerWorkflow } from './harness/workflows.mts';

// The package meets a service that differs from its description in every way that the local one can.

const HOOK = 'ffffffff-0000-4000-8000-000000000001';
const create = { operation: 'create', name: 'Haus Lovelace' };
const lost = { ...create, additionalFields: { avgHeatload: '65', isLead: true }, output: 'raw' };
const otherFields = '{"hasFireplace": true, "averageConsumption": 12.5}';
const unknown = { ...create, additionalFields: { otherFields } };
const workflows = {
	notKept: chainWorkflow('FirstNotKept0001', [{}], [{ name: 'Create', parameters: lost }]),
	unknown: chainWorkflow('FirstUnknown0001', [{}], [{ name: 'Create', parameters: unknown }]),
	trigger: triggerWorkflow('FirstTrigger0001', HOOK, { events: ['project.edited'] }),
};
const stack = useStack({
	workflows: Object.values(workflows),
	publish: [workflows.trigger.id],
	service: { differences: asObserved },
});

it('n8n’s test of the credential is passed', async () => {
	const { rest, service } = stack();
	const data = { baseUrl: service.baseUrl, apiKey: service.company.apiKey };
	const credentials = { id: '', name: 'Test', type: 'energyProjectsApi', data };
	expect(await rest.call('POST', '/rest/credentials/test', { credentials })).toMatchObject({
		status: 'OK',
	});
});

it('a new project says which of its fields the service did not keep', async () => {
	const { outputs, errors } = await stack().rest.run(workflows.notKept.id, 'Start');
	expect(errors).toEqual({});
	const [{ json }] = outputs.Create[0];
	const { company } = stack().service;
	expect(json).toMatchObject({ companyId: company.id, isLead: true, notKept: ['avgHeatload'] });
});

it('a field that the node does not know is stored', async () => {
	const { errors } = await stack().rest.run(workflows.unknown.id, 'Start');
	expect(errors).toEqual({});
	const [project] = recordsOf(stack().service, 'project').slice(-1);
	expect(project).toMatchObject({ hasFireplace: true, averageConsumption: 12.5 });
});

it('an event whose signature has another name starts the workflow', async () => {
	const { service } = stack();
	stack().register(HOOK, ['project.edited']);
	const [{ id }] = recordsOf(service, 'project');
	service.store.edit('project', id, { name: 'Haus Byron' });
	const [{ outputs }] = await stack().executions(workflows.trigger.id, 1);
	expect(outputs.Trigger[0][0].json).toMatchObject({ event: 'project.edited', project: { id } });
	const [delivery] = service.webhooks.deliveries;
	await waitFor(() => delivery.state === 'delivered');
	// Nor did any request of these tests break the description of this service.
	expectValidRequests(service);
});
