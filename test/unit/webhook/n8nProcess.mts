import { setTimeout as sleep } from 'node:timers/promises';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeTypes, IWebhookFunctions } from 'n8n-workflow';
import { isRefusal } from '../../../nodes/EnergyProjects/webhook/delivery.ts';
import { takeOnce } from '../../../nodes/EnergyProjects/webhook/duplicates.ts';

/** How long the steps of one delivery take, in milliseconds. */
export interface Times {
	/** How long reading the record takes. */
	take?: number;
	/** How long n8n takes to hand the execution over, or why it cannot. */
	handOver?: number | Error;
	/** How long n8n takes to save the static data. */
	save?: number;
}

let nodes = 0;

/** One node in one process of n8n, with n8n's order: load, run the node, hand over, read the answer, save, answer. */
export function n8n(saved = '{}') {
	const id = String(++nodes);
	const executions: string[] = [];
	let database = saved;
	const node: INode = {
		name: 'Trigger',
		id,
		type: 't',
		typeVersion: 1,
		parameters: {},
		position: [0, 0],
	};
	const workflowOf = (staticData: IDataObject) =>
		new Workflow({
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
			staticData,
		});

	async function receive(body: string, { take = 0, handOver = 0, save = 0 }: Times = {}) {
		const loaded = JSON.parse(database) as IDataObject;
		const workflow = workflowOf(loaded);
		const { staticData } = workflow;
		const response = { statusCode: 200, writableEnded: false };
		const context = {
			getWorkflow: () => ({ id: 'w' }),
			getNode: () => node,
			getWorkflowStaticData: () => workflow.getStaticData('node', node),
			getResponseObject: () => response,
		} as unknown as IWebhookFunctions;
		const end = (statusCode: number) => {
			Object.assign(response, { statusCode, writableEnded: true });
			return statusCode;
		};
		const outcome = await takeOnce(context, Buffer.from(body), async () => {
			await sleep(take);
			return { workflowData: [[{ json: {} }]] };
		});
		if (isRefusal(outcome)) return end(outcome.statusCode);
		if (outcome.workflowData === undefined) return end(200);
		if (handOver instanceof Error) return end(500);
		// n8n makes another workflow of the same data, and that takes the mark "changed" away.
		workflowOf(loaded);
		await sleep(handOver);
		executions.push(body);
		void outcome.webhookResponse;
		await sleep(save);
		if (staticData.__dataChanged === true) database = JSON.stringify(staticData);
		return end(200);
	}

	return {
		executions,
		receive,
		/** The node's part of the document n8n saved, as text. */
		saved: () => JSON.stringify((JSON.parse(database) as IDataObject)['node:Trigger'] ?? {}),
		afterRestart: () => n8n(database),
	};
}
