import { expect, it } from 'vitest';
import { asObserved } from '../../sandbox/service/differences.mts';
import { waitFor } from '../../sandbox/service/waitFor.mts';
import { expectValidRequests, recordsOf } from '../shared.mts';
import { add, inputOf } from './harness/byHand.mts';
import { openNode, openWorkflow, useBrowser } from './harness/browser.mts';
import { useStack } from './harness/stack.mts';
import { chainWorkflow, triggerWorkflow } from './harness/workflows.mts';

// The package meets a service that differs from its description in every way that the local one can.

const HOOK = 'ffffffff-0000-4000-8000-000000000001';
const create = { operation: 'create', name: 'Haus Lovelace' };
const lost = { ...create, additionalFields: { avgHeatload: '65', isLead: true }, output: 'raw' };
const workflows = {
	notKept: chainWorkflow('FirstNotKept0001', [{}], [{ name: 'Create', parameters: lost }]),
	byHand: chainWorkflow('FirstByHand00001', [{}], [{ name: 'Create', parameters: create }]),
	trigger: triggerWorkflow('FirstTrigger0001', HOOK, { events: ['project.edited'] }),
};
const stack = useStack({
	workflows: Object.values(workflows),
	publish: [workflows.trigger.id],
	service: { differences: asObserved },
});
const newPage = useBrowser(stack);

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

it('a field that the node does not know is added by hand', async () => {
	const page = await newPage();
	await openWorkflow(page, stack().n8n.url, workflows.byHand.id);
	await openNode(page, 'Create');
	await add(page, 'Add Field', 'Other Fields (JSON)');
	await inputOf(page, 'otherFields').locator('.cm-content').click();
	await page.keyboard.press('ControlOrMeta+A');
	// At once: typed one by one, the editor would complete brackets and quotes.
	await page.keyboard.insertText('{"hasFireplace": true, "averageConsumption": 12.5}');
	await page.getByTestId('ndv').getByText('Parameters', { exact: true }).first().click();
	await page.waitForTimeout(400);
	const before = recordsOf(stack().service, 'project').length;
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('ndv').getByText('Haus Lovelace').first().waitFor();
	const projects = recordsOf(stack().service, 'project');
	expect(projects).toHaveLength(before + 1);
	expect(projects.at(-1)).toMatchObject({ hasFireplace: true, averageConsumption: 12.5 });
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
