import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { chosenKinds } from '../../../../nodes/EnergyProjects/service/eventKinds.ts';
import {
	ACCEPTED,
	takeOnce,
} from '../../../../nodes/EnergyProjects/webhook/duplicates/takeOnce.ts';
import { refused } from '../../../../nodes/EnergyProjects/webhook/answers/refusal.ts';
import type { Refusal } from '../../../../nodes/EnergyProjects/webhook/answers/refusal.ts';

const [kind] = chosenKinds(['project.edited']);
let workflows = 0;

/** A trigger that receives the same delivery several times, before n8n has answered the first one. */
function sameDelivery() {
	const id = `take-fails-${++workflows}`;
	const staticData = {};
	const response = { statusCode: 200, writableEnded: false };
	const context = {
		getWorkflow: () => ({ id }),
		getNode: () => ({ id: 'trigger', name: 'Trigger' }),
		getWorkflowStaticData: () => staticData,
		getResponseObject: () => response,
	} as unknown as IWebhookFunctions;
	return async (take: () => Promise<IWebhookResponseData | Refusal>) =>
		await takeOnce(context, { kind, data: {}, body: Buffer.from('{}') }, take);
}

const workflowData = [[{ json: { event: 'project.edited' } }]];
const starts = async () => ({ workflowData });

describe('a delivery whose handling failed', () => {
	it('is handled when it arrives again, and does not count as under way', async () => {
		const receive = sameDelivery();
		const failing = receive(async () => {
			throw new Error('Something nobody thought of');
		});
		await expect(failing).rejects.toThrow('Something nobody thought of');
		expect(await receive(starts)).toMatchObject({ workflowData });
	});
});

describe('a delivery that started nothing', () => {
	it.each<[string, IWebhookResponseData | Refusal]>([
		['was refused', refused(503, 'recordUnread', 'the API does not answer')],
		['did not pass the filters', ACCEPTED],
	])('is handled when it arrives again: it %s', async (_, answer) => {
		const receive = sameDelivery();
		expect(await receive(async () => answer)).toStrictEqual(answer);
		expect(await receive(starts)).toMatchObject({ workflowData });
	});
});

describe('a delivery that is being handled', () => {
	it('is refused when it arrives again, so that the service sends it later', async () => {
		const receive = sameDelivery();
		void receive(async () => await new Promise(() => undefined));
		expect(await receive(starts)).toEqual({
			statusCode: 503,
			kind: 'beingHandled',
			reason: 'the same delivery is being handled right now',
		});
	});
});
