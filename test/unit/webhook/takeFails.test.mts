import type { IWebhookFunctions } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { takeOnce } from '../../../nodes/EnergyProjects/webhook/duplicates.ts';

it('a delivery that could not be handled is handled when it comes again, not taken for one under way', async () => {
	const staticData = {};
	const context = {
		getWorkflow: () => ({ id: 'take-fails' }),
		getNode: () => ({ id: 'trigger', name: 'Trigger' }),
		getWorkflowStaticData: () => staticData,
		getResponseObject: () => ({ statusCode: 200, writableEnded: false }),
	} as unknown as IWebhookFunctions;
	const body = Buffer.from('{}');
	const failing = takeOnce(context, body, async () => {
		throw new Error('Something nobody thought of');
	});
	await expect(failing).rejects.toThrow('Something nobody thought of');
	const workflowData = [[{ json: { event: 'project.edited' } }]];
	const outcome = await takeOnce(context, body, async () => ({ workflowData }));
	expect(outcome).toMatchObject({ workflowData });
});
